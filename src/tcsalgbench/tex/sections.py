r"""Sectioning commands, and `\appendix`."""

import re

from tcsalgbench.tex.macros import make_macro
from tcsalgbench.tex.names import talks_of_proofs
from tcsalgbench.tex.numbering import printed_reference
from tcsalgbench.tex.proofs import close_proofs_without_end, open_headed_proof
from tcsalgbench.tex.reader import Handler, Reader
from tcsalgbench.tex.state import Anchor, RawSection

LEVELS = {
    "part": -1,
    "chapter": 0,
    "section": 1,
    "subsection": 2,
    "subsubsection": 3,
    "paragraph": 4,
    "subparagraph": 5,
}


def section(reader: Reader, name: str, start: int) -> None:
    r"""`\section*[short]{Title}`: numbered unless starred or too deep."""
    begin = reader.frame.place(start)
    starred = reader.star()
    reader.optional()
    title = reader.group()
    if title is None:
        return
    _open_section(reader, name, LEVELS.get(name, 1), starred)
    close_proofs_without_end(reader, begin)
    number = "" if starred else (reader.current.number if reader.current.counter == name else "")
    record = RawSection(LEVELS.get(name, 1), number, title.text.strip(), [], (begin, reader.here()[1]), reader.order)
    reader.order += 1
    announces = record.level >= LEVELS["paragraph"] and re.match(r"(?i)(?:\\[a-z]+\s*)*proof\b", record.title)
    if announces and not talks_of_proofs(record.title):
        open_headed_proof(reader, begin, record.title)
    else:
        reader.found.sections.append(record)
    reader.push_argument(title)


def _open_section(reader: Reader, name: str, level: int, starred: bool) -> None:
    if not reader.counters.exists(name) or (name == "section" and reader.flags.get("@one appendix")):
        return
    deep = reader.counters.value("secnumdepth")
    if name == "part" and not reader.counters.exists("chapter"):
        deep += 1  # an article numbers parts from depth 0 on
    if starred or level > deep or (level <= 0 and reader.flags.get("@mainmatter") is False and name != "part"):
        return
    reader.counters.step(name)
    reader.current = Anchor("section", name, printed_reference(reader, name))


def start_section(reader: Reader, _name: str, start: int) -> None:
    r"""`\@startsection{name}{level}{..}{..}{..}{style}`: how classes and papers define their sectioning commands."""
    argument = reader.group()
    name = reader.text_of(argument)
    for _ in range(5):
        reader.group()
    if name:
        section(reader, name, start)


def one_appendix(reader: Reader, _name: str, _start: int) -> None:
    r"""After IEEE's `\appendix` there is one appendix, and `\section` in it has no number."""
    reader.flags["@one appendix"] = True


def section_depth(reader: Reader, _name: str, _start: int) -> None:
    r"""`\setsecnumdepth{subsection}` of memoir."""
    level = LEVELS.get(reader.text_of(reader.group()))
    if level is not None:
        reader.counters.set("secnumdepth", level)


def sub_appendices(reader: Reader, _name: str, _start: int) -> None:
    r"""`\begin{subappendices}`: lettered sections of a chapter, or subsections of a section."""
    outer, inner = ("chapter", "section") if reader.counters.exists("chapter") else ("section", "subsection")
    kept = reader.counters.value(inner)
    reader.counters.set(inner, 0)
    reader.define("the" + inner, make_macro("the" + inner, (), f"\\the{outer}.\\Alph{{{inner}}}"))
    reader.environments[-1].at_end.append(lambda: reader.counters.set(inner, kept))


def matter(reader: Reader, name: str, _start: int) -> None:
    r"""`\frontmatter` and `\backmatter`: chapters without numbers."""
    reader.flags["@mainmatter"] = name == "mainmatter"


def appendices(reader: Reader, _name: str, _start: int) -> None:
    r"""`\begin{appendices}`: sections are lettered up to its end, then counting goes on as before."""
    top = "chapter" if reader.counters.exists("chapter") else "section"
    kept = reader.counters.value(top)
    reader.counters.set(top, 0)
    reader.define("the" + top, make_macro("the" + top, (), f"\\Alph{{{top}}}"))
    reader.environments[-1].at_end.append(lambda: reader.counters.set(top, kept))


HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(LEVELS, section),
    "@startsection": start_section,
    "appendices": appendices,
    "subappendices": sub_appendices,
    "@oneappendix": one_appendix,
    "setsecnumdepth": section_depth,
    "maxsecnumdepth": section_depth,
    "frontmatter": matter,
    "mainmatter": matter,
    "backmatter": matter,
}
