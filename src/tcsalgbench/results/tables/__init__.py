"""Every table of a report, each made from a study, or left out with a reason."""

from tcsalgbench.results.tables.all import build_tables, marked

__all__ = ["build_tables", "marked"]
