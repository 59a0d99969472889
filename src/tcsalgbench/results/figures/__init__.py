"""Figures of a report: drawn once from the study, written for print and for the page, in light and in dark."""

from tcsalgbench.results.figures.all import draw_figures
from tcsalgbench.results.figures.drawing import Drawing, Figure, render

__all__ = ["Drawing", "Figure", "draw_figures", "render"]
