r"""Algorithms as numbered lines: the commands of `algorithmic`, `algpseudocode` and `algorithm2e`."""

from collections.abc import Callable

from tcsalgbench.tex.htmlreader import Converter
from tcsalgbench.tex.htmltree import Element
from tcsalgbench.tex.words import words

ENVIRONMENTS = frozenset(("algorithmic", "algpseudocode", "algorithmicx", "pseudocode"))
_DEEPEST = 6

# `\If{x}`: what stands before and after the argument, and how the lines after it are indented.
_OPENS = {
    "If": ("if ", " then"), "For": ("for ", " do"), "ForAll": ("for all ", " do"), "While": ("while ", " do"),
    "Loop": ("loop", ""), "Repeat": ("repeat", ""), "Procedure": ("procedure ", ""), "Function": ("function ", ""),
    "ForEach": ("for each ", " do"), "With": ("with ", " do"),
}  # fmt: skip
_TURNS = {"ElsIf": ("else if ", " then"), "ElseIf": ("else if ", " then"), "Else": ("else", "")}
_ENDS = frozenset(f"End{name}" for name in (*_OPENS, "Forall"))
_SAYS = {
    "State": "", "Statex": "", "Require": "Input: ", "Ensure": "Output: ", "Input": "Input: ", "Output": "Output: ",
    "Return": "return ",
    "Print": "print ", "Initialize": "initialize ", "Globals": "globals ",
}  # fmt: skip
# algorithm2e: words before the argument, and words between it and the block.
_BLOCKS = {
    "If": ("if ", " then"), "uIf": ("if ", " then"), "lIf": ("if ", " then "), "ElseIf": ("else if ", " then"),
    "Else": ("else", ""),
    "uElseIf": ("else if ", " then"), "uElse": ("else", ""), "lElse": ("else ", ""), "For": ("for ", " do"),
    "ForEach": ("for each ", " do"), "ForAll": ("for all ", " do"), "While": ("while ", " do"), "Repeat": ("repeat until ", ""),
    "lFor": ("for ", " do "), "lForEach": ("for each ", " do "), "lWhile": ("while ", " do "), "Fn": ("function ", ""),
}  # fmt: skip
_HEADS = {"KwIn": "Input: ", "KwOut": "Output: ", "KwData": "Data: ", "KwResult": "Result: ", "KwRet": "return "}
_HEADS |= {"Input": "Input: ", "Output": "Output: "}
_LINES = "algorithm2e lines"
# These are of algorithm2e and of nothing else.
_BEGIN_LISTING = (frozenset(_BLOCKS) | frozenset(_HEADS) | {"eIf"}) - frozenset((*_OPENS, *_TURNS, *_SAYS))
_BRACED = frozenset(words("algorithm algorithm* algorithm2e procedure function"))


def _line(to: Converter, *, numbered: bool = True) -> bool:
    """Begin a line of the listing in which the reading stands; False where it stands in none."""
    if not to.pop_to("env") or to.stack[-1].element.name != "ol":
        return False
    environment = to.stack[-1]
    indent = environment.indent
    classes = ([f"tcs-in{indent}"] if indent else []) + ([] if numbered else ["tcs-unnumbered"])
    to.push("line", "", Element("li", " ".join(classes)))
    return True


def _strong(to: Converter, text: str) -> None:
    if text.strip():
        to.put(Element("strong", "", (), [text.strip()]))
    if text.endswith(" "):
        to.add(" ")


def _indent(to: Converter, by: int) -> None:
    environment = to.environment()
    environment.indent = min(max(environment.indent + by, 0), _DEEPEST)


def _command(to: Converter, name: str) -> None:
    """A command of a listing, in whichever of the two manners it is meant."""
    word = name.capitalize() if name.isupper() else name
    word = {"Elsif": "ElsIf", "Elseif": "ElseIf", "Forall": "ForAll", "Endif": "EndIf", "Endfor": "EndFor"}.get(word, word)
    word = {"Endwhile": "EndWhile", "Endloop": "EndLoop", "Print": "Print"}.get(word, word)
    if not any(to.open_environments[environment] for environment in ENVIRONMENTS):
        _braced(to, word)
    elif word in _ENDS:
        _indent(to, -1)
    elif word == "Until":
        _indent(to, -1)
        _opening(to, ("until ", ""))
    elif word in _TURNS:
        _indent(to, -1)
        _opening(to, _TURNS[word], argument=word != "Else")
        _indent(to, 1)
    elif word in _OPENS:
        _opening(to, _OPENS[word], argument=word not in ("Loop", "Repeat"))
        _indent(to, 1)
    elif word == "Return" and name == word and to.stack[-1].kind == "line":
        _strong(to, "return ")
    elif word in _SAYS and _line(to, numbered=word not in ("Require", "Ensure", "Input", "Output", "Statex", "Globals")):
        _strong(to, _SAYS[word])
    elif word not in _SAYS:
        to.unknown(name)


def _opening(to: Converter, around: tuple[str, str], *, argument: bool = True) -> None:
    _line(to)
    _strong(to, around[0])
    if argument and to.group_follows():
        given = to.argument()
        second = to.argument() if around[0] in ("procedure ", "function ") and to.group_follows() else None
        text = given if second is None else f"{given}({second})"
        to.read(text, on_end=lambda: _strong_after(to, around[1]))
    else:
        _strong_after(to, around[1])


def _strong_after(to: Converter, text: str) -> None:
    if text.strip():
        to.add(" ")
        to.put(Element("strong", "", (), [text.strip()]))
        to.add(" ")


def _braced(to: Converter, word: str) -> None:
    """A command of algorithm2e: its block is an argument."""
    if not _in_braced(to) and word not in _BEGIN_LISTING:
        if word == "Return":
            _strong(to, "return ")
        else:
            to.unknown(word)
        return
    _listing(to)
    if word in ("eIf",):
        condition, first, second = to.argument(), to.argument(), to.argument()
        to.read(f"\\Else{{{second}}}")
        to.read(f"\\If{{{condition}}}{{{first}}}")
    elif word in _HEADS or word == "Return":
        _line(to, numbered=word in ("KwRet", "Return"))
        _strong(to, _HEADS.get(word, "return "))
        if to.group_follows():
            to.read(to.argument(), on_end=lambda: _end_line(to))
    elif word in _BLOCKS:
        before, after = _BLOCKS[word]
        condition = to.argument() if word not in ("Else", "uElse", "lElse") else ""
        body = to.argument() if to.group_follows() else ""
        _line(to)
        _strong(to, before)

        def inside() -> None:
            _strong_after(to, after)
            _end_line(to)
            _indent(to, 1)
            if not to.read(body, on_end=end_of_block):
                end_of_block()

        def end_of_block() -> None:
            _end_line(to)
            _indent(to, -1)

        if not to.read(condition, on_end=inside):
            inside()
    else:
        to.unknown(word)


def _in_braced(to: Converter) -> bool:
    return any(to.open_environments[environment] for environment in (*_BRACED, _LINES))


def _listing(to: Converter) -> None:
    """The list of lines of an algorithm2e: begun with its first command, also where only its body is at hand."""
    if to.environment().name != _LINES:
        to.pop_to("env")
        to.push("env", _LINES, Element("ol", "tcs-lines"))


def _end_line(to: Converter) -> None:
    if to.environment().name == _LINES and to.pop_to("line"):
        to.pop()


def _semicolon(to: Converter, _name: str) -> None:
    if _in_braced(to):
        _listing(to)
        _end_line(to)
    else:
        to.add("\u2005")


def _comment(to: Converter, _name: str) -> None:
    to.next_is("*")
    to.option()
    text = to.argument()
    opened = to.push("note", "", Element("span", "tcs-comment"))
    to.add(" ▷ ")
    to.read_into(opened, text, " ")


def _call(to: Converter, _name: str) -> None:
    name, arguments = to.argument(), to.argument()
    to.read(f"\\textsc{{{name}}}({arguments})")


def _word(to: Converter, name: str) -> None:
    _strong(to, {"KwTo": "to ", "algorithmicdo": "do "}.get(name, name.lower() + " "))


_NAMES = {*_OPENS, *_TURNS, *_ENDS, *_SAYS, *_BLOCKS, *_HEADS, "Until", "eIf", "EndFor", "EndIf"}
_OLD = {name.upper() for name in (*_OPENS, *_TURNS, *_ENDS, "State", "Require", "Ensure", "Return", "Until", "Print")}
COMMANDS: dict[str, Callable[[Converter, str], None]] = {
    **dict.fromkeys(sorted(_NAMES | _OLD), _command),
    **dict.fromkeys(("Comment", "COMMENT", "tcp", "tcc", "tcp*"), _comment),
    **dict.fromkeys(("KwTo", "TO", "AND", "OR", "NOT", "TRUE", "FALSE"), _word),
    "Call": _call,
    ";": _semicolon,
}
