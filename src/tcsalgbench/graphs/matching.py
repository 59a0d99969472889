r"""Does a text use a term? Words match as words, commands as commands, formulas by their tokens.

`$\eps$-accurate sketch` is a sequence of a formula and two words; `\Reg` a command, also where a macro of the author holds it;
`$P_0$` a part of a formula, whatever macros write it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tcsalgbench.graphs.shapes import Shape, shapes_of
from tcsalgbench.tex.formulas import tokens
from tcsalgbench.tex.macros import Macro, strip_comments

FORMULA = re.compile(
    r"\\\$|\$\$(?P<double>.+?)\$\$|\$(?P<single>(?:\\.|[^$\\])+?)\$|\\\((?P<round>.+?)\\\)|(?<!\\)\\\[(?P<square>.+?)\\\]"
    r"|\\begin\s*\{(?P<env>equation|align|gather|multline|eqnarray|flalign|alignat|displaymath|math)(?P<star>\*?)\}"
    r"(?P<body>.+?)\\end\s*\{(?P=env)(?P=star)\}",
    re.DOTALL,
)
_GROUPS = ("double", "single", "round", "square", "body")
# What these take is for LaTeX and not for the reader.
_UNREAD = re.compile(
    r"\\(?:label|[a-zA-Z]*ref\*?|[a-zA-Z]*cite[a-zA-Z]*\*?|begin|end|uses|lean|proves|includegraphics|input|bibliography)\s*"
    r"(?:\[[^\[\]]*\]\s*){0,2}\{[^{}]*\}"
)
_WORDS_INFORMULA = re.compile(r"\\(?:text|textrm|textit|mbox|label|tag|eqref|ref)\*?\s*\{[^{}]*\}")
_PIECE = re.compile(r"\x00(\d+)\x00|\\[a-zA-Z@]+\*?|\\.|[^\W\d_]+(?:'[a-z]+)?|\d+|\n\s*\n|[.;:!?,()]")
_COMMAND = re.compile(r"\\([a-zA-Z@]+)")
_ACCENT = re.compile(r"\\(?:[`'^\"~=.]|[Hcuvk](?![a-zA-Z]))\s*\{?([a-zA-Z])\}?")
# A word of this many letters or more may stand in the plural; shorter ones end in s for other reasons (`bias`, `gas`).
_SHORTEST_PLURAL = 4


def body_of(match: re.Match[str]) -> str | None:
    """What stands inside a formula that was found; None for an escaped dollar."""
    return next((match[name] for name in _GROUPS if match[name] is not None), None)


@dataclass(frozen=True, slots=True)
class Text:
    """A text made ready: its words and formulas as one line, each formula as a line of tokens, the commands written in it."""

    line: str
    formulas: tuple[str, ...]
    commands: frozenset[str]
    shapes: Mapping[str, frozenset[Shape]]  # by their symbol

    def has(self, term: "Term") -> bool:
        """Whether the text uses the term."""
        if term.shape is not None:
            return any(term.shape.fits(one) for one in self.shapes.get(term.shape.base, ()))
        if term.command is not None and not self.commands.isdisjoint(term.command):
            return True
        if term.formula is not None and term.marks is None:
            return any(term.formula in formula for formula in self.formulas)
        if term.formula is not None:
            return any(term.marks in marks_after(term.formula, formula) for formula in self.formulas)
        return term.line is not None and term.line in self.line


@dataclass(frozen=True, slots=True)
class Term:
    """A term made ready: a command, with the macros that hold it; a part of a formula; or a line of words and formulas."""

    command: frozenset[str] | None = None
    formula: str | None = None
    line: str | None = None
    # What separates the arguments in the bracket that must follow a formula: `|` in `H[X|Y]`, nothing in `H[X]`.
    marks: str | None = None
    # A symbol with marks that may be others.
    shape: Shape | None = None

    @property
    def empty(self) -> bool:
        """Whether nothing is left of it to look for."""
        return not (self.command or self.shape or (self.formula or "").strip() or (self.line or "").strip())


class Matcher:
    """Reads texts and terms of one document, with its macros."""

    def __init__(self, macros: Mapping[str, Macro]) -> None:
        self._macros = macros
        self._holders: dict[str, frozenset[str]] = {}
        self._direct: dict[str, set[str]] | None = None

    def text(self, source: str) -> Text:
        """A text made ready."""
        source = strip_comments(source)
        formulas: list[str] = []

        def taken(match: re.Match[str]) -> str:
            body = body_of(match)
            if body is None:
                return " "
            formulas.append(body)
            return f" \0{len(formulas) - 1}\0 "

        without = FORMULA.sub(taken, source)
        streams = [self.stream(formula) for formula in formulas]
        shapes: dict[str, set[Shape]] = {}
        for stream in streams:
            for shape in shapes_of(stream.split()):
                shapes.setdefault(shape.base, set()).add(shape)
        line = " ".join(_line(without, streams))
        commands = frozenset(_COMMAND.findall(source))
        return Text(
            f" {line} ",
            tuple(f" {stream} " for stream in streams),
            commands,
            {base: frozenset(here) for base, here in shapes.items()},
        )

    def term(self, written: str) -> Term:
        """A term as it is written in a glossary."""
        written = written.strip()
        command = re.fullmatch(r"\$?\s*\\([a-zA-Z@]+)\s*\$?", written)
        if command is not None and (command[1] in self._macros or not written.startswith("$")):
            return Term(command=self._all_holding(command[1]), formula=self._written_out(command[1]))
        inside = re.fullmatch(r"\$([^$]+)\$|\\\((.+)\\\)", written, re.DOTALL)
        if inside is not None:
            return Term(formula=f" {self.stream(inside[1] or inside[2])} ")
        ready = self.text(written).line.strip(" .")
        return Term(line=f" {ready} ")

    def call(self, head: str, inside: str) -> Term:
        r"""A notation with arguments, such as `d[X;Y]` from the head `d[` and `X;Y`; another separator is another notation."""
        return Term(formula=f" {self.stream(head)} ", marks=_separators(f"{self.stream(inside)} )".split()))

    def stream(self, formula: str) -> str:
        """The tokens of a formula as a line."""
        return " ".join(tokens(_WORDS_INFORMULA.sub(" ", formula), self._macros))

    def _written_out(self, name: str) -> str | None:
        r"""What a command of the author without arguments prints: others may write `\varepsilon` for their `\eps`."""
        macro = self._macros.get(name)
        if macro is None or macro.parameters or "\\" not in macro.body:
            return None
        stream = self.stream(macro.body)
        return f" {stream} " if stream.startswith("\\") else None

    def _all_holding(self, name: str) -> frozenset[str]:
        """The command, and the macros of the author whose expansion contains it."""
        found = self._holders.get(name)
        if found is None:
            direct = self._direct = self._direct if self._direct is not None else _direct_holders(self._macros)
            names, todo = {name}, [name]
            while todo:
                more = direct.get(todo.pop(), set()) - names
                names |= more
                todo += more
            found = self._holders[name] = frozenset(names)
        return found


_OPEN, _CLOSE = frozenset(("(", "[", "{", "\\{", "\\langle")), frozenset((")", "]", "}", "\\}", "\\rangle"))
_SEPARATORS = {"|": "|", "\\mid": "|", ";": ";", ":": ":", "\\|": "\\|", "\\Vert": "\\|", "\\parallel": "\\|"}
_LONGEST_CALL = 200


def marks_after(head: str, formula: str) -> set[str]:
    """What separates the arguments, wherever a formula has the head, whose last token opens the bracket."""
    found: set[str] = set()
    at = formula.find(head)
    while at >= 0:
        after = at + len(head)
        found.add(_separators(formula[after : after + _LONGEST_CALL * 4].split()))
        at = formula.find(head, at + 1)
    return found


def _separators(found: Sequence[str]) -> str:
    depth, marks = 0, ""
    for token in found[:_LONGEST_CALL]:
        if token in _CLOSE:
            depth -= 1
            if depth < 0:
                break
        elif token in _OPEN:
            depth += 1
        elif depth == 0:
            marks += _SEPARATORS.get(token, "")
    return marks


def _direct_holders(macros: Mapping[str, Macro]) -> dict[str, set[str]]:
    holders: dict[str, set[str]] = {}
    for name, macro in macros.items():
        for command in _COMMAND.findall(macro.body):
            holders.setdefault(command, set()).add(name)
    return holders


def _line(text: str, streams: list[str]) -> Iterator[str]:
    for match in _PIECE.finditer(_ACCENT.sub(r"\1", _UNREAD.sub(" ", text))):
        piece = match[0]
        if match[1] is not None:
            # A formula is one word of the line: its tokens, without the spaces that keep words apart.
            yield f"${streams[int(match[1])].replace(' ', '')}$"
        elif piece[0] == "\\" or piece in "()":
            continue
        elif piece[0].isalpha():
            yield plain_word(piece)
        elif piece[0].isdigit():
            yield piece
        else:
            yield "."


def plain_word(word: str) -> str:
    """A word in small letters and in the singular; a short word in capitals stays as it is, being a name."""
    if word.isupper() and len(word) > 1:
        return word
    word = word.lower().removesuffix("'s")
    return singular(word)


def singular(word: str) -> str:
    """The singular of a word, by its ending; what is not certain stays, on both sides of a comparison alike."""
    if len(word) < _SHORTEST_PLURAL or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes", "zes")):
        return word[:-2]
    if word.endswith("ices"):
        return word[:-4] + "ix"
    return word.removesuffix("s")
