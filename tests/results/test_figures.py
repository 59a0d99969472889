"""Labels of figures: none is cut off, long ones keep both ends, and those of one panel stay distinct."""

import re
from pathlib import Path
from typing import Any

import pytest
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from tcsalgbench.results.figures.drawing import LONGEST, fitted, room_for
from tcsalgbench.results.figures.theme import DARK, FONT, LIGHT, Theme
from tests.results.making import a_run, challenges, report

LAB = "a-laboratory-with-a-very-long-name"


@pytest.mark.parametrize("name", ["mmmmmmmm/MMMMMMM", "iiiiiiii", "W" * LONGEST, "ΩΩΩ 4.8 xhigh"])
def test_a_label_has_the_room_it_takes_whatever_its_letters(name: str) -> None:
    assert room_for([name]) > width_of(name) / 72 + 0.05


def test_a_long_label_keeps_both_ends() -> None:
    short = fitted(f"{LAB}/opus-4.8-max")
    assert len(short) == LONGEST
    assert short.startswith("a-laborato…")
    assert short.endswith("/opus-4.8-max")
    assert fitted("x" * LONGEST) == "x" * LONGEST


def test_long_names_of_one_panel_stay_distinct_and_inside_the_figure(tmp_path: Path) -> None:
    rows = []
    for name in ("opus-4.8-max", "opus-4.8-high"):
        who: dict[str, Any] = {"system": f"{LAB}/{name}/discussion-10", "family": None, "model": None, "effort": None}
        rows += [a_run(f"c{n}", accepted=n % 3 == 0, **who) for n in range(12)]
    assert report(tmp_path, rows, challenges(12)) == 0
    svg = (tmp_path / "out" / "figures" / "model_comparison.svg").read_text()
    texts = re.findall(r">([^<>]*opus[^<>]*)</text>", svg)
    assert sorted(texts) == [fitted(f"{LAB}/opus-4.8-high"), fitted(f"{LAB}/opus-4.8-max")]
    ends = re.findall(r'text-anchor: end[^>]*? x="([\d.]+)"[^>]*>([^<>]*opus[^<>]*)<', svg)
    assert len(ends) == 2
    for x, text in ends:  # where a label ends, less its width, is inside the drawing
        assert float(x) - width_of(text) > 2


def width_of(text: str) -> float:
    return text_to_path.get_text_width_height_descent(text, FontProperties(family=FONT, size=7.5), ismath=False)[0]


def test_nothing_accepted_draws_an_axis_that_looks_like_one(tmp_path: Path) -> None:
    rows = [a_run(f"c{n}", seed, False) for n in range(4) for seed in (1, 2)]
    assert report(tmp_path, rows, challenges(4)) == 0
    svg = (tmp_path / "out" / "figures" / "seeds.svg").read_text()
    assert ">5</text>" in svg
    assert "0.05" not in svg


def luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_colours_are_told_apart_in_grey_and_text_can_be_read(theme: Theme) -> None:
    assert contrast(theme.first, theme.second) > (2 if theme is LIGHT else 1.2)  # the two bars of a pair: print is light
    for text in (theme.ink, theme.quiet, theme.warn):
        assert contrast(text, theme.paper) > 4.5
