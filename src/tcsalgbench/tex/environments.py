r"""`\begin` and `\end`, groups, and text that is no content: verbatim, comments."""

import re

from tcsalgbench.tex.definitions import handler_of
from tcsalgbench.tex.frames import Place
from tcsalgbench.tex.macros import Macro
from tcsalgbench.tex.names import looks_like_proof, looks_like_statement
from tcsalgbench.tex.proofs import close_proof, open_tentative_proof
from tcsalgbench.tex.reader import Handler, Reader
from tcsalgbench.tex.state import Environment
from tcsalgbench.tex.statements import close_block, open_tentative_block
from tcsalgbench.tex.words import words

_NAME = re.compile(r"\s*\{([^{}\\%]*)\}")
_VERBATIM_NAMES = words(
    "verbatim verbatim* CCSXML Verbatim Verbatim* BVerbatim LVerbatim lstlisting minted comment filecontents "
    "filecontents* Highlighting pythoncode sagesilent sageblock luacode luacode* asy tcblisting "
    "spverbatim"
)


def environment_name(reader: Reader) -> str | None:
    """The name after `\\begin` or `\\end`."""
    reader.settle()
    frame = reader.frame
    quick = _NAME.match(frame.text, frame.pos, frame.end)
    if quick is not None:
        frame.pos = quick.end()
        return quick[1].strip()
    argument = reader.group()
    return None if argument is None else reader.printer.text(argument.text)


def open_environment(reader: Reader, name: str, start: int) -> Environment | None:
    """Push an environment: what is changed inside it is restored when it ends."""
    if len(reader.environments) > reader.limits.environments:
        reader.warn(reader.here(), "environments nest too deeply; this one was not read as one")
        return None
    environment = Environment(name, reader.current, frame_id=id(reader.frame), offset=start)
    environment.line_at = reader.frame.place(start)
    reader.environments.append(environment)
    return environment


def begin(reader: Reader, _command: str, start: int) -> None:
    r"""`\begin{name}` runs `\name` in a group."""
    name = environment_name(reader)
    if name is None:
        return
    if name == "document":
        reader.meanings["document"](reader, name, start)  # type: ignore[operator]
        return
    if open_environment(reader, name, start) is None:
        return
    meaning = reader.meaning(name)
    if meaning is None or handler_of(meaning) in (begin, end):
        undeclared = reader.builtins.get("undeclared statement")
        if undeclared is not None and looks_like_statement(name) and not isinstance(undeclared, Macro):
            undeclared(reader, name, start)
    elif not isinstance(meaning, Macro):
        meaning(reader, name, start)
    else:
        frames = len(reader.frames)
        place = reader.frame.place(start)
        heading = _heading(reader, meaning) if looks_like_proof(name) else None
        reader.call(meaning, start)
        expanded = reader.frame if len(reader.frames) > frames else None
        if looks_like_proof(name):
            open_tentative_proof(reader, name, place, expanded, heading)
        elif looks_like_statement(name):
            open_tentative_block(reader, name, place, expanded)


def _heading(reader: Reader, macro: Macro) -> str | None:
    """What an author's own environment for proofs is given as its heading; it stays to be read."""
    if not macro.parameters or reader.peek() not in ("[", "{"):
        return None
    frame = reader.frame
    at = frame.pos
    given = reader.optional() if reader.peek() == "[" else reader.group()
    if reader.frame is frame:
        frame.pos = at
    return reader.text_of(given) or None


def end(reader: Reader, _command: str, start: int) -> None:
    r"""`\end{name}` runs `\endname`, then ends the group."""
    name = environment_name(reader)
    if name is None:
        return
    if name == "document":
        reader.meanings["enddocument"](reader, name, start)  # type: ignore[operator]
        return
    depth = _matching(reader, name)
    place = reader.frame.place(start)
    if depth < 0:
        reader.warn(place, f"\\end{{{name}}} closes nothing that is open here")
        return
    meaning = reader.meaning("end" + name)
    if handler_of(meaning) in (begin, end):
        meaning = None
    if not isinstance(meaning, Macro):
        if meaning is not None:
            if depth < len(reader.environments) - 1:
                close_down_to(reader, depth + 1, place)
            meaning(reader, "end" + name, start)
        close_down_to(reader, depth, place)
        return
    frames = len(reader.frames)
    target = reader.environments[depth]
    reader.call(meaning, start)
    if len(reader.frames) > frames:
        reader.frame.on_end = lambda: _close_to(reader, target, place)
    else:
        _close_to(reader, target, place)


def _matching(reader: Reader, name: str) -> int:
    for depth in range(len(reader.environments) - 1, 0, -1):
        if reader.environments[depth].name == name:
            return depth
    return -1


def _close_to(reader: Reader, target: Environment, place: Place) -> None:
    for depth, environment in enumerate(reader.environments):
        if environment is target:
            close_down_to(reader, depth, place)
            return


def close_down_to(reader: Reader, depth: int, place: Place) -> None:
    """End the environments from the innermost to the one at `depth`; all but that one were left open by the author."""
    while len(reader.environments) > max(depth, 1):
        environment = reader.environments.pop()
        level = len(reader.environments)
        if level > depth and environment.name not in ("{", "") and environment.line_at is not None:
            reader.warn(environment.line_at, f"\\begin{{{environment.name}}} is never ended")
        for action in reversed(environment.at_end):
            action()
        while reader.open_blocks and reader.open_blocks[-1].depth > level:
            close_block(reader, reader.open_blocks[-1], place)
        while reader.open_proofs and reader.open_proofs[-1].depth > level:
            close_proof(reader, reader.open_proofs[-1], place)
        for undo in reversed(environment.undo):
            undo()
        reader.current = environment.current


def begin_group(reader: Reader, _name: str, start: int) -> None:
    r"""`\begingroup`, `\bgroup`."""
    open_environment(reader, "{", start)


def end_group(reader: Reader, _name: str, start: int) -> None:
    r"""`\endgroup`, `\egroup`."""
    if reader.environments[-1].name == "{":
        close_down_to(reader, len(reader.environments) - 1, reader.frame.place(start))


def verbatim(reader: Reader, name: str, start: int) -> None:
    r"""An environment whose text is no content, up to its `\end`."""
    environment = reader.environments[-1].name
    frame = reader.frame
    if not environment or environment == "{" or (name not in environment and not frame.expansion):
        return  # used as a command, it hides nothing
    # Where an author's own environment opens this one, it is that one's end that ends the text.
    names = [open_one.name for open_one in reader.environments[-3:]] if frame.expansion else [environment]
    closing = re.compile(r"\\end\s*\{(?:" + "|".join(re.escape(one) for one in names if one) + r")\}")
    begin = frame.place(start)
    found = closing.search(frame.text, frame.pos, frame.end)
    while found is None and frame.expansion and len(reader.frames) > 1 and frame.on_end is None:
        reader.frames.pop()
        frame = reader.frame
        found = closing.search(frame.text, frame.pos, frame.end)
    if found is None:
        reader.warn(begin, f"\\begin{{{environment}}} is never ended; what follows was read as content")
        return
    reader.skip_to(found.start())


def verb(reader: Reader, _name: str, _start: int) -> None:
    r"""`\verb|...|`: nothing in it is a command."""
    frame = reader.frame
    at = frame.pos + (frame.text.startswith("*", frame.pos))
    mark = frame.text[at : at + 1]
    if mark == "" or mark.isspace():
        return
    line_end = frame.text.find("\n", at, frame.end)
    close = frame.text.find(mark, at + 1, line_end if line_end >= 0 else frame.end)
    if close > 0:
        frame.pos = close + 1


def inline_listing(reader: Reader, name: str, start: int) -> None:
    r"""`\lstinline|...|`, `\mintinline{python}|...|`."""
    reader.optional()
    if name == "mintinline":
        reader.group()
    if reader.peek() == "{":
        reader.group()
    else:
        verb(reader, name, start)


def address(reader: Reader, _name: str, _start: int) -> None:
    r"""`\url{...}`: a percent sign in it begins no comment."""
    frame = reader.frame
    if frame.text.startswith("{", frame.pos):
        depth = 0
        for match in re.finditer(r"[{}\n]", frame.text[frame.pos : min(frame.end, frame.pos + 2000)]):
            depth += {"{": 1, "}": -1}.get(match[0], 0)
            if depth == 0 and match[0] == "}":
                frame.pos += match.end()
                return


def new_verbatim(reader: Reader, name: str, _start: int) -> None:
    r"""`\lstnewenvironment{name}`, `\DefineVerbatimEnvironment{name}`, `\excludecomment{name}`."""
    argument = reader.group()
    if argument is not None:
        reader.define(argument.text.strip(), verbatim)
    if name == "DefineVerbatimEnvironment":
        reader.group()
        reader.group()


def include_comment(reader: Reader, _name: str, _start: int) -> None:
    r"""`\includecomment{name}`: an environment that only groups its content."""
    argument = reader.group()
    if argument is not None:
        reader.define(argument.text.strip(), None)


def make_letters(reader: Reader, name: str, _start: int) -> None:
    r"""`\makeatletter` and `\ExplSyntaxOn` change what a name is made of."""
    mode = {"makeatletter": "at", "ExplSyntaxOn": "expl"}.get(name, "at" if reader.in_style_file else "")
    reader.set_letters(mode)


HANDLERS: dict[str, Handler] = {
    "begin": begin,
    "end": end,
    "begingroup": begin_group,
    "bgroup": begin_group,
    "endgroup": end_group,
    "egroup": end_group,
    "verb": verb,
    "lstinline": inline_listing,
    "mintinline": inline_listing,
    "url": address,
    "path": address,
    "nolinkurl": address,
    "lstnewenvironment": new_verbatim,
    "DefineVerbatimEnvironment": new_verbatim,
    "newverbatim": new_verbatim,
    "excludecomment": new_verbatim,
    "includecomment": include_comment,
    "makeatletter": make_letters,
    "makeatother": make_letters,
    "ExplSyntaxOn": make_letters,
    "ExplSyntaxOff": make_letters,
    **dict.fromkeys(_VERBATIM_NAMES, verbatim),
}
