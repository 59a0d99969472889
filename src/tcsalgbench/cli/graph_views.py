"""What `tcsalgbench graph` prints."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.table import Table
from rich.text import Text

from tcsalgbench.cli.output import console, printable, say, say_json
from tcsalgbench.graphs.build import Built, Estimate
from tcsalgbench.graphs.checks import Problem
from tcsalgbench.graphs.model import ProofGraph
from tcsalgbench.jobs import Forecast

_SHOWN = 12


def graph_fields(graph: ProofGraph) -> dict[str, object]:
    """How much is in a graph."""
    return {
        "work": graph.work,
        "version": graph.version,
        "digest": graph.digest,
        "nodes": len(graph.nodes),
        "edges": len(graph.edges),
        "edges_in_words": sum(edge.via == "text" for edge in graph.edges),
        "term_uses": len(graph.terms),
        "glossary": len(graph.glossary),
        "informal": sum(bool(node.informal_of) for node in graph.nodes),
        "drops": len(graph.drops),
        "flags": len(graph.flags),
        "models": list(graph.models),
    }


def say_built(built: Built, workspace: Path, *, as_json: bool) -> None:
    """What was built, what was dropped on the way, and what it took."""
    if as_json:
        pairs = zip(built.graphs, built.took, strict=True)
        graphs = [{**graph_fields(graph), "roles": took} for graph, took in pairs]
        say_json({"graphs": graphs, "roles": built.roles()})
        return
    for graph, took in zip(built.graphs, built.took, strict=True):
        _say_graph(graph)
        if took and len(built.graphs) > 1:
            say(f"  took {_in_a_line(took, ('calls', 'input', 'output'))}")
    table = Table("role", "calls", "found again", "tokens in", "tokens out", box=None, pad_edge=False)
    for role, one in built.roles().items():
        table.add_row(role, *(f"{one[key]:,}" for key in ("calls", "replayed", "input", "output")))
    if built.roles():
        console().print(table)
    else:
        say("No model was asked.")
    say(f"Kept in {workspace / 'graphs'}. Check it: tcsalgbench graph check PAPER --workspace {workspace}")


def _counted(calls: int) -> str:
    return f"{calls:,} call{'' if calls == 1 else 's'}"


def _in_a_line(roles: Mapping[str, Mapping[str, int]], names: tuple[str, str, str]) -> str:
    """Calls, tokens in and tokens out of each role."""
    calls, given, back = names
    return "; ".join(f"{role} {_counted(one[calls])}, {one[given]:,} in, {one[back]:,} out" for role, one in roles.items())


def _say_graph(graph: ProofGraph) -> None:
    words = sum(edge.via == "text" for edge in graph.edges)
    say(
        f"{graph.work}{graph.version}: {len(graph.nodes)} statements, {len(graph.edges)} edges ({words} in words), "
        f"{len(graph.glossary)} glossary entries, {len(graph.terms)} uses of defined terms"
    )
    kinds = ", ".join(f"{count} {kind}" for kind, count in Counter(node.kind for node in graph.nodes).most_common())
    say(f"  {kinds}")
    for drop in graph.drops[:_SHOWN]:
        say(f"  dropped {drop.what}: {drop.detail}: {drop.reason}")
    if len(graph.drops) > _SHOWN:
        say(f"  … and {len(graph.drops) - _SHOWN} more drops (--json of graph export has all)")
    for flag in graph.flags[:_SHOWN]:
        where = flag.node or ("" if flag.place is None else f"{flag.place.file}:{flag.place.line}")
        say(f"  to look at ({flag.kind}): {where}: {flag.detail}")
    if len(graph.flags) > _SHOWN:
        say(f"  … and {len(graph.flags) - _SHOWN} more flags")


def say_forecast(estimate: Estimate, *, as_json: bool) -> None:
    """What building would take."""
    roles = _forecast_fields(estimate.forecast)
    works = {name: _forecast_fields(one) for name, one in estimate.works}
    if as_json:
        say_json({"calls": estimate.forecast.calls, "roles": roles, "works": works, "dollars": estimate.dollars})
        return
    for name, of_work in works.items() if len(works) > 1 else ():
        say(f"{name}: {_in_a_line(of_work, ('calls', 'input_tokens', 'output_tokens'))}")
    for name, one in roles.items():
        say(f"{name}: {_counted(one['calls'])}, {one['input_tokens']:,} tokens in, {one['output_tokens']:,} out")
    money = "the price of a model is not known" if estimate.dollars is None else f"{estimate.dollars:,.2f} dollars"
    all_ = _counted(estimate.forecast.calls)
    say(f"In all {all_}, {money}, if nothing has to be asked again; reasoning is not counted.")


def _forecast_fields(forecast: Forecast) -> dict[str, dict[str, int]]:
    return {
        name: {"calls": one.calls, "input_tokens": one.input_tokens, "output_tokens": one.output_tokens}
        for name, one in sorted(forecast.roles.items())
    }


def say_problems(graph: ProofGraph, problems: Sequence[Problem], *, as_json: bool) -> None:
    """What does not hold."""
    if as_json:
        say_json({**graph_fields(graph), "problems": [{"check": problem.check, "what": problem.what} for problem in problems]})
        return
    for problem in problems:
        console().print(Text(printable(f"{problem.check}: {problem.what}")), soft_wrap=True)
    held = "all checks hold" if not problems else f"{len(problems)} problems"
    say(f"{graph.work}{graph.version}: {len(graph.nodes)} statements, {len(graph.edges)} edges: {held}.")
