"""`report`: from the tidy tables to a folder of tables, figures and a page."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from tcsalgbench.errors import BadInput
from tcsalgbench.pages import write_page
from tcsalgbench.results.challenge_table import read_challenges, read_families
from tcsalgbench.results.compare import Group, compare
from tcsalgbench.results.export import export_workspace
from tcsalgbench.results.figures import Figure, draw_figures, render
from tcsalgbench.results.model import LeftOut, ResultTable
from tcsalgbench.results.page import report_page
from tcsalgbench.results.provenance import Provenance, code_version, digest_of
from tcsalgbench.results.published import against_paper
from tcsalgbench.results.study import Study, build_study
from tcsalgbench.results.tables import build_tables, marked
from tcsalgbench.results.tidy import read_tidy
from tcsalgbench.results.write import to_csv, to_latex, to_markdown
from tcsalgbench.workspace import Workspace, atomic_write

WRITERS = {"csv": to_csv, "md": to_markdown, "tex": to_latex}


@dataclass(frozen=True, slots=True)
class Asked:
    """What `report` was asked for, as it came from the command line. Without `results`, the workspace is reported on."""

    out: Path
    results: Path | None = None
    challenges: Path | None = None
    families: Path | None = None
    workspace: Path = Path()
    against: str | None = None
    alternative: str | None = None
    false_accepts: str | None = None
    release: str | None = None
    seed: int = 1
    plan: bool = False
    draw: int | None = None
    pilot: Path | None = None
    study_seeds: int | None = None
    catalog: Path | None = None

    @property
    def command(self) -> str:
        """The command that does this again."""
        given = {
            "--results": self.results,
            "--challenges": self.challenges,
            "--families": self.families,
            "--workspace": self.workspace if self.results is None else None,
            "--against": self.against,
            "--alternative": self.alternative,
            "--false-accepts": self.false_accepts,
            "--release": self.release,
            "--seed": self.seed if self.seed != 1 else None,
            "--draw": self.draw,
            "--pilot": self.pilot,
            "--study-seeds": self.study_seeds,
            "--catalog": self.catalog,
            "--out": self.out,
        }
        words = [word for name, value in given.items() if value is not None for word in (name, str(value))]
        return shlex.join(["tcsalgbench", "report", *(["--plan"] if self.plan else []), *words])


@dataclass(frozen=True)
class Report:
    """All that was made of a study, before and after it is written."""

    study: Study
    groups: tuple[Group, ...]
    tables: Mapping[str, ResultTable]
    figures: Mapping[str, Figure]
    left_out: tuple[LeftOut, ...]  # tables
    not_drawn: tuple[LeftOut, ...]  # figures


@dataclass(frozen=True)
class Written:
    """What lies in the folder now."""

    out: Path
    report: Report
    files: tuple[Path, ...]

    def lines(self) -> list[str]:
        """What a person is told."""
        study = self.report.study
        systems = len(study.comparisons) + len(study.calibrations)
        told = [
            f"{len(self.report.tables)} tables and {len(self.report.figures)} figures from {systems} systems "
            f"on {len(study.challenges):,} challenges of {study.clusters.count:,} papers."
        ]
        told += [study.provenance.mark + "."] if study.provenance.mark else []
        told += [f"Left out: {one.name}: {one.reason}." for one in self.report.left_out]
        told += [f"Note: {warning}" for warning in study.warnings]
        return [*told, f"Read it:  {self.out / 'index.html'}"]

    def fields(self) -> dict[str, object]:
        """The same for machines."""
        return {
            "out": str(self.out),
            "challenges": len(self.report.study.challenges),
            "systems": [runs.system.name for runs in self.report.study.comparisons],
            "tables": list(self.report.tables),
            "left_out": {one.name: one.reason for one in self.report.left_out},
            "figures": list(self.report.figures),
            "not_drawn": {one.name: one.reason for one in self.report.not_drawn},
            "warnings": list(self.report.study.warnings),
            "not_real": list(self.report.study.provenance.not_real),
            "files": [str(path.relative_to(self.out)) for path in self.files],
        }


def run_report(asked: Asked) -> Written:
    """Read, count, write."""
    if asked.against not in (None, "paper"):
        raise BadInput(f"--against {asked.against!r}: only the paper's numbers are here; say --against paper.")
    study = load_study(asked)
    report = make_report(study, with_paper=asked.against == "paper")
    return Written(asked.out, report, tuple(write_report(report, asked.out)))


def load_study(asked: Asked) -> Study:
    """Read and check all files; those of a workspace are written first."""
    no_judges: tuple[str, ...] = ()
    results, challenge_file, judges = asked.results, asked.challenges, no_judges
    if results is None and challenge_file is None:
        exported = export_workspace(Workspace.open(asked.workspace), asked.out / "data")
        results, challenge_file, judges = exported.results, exported.challenges, exported.judges
    if results is None or challenge_file is None:
        raise BadInput("Give both tables, --results and --challenges; or neither, and the workspace is reported on.")
    false_accepts = read_false_accepts(asked.false_accepts) if asked.false_accepts else None
    challenges = read_challenges(challenge_file)
    cutoffs = read_families(asked.families) if asked.families else {}
    table = read_tidy(results)
    files = [path for path in (results, challenge_file, asked.families) if path is not None]
    provenance = Provenance(
        models=tuple(sorted(table.frame["model"].drop_nulls().cast(pl.String).unique().to_list())),
        releases=(asked.release,) if asked.release else challenges.releases,
        command=asked.command,
        code=code_version(),
        files=tuple((path.name, digest_of(path)) for path in files),
        judges=judges,
    )
    return build_study(
        table,
        challenges,
        cutoffs,
        provenance,
        alternative=asked.alternative,
        false_accepts=false_accepts,
        seed=asked.seed,
    )


def read_false_accepts(text: str) -> tuple[int, int]:
    """`3/120`: of 120 wrong proofs, the judge accepted 3."""
    wrong, slash, judged = text.partition("/")
    if not slash or not wrong.isdecimal() or not judged.isdecimal() or not 0 <= int(wrong) <= int(judged) or int(judged) == 0:
        raise BadInput(f"--false-accepts {text!r}: write how many wrong proofs were accepted, of how many, such as 3/120.")
    return int(wrong), int(judged)


def make_report(study: Study, *, with_paper: bool = False) -> Report:
    """Every table that the study gives, and the reason for each that it does not."""
    groups = compare(study)
    tables, left_out = build_tables(study, groups)
    if with_paper:
        beside = against_paper(study, tables)
        if isinstance(beside, LeftOut):
            left_out = (*left_out, beside)
        else:
            tables[beside.name] = marked(beside, study)
    figures, not_drawn = draw_figures(study, groups)
    return Report(study, groups, tables, figures, left_out, not_drawn)


def write_report(report: Report, out: Path) -> list[Path]:
    """Tables, figures, and the page that shows them."""
    written = write_tables(report.tables, out)
    drawings = [render(figure) for figure in report.figures.values()]
    folder = out / "figures"
    folder.mkdir(parents=True, exist_ok=True)
    for drawing in drawings:
        for suffix, content in drawing.files.items():
            written.append(folder / f"{drawing.figure.name}{suffix}")
            atomic_write(written[-1], content)
    missing = (*report.left_out, *(LeftOut(f"figure {one.name}", one.reason) for one in report.not_drawn))
    page = report_page(report.study, report.groups, report.tables, drawings, missing)
    written.append(write_page(out / "index.html", page))
    for path in written:
        path.chmod(0o644)  # a report is there to be put on a server
    return written


def write_tables(tables: Mapping[str, ResultTable], out: Path) -> list[Path]:
    """Each table as CSV, Markdown and LaTeX."""
    folder = out / "tables"
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for name, table in tables.items():
        for suffix, write in WRITERS.items():
            path = folder / f"{name}.{suffix}"
            atomic_write(path, write(table).encode())
            written.append(path)
    return written
