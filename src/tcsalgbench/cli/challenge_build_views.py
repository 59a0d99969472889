"""How `challenges build` and `check` show what they did."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from rich.table import Table
from rich.text import Text

from tcsalgbench.calls import Price
from tcsalgbench.challenges.build import Built
from tcsalgbench.challenges.checking import Checked
from tcsalgbench.challenges.making import Made
from tcsalgbench.challenges.model import Challenge
from tcsalgbench.challenges.roles import PASS_OF_ROLE
from tcsalgbench.cli.output import console, say, say_json
from tcsalgbench.jobs import Cast, Forecast
from tcsalgbench.models.catalog import Catalog
from tcsalgbench.models.providers import HOSTED

_SHOWN = 6


def say_made(made: Made, workspace: Path, *, as_json: bool) -> None:
    """The challenges with what holds them, what was not taken, and what each pass took."""
    if as_json:
        built = [
            {
                "paper": f"{one.paper.id}{one.paper.version}",
                "challenges": [_fields(challenge) for challenge, _ in one.challenges],
                "notes": list(one.notes),
            }
            for one in made.built
        ]
        say_json(
            {
                "papers": built,
                "failed": dict(made.failed),
                "passes": [asdict(one) for one in made.spent],
                "graphs_by_code_alone": list(made.by_code),
            }
        )
        return
    for one in made.built:
        _say_built(one)
    for paper, why in made.failed.items():
        say(f"{paper}: not built. {why}")
    _say_table([(s.name, s.calls, s.replayed, s.input_tokens, s.output_tokens) for s in made.spent])
    if made.by_code:
        say(f"The graph of {', '.join(made.by_code)} was read by code alone: it knows no hypotheses and no glossary. Before a")
        say("build that counts, have models look at it: tcsalgbench graph build PAPER --preset paper.")
    if any(one.challenges for one in made.built):
        say(f"Read one:   tcsalgbench challenges show ID --workspace {workspace}")
        say(f"Check them: tcsalgbench challenges check --workspace {workspace}")


def _say_built(built: Built) -> None:
    say(f"{built.paper.id}{built.paper.version}: {built.paper.title}")
    for challenge, _ in built.challenges:
        _say_challenge(challenge)
    for note in built.notes:
        say(f"  not taken: {note}")


def _say_challenge(challenge: Challenge) -> None:
    say(f"  {challenge.status:6}  {challenge.id}  ({challenge.printed}: {challenge.texts('title')[0]})")
    for finding in challenge.findings[:_SHOWN]:
        say(f"          {'blocks' if finding.blocking else 'review'}: {finding.detail}")
    if len(challenge.findings) > _SHOWN:
        say(f"          and {len(challenge.findings) - _SHOWN} more findings")


def _say_table(rows: Sequence[tuple[str, int, int, int, int]]) -> None:
    table = Table("pass", "calls", "found again", "tokens in", "tokens out", box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for name, *numbers in rows:
        table.add_row(Text(name), *(f"{number:,}" for number in numbers))
    table.add_row("together", *(f"{sum(column):,}" for column in zip(*(row[1:] for row in rows), strict=True)))
    console().print(table)


def say_forecast(forecast: Forecast, cast: Cast, catalog: Catalog, *, as_json: bool) -> None:
    """What it would take, by pass, and in money where prices are known."""
    dollars = forecast.dollars({role: _price(cast.choice(role).model, catalog) for role in forecast.roles})
    rows = [
        (PASS_OF_ROLE[role], one.calls, one.input_tokens, one.output_tokens)
        for role, one in sorted(forecast.roles.items(), key=lambda item: int(PASS_OF_ROLE[item[0]].split()[0]))
    ]
    if as_json:
        fields = ("pass", "calls", "input_tokens", "output_tokens")
        say_json({"passes": [dict(zip(fields, row, strict=True)) for row in rows], "dollars": dollars})
        return
    table = Table("pass", "calls", "tokens in", "tokens out", box=None, pad_edge=False)
    for name, *numbers in rows:
        table.add_row(Text(name), *(f"{number:,}" for number in numbers))
    console().print(table)
    money = f"about ${dollars:,.2f}" if dollars is not None else _without_price(forecast, cast, catalog)
    say(f"About {forecast.calls:,} calls; {money}. Output is assumed, not measured; nobody was asked.")


def _without_price(forecast: Forecast, cast: Cast, catalog: Catalog) -> str:
    models = {cast.choice(role).model for role in forecast.roles}
    unknown = sorted(model for model in models if _price(model, catalog) is None)
    return f"the price of {' and '.join(unknown)} is not known (models.toml in the workspace can say it)"


def _price(model: str, catalog: Catalog) -> Price | None:
    if model.partition("/")[0] not in HOSTED:
        return Price()
    entry = catalog.entry(model)
    return None if entry.price is None else entry.channel_price()


def say_checked(checked: Sequence[Checked], *, as_json: bool) -> None:
    """Each challenge with what blocks it and what is for review, or why it could not be checked."""
    if as_json:
        say_json([{**_fields(one.challenge), "not_checked": one.why_not} for one in checked])
        return
    for one in checked:
        if one.why_not is not None:
            say(f"  not checked  {one.challenge.id}: {one.why_not}")
            continue
        blocking = [finding for finding in one.challenge.findings if finding.blocking]
        say(f"  {one.challenge.status:6}  {one.challenge.id}")
        for finding in blocking:
            say(f"          blocks ({finding.check}): {finding.detail}")
        for finding in one.challenge.findings:
            if not finding.blocking:
                say(f"          for review ({finding.check}): {finding.detail}")
    held = sum(one.blocked for one in checked)
    say(f"{len(checked)} checked; {held} held.")


def _fields(challenge: Challenge) -> dict[str, object]:
    return {
        "id": challenge.id,
        "status": challenge.status,
        "printed": challenge.printed,
        "blocking": [finding.detail for finding in challenge.findings if finding.blocking],
        "for_review": [finding.detail for finding in challenge.findings if not finding.blocking],
        "gaps": list(challenge.gaps),
    }
