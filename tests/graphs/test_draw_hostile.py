"""What a paper can write into a graph's page: it is read as text, whatever it is, and the page still works."""

from pathlib import Path

import pytest

from tcsalgbench.graphs.draw import graph_page, look_of
from tcsalgbench.graphs.draw_svg import graph_svg
from tcsalgbench.graphs.plain import plain_graph
from tcsalgbench.pages import render_page, write_page
from tcsalgbench.pages.katex import find_katex
from tcsalgbench.tex import Document, read_document
from tests.browser import OpenPage

BODIES = {
    "script": "</script><script>document.title='owned'</script><!-- <svg onload=alert(1)>",
    "link": r"See \href{javascript:alert(1)}{this} and \url{javascript:alert(2)} and $\href{javascript:alert(3)}{x}+\url{http://127.0.0.1:9/}$.",
    "katex": r"$\htmlData{x=1}{y} \htmlStyle{position:fixed}{z} \includegraphics{http://127.0.0.1:9/x.png} \class{tcs-ref}{a}$",
    "unbalanced": r"Let $x_{1 be $$ with \[ a^{b \] and $\frac{1}{ \left( \begin{matrix} 1 & 2 $ and $ } $",
    "macro": r"Then $\evil$ and $\loop{x}$ and \evil.",
    "attribute": '" onmouseover="alert(1)" \' <b x=`y`> &lt;img src=x onerror=alert(1)&gt; &#60;img&#62;',
    "long": "Let $x_0$ be. " + "For all $x_{1}$ in $A$ and <i>so on</i>. " * 1000,
    "formula": "$" + "+".join(f"x_{{{n}}}" for n in range(500)) + "$",
    "deep": "$" + "{" * 500 + "x" + "}" * 500 + "$",
}
PREAMBLE = (
    r"\documentclass{article}\usepackage{amsmath}\newtheorem{theorem}{Theorem}"
    r"\newcommand{\evil}{</script><img src=x onerror=alert(1)>\href{javascript:alert(1)}{x}}\newcommand{\loop}[1]{\loop{#1#1}}"
)


def hostile_document() -> Document:
    blocks = [
        f"\\begin{{theorem}}[{body[:200]}]\\label{{{name}}}\n{body}\n\\end{{theorem}}\n\\begin{{proof}}\n{body[:5000]}\n\\end{{proof}}\n"
        if name not in ("unbalanced", "deep", "formula")
        else f"\\begin{{theorem}}\\label{{{name}}}\n{body}\n\\end{{theorem}}\n"
        for name, body in BODIES.items()
    ]
    source = f"{PREAMBLE}\\begin{{document}}\n{''.join(blocks)}\\end{{document}}\n"
    return read_document({"main.tex": source.encode()}, "main.tex")


def test_no_text_of_a_paper_ends_an_element_of_its_page() -> None:
    document = hostile_document()
    graph = plain_graph(document, "</title><script>", "v1")
    page = render_page(graph_page(graph, look_of(document)), None)
    assert page.count("<script") == 3  # the data, the shell's script, the drawing's
    assert "<img" not in page
    assert "<svg onload" not in page + graph_svg(graph, look_of(document))


def test_every_hostile_statement_can_be_opened_and_does_nothing(open_page: OpenPage, tmp_path: Path) -> None:
    document = hostile_document()
    graph = plain_graph(document, "hostile", "v1")
    assert {"script", "link", "katex", "macro", "attribute", "long"} <= {node.id for node in graph.nodes}
    shown = open_page(write_page(tmp_path / "page.html", graph_page(graph, look_of(document))))
    page = shown.page
    for number in range(len(graph.nodes)):
        page.get_by_role("option").nth(number).click()
        shown.set_formulas()
        detail = page.locator("#g-detail")
        assert detail.get_by_role("heading", level=2).count() == 1
        assert page.locator("main :is(a, img, iframe, object, embed, script, style, form)").count() == 0
        assert detail.evaluate(
            "e => [...e.querySelectorAll('*')].every(one => ![...one.attributes].some(a => /^on|^href$|^src$/.test(a.name)))"
        )
    assert page.title() == "Proof graph of hostile, v1"
    page.get_by_role("option", name="Theorem 1 ").first.click()
    assert "</script><script>document.title=" in page.locator("#g-detail").inner_text()


@pytest.mark.skipif(find_katex() is None, reason="KATEX IS NOT INSTALLED: tcsalgbench doctor --install-katex")
def test_what_katex_cannot_set_stays_as_its_source(open_page: OpenPage, tmp_path: Path) -> None:
    statement = "Let $\\frac{1}{\\left( x}$ and $y^2$."
    source = f"{PREAMBLE}\\begin{{document}}\\begin{{theorem}}\\label{{t}}{statement}\\end{{theorem}}\\end{{document}}"
    document = read_document({"main.tex": source.encode()}, "main.tex")
    shown = open_page(write_page(tmp_path / "page.html", graph_page(plain_graph(document, "w", "v1"), look_of(document))))
    shown.page.get_by_role("option").first.click()
    shown.set_formulas()
    assert shown.unset_formulas() == [r"\frac{1}{\left( x}"]
    assert shown.page.locator("#g-detail .katex").count() == 1
