"""`tcsalgbench report`: tables, figures and a page from runs and verdicts."""

from pathlib import Path
from typing import Annotated

import typer

from tcsalgbench.cli.options import DEFAULT_WORKSPACE, JsonOption, WorkspaceOption
from tcsalgbench.cli.output import say, say_json

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
SeedOption = Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Seed of the resampling.")]


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
    as_json: JsonOption = False,
) -> None:
    """Make tables, figures and a page from runs and verdicts: of files, or of a workspace."""
    from tcsalgbench.results.report import Asked, run_report  # noqa: PLC0415  # polars, scipy and matplotlib take a second

    asked = Asked(
        out=out,
        results=results,
        challenges=challenges,
        families=families,
        workspace=workspace,
        against=against,
        alternative=alternative,
        false_accepts=false_accepts,
        release=release,
        seed=seed,
    )
    written = run_report(asked)
    if as_json:
        say_json(written.fields())
        return
    for line in written.lines():
        say(line)
