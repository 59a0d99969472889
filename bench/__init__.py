"""Measurements: each module here prints ratios measured in one run; `docs/benchmarks.md` records them."""
