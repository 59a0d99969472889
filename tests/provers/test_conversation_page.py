"""The page of a run, in a real browser: formulas set, nothing wider than a phone, what others wrote steers nothing."""

from pathlib import Path

import pytest

from tcsalgbench.pages import write_page
from tcsalgbench.provers.conversation import Said, conversation_page
from tcsalgbench.provers.model import Run
from tests.browser import OpenPage

EVIL = "<script>document.title='taken'</script> <img src=x onerror=\"document.title='taken'\"> $x^2$"
RUN = Run(
    system="<b>system</b>",
    model="simulated/steady",
    workflow="discussion",
    challenge_id="sample-regret/thm:upper",
    seed=1,
    end="submitted",
    proof=f"{EVIL} \\[ \\sum_{{t=1}}^T \\ell_t \\le \\sqrt{{T}} \\]",
    counts={"tool_read_lines": 2},
    scope="run/comparison/system/sample-regret/thm:upper/seed1",
    review=(EVIL,),
)
SAID = (
    Said("iter1/round1/prover", "prover", "argument", (("Sketch", EVIL), ("Argument", "a" * 300)), "", 1200, 30),
    Said("before iter1/round2/decider", "program", "", (("Objections", EVIL),), "", 0, 0),
    Said("iter1/round1/verifier", "verifier", "reject", (("Objections", "$\\frac{1}{2}$"),), "truncated", 10, 5),
)


@pytest.mark.parametrize(("width", "dark"), [(390, True), (1280, False)])
def test_a_run_is_read_on_phone_and_desk(open_page: OpenPage, tmp_path: Path, width: int, *, dark: bool) -> None:
    shown = open_page(write_page(tmp_path / "run.html", conversation_page(RUN, SAID, None)), width=width, dark=dark)
    shown.set_formulas()
    assert shown.unset_formulas() == []
    assert shown.page.title() != "taken"
    assert shown.page.locator("section.said").count() == len(SAID)
    assert shown.page.locator("section.said .tokens").count() == 2
    assert "tool read lines" in shown.page.inner_text("table.run >> nth=0")
    assert shown.page.evaluate("document.documentElement.scrollWidth") <= width
