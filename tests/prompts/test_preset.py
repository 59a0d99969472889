"""Presets as data."""

from pathlib import Path

import pytest

from tcsalgbench.errors import BadInput
from tcsalgbench.prompts.preset import load_preset, preset_names

MINIMAL = "schema = 1\nabout = 'mine'\n" + "".join(
    f"[{purpose}]\nmodel = 'simulated/steady'\n" for purpose in ("construction", "proving", "scoring", "rescoring", "lean")
)


def test_every_preset_that_ships_names_a_model_for_every_purpose() -> None:
    assert {"embedded", "simulated"} <= set(preset_names())
    for name in preset_names():
        preset = load_preset(name)
        assert preset.about
        assert all("/" in preset.choice("any", purpose).model for purpose in ("construction", "proving", "scoring", "lean"))


def test_a_users_preset_may_choose_another_model_for_one_role(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(MINIMAL + "[roles.screener]\nmodel = 'embedded/smollm2'\neffort = 'low'\n")
    preset = load_preset(str(path))
    assert preset.choice("screener", "construction").model == "embedded/smollm2"
    assert preset.choice("selector", "construction").model == "simulated/steady"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (MINIMAL + "[painting]\nmodel = 'a/b'\n", "painting: Extra inputs are not permitted"),
        (MINIMAL.replace("[lean]\nmodel", "[lean]\nmodle"), "lean model: Field required"),
        ("schema = 1\n[", "is not TOML"),
    ],
)
def test_a_preset_that_cannot_be_used_is_named_with_the_place(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(content)
    with pytest.raises(BadInput, match=said):
        load_preset(str(path))


def test_an_unknown_preset_names_the_known_ones() -> None:
    with pytest.raises(BadInput, match=r"no preset 'papre': name one of .*embedded"):
        load_preset("papre")
