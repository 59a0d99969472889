"""Coverage by several runs: what k seeds would give, and what of it a judge's false accepts may have made."""

import numpy as np
from numpy.typing import NDArray

from tcsalgbench.stats.clusters import DRAWS, Clusters, Floats
from tcsalgbench.stats.proportions import LEVEL, Interval


def expected_coverage(accepted: NDArray[np.int64], runs: int, k: int) -> Floats:
    """For each challenge, the chance that k of its `runs` runs, drawn without replacement, hold an accepted one.

    The mean over challenges is the unbiased estimate known as pass@k; at k = runs it is plain coverage.
    """
    if not 1 <= k <= runs:
        raise ValueError(f"{k} of {runs} runs cannot be drawn")
    missed = np.ones(len(accepted))
    for step in range(k):
        missed *= np.clip((runs - accepted - step) / (runs - step), 0.0, 1.0)
    return 1.0 - missed


def corrected_coverage(observed: Floats, judged: NDArray[np.int64], false_accepts: Floats) -> Floats:
    """Coverage with the judge's false accepts taken out, for each pair of an observed coverage and a false-accept rate.

    A challenge none of whose proofs is right is covered all the same with probability 1 − (1 − f)^m, where m proofs of it
    were judged: seeds amplify what the judge lets through. So observed = true + (1 − true)·A, with A the mean of that over
    challenges. Right proofs are taken to be accepted; what the judge rejects wrongly is not put back.
    """
    counts, share = np.unique(judged, return_counts=True)
    amplified = 1.0 - ((1.0 - np.asarray(false_accepts)[:, None]) ** counts) @ (share / len(judged))
    with np.errstate(divide="ignore", invalid="ignore"):
        true = np.where(amplified < 1.0, (observed - amplified) / (1.0 - amplified), 0.0)
    return np.clip(true, 0.0, 1.0)


def corrected_interval(
    covered: Floats, judged: NDArray[np.int64], clusters: Clusters, false_accepts: tuple[int, int], seed: int
) -> Interval:
    """Coverage less false accepts with its interval: papers are drawn again, and so is the judge's rate.

    `covered` has a value of 0 or 1 for each challenge; of `false_accepts`, the first is how many of so many wrong proofs the
    judge accepted. Its rate is drawn from Jeffreys' posterior. The ends are percentiles of the draws.
    """
    wrong, of = false_accepts
    rates = np.random.default_rng(seed).beta(wrong + 0.5, of - wrong + 0.5, DRAWS)
    (estimate,) = corrected_coverage(np.array([covered.mean()]), judged, np.array([wrong / of])).tolist()
    drawn = clusters.bootstrap_means(covered[:, None], seed)[:, 0]
    tails = ((1 - LEVEL) / 2, (1 + LEVEL) / 2)
    low, high = np.quantile(corrected_coverage(drawn, judged, rates), tails).tolist()
    return Interval(estimate, min(low, estimate), max(high, estimate))
