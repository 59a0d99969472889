"""A challenge as a LaTeX file that compiles alone; the intuition, which is for people only, is not in it."""

import re
from collections.abc import Iterator

from tcsalgbench.challenges.model import Challenge, Piece, Slot
from tcsalgbench.challenges.safe_tex import challenge_tex, declared_characters, editorial_tex, is_balanced, reaching_out
from tcsalgbench.challenges.sections import SECTIONS, source_line

_ALWAYS = ("amsmath", "amssymb", "amsthm", "mathtools", "enumitem")
# Packages that are loaded where a text uses something of theirs.
_WHERE_USED = {
    "bm": r"\\bm(?![a-zA-Z])",
    "mathrsfs": r"\\mathscr(?![a-zA-Z])",
    "nicefrac": r"\\nicefrac(?![a-zA-Z])",
    "xspace": r"\\xspace(?![a-zA-Z])",
    "stmaryrd": r"\\(?:[lr]lbracket|[lr]rbracket|boxtimes)(?![a-zA-Z])",
    "xcolor": r"\\(?:textcolor|color)(?![a-zA-Z])",
    "booktabs": r"\\(?:top|mid|bottom)rule(?![a-zA-Z])",
    "cancel": r"\\cancel(?![a-zA-Z])",
    "url": r"\\url(?![a-zA-Z])",
    "algorithm2e": r"\\(?:KwIn|KwOut|KwData|KwResult|ForEach|lForEach)(?![a-zA-Z])",
    "algpseudocode": r"\\begin\s*\{algorithmic\}",
    "algorithm": r"\\begin\s*\{algorithm\}",
}
# Fonts that small installations lack, with a letter that comes near where they do.
_FONTS = {"bbm": "mathbbm", "dsfont": "mathds"}
_NOT_WITH = {"algorithm": "algorithm2e", "algpseudocode": "algorithm2e"}
_RENEWED = re.compile(r"\\renewcommand\s*\*?\s*\{?\s*(\\[a-zA-Z]+)")
# Names of people need letters beyond those that LaTeX has by itself.
_MORE_LETTERS = (r"\usepackage[T1]{fontenc}", r"\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}")
# The notation of a paper may give a new meaning to what a package above defines; LaTeX's own check is switched off for it.
_MAY_REDEFINE = (
    r"\makeatletter",
    r"\long\def\@ifdefinable#1#2{#2}",
    r"\let\@@ifdefinable\@ifdefinable",
    r"\makeatother",
)


def render_latex(challenge: Challenge) -> str:
    """The whole file. Texts of the paper stand as they are, save those that reach beyond the page, shown as text."""
    body = "\n\n".join(_body(challenge))
    notation = [line for piece in challenge.pieces if piece.slot == "notation" for line in _macro(piece.text)]
    written = "\n".join((*notation, body))
    head = [
        r"\documentclass[11pt]{article}",
        *(() if written.isascii() else _MORE_LETTERS),
        r"\usepackage[margin=1in]{geometry}",
        *(rf"\usepackage{{{name}}}" for name in (*_ALWAYS, *_needed(written))),
        *_fonts(written),
        *declared_characters(written),
        r"\newtheorem*{target}{Statement}",
        r"\setlength{\parindent}{0pt}\setlength{\parskip}{0.6em}",
        "% Notation of the paper",
        *(_MAY_REDEFINE if notation else ()),
        *notation,
    ]
    return "\n".join((*head, r"\begin{document}", body, r"\end{document}", ""))


def _needed(written: str) -> list[str]:
    used = [name for name, pattern in _WHERE_USED.items() if re.search(pattern, written)]
    return [name for name in used if _NOT_WITH.get(name) not in used]


def _fonts(written: str) -> Iterator[str]:
    for package, command in _FONTS.items():
        if re.search(rf"\\{command}(?![a-zA-Z])", written):
            instead = rf"\newcommand{{\{command}}}[1]{{\mathbb{{##1}}}}"
            yield rf"\IfFileExists{{{package}.sty}}{{\usepackage{{{package}}}}}{{{instead}}}"


def _macro(text: str) -> Iterator[str]:
    """One piece of notation; what could reach beyond a page is left out, and said."""
    if reaching_out(text) is not None or not is_balanced(text):
        yield "% left out, because it uses more than a notation needs: " + text.replace("\n", " ").replace("^^", "^ ^")
        return
    for name in _RENEWED.findall(text):
        yield rf"\providecommand{{{name}}}{{}}"
    yield text


def _body(challenge: Challenge) -> Iterator[str]:
    titles = challenge.texts("title") or (challenge.id,)
    yield rf"{{\Large\bfseries {editorial_tex(' '.join(titles))}\par}}"
    yield rf"{{\small\itshape {editorial_tex(source_line(challenge))}\par}}"
    for heading, slots in SECTIONS:
        pieces = [piece for piece in challenge.pieces if piece.slot in slots and piece.slot != "notation"]
        if not pieces:
            continue
        if heading is not None:
            yield rf"\subsection*{{{heading}}}"
        yield from _section(slots, pieces, challenge)


def _section(slots: tuple[Slot, ...], pieces: list[Piece], challenge: Challenge) -> Iterator[str]:
    texts = [_text(piece) for piece in pieces]
    if "statement" in slots:
        name = (
            "" if challenge.imported_from and not challenge.printed else f"[{editorial_tex(challenge.printed)} of the source]"
        )
        yield "\n".join((rf"\begin{{target}}{name}", *texts, r"\end{target}"))
    elif "hypothesis" in slots:
        yield "\n".join((r"\begin{itemize}", *(rf"\item {text}" for text in texts), r"\end{itemize}"))
    else:
        yield from texts


def _text(piece: Piece) -> str:
    if piece.origin.kind == "editorial":
        return editorial_tex(piece.text)
    mark = r"\textup{(Background, added.)} " if piece.origin.kind == "background" else ""
    return mark + challenge_tex(piece.text)
