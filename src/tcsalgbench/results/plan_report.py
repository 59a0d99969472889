"""`report --plan`: draw a pilot and record it; or, from a pilot's runs, say what a study would need and cost."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tcsalgbench.calls import Price
from tcsalgbench.challenges.store import load_challenges
from tcsalgbench.errors import BadInput
from tcsalgbench.models.catalog import load_catalog
from tcsalgbench.results.challenge_table import ChallengeTable, read_challenges, read_families, table_of
from tcsalgbench.results.export import challenge_row
from tcsalgbench.results.model import Cell, LeftOut, ResultTable
from tcsalgbench.results.pilot import PILOT, draw_pilot, pilot_table, read_pilot
from tcsalgbench.results.plan import PriceOf, make_plan, plan_tables
from tcsalgbench.results.provenance import NOT_REAL, Provenance, code_version, digest_of
from tcsalgbench.results.report import Asked, load_study, write_tables
from tcsalgbench.results.tables import marked
from tcsalgbench.workspace import Workspace, atomic_write


@dataclass(frozen=True)
class Planned:
    """What was drawn, or planned, and where it lies."""

    out: Path
    tables: Mapping[str, ResultTable]
    left_out: tuple[LeftOut, ...]
    files: tuple[Path, ...]
    said: tuple[str, ...]  # what a person is told besides the tables

    def fields(self) -> dict[str, object]:
        """The same for machines: every table with its rows."""
        return {
            "out": str(self.out),
            "tables": {name: _rows(table) for name, table in self.tables.items()},
            "notes": {name: list(table.notes) for name, table in self.tables.items()},
            "made_from": {name: table.made_from for name, table in self.tables.items()},
            "left_out": {one.name: one.reason for one in self.left_out},
            "files": [str(path.relative_to(self.out)) for path in self.files],
        }


def _rows(table: ResultTable) -> list[dict[str, Cell]]:
    names = [column.name for column in table.columns]
    return [dict(zip(names, row, strict=True)) for row in table.rows]


def run_plan(asked: Asked) -> Planned:
    """Draw, or plan."""
    if asked.draw is not None:
        if asked.results is not None or asked.pilot is not None:
            raise BadInput("--draw chooses challenges before anything has run; it goes without --results and --pilot.")
        return _draw(asked, asked.draw)
    return _plan(asked)


def _draw(asked: Asked, size: int) -> Planned:
    table = read_challenges(asked.challenges) if asked.challenges else _of_workspace(asked.workspace)
    cutoffs = read_families(asked.families) if asked.families else {}
    files = tuple((path.name, digest_of(path)) for path in (asked.challenges, asked.families) if path is not None)
    pilot = draw_pilot(table, cutoffs, size, asked.seed)
    pilot = pilot.model_copy(update={"files": files, "command": asked.command, "code": code_version()})
    releases = (asked.release,) if asked.release else table.releases
    provenance = Provenance((), releases, pilot.command, pilot.code, files)
    shown = pilot_table(pilot)
    shown = ResultTable(shown.name, shown.title, shown.columns, shown.rows, shown.notes, provenance.line)
    asked.out.mkdir(parents=True, exist_ok=True)
    record, ids = asked.out / "pilot.json", asked.out / "pilot.txt"
    PILOT.write(record, pilot)
    atomic_write(ids, "".join(f"{id_}\n" for id_ in pilot.drawn).encode())
    written = (*write_tables({"pilot": shown}, asked.out), record, ids)
    said = (
        f"Drawn: {len(pilot.drawn):,} of {pilot.of:,} challenges, seed {pilot.seed}; ids in {ids}, the record in {record}.",
        f"Run them:  tcsalgbench run --workflow W --model M --seeds 3 $(sed 's/^/--challenges /' {ids})",
        f"Then plan: tcsalgbench report --plan --pilot {record} (with --results and --challenges, or of the workspace)",
    )
    return Planned(asked.out, {"pilot": shown}, (), _readable(written), said)


def _of_workspace(folder: Path) -> ChallengeTable:
    ready = [challenge_row(one) for one in load_challenges(Workspace.open(folder)) if one.status == "ready"]
    if not ready:
        raise BadInput(f"The workspace {folder} holds no challenges that are ready; give a table with --challenges.")
    return table_of({row["id"]: row for row in ready})


def _plan(asked: Asked) -> Planned:
    drawn = read_pilot(asked.pilot).drawn if asked.pilot else None
    catalog_folder = asked.workspace if asked.results is None else None
    prices = price_lookup(asked.catalog, catalog_folder)
    study = load_study(asked)
    if not study.comparisons:
        raise BadInput("The runs are all of the purpose 'calibration': there are no systems to plan a comparison of.")
    plan = make_plan(study, drawn, asked.study_seeds)
    built = plan_tables(plan, prices)
    tables = {name: marked(one, study) for name, one in built.items() if isinstance(one, ResultTable)}
    left = tuple(one for one in built.values() if isinstance(one, LeftOut))
    pilot = plan.pilot
    said = [
        f"Pilot: {len(pilot.challenges):,} of {len(plan.release):,} challenges, {pilot.clusters.count:,} of "
        f"{plan.size.papers:,} papers" + ("." if asked.pilot else ": those with any run (name what was drawn with --pilot).")
    ]
    return Planned(asked.out, tables, left, _readable(tuple(write_tables(tables, asked.out))), tuple(said))


def price_lookup(file: Path | None, workspace: Path | None) -> PriceOf:
    """Prices by the written name of a model: models that are none are free, of one that is not listed nothing is known."""
    catalog = load_catalog(file, workspace)

    def price_of(model: str) -> Price | None:
        if model.partition("/")[0] in NOT_REAL:
            return Price()
        entry = catalog.entry(model)
        return None if entry.price is None else entry.channel_price()

    return price_of


def _readable(files: tuple[Path, ...]) -> tuple[Path, ...]:
    for path in files:
        path.chmod(0o644)
    return files
