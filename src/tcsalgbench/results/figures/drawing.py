"""How a figure of several panels becomes files: beside one another for print and wide pages, one below the other for phones."""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_pdf import FigureCanvasPdf
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure as Canvas
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from tcsalgbench.results.figures.theme import DARK, FONT, LIGHT, Theme, rc, to_dark, with_fallbacks

Draw = Callable[[Axes, Theme], None]
WIDTH, NARROW = 7.2, 3.7  # inches: two columns of print, a phone
LONGEST = 30  # letters of a label


@dataclass(frozen=True)
class Panel:
    """One set of axes: how to draw it, its height and margins in inches, its share of the width."""

    draw: Draw
    height: float
    left: float
    top: float = 0.3
    bottom: float = 0.4
    right: float = 0.1
    share: float = 1.0


def room_for(names: Sequence[str], size: float = 7.5) -> float:
    """Inches that the longest of these labels takes. To let matplotlib find a layout takes longer than all else together."""
    font = FontProperties(family=FONT, size=size)
    widths = [text_to_path.get_text_width_height_descent(fitted(name), font, ismath=False)[0] for name in names]
    return 0.14 + max(widths, default=0.0) / 72


def fitted(name: str) -> str:
    """The name, or both of its ends, of which the last says more: a label must leave room for what it labels."""
    return name if len(name) <= LONGEST else f"{name[: LONGEST // 3]}…{name[1 + LONGEST // 3 - LONGEST :]}"


@dataclass(frozen=True)
class Figure:
    """A figure before it is drawn. `alt` says in words what it shows; panels fill rows of `columns`."""

    name: str
    title: str
    caption: str
    alt: str
    panels: tuple[Panel, ...]
    columns: int = 2
    mark: str = ""  # what says that runs are not real
    made_from: str = ""


@dataclass(frozen=True, slots=True)
class Drawing:
    """The files of a figure by the end of their names, and the one for phones in both variants, which only the page has."""

    figure: Figure
    files: dict[str, bytes]
    narrow: dict[str, bytes]


def render(figure: Figure) -> Drawing:
    """Draw the figure in both variants; drawings that are text change their colours without being drawn again."""
    with mpl.rc_context(_settings(LIGHT)):
        wide = _draw(figure, LIGHT, figure.columns, WIDTH)
        svg, pdf = _saved(FigureCanvasSVG(wide), figure), _saved(FigureCanvasPdf(wide), figure)
        narrow = _saved(FigureCanvasSVG(_draw(figure, LIGHT, 1, NARROW)), figure)
    with mpl.rc_context(_settings(DARK)):
        dark_pdf = _saved(FigureCanvasPdf(_draw(figure, DARK, figure.columns, WIDTH)), figure)
    svg, narrow = with_fallbacks(svg), with_fallbacks(narrow)
    dark_svg, dark_narrow = (to_dark(one.decode()).encode() for one in (svg, narrow))
    files = {".svg": svg, ".pdf": pdf, "-dark.svg": dark_svg, "-dark.pdf": dark_pdf}
    return Drawing(figure, files, {"light": narrow, "dark": dark_narrow})


def _settings(theme: Theme) -> Any:  # noqa: ANN401  # matplotlib's own type lists the name of every setting
    return rc(theme)


def _draw(figure: Figure, theme: Theme, columns: int, width: float) -> Canvas:
    columns = min(columns, len(figure.panels))
    rows = [figure.panels[start : start + columns] for start in range(0, len(figure.panels), columns)]
    foot = 0.22 if figure.mark else 0.02
    height = sum(max(panel.height for panel in row) for row in rows) + foot
    canvas = Canvas(figsize=(width, height))
    top = height
    for row in rows:
        tallest = max(panel.height for panel in row)
        wholes = sum(panel.share for panel in rows[0])
        left = 0.0
        for panel in row:
            wide = width * panel.share / wholes
            box = (
                (left + panel.left) / width,
                (top - panel.height + panel.bottom) / height,
                (wide - panel.left - panel.right) / width,
                (panel.height - panel.top - panel.bottom) / height,
            )
            panel.draw(canvas.add_axes(box), theme)
            left += wide
        top -= tallest
    if figure.mark:
        canvas.text(0.5, 0.05 / height, figure.mark, ha="center", color=theme.warn, fontsize=6.6, fontweight="bold")
    return canvas


def _saved(canvas: FigureCanvasSVG | FigureCanvasPdf, figure: Figure) -> bytes:
    described = f"{figure.title}. {figure.made_from}"
    about = {"Title": described, "Date" if isinstance(canvas, FigureCanvasSVG) else "CreationDate": None}
    stream = io.BytesIO()
    # Not by `print_figure`, which draws everything twice.
    if isinstance(canvas, FigureCanvasSVG):
        canvas.print_svg(stream, metadata=about)  # type: ignore[no-untyped-call]
    else:
        canvas.print_pdf(stream, metadata=about)  # type: ignore[no-untyped-call]
    return stream.getvalue()
