r"""Floats and their captions, and algorithms with the numbers of their lines."""

from tcsalgbench.tex.algorithm2e import number_lines
from tcsalgbench.tex.algorithmlines import LineStyle
from tcsalgbench.tex.environments import verbatim
from tcsalgbench.tex.keyvals import key_values
from tcsalgbench.tex.macros import Macro, make_macro
from tcsalgbench.tex.numbering import printed_reference
from tcsalgbench.tex.reader import Handler, Reader
from tcsalgbench.tex.state import Anchor, RawBlock
from tcsalgbench.tex.statements import Theorem, add_label, close_block, open_block
from tcsalgbench.tex.words import words

_FLOATS = {
    "figure": "figure", "figure*": "figure", "wrapfigure": "figure", "SCfigure": "figure", "sidewaysfigure": "figure",
    "figwindow": "figure", "floatingfigure": "figure", "teaserfigure": "figure", "marginfigure": "figure",
    "table": "table", "table*": "table", "wraptable": "table", "longtable": "table", "sidewaystable": "table",
    "SCtable": "table", "margintable": "table", "longtblr": "table", "listing": "listing", "listing*": "listing",
    "subfigure": "subfigure", "subtable": "subtable",
}  # fmt: skip
_ALGORITHMS = ("algorithm", "algorithm*", "algorithm2e", "algorithm2e*", "procedure", "function", "algo")
_LINES = words(
    "State STATE For FOR ForAll FORALL EndFor ENDFOR While WHILE EndWhile ENDWHILE If IF ElsIf ELSIF "
    "ElseIf Else ELSE EndIf ENDIF Repeat REPEAT Until UNTIL Loop LOOP EndLoop ENDLOOP Procedure "
    "EndProcedure Function EndFunction RETURN PRINT"
)


def begin_float(reader: Reader, name: str, _start: int) -> None:
    """A float opens; its caption will count it."""
    reader.float_kinds.append((len(reader.environments), _FLOATS.get(name, name)))
    depth = len(reader.environments)
    reader.environments[-1].at_end.append(lambda: _leave_float(reader, depth))
    reader.optional()


def _leave_float(reader: Reader, depth: int) -> None:
    while reader.float_kinds and reader.float_kinds[-1][0] >= depth:
        reader.float_kinds.pop()


def begin_algorithm(reader: Reader, name: str, start: int) -> None:
    """An algorithm is a float and a node: its number comes with its caption."""
    if name in ("procedure", "function", "algo") and "algorithm2e" not in reader.packages:
        return
    begin = reader.frame.place(start)
    reader.optional()
    counter = "procedure" if name in ("procedure", "function") else reader.algorithm_counter
    depth = len(reader.environments)
    reader.float_kinds.append((depth, counter))
    before = reader.line_style
    reader.line_style = before.copy()
    reader.environments[-1].at_end.append(lambda: _leave_algorithm(reader, depth, before))
    title = {"procedure": "Procedure", "function": "Function"}.get(name, "Algorithm")
    block = open_block(reader, Theorem(name, title, None), begin, None, {})
    block.kind, block.title = "algorithm", _algorithm_title(reader, title)


def _leave_algorithm(reader: Reader, depth: int, style: LineStyle) -> None:
    _leave_float(reader, depth)
    reader.line_style = style


def _algorithm_title(reader: Reader, title: str) -> str:
    for command in ("ALG@name", "algorithmname", "algorithmcfname", "fname@algorithm"):
        if reader.meaning(command) is not None:
            return reader.printer.text(f"\\{command} ") or title
    return title


def end_algorithm(reader: Reader, _name: str, start: int) -> None:
    r"""`\end{algorithm}`."""
    for block in reversed(reader.open_blocks):
        if block.kind == "algorithm":
            place = reader.frame.place(start)
            number_lines(reader, block, reader.line_style, place[1] if place[0] is block.body_start[0] else 0)
            close_block(reader, block, place)
            return


def caption(reader: Reader, name: str, _start: int) -> None:
    r"""`\caption[short]{text}` counts the float it stands in; `\captionof{figure}{text}` says which."""
    starred = reader.star()
    kind = reader.text_of(reader.group()) if name == "captionof" else None
    reader.optional()
    text = reader.group()
    if kind is None and reader.float_kinds:
        kind = reader.float_kinds[-1][1]
    if kind is not None and not starred:
        if kind == "procedure":
            _name_procedure(reader, reader.text_of(text))
        elif kind.startswith("sub"):
            _sub_caption(reader, kind)
        else:
            _count(reader, kind, text.text.strip() if text is not None else None)
    if text is not None:
        reader.push_argument(text)


def _name_procedure(reader: Reader, text: str) -> None:
    """Procedures and functions of algorithm2e have no number: a reference prints their name."""
    block = _algorithm(reader)
    reader.current = Anchor("block" if block else "float", "", reader.printer.text(text.partition("(")[0]), block)
    if block is not None:
        block.name = text


def _count(reader: Reader, kind: str, text: str | None) -> None:
    reader.counters.step(kind)
    number = printed_reference(reader, kind)
    block = _algorithm(reader) if kind == reader.algorithm_counter else None
    reader.current = Anchor("block" if block else "float", kind, number, block)
    if block is not None and block.number is None:
        block.counter, block.number, block.name = kind, number, text


def _algorithm(reader: Reader) -> RawBlock | None:
    return next((block for block in reversed(reader.open_blocks) if block.kind == "algorithm"), None)


def _sub_caption(reader: Reader, kind: str) -> None:
    outer = kind.removeprefix("sub")
    reader.counters.step(kind)
    counted = any(environment.current.counter == outer for environment in reader.environments)
    value = reader.counters.value(outer)
    if not counted:  # the main caption comes later: the parts already carry its number
        reader.counters.set(outer, value + 1)
    number = reader.printer.the(outer) + reader.printer.the(kind)
    reader.counters.set(outer, value)
    reader.current = Anchor("float", kind, number)


def continued_float(reader: Reader, _name: str, _start: int) -> None:
    r"""`\ContinuedFloat`: the caption that follows has the number of the one before."""
    kind = reader.float_kinds[-1][1] if reader.float_kinds else "figure"
    reader.counters.set(kind, reader.counters.value(kind) - 1)


def sub_float(reader: Reader, _name: str, _start: int) -> None:
    r"""`\subfloat[caption]{content}` and `\subcaptionbox{caption}{content}` count parts of a figure."""
    kind = "sub" + (reader.float_kinds[-1][1] if reader.float_kinds else "figure")
    if reader.counters.exists(kind):
        _sub_caption(reader, kind)


def new_float(reader: Reader, name: str, _start: int) -> None:
    r"""`\newfloat{name}{placement}{extension}[within]`, `\DeclareFloatingEnvironment[keys]{name}`."""
    keys = reader.optional() if name == "DeclareFloatingEnvironment" else None
    env = reader.text_of(reader.group())
    within = key_values(keys.text).get("within") if keys is not None else None
    if name == "newfloat":
        reader.group()
        reader.group()
        within = reader.text_of(reader.optional()) or None
    if not env:
        return
    reader.counters.new(env, within)
    body = f"\\the{within}.\\arabic{{{env}}}" if within else f"\\arabic{{{env}}}"
    reader.define("the" + env, make_macro("the" + env, (), body), everywhere=True)
    if env not in _ALGORITHMS:
        reader.define(env, begin_float, everywhere=True)
        reader.define(env + "*", begin_float, everywhere=True)
    else:
        reader.algorithm_counter = env


def begin_listing(reader: Reader, name: str, start: int) -> None:
    r"""`\begin{lstlisting}[caption=..., label=...]` and `\lstinputlisting`: its caption is counted, its text is no content."""
    options = reader.optional()
    keys = key_values(options.text) if options is not None else {}
    place = reader.called_at(start)
    if "caption" in keys:
        reader.counters.step("lstlisting")
        form = reader.meaning("thelstlisting")
        own = isinstance(form, Macro) and form.body != "\\arabic{lstlisting}"
        within = not own and reader.counters.value("chapter") > 0
        number = reader.printer.the("chapter") + "." if within else ""
        reader.current = Anchor("float", "lstlisting", number + reader.printer.reference("lstlisting"))
    if keys.get("label"):
        add_label(reader, keys["label"], place)
    if name == "lstlisting":
        verbatim(reader, name, start)
    else:
        reader.group()


def begin_lines(reader: Reader, _name: str, _start: int) -> None:
    """`algorithmic` counts its lines from 1."""
    reader.optional()
    reader.counters.set("ALG@line", 0)
    reader.line_depth = len(reader.environments)
    environment = reader.environments[-1]
    before = reader.line_depth
    environment.at_end.append(lambda: setattr(reader, "line_depth", 0 if before == reader.line_depth else reader.line_depth))


def line(reader: Reader, name: str, _start: int) -> None:
    r"""`\State` and its relatives begin a numbered line."""
    if reader.line_depth and not (name.lower().startswith("end") and reader.flags.get("@lines without ends")):
        reader.counters.step("ALG@line")
        reader.current = Anchor("line", "ALG@line", reader.printer.the("ALG@line"))


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(_FLOATS, begin_float),
    **dict.fromkeys(_ALGORITHMS, begin_algorithm),
    **{"end" + name: end_algorithm for name in _ALGORITHMS},
    "caption": caption,
    "captionof": caption,
    "ContinuedFloat": continued_float,
    "subfloat": sub_float,
    "subcaptionbox": sub_float,
    "newfloat": new_float,
    "DeclareFloatingEnvironment": new_float,
    "lstlisting": begin_listing,
    "lstinputlisting": begin_listing,
    "algorithmic": begin_lines,
    **dict.fromkeys(_LINES, line),
}
