"""The text of a proof as it may stand in a prompt: nothing in it is invisible, and nothing steers a model's own format."""

import hashlib
import re
import unicodedata

from tcsalgbench.calls.request import encode
from tcsalgbench.challenges.model import Challenge
from tcsalgbench.challenges.problem import problem_text

# More than models read, and more than 128,000 output tokens can be: such a proof is not put to a vote.
LARGEST_PROOF = 1_500_000

# What separates turns in the formats of chat models. Some servers read these inside a message too, and end the message there.
_CHAT_TOKEN = re.compile(
    r"<(?=[|｜]|/?s>|/?(?:start|end)_of_turn|/?(?:system|user|assistant|human|eos|bos|unk|pad|sep|cls)\b|</?SYS>>|"
    r"/?(?:think|tool_call|tool_response|function_calls?|antml|invoke)\b|(?:fim_|SPECIAL_|extra_id_|unused|reserved_)\w)"
    r"|(?<=[|｜])>|\[(?=/?(?:INST|SYS|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|SYSTEM_PROMPT|gMASK|MASK)\]"
    r"|\|(?:system|user|assistant|endofturn|tool)\|\])|\](?=~!?b[\[\]])",
    re.IGNORECASE,
)
# What looks like a line of our fences. Its code would be wrong, but small models compare no codes.
_FENCE = re.compile(r"\[(?=\[\s*(?:text|end)\b)", re.IGNORECASE)
_TURN = re.compile(r"^([ \t]*)(Human|Assistant|System|User)(?=[ \t]*:)", re.MULTILINE)
_LONE = re.compile(r"[\ud800-\udfff]")


def plain(text: str) -> str:
    """The text with every character visible: invisible ones are named, line ends are one kind, chat tokens are taken apart.

    Characters that people do not see are read by models, and so can say what no referee would notice.
    """
    text = _LONE.sub("\ufffd", text).replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n")
    if not text.isascii() or any(ord(mark) < 32 and mark not in "\n\t" for mark in text) or "\x7f" in text:
        text = "".join(mark if _is_visible(mark) else f"⟨U+{ord(mark):04X}⟩" for mark in text)
    text = _CHAT_TOKEN.sub(lambda match: f" {match[0]}" if match[0] == ">" else f"{match[0]} ", text)
    return _TURN.sub(r"\1\2 ", _FENCE.sub("[ ", text))


def _is_visible(mark: str) -> bool:
    """Controls, formats (zero width, direction, tags), private and unassigned characters, fillers and selectors are not."""
    if mark in "\n\t":
        return True
    category = unicodedata.category(mark)
    return category not in ("Cc", "Cf", "Co", "Cn", "Cs") and mark not in _BLANK


_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u180b\u180c\u180d\u180f") | {
    chr(code) for code in (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
}


def submission_digest(challenge: Challenge, proof: str) -> str:
    """What is judged, and judged once: the problem as voters see it, and the proof."""
    return hashlib.sha256(encode(f"{problem_text(challenge)}\0{proof}")).hexdigest()[:40]


def says(document: str, quote: str) -> bool:
    """Whether the document holds these words, white space aside."""
    wanted = " ".join(quote.split())
    return bool(wanted) and wanted in " ".join(document.split())
