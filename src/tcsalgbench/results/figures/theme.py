"""Colours and sizes of figures: told apart by colour-blind readers, legible in print, on light and on dark."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one variant. `first` and `second` differ in lightness too, for print without colour."""

    name: str
    paper: str
    ink: str
    quiet: str
    rule: str
    first: str
    second: str
    third: str
    warn: str
    areas: Mapping[str, str]
    on_area: Mapping[str, str]  # the colour of text on each
    cycle: tuple[str, ...]


LIGHT = Theme(
    name="light",
    paper="#ffffff",
    ink="#1d1f23",
    quiet="#5c6370",
    rule="#d9d9d3",
    first="#0b5f96",
    second="#e08a3c",
    third="#8a93a0",
    warn="#a8320a",
    areas={"AF": "#0a7d5d", "DP": "#b5578f", "LT": "#0b5f96", "Opt": "#e0a52e", "Samp": "#c4511a", "Other": "#7d8590"},
    on_area={"AF": "#ffffff", "DP": "#ffffff", "LT": "#ffffff", "Opt": "#1d1f24", "Samp": "#ffffff", "Other": "#ffffff"},
    cycle=("#0b5f96", "#c4511a", "#0a7d5d", "#b5578f", "#7d8590", "#e0a52e", "#4b3f91", "#3a3d42"),
)
DARK = Theme(
    name="dark",
    paper="#16181c",
    ink="#e4e4df",
    quiet="#a0a6b0",
    rule="#3a3f47",
    first="#63b0e6",
    second="#f2b070",
    third="#8791a0",
    warn="#f2938b",
    areas={"AF": "#43b892", "DP": "#dc93bd", "LT": "#63b0e6", "Opt": "#f0c45c", "Samp": "#f08a58", "Other": "#98a1ad"},
    on_area=dict.fromkeys(("AF", "DP", "LT", "Opt", "Samp", "Other"), "#16181c"),
    cycle=("#63b0e6", "#f08a58", "#43b892", "#dc93bd", "#98a1ad", "#f0c45c", "#a99cf0", "#e4e4df"),
)
THEMES = (LIGHT, DARK)

FONT = "DejaVu Sans"
# Where that font is not installed; those that are as wide come first.
_FALLBACKS = "Verdana, 'Segoe UI', Roboto, Arial, sans-serif"

RC = {
    "font.family": "sans-serif",
    "font.sans-serif": [FONT],  # a longer list costs a search for every text
    "font.size": 8.0,
    "axes.titlesize": 8.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.labelsize": 8.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.linewidth": 0.6,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.linewidth": 0.5,
    "xtick.major.size": 0.0,
    "ytick.major.size": 0.0,
    "xtick.labelsize": 7.5,
    "ytick.labelsize": 7.5,
    "legend.fontsize": 7.5,
    "legend.frameon": False,
    "svg.fonttype": "none",  # text stays text: small files that can be searched
    "svg.hashsalt": "tcsalgbench",  # the same figure is the same file
    "pdf.fonttype": 3,
    "text.parse_math": False,  # names of systems are no formulas
}


def to_dark(svg: str) -> str:
    """A drawing in light colours, in dark ones: each colour of a theme has one counterpart in the other."""
    return _HEX.sub(lambda found: COUNTERPARTS.get(found[0].lower(), found[0]), svg)


def with_fallbacks(svg: bytes) -> bytes:
    """A drawing that names fonts to take where ours is not installed."""
    return re.sub(rf"'{FONT}'(?:, sans-serif)?".encode(), f"'{FONT}', {_FALLBACKS}".encode(), svg)


def _colors(theme: Theme) -> tuple[str, ...]:
    named = (theme.paper, theme.ink, theme.quiet, theme.rule, theme.first, theme.second, theme.third, theme.warn)
    return (*named, *theme.areas.values(), *theme.on_area.values(), *theme.cycle)


COUNTERPARTS = dict(zip(_colors(LIGHT), _colors(DARK), strict=True))
_HEX = re.compile(r"#[0-9a-fA-F]{6}\b")


def rc(theme: Theme) -> dict[str, Any]:
    """Settings of matplotlib for one variant."""
    inks = ("text.color", "axes.labelcolor", "ytick.labelcolor", "xtick.labelcolor", "axes.titlecolor", "legend.labelcolor")
    papers = ("figure.facecolor", "axes.facecolor", "savefig.facecolor")
    return {
        **RC,
        **dict.fromkeys(inks, theme.ink),
        **dict.fromkeys(papers, theme.paper),
        "axes.edgecolor": theme.quiet,
        "xtick.color": theme.quiet,
        "ytick.color": theme.quiet,
        "grid.color": theme.rule,
    }
