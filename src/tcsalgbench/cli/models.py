"""`tcsalgbench models`: which models are known and can be asked, and what one of them makes of our settings."""

import asyncio
import os
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from tcsalgbench.calls import Secrets
from tcsalgbench.cli.options import DEFAULT_WORKSPACE, JsonOption, WorkspaceOption
from tcsalgbench.cli.output import console, printable, say, say_json
from tcsalgbench.models import open_model
from tcsalgbench.models.catalog import Catalog, Entry, load_catalog
from tcsalgbench.models.probe import Report, probe
from tcsalgbench.models.providers import HOSTED, provider_of

app = typer.Typer(help="Models: which are known, and what one honours.", no_args_is_help=True, rich_markup_mode=None)

CatalogOption = Annotated[
    Path | None, typer.Option("--catalog", metavar="FILE", help="A catalogue of your own, laid over the one of the package.")
]
FOUND_PROBLEMS = 1
_USUAL_EFFORT = "high"


@app.command("list", epilog="Example: tcsalgbench models list --catalog my-models.toml")
def list_models(
    catalog: CatalogOption = None, workspace: WorkspaceOption = DEFAULT_WORKSPACE, as_json: JsonOption = False
) -> None:
    """List the models that are known: context, prices, and whether the environment holds a key."""
    known = load_catalog(catalog, workspace)
    if as_json:
        say_json({"checked": str(known.checked), "models": [_entry_fields(entry) for entry in known.model]})
        return
    _print_models(known)


@app.command(epilog="Example: tcsalgbench models check openai-api/vllm/qwen3-32b --effort high")
def check(
    model: Annotated[str, typer.Argument(help="A model as everywhere: provider/name.")],
    effort: Annotated[
        str | None, typer.Option(help="The effort to try; else high, if the catalogue has nothing against it.")
    ] = None,
    catalog: CatalogOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Send up to four small requests, and say which settings are honoured and which ignored in silence; exit 1 where one is."""
    known = load_catalog(catalog, workspace)
    entry = known.entry(model)
    channel = open_model(model, known)
    tried = effort or (_USUAL_EFFORT if entry.efforts is None or _USUAL_EFFORT in entry.efforts else None)
    report = asyncio.run(probe(channel, tried))
    dollars = channel.price.of(report.usage) if channel.priced else None
    if as_json:
        say_json(_report_fields(report, dollars))
    else:
        _print_report(report, dollars)
    if not report.sound:
        raise typer.Exit(FOUND_PROBLEMS)


def _key(entry: Entry) -> tuple[str | None, str]:
    """The variables by which the environment opens the model, and those that would, if any are needed; never what they hold."""
    if entry.name.split("/")[0] not in HOSTED:
        return None, ""
    provider = provider_of(entry.name)
    return provider.way_in(os.environ), provider.wanted()


def _entry_fields(entry: Entry) -> dict[str, Any]:
    found, wanted = _key(entry)
    fields = entry.model_dump(mode="json", by_alias=True)
    return {**fields, "provider": entry.name.split("/")[0], "key_found": found, "key_wanted": wanted}


def _print_models(known: Catalog) -> None:
    table = Table("model", "context", "output", "$ in", "$ cached", "$ out", "efforts", "key", box=None, pad_edge=False)
    for column in table.columns[1:6]:
        column.justify = "right"
    for entry in known.model:
        price = entry.price
        dollars = (None, None, None) if price is None else (price.input, price.cached, price.output)
        found, wanted = _key(entry)
        cells = (
            entry.name,
            *("unknown" if count is None else f"{count:,}" for count in (entry.context, entry.max_output)),
            *("unknown" if one is None else f"{one:.2f}" for one in dollars),
            "unknown" if entry.efforts is None else " ".join(entry.efforts) or "none",
            "none needed" if not wanted else f"found: {found}" if found else f"missing: {wanted}",
        )
        table.add_row(*(Text(printable(cell)) for cell in cells))
    console().print(table)
    say()
    say(f"Prices are dollars for a million tokens, looked up on {known.checked or 'an unknown day'}; sources: --json.")
    for entry in known.model:
        if entry.note:
            say(f"{entry.name}: {entry.note}")
    say("Others can be used as well: anthropic/…, bedrock/…, google/…, openai/…, openai-api/<server>/…")


def _report_fields(report: Report, dollars: float | None) -> dict[str, Any]:
    usage = {name: getattr(report.usage, name) for name in ("input", "cached", "output", "reasoning")}
    hide = Secrets.of(os.environ).hide
    findings = [{"setting": one.setting, "verdict": one.verdict, "told": hide(one.told)} for one in report.findings]
    return {"model": report.model, "findings": findings, "calls": report.calls, "usage": usage, "dollars": dollars}


def _print_report(report: Report, dollars: float | None) -> None:
    table = Table("setting", "", "what was seen", box=None, pad_edge=False)
    for one in _report_fields(report, dollars)["findings"]:
        table.add_row(one["setting"], one["verdict"], Text(printable(one["told"])))
    console().print(table)
    say()
    cost = "at a price that is not known" if dollars is None else f"${dollars:.4f}"
    say(f"{report.model}: {report.calls} calls, {report.usage.input:,} tokens in, {report.usage.output:,} out, {cost}.")
