"""Calibration: stated confidence beside the verdict, in runs that serve nothing else."""

from collections.abc import Iterator

import numpy as np

from tcsalgbench.results.model import Cell, Column, LeftOut, ResultTable
from tcsalgbench.results.study import Runs, Study
from tcsalgbench.stats import Calibration, calibrate

NO_RUNS = "no run has the purpose `calibration`"


def calibrations(study: Study) -> Iterator[tuple[Runs, Calibration]]:
    """The calibration of each system that has runs for it. Rows are in the order of challenge ids, then of seeds."""
    for runs in study.calibrations:
        stated = ~np.isnan(runs.confidence)
        yield runs, calibrate(runs.confidence[stated].tolist(), runs.accepted()[stated].tolist())


def calibration(study: Study) -> ResultTable | LeftOut:
    """Acceptance, RMS calibration error as released and with every bin, Brier score."""
    if not study.calibrations:
        return LeftOut("calibration", NO_RUNS)
    rows: list[tuple[Cell, ...]] = []
    notes = [
        "RMS calibration error in percent, bins of 40 rows in the order of confidence. As released: the last bin, which takes "
        "all rows that are left, stays out of the sum while the weights are over all rows. Acceptance is over all challenges."
    ]
    for runs, found in calibrations(study):
        accepted = 100 * int(runs.accepted().sum()) / runs.outcome.size
        errors = tuple(None if one is None else 100 * one for one in (found.released, found.every_bin))
        rows.append((runs.system.name, found.count, accepted, *errors, len(found.bins), found.left_out, found.brier))
        if found.why:
            notes.append(f"{runs.system.name}: no calibration error: {found.why}.")
        without = runs.outcome.size - found.count
        if without:
            notes.append(
                f"{runs.system.name}: {without:,} of {runs.outcome.size:,} runs state no confidence and are not in its error."
            )
    columns = (
        Column("system", "System", "text"),
        Column("n", "Rows", "count"),
        Column("acceptance", "Acceptance (%)", "percent"),
        Column("rmsce_released", "RMS error, as released (%)", "percent"),
        Column("rmsce_all_bins", "RMS error, every bin (%)", "percent"),
        Column("bins", "Bins", "count"),
        Column("left_out", "Rows left out", "count"),
        Column("brier", "Brier", "number"),
    )
    return ResultTable("calibration", "Calibration of confidence", columns, tuple(rows), tuple(notes))


def reliability(study: Study) -> ResultTable | LeftOut:
    """Every bin: mean confidence beside the share accepted."""
    if not study.calibrations:
        return LeftOut("reliability", NO_RUNS)
    rows: list[tuple[Cell, ...]] = [
        (runs.system.name, number, one.count, 100 * one.confidence, 100 * one.accepted)
        for runs, found in calibrations(study)
        for number, one in enumerate(found.bins, 1)
    ]
    if not rows:
        return LeftOut("reliability", "no system has as many rows with a confidence as one bin takes (40)")
    columns = (
        Column("system", "System", "text"),
        Column("bin", "Bin", "count"),
        Column("rows", "Rows", "count"),
        Column("confidence", "Mean confidence (%)", "percent"),
        Column("accepted", "Accepted (%)", "percent"),
    )
    return ResultTable("reliability", "Reliability of confidence, bin by bin", columns, tuple(rows))
