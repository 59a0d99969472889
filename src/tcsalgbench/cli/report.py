"""`tcsalgbench report`: tables, figures and a page from runs and verdicts."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tcsalgbench.cli.options import DEFAULT_WORKSPACE, JsonOption, WorkspaceOption
from tcsalgbench.cli.output import say, say_json
from tcsalgbench.errors import BadInput

if TYPE_CHECKING:
    from tcsalgbench.results.report import Asked

ResultsOption = Annotated[
    Path | None, typer.Option("--results", metavar="FILE", help="The tidy table of runs: JSON lines or Parquet.")
]
ChallengesOption = Annotated[
    Path | None, typer.Option("--challenges", metavar="FILE", help="The table of challenges: JSON lines or Parquet.")
]
FamiliesOption = Annotated[
    Path | None, typer.Option("--families", metavar="FILE", help="A JSON list of families and their knowledge cutoffs.")
]
AgainstOption = Annotated[str | None, typer.Option("--against", metavar="paper", help="Set the paper's numbers beside ours.")]
AlternativeOption = Annotated[
    str | None, typer.Option("--alternative", metavar="JUDGE", help="The other judge, where the runs have several.")
]
FalseAcceptsOption = Annotated[
    str | None, typer.Option("--false-accepts", metavar="K/N", help="Wrong proofs that the judge accepted, of how many.")
]
ReleaseOption = Annotated[str | None, typer.Option("--release", metavar="NAME", help="The release that was run.")]
OutOption = Annotated[Path, typer.Option("--out", metavar="DIR", help="Where the report goes.")]
SeedOption = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Seed of the resampling, and of --draw.")]
PlanOption = Annotated[bool, typer.Option("--plan", help="Plan a study: draw a pilot, or read one. See docs/read-a-report.md.")]
DrawOption = Annotated[int | None, typer.Option("--draw", metavar="N", help="With --plan: draw a pilot of N challenges.")]
PilotOption = Annotated[Path | None, typer.Option("--pilot", metavar="FILE", help="With --plan: the pilot that was drawn.")]
StudySeedsOption = Annotated[
    int | None, typer.Option("--study-seeds", metavar="N", min=1, help="With --plan: seeds of the study that is planned.")
]
CatalogOption = Annotated[
    Path | None, typer.Option("--catalog", metavar="FILE", help="With --plan: prices of models, over those that ship.")
]


def report(  # noqa: PLR0913, PLR0917  # an option each for what a user may say
    out: OutOption = Path("report"),
    results: ResultsOption = None,
    challenges: ChallengesOption = None,
    families: FamiliesOption = None,
    against: AgainstOption = None,
    alternative: AlternativeOption = None,
    false_accepts: FalseAcceptsOption = None,
    release: ReleaseOption = None,
    workspace: WorkspaceOption = DEFAULT_WORKSPACE,
    seed: SeedOption = 1,
    plan: PlanOption = False,
    draw: DrawOption = None,
    pilot: PilotOption = None,
    study_seeds: StudySeedsOption = None,
    catalog: CatalogOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make tables, figures and a page from runs and verdicts, of files or of a workspace; or plan a study (--plan)."""
    if not plan and any(one is not None for one in (draw, pilot, study_seeds, catalog)):
        raise BadInput("--draw, --pilot, --study-seeds and --catalog belong to planning: say --plan too.")
    given = {
        "out": out,
        "results": results,
        "challenges": challenges,
        "families": families,
        "workspace": workspace,
        "against": against,
        "alternative": alternative,
        "false_accepts": false_accepts,
        "release": release,
        "seed": seed,
        "plan": plan,
        "draw": draw,
        "pilot": pilot,
        "study_seeds": study_seeds,
        "catalog": catalog,
    }
    with _without_collecting():
        _report(given, as_json=as_json)


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Without the garbage collector, which takes a fifth of the time of a report and frees next to nothing."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def _report(given: dict[str, Any], *, as_json: bool) -> None:
    from tcsalgbench.results.report import Asked, run_report  # noqa: PLC0415  # polars, scipy and matplotlib take a second

    asked = Asked(**given)
    if asked.plan:
        _plan(asked, as_json=as_json)
        return
    written = run_report(asked)
    if as_json:
        say_json(written.fields())
        return
    for line in written.lines():
        say(line)


def _plan(asked: "Asked", *, as_json: bool) -> None:
    from tcsalgbench.cli.report_plan import show_planned  # noqa: PLC0415
    from tcsalgbench.results.plan_report import run_plan  # noqa: PLC0415

    planned = run_plan(asked)
    if as_json:
        say_json(planned.fields())
    else:
        show_planned(planned)
