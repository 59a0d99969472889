r"""References, citations, and the commands of blueprints."""

import re

from tcsalgbench.tex.frames import Place
from tcsalgbench.tex.keyvals import split_list
from tcsalgbench.tex.macros import one_space, strip_comments
from tcsalgbench.tex.reader import Handler, Reader
from tcsalgbench.tex.source import readable
from tcsalgbench.tex.state import RawProof, RawReference
from tcsalgbench.tex.statements import context
from tcsalgbench.tex.words import words

_QUICK = re.compile(r"\*?\s*\{([^{}\\%\n]*)\}")
ONE = words(
    "ref Ref pageref eqref autoref Autoref nameref Nameref fullref subref refeq prettyref fref Fref thref "
    "titleref zref getrefnumber cnameref labelpageref tagref textref rref hyperlinkref lcnamecref"
)
LISTS = words(
    "cref Cref vref Vref labelcref labelcpageref namecref nameCref namecrefs nameCrefs lcnamecrefs "
    "cpageref Cpageref vpageref fullcref zcref zcpageref threfs subcref Subcref crefs Crefs reftextvario"
)
RANGES = ["crefrange", "Crefrange", "cpagerefrange", "Cpagerefrange", "vrefrange", "labelcrefrange"]
_CITES = words(
    "cite citep citet citealp citealt citeauthor citeyear Cite Citet Citep parencite textcite autocite "
    "footcite citeyearpar shortcite citeN onlinecite fullcite nocite smartcite supercite citenum "
    "parencites textcites cites"
)


def reference(reader: Reader, name: str, start: int) -> None:
    """A command that refers to a label, or to a list of labels."""
    frame = reader.frame
    quick = _QUICK.match(frame.text, frame.pos, frame.end)
    if quick is not None:
        frame.pos = quick.end()
        written = quick[1]
    else:
        reader.star()
        if name in ("zcref", "zref", "cref", "Cref"):
            reader.optional()
        argument = reader.group()
        if argument is None or not argument.braced:
            return
        written = one_space(strip_comments(argument.text))
        if "\\" in written:
            written = reader.printer.text(written)
    if written.strip():
        _add(reader, name, readable(written), reader.called_at(start))


def reference_range(reader: Reader, name: str, start: int) -> None:
    r"""`\crefrange{from}{to}`: written as `from--to`, to be resolved with all that lies between."""
    reader.star()
    first, last = reader.text_of(reader.group()), reader.text_of(reader.group())
    if first and last:
        _add(reader, name, f"{readable(first)}\0{readable(last)}", reader.called_at(start))


def linked_text(reader: Reader, name: str, start: int) -> None:
    r"""`\hyperref[label]{text}`."""
    argument = reader.optional()
    if argument is not None and argument.text.strip():
        _add(reader, name, readable(reader.text_of(argument)), reader.called_at(start))


def _add(reader: Reader, command: str, written: str, place: tuple[Place, int]) -> None:
    if len(reader.found.references) >= reader.limits.references:
        reader.warn_once(place[0], "there are more references than are read")
        return
    block, proof = context(reader)
    heading = proof is not None and _in_heading(proof, place[0])
    reader.order += 1
    reader.found.references.append(RawReference(command, written, place, block, proof, heading, reader.order))
    if heading and proof is not None:
        proof.heading_labels.append(written)


def _in_heading(proof: RawProof, place: Place) -> bool:
    return proof.body_start[0] is place[0] and proof.start[1] <= place[1] < proof.body_start[1]


def blueprint(reader: Reader, name: str, _start: int) -> None:
    r"""`\uses{a, b}` and `\proves{a}` of Lean blueprints."""
    labels = [readable(part) for part in split_list(reader.text_of(reader.group()))]
    block, proof = context(reader)
    if name == "proves":
        if proof is not None:
            proof.proves += labels
    elif block is not None:
        block.uses += labels
    elif proof is not None:
        proof.uses += labels


def cite(reader: Reader, _name: str, start: int) -> None:
    r"""`\cite[note]{key,key}` and its many relatives."""
    reader.star()
    first = reader.optional()
    second = reader.optional()
    keys = reader.group()
    if keys is None or not keys.braced:
        return
    listed = tuple(readable(key) for key in split_list(reader.text_of(keys)))
    note = second if second is not None else first
    text = readable(note.text.strip()) if note is not None and note.text.strip() else None
    reader.found.citations.append((listed, text, reader.called_at(start)))
    if note is not None and "\\" in note.text:
        reader.push_argument(note)


def bibliography(reader: Reader, _name: str, _start: int) -> None:
    r"""`\bibliography{a,b}`, `\addbibresource{a.bib}`."""
    reader.optional()
    reader.found.bibliographies += [readable(part) for part in split_list(reader.text_of(reader.group()))]


def inline_bibliography(reader: Reader, _name: str, start: int) -> None:
    r"""`\begin{thebibliography}` in the paper itself."""
    begin = reader.frame.place(start)
    reader.group()
    environment = reader.environments[-1]
    environment.at_end.append(lambda: reader.found.inline_bibliographies.append((begin, reader.here())))


def from_lean(reader: Reader, name: str, start: int) -> None:
    r"""`\inputleannode{a}`, `\inputleanmodule{A}`: text that a build makes from Lean code."""
    what = reader.text_of(reader.group())
    message = (
        f"\\{name}{{{what}}} is made from Lean code when the blueprint is built; it is not in the project and was not read"
    )
    reader.warn(reader.frame.place(start), message)


def skip_group(reader: Reader, _name: str, _start: int) -> None:
    """A command whose argument is no content: keys, names, addresses."""
    reader.optional()
    reader.group()


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(ONE, reference),
    **dict.fromkeys(LISTS, reference),
    **dict.fromkeys(RANGES, reference_range),
    "hyperref": linked_text,
    "uses": blueprint,
    "proves": blueprint,
    **dict.fromkeys(_CITES, cite),
    "bibliography": bibliography,
    "addbibresource": bibliography,
    "thebibliography": inline_bibliography,
    "lean": skip_group,
    "inputleannode": from_lean,
    "inputleanmodule": from_lean,
}
