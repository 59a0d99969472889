"""Statistics, pure and seeded: intervals and tests that respect clusters, agreement with chance, calibration, coverage."""

from tcsalgbench.stats.calibration import Bin, Calibration, calibrate
from tcsalgbench.stats.clusters import Clusters, difference_intervals, permutation_p, rate_intervals
from tcsalgbench.stats.coverage import corrected_coverage, expected_coverage
from tcsalgbench.stats.pairs import Rank, holm, mcnemar_p, ranks_from_tests
from tcsalgbench.stats.power import Need, clusters_needed, seeds_needed
from tcsalgbench.stats.proportions import Interval, wilson

__all__ = [
    "Bin",
    "Calibration",
    "Clusters",
    "Interval",
    "Need",
    "Rank",
    "calibrate",
    "clusters_needed",
    "corrected_coverage",
    "difference_intervals",
    "expected_coverage",
    "holm",
    "mcnemar_p",
    "permutation_p",
    "ranks_from_tests",
    "rate_intervals",
    "seeds_needed",
    "wilson",
]
