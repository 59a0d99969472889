"""What a study would take, without asking anybody: at least, if all is accepted at once, and at most, if nothing ever is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tcsalgbench.calls import Price, Request
from tcsalgbench.jobs import Forecast, forecast
from tcsalgbench.models.catalog import Catalog
from tcsalgbench.models.providers import HOSTED
from tcsalgbench.prompts import PromptBook
from tcsalgbench.provers.forms import Argument, Decision, Objection, Summary, Verdict
from tcsalgbench.provers.study import Planned, play, shelf_of

# Tokens of output of a usual answer, reasoning aside: only the visible text is read again by later prompts.
PROVER_TOKENS = 5_000
VERIFIER_TOKENS = 1_500
DECIDER_TOKENS = 200
SAMPLE = 3  # challenges a system whose runs are played through; the others are taken to be like them
_WORDS = "A step of a proof, in words and in $\\alpha$-LaTeX, of the usual length and no meaning. "


@dataclass(frozen=True, slots=True)
class Expected:
    """What one system would take: runs, and calls and tokens by role, at least and at most."""

    system: str
    runs: int
    least: Forecast
    most: Forecast


def foresee(planned: Sequence[Planned], book: PromptBook) -> tuple[Expected, ...]:
    """The forecast of each system, from a few of its runs."""
    systems: dict[str, list[Planned]] = {}
    for one in planned:
        systems.setdefault(one.system.name, []).append(one)
    return tuple(_of_system(name, runs, book) for name, runs in systems.items())


def catalog_prices(catalog: Catalog) -> Callable[[str], Price | None]:
    """The price of a model by its written name, without opening it; what runs here costs nothing."""

    def price(model: str) -> Price | None:
        if model.split("/", maxsplit=1)[0] not in HOSTED:
            return Price()
        entry = catalog.entry(model)
        return None if entry.price is None else entry.channel_price()

    return price


def _of_system(name: str, runs: Sequence[Planned], book: PromptBook) -> Expected:
    shown = runs[:: max(1, len(runs) // SAMPLE)][:SAMPLE]
    made = []
    for accepts in (True, False):
        whole = forecast((play(one, book, shelf_of(one)) for one in shown), typical(accepts=accepts))
        for role in whole.roles.values():
            role.calls = round(role.calls * len(runs) / len(shown))
            role.input_tokens = round(role.input_tokens * len(runs) / len(shown))
            role.output_tokens = round(role.output_tokens * len(runs) / len(shown))
        made.append(whole)
    return Expected(name, len(runs), *made)


def typical(*, accepts: bool) -> Callable[[Request[Any]], tuple[object, int]]:
    """Answers of the usual form and size; of a verifier that accepts all, or nothing."""
    text = _WORDS * (PROVER_TOKENS * 4 // len(_WORDS))
    objections = tuple(_objection(VERIFIER_TOKENS * 2 // len(_WORDS)) for _ in range(2))
    values: tuple[tuple[type, object, int], ...] = (
        (Summary, Summary(strategy_summary=_WORDS * 8), DECIDER_TOKENS),
        (Decision, Decision(reason=_WORDS, action="prove"), DECIDER_TOKENS),
        (
            Verdict,
            Verdict(
                examination=_WORDS,
                concerns=(),
                objections=() if accepts else objections,
                settled=tuple(range(1, 1000)),
                verdict="accept" if accepts else "reject",
            ),
            VERIFIER_TOKENS,
        ),
        (
            Argument,
            Argument(sketch=_WORDS, argument=text, cites=(), outcome="argument", strategy_summary=_WORDS * 4),
            PROVER_TOKENS,
        ),
    )

    def answer(request: Request[Any]) -> tuple[object, int]:
        form: type = request.answer
        return next((value, min(tokens, request.max_output)) for known, value, tokens in values if issubclass(form, known))

    return answer


def _objection(times: int) -> Objection:
    return Objection(step=_WORDS, error=_WORDS * max(1, times), repair=_WORDS, about="other")
