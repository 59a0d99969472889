"""User macros: their parameters, their bodies, and the text one call stands for."""

import re
from dataclasses import dataclass
from typing import Literal

_PARAMETER = re.compile(r"#([1-9])|##([1-9]?)")
_COMMENT = re.compile(r"(\\[\s\S])|%[^\n]*(?:\n[ \t]*)?")
_SPACES = re.compile(r"\s+")
CONTROL_WORD = re.compile(r"\\([a-zA-Z@]+)")

NO_VALUE = "-NoValue-"  # what xparse hands on for an argument that was not given
ParameterKind = Literal["mandatory", "optional", "star", "until", "delimited", "literal", "body"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter. `text` is the default of an optional one, the delimiters of a delimited one, or a literal."""

    kind: ParameterKind
    text: str | None = None
    takes_number: bool = True
    default: str = ""

    @property
    def shown(self) -> str:
        """What stands in a formula for an optional argument that was not given."""
        return "" if self.kind != "optional" or self.text in (None, NO_VALUE) else self.text or ""


@dataclass(frozen=True, slots=True)
class Macro:
    """A macro as its author declared it; `pieces` is its body cut at the parameters."""

    name: str
    parameters: tuple[Parameter, ...]
    body: str
    pieces: tuple[str | int, ...]
    is_environment: bool = False

    @property
    def numbered(self) -> int:
        """How many `#n` it has."""
        return sum(parameter.takes_number for parameter in self.parameters)

    @property
    def swallows(self) -> bool:
        """Whether text given to it may never be printed: some parameter does not appear in the body."""
        used = {piece for piece in self.pieces if isinstance(piece, int)}
        return any(number not in used for number in range(1, self.numbered + 1))


def strip_comments(text: str) -> str:
    """The text without its comments, and without the line ends that they swallow."""
    return _COMMENT.sub(lambda match: match[1] or "", text) if "%" in text else text


def one_space(text: str) -> str:
    """TeX reads any run of white space as one space; those at the ends of a label are part of it."""
    return _SPACES.sub(" ", text)


def make_macro(name: str, parameters: tuple[Parameter, ...], body: str, *, is_environment: bool = False) -> Macro:
    """A macro from the text of its body."""
    body = strip_comments(body)
    return Macro(name, parameters, body, tuple(_cut(body)), is_environment)


def _cut(body: str) -> list[str | int]:
    pieces: list[str | int] = []
    text, last = "", 0
    for match in _PARAMETER.finditer(body):
        text += body[last : match.start()]
        last = match.end()
        if match[1] is None:
            text += "#" + match[2]
        else:
            pieces += [text, int(match[1])]
            text = ""
    pieces.append(text + body[last:])
    return [piece for piece in pieces if piece != ""]


def counted(count: int, default: str | None = None) -> tuple[Parameter, ...]:
    r"""The parameters of `\newcommand{\x}[count][default]{...}`."""
    count = max(0, min(count, 9))
    mandatory = tuple(Parameter("mandatory") for _ in range(count if default is None else count - 1))
    return mandatory if default is None else (Parameter("optional", default), *mandatory)


_SPECIFICATION = re.compile(
    r"\s*(?:[+!]|>\s*\{[^{}]*\}|(?P<token>t)\s*(?P<what>[^\s{}])|(?P<braced>[ODRGE])(?P<args>(?:\s*[^\s{}]{0,2})?\s*(?:\{[^{}]*\})+|[^\s{}]{2}\{[^{}]*\})"
    r"|(?P<delimited>[dr])\s*(?P<pair>[^\s]{2})|(?P<plain>[a-zA-Z]))"
)


def from_specification(specification: str) -> tuple[Parameter, ...]:
    r"""The parameters of `\NewDocumentCommand{\x}{specification}{...}`."""
    parameters: list[Parameter] = []
    for match in _SPECIFICATION.finditer(specification):
        plain, braced = match["plain"], match["braced"]
        if match["token"]:
            parameters.append(Parameter("star", match["what"]))
        elif match["delimited"]:
            parameters.append(Parameter("delimited", match["pair"], default=NO_VALUE))
        elif braced == "O":
            parameters.append(Parameter("optional", match["args"].strip()[1:-1]))
        elif braced:
            parameters.append(Parameter("delimited", match["args"].strip()[:2]))
        elif plain == "o":
            parameters.append(Parameter("optional", NO_VALUE))
        elif plain == "g":
            parameters.append(Parameter("delimited", "{}", default=NO_VALUE))
        elif plain == "s":
            parameters.append(Parameter("star"))
        elif plain == "b":
            parameters.append(Parameter("body"))
        elif plain in ("m", "v", "l", "u"):
            parameters.append(Parameter("mandatory"))
    return tuple(parameters[:9])


def from_parameter_text(text: str) -> tuple[Parameter, ...]:
    r"""The parameters of `\def\x#1:#2.{...}`: what stands after a parameter delimits it."""
    cuts = re.split(r"#([1-9])", text)
    parameters = [Parameter("literal", cuts[0], takes_number=False)] if cuts[0] else []
    for delimiter in cuts[2::2][:9]:
        parameters.append(Parameter("until", delimiter) if delimiter else Parameter("mandatory"))
    return tuple(parameters)
