"""`tcsalgbench score` and `tcsalgbench rescore`: a panel votes on submissions; another judge votes on the same ones."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from tcsalgbench.cli.interrupt import stop_on_interrupt
from tcsalgbench.cli.options import (
    DEFAULT_WORKSPACE,
    DryRunOption,
    EffortOption,
    JsonOption,
    MaxDollarsOption,
    MaxOutputOption,
    ModelOption,
    NoCostCapOption,
    PresetOption,
    PromptsOption,
    WorkspaceOption,
)
from tcsalgbench.cli.output import console, printable, say, say_json
from tcsalgbench.cli.progress import showing
from tcsalgbench.errors import BadInput, TcsalgbenchError
from tcsalgbench.jobs import Cast, Forecast, cast_of
from tcsalgbench.jobs.work import Spending
from tcsalgbench.judging.entries import Entry, entries_of
from tcsalgbench.judging.family import family_flags
from tcsalgbench.judging.judges import PHASES
from tcsalgbench.judging.panel import VOTER
from tcsalgbench.judging.plan import VOTE_TOKENS
from tcsalgbench.judging.rescore import Rescoring, entries_to_rescore
from tcsalgbench.judging.rescore import rescore as put_over
from tcsalgbench.judging.rules import read_rules
from tcsalgbench.judging.score import Scored
from tcsalgbench.judging.session import Session, Terms
from tcsalgbench.workspace import Workspace

SubmissionsOption = Annotated[
    Path | None,
    typer.Option("--submissions", metavar="FILE", help="Score the submissions of this JSON lines file instead of runs."),
]
EarlyOption = Annotated[
    bool, typer.Option("--stop-when-decided", help="Skip the third vote where two agree: the label is the same.")
]
MethodOption = Annotated[str, typer.Option("--method", metavar="NAME", help="How it judges: phases, or one of a plug-in.")]
RulesOption = Annotated[
    Path | None, typer.Option("--rules", metavar="FILE", help="Additional rules that voters hold every proof to (phase 5).")
]


def score(  # noqa: PLR0913  # options of a command
    *,
    submissions: SubmissionsOption = None,
    preset: PresetOption = None,
    model: ModelOption = None,
    effort: EffortOption = None,
    max_output: MaxOutputOption = None,
    stop_when_decided: EarlyOption = False,
    rules: RulesOption = None,
    prompts: PromptsOption = None,
    max_dollars: MaxDollarsOption = None,
    no_cost_cap: NoCostCapOption = False,
    dry_run: DryRunOption = False,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Score submissions: organise, check citations, three votes, the label by two of three.

    Nothing is judged twice: run it again after more runs, or after a fault, and it goes on with what is missing. See one
    verdict with `tcsalgbench verdict`.
    """
    place = Workspace.open(workspace)
    terms = Terms(
        rules=read_rules(rules), early=stop_when_decided, prompts=prompts, spending=Spending(max_dollars, uncapped=no_cost_cap)
    )
    cast = cast_of("scoring", preset, model, effort, max_output)
    entries = entries_of(place, submissions)
    if dry_run:
        _say_forecast(*Session(place, cast, terms).forecast(entries), as_json=as_json)
        return
    if not entries:
        raise BadInput(
            "There is nothing to score: no run here has a submission. Run a system first, or give --submissions FILE."
        )
    with stop_on_interrupt() as stop, showing("calls of the panel", 4 * len(entries)) as progress:
        done = Session(place, cast, terms, stop, progress).score(submissions)
    _say_scored(done, _flags(cast, entries), as_json=as_json)
    _end(done)


def _flags(cast: Cast, entries: Sequence[Entry]) -> list[str]:
    flags = list(family_flags(cast.choice(VOTER.name).model, (entry.model for entry in entries)))
    if any(entry.external for entry in entries):
        systems = ", ".join(sorted({entry.system for entry in entries if entry.external})[:6])
        flags.append(f"Submissions of {systems} come from outside: their access to sources is unverified.")
    return flags


def _end(done: Scored) -> None:
    if done.unscored:
        raise Unscored(f"{len(done.unscored)} submissions are unscored: votes are missing. Run the same command again.")


class Unscored(TcsalgbenchError):
    """Votes are missing because of faults on the way; nothing was decided by that."""

    slug = "unscored"
    exit_status = 1


def rescore(  # noqa: PLR0913
    *,
    judge: Annotated[
        str | None, typer.Option("--judge", metavar="PROVIDER/NAME", help="The model that votes; or use --preset.")
    ] = None,
    preset: PresetOption = None,
    votes: Annotated[int, typer.Option("--votes", help="1 for one verifier, 3 for a panel.", min=1, max=3)] = 1,
    name: Annotated[str | None, typer.Option("--name", help="What the judge is called in results; else the model.")] = None,
    method: MethodOption = PHASES,
    effort: EffortOption = None,
    max_output: MaxOutputOption = None,
    stop_when_decided: EarlyOption = False,
    prompts: PromptsOption = None,
    max_dollars: MaxDollarsOption = None,
    no_cost_cap: NoCostCapOption = False,
    dry_run: DryRunOption = False,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    as_json: JsonOption = False,
) -> None:
    """Let another judge vote on identical submissions, as they were organised, and report what changes."""
    if votes == 2:
        raise typer.BadParameter("two votes decide nothing; give 1 or 3", param_hint="--votes")
    place = Workspace.open(workspace)
    cast = cast_of("rescoring", preset, judge, effort, max_output)
    called = name or judge or cast.choice(VOTER.name).model
    terms = Terms(
        called,
        votes,
        method=method,
        early=stop_when_decided,
        prompts=prompts,
        spending=Spending(max_dollars, uncapped=no_cost_cap),
    )
    entries = entries_to_rescore(Session(place, cast, terms))
    if dry_run:
        _say_forecast(*Session(place, cast, terms).forecast(entries), as_json=as_json)
        return
    with stop_on_interrupt() as stop, showing("votes", votes * len(entries)) as progress:
        done, report = put_over(Session(place, cast, terms, stop, progress))
    flags = _flags(cast, entries)
    if as_json:
        say_json({"scored": _fields(done), "rescoring": report.fields(), "flags": flags})
    else:
        _say_rescoring(report, flags)
    _end(done)


def _say_forecast(forecast: Forecast, dollars: float | None, *, as_json: bool) -> None:
    roles = {
        name: {"calls": one.calls, "input_tokens": one.input_tokens, "output_tokens": one.output_tokens}
        for name, one in sorted(forecast.roles.items())
    }
    if as_json:
        say_json({"calls": forecast.calls, "roles": roles, "dollars": dollars, "assumed_output_tokens_a_vote": VOTE_TOKENS})
        return
    for name, one in roles.items():
        say(f"{name}: {one['calls']:,} calls, {one['input_tokens']:,} tokens in, {one['output_tokens']:,} out")
    money = "the price of a model is not known" if dollars is None else f"{dollars:,.2f} dollars"
    say(f"In all {forecast.calls:,} calls, {money}. Assumed: {VOTE_TOKENS:,} output tokens a vote, reasoning included.")


def _fields(done: Scored) -> dict[str, object]:
    return {
        "judge": done.judge.model_dump(),
        "submissions": len(done.scores),
        "accepted": done.accepted,
        "rejected": len(done.scores) - done.accepted - len(done.unscored),
        "unscored": len(done.unscored),
        "new_votes": done.new_votes,
        "skipped_votes": done.skipped_votes,
        "skipped_tokens": done.skipped_tokens,
        "errors": done.errors,
    }


def _say_scored(done: Scored, flags: list[str], *, as_json: bool) -> None:
    if as_json:
        say_json({**_fields(done), "flags": flags, "scores": [score.model_dump() for score in done.scores]})
        return
    rejected = len(done.scores) - done.accepted - len(done.unscored)
    say(
        f"{len(done.scores):,} submissions: {done.accepted:,} accepted, {rejected:,} rejected, {len(done.unscored):,} unscored."
    )
    say(f"Votes made now: {done.new_votes:,}; what was judged before was not asked again.")
    if done.skipped_votes:
        say(
            f"Votes spared, two agreeing: {done.skipped_votes:,}, about {done.skipped_tokens:,} tokens. No label depends on it."
        )
    for score in done.unscored[:10]:
        say(f"  unscored: {score.challenge_id}, {score.system}, seed {score.seed}: {score.why}")
    for flag in flags:
        say(f"Note: {flag}")


def _say_rescoring(report: Rescoring, flags: Sequence[str]) -> None:
    say(f"{report.compared:,} submissions judged by {report.first} and by {report.second}; {report.unscored:,} not by both.")
    say(
        f"Both accept {report.both_accept:,}; only {report.first} {report.only_first:,}; "
        f"only {report.second} {report.only_second:,}; both reject {report.both_reject:,}."
    )
    table = Table("system", "submissions", report.first, report.second, "change", "gained", "lost", box=None, pad_edge=False)
    for row in sorted(report.systems, key=lambda one: -one.first_coverage):
        change = row.second_coverage - row.first_coverage
        cells = (row.submissions, row.first_coverage, row.second_coverage, f"{change:+d}", row.gained, row.lost)
        table.add_row(Text(printable(row.system)), *map(str, cells))
    say("Challenges covered by any seed:")
    console().print(table)
    if not report.swapped:
        say("The order of the systems does not change.")
    for leader, other in report.swapped:
        say(f"The order changes: {leader} leads {other} under {report.first} and trails under {report.second}.")
    for flag in flags:
        say(f"Note: {flag}")
