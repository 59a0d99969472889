"""How runs, forecasts and the matched check look: tables for people, plain fields for machines."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from rich.table import Table
from rich.text import Text

from tcsalgbench.calls import Price
from tcsalgbench.cli.output import console, printable, say, say_json
from tcsalgbench.jobs import Forecast
from tcsalgbench.provers.conversation import Said
from tcsalgbench.provers.foresight import Expected
from tcsalgbench.provers.matched import Match
from tcsalgbench.provers.model import Run
from tcsalgbench.provers.order import Order
from tcsalgbench.provers.tracking import Tracker

PriceOf = Callable[[str], Price | None]


def counts_fields(counts: Tracker, planned: int, total: int, *, priced: bool) -> dict[str, Any]:
    """The outcome of a study for machines."""
    fields = {name: value for name, value in asdict(counts).items() if name != "running"}
    return {"planned": planned, "already_done": planned - total, **fields, "dollars": counts.dollars if priced else None}


def say_counts(counts: Tracker, planned: int, total: int) -> None:
    """The outcome of a study."""
    before = f" ({planned - total:,} were done before)" if planned > total else ""
    say(f"{counts.done:,} runs made of {planned:,}{before}, {counts.errored:,} errored, {counts.left:,} left for later.")
    say(f"{counts.submitted:,} submitted a proof; of these, {counts.accepted:,} were accepted by the internal verifier.")
    say("Whether a proof is right is not said here: submissions are judged apart from the runs (tcsalgbench score).")


def all_priced(order: Order, price: PriceOf) -> bool:
    """Whether the price of every model is known."""
    return all(price(one.cast.choice(role).model) is not None for one in order.systems for role in one.roles)


def show_forecast(expected: Sequence[Expected], order: Order, price: PriceOf, *, as_json: bool) -> None:
    """What a study would take."""
    prices = {one.name: {role: price(one.cast.choice(role).model) for role in one.roles} for one in order.systems}
    rows = [
        (one, made, name, made.dollars(prices[one.system]))
        for one in expected
        for name, made in (("least", one.least), ("most", one.most))
    ]
    if as_json:
        say_json([_forecast_fields(one, made, name, dollars) for one, made, name, dollars in rows])
        return
    table = Table("system", "runs", "", "calls", "tokens in", "tokens out", "$", box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for one, made, name, dollars in rows:
        read, written = (sum(getattr(role, what) for role in made.roles.values()) for what in ("input_tokens", "output_tokens"))
        cost = "unknown" if dollars is None else f"{dollars:,.2f}"
        table.add_row(Text(one.system), f"{one.runs:,}", f"at {name}", f"{made.calls:,}", f"{read:,}", f"{written:,}", cost)
    console().print(table)
    say("At least: everything is accepted at once. At most: nothing ever is, and no limit on calls ends it. Output is assumed")
    say("(5,000 tokens an argument, 1,500 a verdict); reasoning, billed as output, comes on top; cached input may cost less.")


def _forecast_fields(one: Expected, made: Forecast, name: str, dollars: float | None) -> dict[str, Any]:
    roles = {role: asdict(of_role) for role, of_role in made.roles.items()}
    return {"system": one.system, "runs": one.runs, "bound": name, "calls": made.calls, "roles": roles, "dollars": dollars}


def show_match(match: Match, *, as_json: bool) -> None:
    """The matched check."""
    if as_json:
        say_json(match.fields())
        return
    table = Table("", "equal?", "what each has", box=None, pad_edge=False)
    for one in match.aspects:
        found = "\n".join(f"{name}: {said}" for name, said in one.found.items())
        table.add_row(one.name, "yes" if one.equal else "NO", Text(printable(found)))
    console().print(table)
    for made in match.systems:
        if made.calls:
            runs = max(1, len(made.pairs))
            mean = ", ".join(f"{role} {count / runs:.1f}" for role, count in sorted(made.calls.items()))
            say(f"{made.name}: calls a run: {mean}")
    say(f"Verdict: {match.verdict}.")


def run_fields(run: Run) -> dict[str, Any]:
    """A run for machines."""
    return run.model_dump(mode="json")


def show_runs(runs: Sequence[Run]) -> None:
    """A line a run."""
    table = Table("system", "challenge", "seed", "end", "accepted", "calls", "tokens in", "out", box=None, pad_edge=False)
    for column in table.columns[5:]:
        column.justify = "right"
    for run in runs:
        counts = (run.usage.calls, run.usage.input_tokens, run.usage.output_tokens)
        accepted = "yes" if run.internally_accepted else ""
        cells = (run.system, run.challenge_id, str(run.seed), run.end, accepted, *(f"{one:,}" for one in counts))
        table.add_row(*(Text(printable(cell)) for cell in cells))
    console().print(table)
    ends = ", ".join(f"{sum(run.end == end for run in runs):,} {end}" for end in sorted({run.end for run in runs}))
    say(f"{len(runs):,} runs: {ends or 'none'}.")
    for why, count in Counter(str(run.why) for run in runs if run.end == "errored").most_common(5):
        say(f"{count:,} errored: {why} Run again with --resume.")
    review: dict[str, list[str]] = {}
    for run in runs:
        if run.review:
            review.setdefault(run.challenge_id, []).append(run.review[0])
    for challenge, reasons in sorted(review.items()):
        many = f" ({len(reasons):,} runs, one of which says)" if len(reasons) > 1 else ""
        say(f"For a person to look at: {challenge}{many}: {reasons[0][:200]}")


def show_conversation(run: Run, said: Sequence[Said]) -> None:
    """A run as a conversation."""
    say(f"{run.system} on {run.challenge_id}, seed {run.seed} ({run.model}{', effort ' + run.effort if run.effort else ''})")
    for one in said:
        say(f"\n── {' · '.join(filter(None, (one.role, one.name, one.word, one.note)))}")
        for heading, text in one.texts:
            say(f"{heading}:" if heading else "")
            say("\n".join(f"  {line}" for line in text.splitlines()))
    say(f"\nEnd: {run.end}{': ' + run.why if run.why else ''}")
    if run.counts:
        say(f"In the library: {', '.join(f'{name} {count}' for name, count in run.counts.items())}")
    for reason in run.review:
        say(f"For a person to look at: {reason}")
    if run.proof is not None:
        accepted = "accepted by the internal verifier" if run.internally_accepted else "not accepted by anybody"
        say(f"What was submitted ({accepted}):\n{run.proof}")


def said_fields(one: Said) -> dict[str, Any]:
    """An answer for machines."""
    return {"name": one.name, "role": one.role, "word": one.word, "note": one.note, "texts": dict(one.texts)}
