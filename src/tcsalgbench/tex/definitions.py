r"""Definitions by the author: `\newcommand` and its relatives, `\def`, `\let`, environments, counters of LaTeX."""

import re
from dataclasses import dataclass

from tcsalgbench.tex.frames import Argument
from tcsalgbench.tex.macros import (
    CONTROL_WORD,
    Macro,
    Parameter,
    counted,
    from_parameter_text,
    from_specification,
    make_macro,
)
from tcsalgbench.tex.proofs import PROOFS
from tcsalgbench.tex.reader import Handler, Meaning, Reader
from tcsalgbench.tex.state import Anchor
from tcsalgbench.tex.words import words

_NAME = re.compile(r"\s*(?:\\expandafter\s*)?\\([a-zA-Z@_:]+\*?|[\s\S])")
_CSNAME = re.compile(r"\s*(?:\\expandafter\s*)*\\csname\s*([^\\{}]*)\\endcsname")
_DEF_PARAMETERS = re.compile(r"[^{}\n]*(?:\n[ \t]*(?=\{))?")
# What the reader itself stands on keeps its meaning, whatever a paper does to it.
_PROTECTED = frozenset(
    words(
        "begin end document enddocument def gdef edef xdef let newcommand renewcommand providecommand "
        "newenvironment input include usepackage documentclass makeatletter makeatother newcounter setcounter "
        "addtocounter stepcounter refstepcounter verbatim item fi else csname newtheorem"
    )
)
_STRUCTURE = frozenset(
    words(
        "part chapter section subsection subsubsection paragraph subparagraph label ref eqref cref Cref autoref "
        "pageref nameref hyperref caption footnote cite proof endproof equation endequation align endalign tag "
        "notag nonumber qed QED"
    )
)
# Blueprints neutralise these for print; they still say what a proof uses.
_BLUEPRINT = frozenset(("uses", "proves", "lean"))
_COUNTED = re.compile(r"\d")


def command_name(reader: Reader) -> str | None:
    r"""The name that is being defined: `\name`, `{\name}`, or `\csname name\endcsname`."""
    reader.settle()
    frame = reader.frame
    named = _CSNAME.match(frame.text, frame.pos, frame.end)
    if named is None and reader.peek() == "{":
        argument = reader.group()
        match = _NAME.match(argument.text) if argument is not None else None
        return match[1].removesuffix("*") if match else (argument.text.strip() if argument else None)
    match = named or _NAME.match(frame.text, frame.pos, frame.end)
    if match is None:
        return None
    frame.pos = match.end()
    name = match[1]
    if name.endswith("*") and name != "*":
        frame.pos -= 1
        name = name[:-1]
    return name


def define(reader: Reader, macro: Macro, *, everywhere: bool = False) -> None:
    """Define a macro, unless that would take away what the reader stands on."""
    name = macro.name
    if name == "@currentlabel":
        reader.current = Anchor("custom", "", reader.printer.text(macro.body))
        return
    if name in _PROTECTED or not name or (name in _BLUEPRINT and macro.numbered == 1):
        return
    # A new look for a command that structures the paper is no new meaning; a new way to reach one is.
    leads = name not in _STRUCTURE or reader.leads_somewhere(macro)
    if not leads or (name in _STRUCTURE and name in CONTROL_WORD.findall(macro.body)):
        return
    reader.define(name, macro, everywhere=everywhere)


def new_command(reader: Reader, name: str, _start: int) -> None:
    r"""`\newcommand{\x}[n][default]{body}`."""
    reader.star()
    defined = command_name(reader)
    count = reader.text_of(reader.optional())
    default = reader.optional()
    body = reader.group()
    if defined is None or body is None:
        return
    if name == "providecommand" and reader.meaning(defined) is not None:
        return
    digits = _COUNTED.search(count)
    parameters = counted(int(digits[0]) if digits else 0, default.text if default is not None else None)
    define(reader, make_macro(defined, parameters, body.text))


def new_document_command(reader: Reader, name: str, _start: int) -> None:
    r"""`\NewDocumentCommand{\x}{specification}{body}`."""
    defined = command_name(reader)
    specification, body = reader.group(), reader.group()
    if defined is None or body is None or specification is None:
        return
    if name.startswith("Provide") and reader.meaning(defined) is not None:
        return
    define(reader, make_macro(defined, from_specification(specification.text), body.text))


def new_environment(reader: Reader, name: str, _start: int) -> None:
    r"""`\newenvironment{x}[n][default]{begin}{end}` and `\NewDocumentEnvironment`."""
    reader.star()
    env = reader.text_of(reader.group())
    parameters: tuple[Parameter, ...]
    if "Document" in name:
        specification = reader.group()
        parameters = from_specification(specification.text if specification else "")
    else:
        digits = _COUNTED.search(reader.text_of(reader.optional()))
        default = reader.optional()
        parameters = counted(int(digits[0]) if digits else 0, default.text if default is not None else None)
    begin, end = reader.group(), reader.group()
    if begin is None or end is None or not env or env in _PROTECTED:
        return
    if name.startswith("provide") and reader.meaning(env) is not None:
        return
    opening, closing = begin.text, end.text
    if parameters and parameters[-1].kind == "body":  # the content is an argument: it goes where that one is printed
        opening, _, rest = opening.partition(f"#{len(parameters)}")
        parameters, closing = parameters[:-1], rest + closing
    define_environment(reader, env, parameters, opening, closing)


def define_environment(reader: Reader, env: str, parameters: tuple[Parameter, ...], begin: str, end: str) -> None:
    r"""Define what `\begin` and `\end` do; arguments are not kept for the end, as in older LaTeX."""
    opening = make_macro(env, parameters, begin, is_environment=True)
    builtin = reader.builtins.get(env)
    keeps = builtin is not None and not isinstance(builtin, Macro) and not reader.leads_somewhere(opening)
    if keeps and not parameters:
        return
    reader.define(env, opening)
    reader.define("end" + env, make_macro("end" + env, (), re.sub(r"#[1-9]", "", end)))


def environ(reader: Reader, _name: str, _start: int) -> None:
    r"""`\NewEnviron{x}[n][default]{body}` of the package environ: `\BODY` says where the content goes."""
    env = reader.text_of(reader.group())
    digits = _COUNTED.search(reader.text_of(reader.optional()))
    default = reader.optional()
    body = reader.group()
    if not env or body is None:
        return
    begin, shown, end = body.text.partition("\\BODY")
    parameters = counted(int(digits[0]) if digits else 0, default.text if default is not None else None)
    if shown:
        define_environment(reader, env, parameters, begin, end)
    elif reader.builtins.get("comment") is not None:
        reader.define(env, reader.builtins["comment"])


def plain_def(reader: Reader, name: str, _start: int) -> None:
    r"""`\def\x#1:#2.{body}`, `\gdef`, `\edef`, `\xdef`."""
    defined = command_name(reader)
    frame = reader.frame
    parameters = _DEF_PARAMETERS.match(frame.text, frame.pos, frame.end)
    if defined is None or parameters is None or not frame.text.startswith("{", parameters.end()):
        return
    frame.pos = parameters.end()
    body = reader.group()
    if body is None:
        return
    text = body.text
    if name in ("edef", "xdef", "protected@edef", "protected@xdef") and "#" not in text:
        text = reader.printer.text(text)
    everywhere = name in ("gdef", "xdef", "protected@xdef")
    define(reader, make_macro(defined, from_parameter_text(parameters[0].strip()), text), everywhere=everywhere)


def let(reader: Reader, _name: str, _start: int) -> None:
    r"""`\let\x=\y`."""
    defined = command_name(reader)
    frame = reader.frame
    match = re.compile(r"\s*=?\s?").match(frame.text, frame.pos, frame.end)
    frame.pos = match.end() if match else frame.pos
    other = command_name(reader) if reader.peek() == "\\" else None
    if defined is None or defined in _PROTECTED:
        return
    if other is None and reader.peek() != "\\":
        reader.group()
    meaning: Meaning | None = reader.meaning(other) if other else None
    if other in ("relax", "undefined", "@undefined") and defined.removeprefix("end") in PROOFS:
        return  # the name is freed for a package or class that declares proofs anew
    if meaning is None and defined in reader.builtins and not isinstance(reader.builtins[defined], Macro):
        if other not in ("relax", "@gobble", "undefined"):
            return
        meaning = make_macro(defined, (Parameter("mandatory"),) if other == "@gobble" else (), "")
    if meaning is not None and not isinstance(meaning, Macro | _UnderItsName) and other is not None:
        meaning = _UnderItsName(meaning, other)
    reader.define(defined, meaning)


@dataclass(frozen=True, slots=True)
class _UnderItsName:
    """What a command does may depend on its name; under another name it still does the same."""

    handler: Handler
    name: str

    def __call__(self, reader: Reader, _name: str, start: int) -> None:
        self.handler(reader, self.name, start)


def named_def(reader: Reader, name: str, _start: int) -> None:
    r"""`\@namedef{x}{body}`, `\csdef{x}{body}`."""
    defined = reader.text_of(reader.group())
    frame = reader.frame
    match = re.compile(r"[^{}\n]*").match(frame.text, frame.pos, frame.end)
    parameters = match[0].strip() if match else ""
    frame.pos = match.end() if match else frame.pos
    body = reader.group()
    if defined and body is not None:
        macro = make_macro(defined, from_parameter_text(parameters), body.text)
        define(reader, macro, everywhere=name in ("csgdef", "csxdef"))


def named_let(reader: Reader, name: str, _start: int) -> None:
    r"""`\cslet{x}\y`, `\csletcs{x}{y}`, `\letcs\x{y}`."""
    defined = command_name(reader) if name == "letcs" else reader.text_of(reader.group())
    other = command_name(reader)
    if defined and other and defined not in _PROTECTED:
        reader.define(defined, reader.meaning(other))


def named(reader: Reader, name: str, start: int) -> None:
    r"""`\csname x\endcsname` and `\@nameuse{x}` run `\x`."""
    if name == "csname":
        frame = reader.frame
        at = frame.text.find("\\endcsname", frame.pos, min(frame.end, frame.pos + 200))
        if at < 0:
            return
        word = reader.printer.text(frame.text[frame.pos : at])
        frame.pos = at + len("\\endcsname")
    else:
        word = reader.printer.text(reader.text_of(reader.group()))
    meaning = reader.meaning(word)
    if isinstance(meaning, Macro):
        reader.call(meaning, start)
    elif meaning is not None and handler_of(meaning) is not named:  # a name of a name of a name … would nest for ever
        meaning(reader, word, start)


def handler_of(meaning: Meaning | None) -> Meaning | None:
    """What a command does, whatever name it goes by."""
    return meaning.handler if isinstance(meaning, _UnderItsName) else meaning


def skip_operator(reader: Reader, _name: str, _start: int) -> None:
    r"""`\DeclareMathOperator{\x}{text}`: no structure, but kept for those who expand formulas."""
    starred = reader.star()
    defined, body = command_name(reader), reader.group()
    if defined and body is not None and defined not in _PROTECTED:
        reader.define(defined, make_macro(defined, (), f"\\operatorname{'*' if starred else ''}{{{body.text}}}"))


def paired_delimiter(reader: Reader, name: str, _start: int) -> None:
    r"""`\DeclarePairedDelimiter{\x}{left}{right}`, kept for those who expand formulas."""
    defined = command_name(reader)
    if name != "DeclarePairedDelimiter":
        reader.optional()
    left, right = reader.group(), reader.group()
    body = reader.group() if name != "DeclarePairedDelimiter" else None
    if not defined or left is None or right is None or defined in _PROTECTED:
        return
    if name == "DeclarePairedDelimiter":
        parameters = (Parameter("star", takes_number=False), Parameter("optional", "", takes_number=False))
        text = f"{left.text} #1 {right.text}"
        reader.define(defined, make_macro(defined, (*parameters, Parameter("mandatory")), text))
    elif body is not None:
        reader.define(defined, make_macro(defined, (Parameter("mandatory"),), f"{left.text} {body.text} {right.text}"))


def patch_command(reader: Reader, name: str, _start: int) -> None:
    r"""`\patchcmd` and its relatives change macros in ways that are not followed."""
    for _ in range({"patchcmd": 5, "xpatchcmd": 5}.get(name, 2)):
        reader.group()


def expanded_argument(reader: Reader, argument: Argument | None) -> str:
    """What an argument prints."""
    return reader.printer.text(reader.text_of(argument))


_DOCUMENT_COMMANDS = [f"{how}DocumentCommand" for how in ("New", "Renew", "Provide", "Declare")]
_DOCUMENT_COMMANDS += [f"{how}ExpandableDocumentCommand" for how in ("New", "Renew", "Provide", "Declare")]
_COMMANDS = words("newcommand renewcommand providecommand DeclareRobustCommand newrobustcmd renewrobustcmd newcommandx")
_ENVIRONMENTS = ["newenvironment", "renewenvironment", "provideenvironment"]
_ENVIRONMENTS += [f"{how}DocumentEnvironment" for how in ("New", "Renew", "Provide", "Declare")]
HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(_COMMANDS, new_command),
    **dict.fromkeys(_DOCUMENT_COMMANDS, new_document_command),
    **dict.fromkeys(_ENVIRONMENTS, new_environment),
    **dict.fromkeys(("NewEnviron", "RenewEnviron"), environ),
    **dict.fromkeys(("def", "gdef", "edef", "xdef", "protected@edef", "protected@xdef"), plain_def),
    **dict.fromkeys(("let", "glet"), let),
    **dict.fromkeys(("@namedef", "csdef", "csgdef", "csedef", "csxdef"), named_def),
    **dict.fromkeys(("cslet", "csletcs", "letcs"), named_let),
    **dict.fromkeys(("csname", "@nameuse", "csuse"), named),
    **dict.fromkeys(("DeclareMathOperator",), skip_operator),
    **dict.fromkeys(("DeclarePairedDelimiter", "DeclarePairedDelimiterX", "DeclarePairedDelimiterXPP"), paired_delimiter),
    **dict.fromkeys(("patchcmd", "xpatchcmd", "apptocmd", "pretocmd", "xapptocmd", "xpretocmd"), patch_command),
}
