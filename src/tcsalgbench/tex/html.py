r"""A statement or a proof in TeX as safe HTML: lists, emphasis, listings; formulas are left for KaTeX to set in the page.

Whatever comes in, what goes out is well-formed, holds no element but those in `htmltree`, and no attribute but `class` and
`data-`. A command without a meaning here stays visible as text.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

from markupsafe import Markup

from tcsalgbench.tex.document import read_document
from tcsalgbench.tex.htmlcommands import COMMANDS, PROTECTED
from tcsalgbench.tex.htmlmath import katex_table
from tcsalgbench.tex.htmlreader import Converter
from tcsalgbench.tex.htmltree import written
from tcsalgbench.tex.model import Document

_HAS_DELIMITERS = re.compile(r"\$|\\[(\[]|\\begin|\\ensuremath")
_IN_FORMULAS = re.compile(r"(?<!\\)[_^]")
_ONE_PARAGRAPH = re.compile(r"<p>((?:(?!</?p>).)*)</p>", re.DOTALL)


def tex_html(source: str, macros: Mapping[str, str] | None = None, printed: Mapping[str, str] | None = None) -> Markup:
    r"""The HTML of a TeX text.

    `macros` is a table from `katex_macros`; `printed` says what a reference to a label prints (`Lemma 3.2`): without it a
    reference shows its label.
    """
    converter = Converter(COMMANDS, macros or {}, printed or {}, PROTECTED)
    return Markup(written(converter.convert(source)))  # noqa: S704  # every text in the tree was escaped on the way


def phrase_html(source: str, macros: Mapping[str, str] | None = None, printed: Mapping[str, str] | None = None) -> Markup:
    r"""The HTML of a quotation, without a paragraph around it; what was quoted from inside a formula is set as one."""
    text = source
    if not _HAS_DELIMITERS.search(source):
        looks_so = _IN_FORMULAS.search(source) is not None or "tcs-unknown" in tex_html(source, macros, printed)
        text = f"${source}$" if looks_so else source
    html = tex_html(text, macros, printed)
    inside = _ONE_PARAGRAPH.fullmatch(html)
    return Markup(inside[1]) if inside is not None else html  # noqa: S704  # what `tex_html` made


def katex_macros(preamble: str) -> dict[str, str]:
    r"""The table of macros for KaTeX and `tex_html`, from the `\newcommand`, `\def` and `\DeclareMathOperator` of a text.

    Where there is a `Document`, use `paper_macros`: it has read the author's own files too.
    """
    return paper_macros(read_document({"preamble.tex": preamble.encode("utf-8", "replace")}, "preamble.tex"))


def paper_macros(document: Document) -> dict[str, str]:
    """The table of macros of a whole paper, without those that every class of LaTeX has."""
    table = katex_table(document.macros)
    return {name: body for name, body in table.items() if _of_classes().get(name) != body}


@lru_cache(maxsize=1)
def _of_classes() -> dict[str, str]:
    return katex_table(read_document({"none.tex": b""}, "none.tex").macros)


__all__ = ["katex_macros", "paper_macros", "phrase_html", "tex_html"]
