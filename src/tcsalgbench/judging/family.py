"""Is the judge a relative of the judged? Model families, read from the written names of models."""

import re
from collections.abc import Iterable

_FAMILIES = {
    "GPT": r"gpt|(?:^|[/.\-])o[1-9](?:$|[\-.])|codex",
    "Claude": r"claude|fable|opus|sonnet|haiku",
    "Gemini": r"gemini|gemma",
    "Llama": r"llama",
    "Qwen": r"qwen|qwq",
    "DeepSeek": r"deepseek",
    "Mistral": r"mistral|mixtral|magistral",
    "Grok": r"grok",
    "Nova": r"nova",
    "Kimi": r"kimi|moonshot",
    "GLM": r"glm",
    "SmolLM": r"smollm",
}


def family_of(model: str) -> str:
    """The family of a model: a known one by its name, else its provider and name."""
    name = model.casefold()
    return next((family for family, pattern in _FAMILIES.items() if re.search(pattern, name)), model)


def family_flags(voter: str, provers: Iterable[str | None]) -> tuple[str, ...]:
    """A sentence for every family that judges its own proofs."""
    own = family_of(voter)
    same = sorted({one for one in provers if one is not None and family_of(one) == own})
    if not same:
        return ()
    return (f"Voter and prover are of one family ({own}): {voter} judges proofs of {', '.join(same)}.",)
