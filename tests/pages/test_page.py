import base64
import hashlib
import json
import re
from pathlib import Path

import pytest
from markupsafe import Markup

from tcsalgbench.errors import BadInput
from tcsalgbench.pages import Page, render_page, template, write_page
from tcsalgbench.pages.katex import Katex, digest, find_katex
from tests.browser import OpenPage

HOSTILE = "</script><script>alert(1)</script><!-- \u2028 \u202e"
STAND_IN = Katex("", "const katex = { render: (source, element) => { element.textContent = '(' + source + ')'; } };")


def test_a_page_is_one_file_whose_policy_names_exactly_its_parts() -> None:
    page = render_page(Page("T", Markup("<p>hello</p>"), styles=("p { color: red; }",), scripts=("TCS.data;",)))
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert policy[1].startswith("default-src &#39;none&#39;")
    assert "unsafe" not in policy[1]
    for text in (
        *re.findall(r"<style>(.*?)</style>", page, re.DOTALL),
        *re.findall(r"<script>(.*?)</script>", page, re.DOTALL),
    ):
        assert base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() in policy[1]


def test_hostile_text_in_title_and_data_ends_nothing() -> None:
    page = render_page(Page(HOSTILE, Markup("<p>hello</p>"), data={"text": HOSTILE}))
    assert "<script>alert" not in page
    assert "\u202e" not in page
    shipped = re.search(r'id="tcs-shipped">(.*?)</script>', page, re.DOTALL)
    assert shipped is not None
    assert json.loads(shipped[1])["data"] == {"text": HOSTILE}


def test_a_script_that_ends_its_own_element_is_refused() -> None:
    with pytest.raises(BadInput, match="end of its own element"):
        render_page(Page("T", Markup("x"), scripts=("'</script>'",)))


def test_without_formulas_a_page_does_not_carry_katex() -> None:
    plain = render_page(Page("T", Markup("<p>hello</p>")), STAND_IN)
    formula = render_page(Page("T", Markup('<span class="tcs-math">x</span>')), STAND_IN)
    assert "katex.render" in formula
    assert STAND_IN.script not in plain


def test_templates_escape_and_know_their_variables() -> None:
    from jinja2 import UndefinedError  # noqa: PLC0415

    with pytest.raises(UndefinedError):
        template("tcsalgbench.pages", "shell.html").render(title="only this")


def test_a_page_without_katex_says_so_and_shows_the_source(open_page: OpenPage, tmp_path: Path) -> None:
    page = Page("T", Markup('<p>let <span class="tcs-math">x &lt; 1</span></p>'))
    path = tmp_path / "page.html"
    path.write_text(render_page(page, None))
    shown = open_page(path)
    shown.set_formulas()
    assert shown.page.locator("main").inner_text() == "let x < 1"
    assert "--install-katex" in shown.page.get_by_role("note").inner_text()


def test_the_policy_stops_what_got_into_a_page_all_the_same(open_page: OpenPage, tmp_path: Path) -> None:
    body = Markup(
        "<p style='color:red' onclick='document.title=1'>x</p><script>document.title='owned'</script><img src='http://127.0.0.1:9/x'>"
    )
    shown = open_page(write_page(tmp_path / "new" / "page.html", Page("T", body)))
    shown.page.locator("p").click()
    assert shown.page.title() == "T"
    shown.allow("policy")
    shown.allow("Content Security Policy")
    shown.allow("network: http://127.0.0.1:9/x")  # asked for, and refused by the policy before it was sent
    assert shown.complaints


@pytest.mark.skipif(find_katex() is None, reason="KATEX IS NOT INSTALLED: tcsalgbench doctor --install-katex")
def test_formulas_are_set_with_the_macros_of_the_paper(open_page: OpenPage, tmp_path: Path) -> None:
    formulas = [
        r"\inner{a}{b}",
        r"\frac12 \known \unheardof{x}",
        r"\href{javascript:alert(1)}{x}",
        r"\pmb{x}\fcolorbox{red}{blue}{y}",
    ]
    broken = r"\frac{"
    body = Markup("").join(Markup('<p><span class="tcs-math">{}</span></p>').format(one) for one in [*formulas, broken])
    macros = {"\\inner": r"\langle #1, #2\rangle", "\\known": r"\mathrm{k}"}
    shown = open_page(write_page(tmp_path / "page.html", Page("T", body, macros)))
    shown.set_formulas()
    assert shown.unset_formulas() == [broken]
    assert r"\unheardof" in shown.page.locator(".katex-html").nth(1).inner_text()
    assert shown.page.locator("main a").count() == 0


def test_the_digest_tells_changed_files_apart() -> None:
    assert digest({"a": b"1", "b": b"2"}) != digest({"a": b"12", "b": b""})
