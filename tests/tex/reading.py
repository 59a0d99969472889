"""Short ways to read small TeX texts in tests."""

from collections.abc import Mapping

from tcsalgbench.tex import Document, Limits, read_document

PREAMBLE = r"""\documentclass{article}
\usepackage{amsmath,amsthm}
\newtheorem{theorem}{Theorem}[section]
\newtheorem{lemma}[theorem]{Lemma}
\newtheorem{definition}[theorem]{Definition}
"""


def read(
    body: str, *, preamble: str = PREAMBLE, files: Mapping[str, str] | None = None, limits: Limits | None = None
) -> Document:
    """A document with this body after a usual preamble."""
    main = f"{preamble}\\begin{{document}}\n{body}\n\\end{{document}}\n"
    given = {name: text.encode() for name, text in (files or {}).items()}
    return read_document({"main.tex": main.encode(), **given}, "main.tex", limits)


def numbers(document: Document) -> dict[str, str]:
    """What is printed for each label."""
    return {name: label.number for name, label in document.labels.items()}


def messages(document: Document) -> str:
    """All warnings in one text."""
    return "\n".join(f"{warning.file}:{warning.line}: {warning.message}" for warning in document.warnings)
