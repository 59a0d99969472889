"""Statistics, pure and seeded: intervals and tests that respect clusters, agreement with chance, calibration, coverage."""

from tcsalgbench.stats.calibration import Bin, Calibration, calibrate
from tcsalgbench.stats.clusters import Clusters, difference_intervals, permutation_p, rate_intervals, t_quantile
from tcsalgbench.stats.coverage import corrected_coverage, corrected_interval, expected_coverage
from tcsalgbench.stats.pairs import Rank, holm, mcnemar_p, ranks_from_tests
from tcsalgbench.stats.power import Need, Size, Spread, plan_pair, power_of, ratio_interval, spread_of
from tcsalgbench.stats.proportions import Interval, wilson

__all__ = [
    "Bin",
    "Calibration",
    "Clusters",
    "Interval",
    "Need",
    "Rank",
    "Size",
    "Spread",
    "calibrate",
    "corrected_coverage",
    "corrected_interval",
    "difference_intervals",
    "expected_coverage",
    "holm",
    "mcnemar_p",
    "permutation_p",
    "plan_pair",
    "power_of",
    "ranks_from_tests",
    "rate_intervals",
    "ratio_interval",
    "spread_of",
    "t_quantile",
    "wilson",
]
