"""A challenge as Markdown: its formulas with the macros of the paper expanded, so that every viewer renders them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tcsalgbench.challenges.model import Challenge, Piece, Slot
from tcsalgbench.challenges.sections import SECTIONS, source_line
from tcsalgbench.tex import read_document
from tcsalgbench.tex.formulas import expand
from tcsalgbench.tex.frames import group_end
from tcsalgbench.tex.macros import Macro, strip_comments

_DISPLAYS = r"equation|align|gather|multline|eqnarray|flalign|displaymath"
_MATHEMATICS = re.compile(
    r"\$\$(?P<double>.+?)\$\$|\\\[(?P<square>.+?)\\\]"
    rf"|\\begin\s*\{{(?P<env>{_DISPLAYS})(?P<star>\*?)\}}(?P<body>.+?)\\end\s*\{{(?P=env)(?P=star)\}}"
    r"|(?<!\\)\$(?P<single>(?:\\.|[^$\\])+)\$|\\\((?P<round>.+?)\\\)",
    re.DOTALL,
)
# Marks that no text holds stand for those of Markdown until its own signs are escaped.
_FONTS = {"emph": "\ue000", "textit": "\ue000", "textsl": "\ue000", "textbf": "\ue001", "texttt": "\ue002"}
_MARKS = {0xE000: "*", 0xE001: "**", 0xE002: "`"}
_FONT = re.compile(rf"\\({'|'.join(_FONTS)})\s*(?=\{{)")
_LIST = re.compile(
    r"\\(?P<what>begin|end)\s*\{(?P<kind>enumerate|itemize)\*?\}(?:\[(?P<options>[^\]]*)\])?|\\item(?![a-zA-Z])\s*"
)
_COUNTER = re.compile(r"\\(roman|alph|Alph|Roman|arabic)\*")
_SIGNS = (("``", "“"), ("''", "”"), ("---", "—"), ("--", "–"), ("~", "\u00a0"), (r"\,", "\u2009"), (r"\ ", " "))
_ESCAPED_SIGN = re.compile(r"\\([%&#_$])")
_MARKDOWN_SIGN = re.compile(r"(?<!\\)([*_<`\[\]])")


def render_markdown(challenge: Challenge) -> str:
    """The whole challenge; the intuition, which is for people only, is not in it."""
    notation = "\n".join(challenge.texts("notation"))
    writer = _Writer(_macros(notation))
    parts = [f"# {writer.text(' '.join(challenge.texts('title')) or challenge.id)}", f"*{writer.text(source_line(challenge))}*"]
    for heading, slots in SECTIONS:
        pieces = [piece for piece in challenge.pieces if piece.slot in slots]
        if not pieces:
            continue
        if heading is not None:
            parts.append(f"## {heading}")
        parts += _section(slots, pieces, writer)
    return "\n\n".join(parts) + "\n"


def _section(slots: tuple[Slot, ...], pieces: list[Piece], writer: "_Writer") -> list[str]:
    if "notation" in slots:
        macros = "\n".join(piece.text for piece in pieces)
        fence = "`" * max([3, *(len(run) + 1 for run in re.findall("`+", macros))])
        return ["Macros of the source; they are expanded in the formulas below.", f"{fence}latex\n{macros}\n{fence}"]
    texts = [
        ("*(Background, added.)* " if piece.origin.kind == "background" else "") + writer.text(piece.text) for piece in pieces
    ]
    if "hypothesis" in slots:
        return ["\n".join("- " + _indented(text, 1) for text in texts)]
    if "statement" in slots:
        return ["\n".join("> " + line if line else ">" for line in "\n\n".join(texts).splitlines())]
    return texts


def _macros(notation: str) -> Mapping[str, Macro]:
    return read_document({"notation.tex": notation.encode()}, "notation.tex").macros if notation.strip() else {}


@dataclass(slots=True)
class _List:
    """An open list: the style of its labels as `enumitem` writes it, None for one without numbers; how many items it has."""

    style: str | None
    items: int = 0

    def next_label(self) -> str:
        if self.style is None:
            return "-"
        self.items += 1
        return "- " + _COUNTER.sub(lambda counter: _numeral(counter[1], self.items), self.style)


class _Writer:
    """Turns TeX into Markdown; what it does not know stays as it is written."""

    def __init__(self, macros: Mapping[str, Macro]) -> None:
        self._macros = macros

    def text(self, tex: str) -> str:
        """A text of TeX, with its lists, displays and formulas."""
        return re.sub(r"\n{3,}", "\n\n", "".join(self._parts(_marked(strip_comments(tex))))).strip()

    def _parts(self, tex: str) -> Iterator[str]:
        lists: list[_List] = []
        at = 0
        for match in _LIST.finditer(tex):
            yield _indented(self._running(tex[at : match.start()]), len(lists))
            at = match.end()
            if match["what"] == "begin":
                lists.append(_List(_style(match["options"]) if match["kind"] == "enumerate" else None))
                yield "\n" if len(lists) == 1 else ""
            elif match["what"] == "end":
                lists = lists[:-1]
                yield "\n\n"
            else:
                yield f"\n{'  ' * (len(lists) - 1)}{lists[-1].next_label()} " if lists else match[0]
        yield self._running(tex[at:])

    def _running(self, tex: str) -> str:
        done, at = [], 0
        for match in _MATHEMATICS.finditer(tex):
            done += [_words(tex[at : match.start()]), self._formula(match)]
            at = match.end()
        return "".join((*done, _words(tex[at:])))

    def _formula(self, match: re.Match[str]) -> str:
        inline = match["single"] or match["round"]
        if inline is not None:
            return f"${self._expanded(inline)}$"
        formula = re.sub(r"\n\s*\n", "\n", self._expanded(match["double"] or match["square"] or match["body"]))
        if match["env"] not in (None, "equation", "displaymath"):
            environment = f"{match['env']}{match['star']}"
            formula = f"\\begin{{{environment}}}\n{formula}\n\\end{{{environment}}}"
        return f"\n\n$$\n{formula}\n$$\n\n"

    def _expanded(self, formula: str) -> str:
        expanded = expand(formula, self._macros)
        return (expanded.text if expanded.complete else formula).strip()


def _words(text: str) -> str:
    for sign, printed in _SIGNS:
        text = text.replace(sign, printed)
    text = _MARKDOWN_SIGN.sub(r"\\\1", text)
    text = _ESCAPED_SIGN.sub(lambda sign: sign[1] if sign[1] in "%&#" else "\\" + sign[1], text)
    return text.translate(_MARKS)


def _marked(tex: str) -> str:
    """Emphasis becomes a pair of marks before formulas are cut out: they may stand inside it."""
    while (font := _FONT.search(tex)) is not None:
        end = group_end(tex, font.end(), len(tex))
        if end < 0:
            break
        mark = _FONTS[font[1]]
        tex = tex[: font.start()] + mark + tex[font.end() + 1 : end] + mark + tex[end + 1 :]
    return tex


def _style(options: str | None) -> str:
    found = re.search(r"label\s*=\s*(?:\{(.*?)\}(?=\s*(?:,|$))|([^,]*))", options or "")
    return (found[1] or found[2]).strip() if found else r"\arabic*."


def _numeral(counter: str, number: int) -> str:
    if counter in ("alph", "Alph"):
        letter = chr(ord("a") + (number - 1) % 26)
        return letter if counter == "alph" else letter.upper()
    if counter in ("roman", "Roman"):
        numeral = _roman(number)
        return numeral if counter == "roman" else numeral.upper()
    return str(number)


def _roman(number: int) -> str:
    done = ""
    for value, letters in ((100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")):
        while number >= value:
            done, number = done + letters, number - value
    return done


def _indented(text: str, depth: int) -> str:
    return re.sub(r"\n(?=[^\n])", "\n" + "  " * depth, text.strip()) if depth else text
