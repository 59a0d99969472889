r"""Which files a project consists of, in the order LaTeX reads them: `\input` and its relatives, classes, packages."""

import posixpath
import re

from tcsalgbench.tex.expansion import expansion_frame
from tcsalgbench.tex.frames import Argument
from tcsalgbench.tex.keyvals import split_list
from tcsalgbench.tex.presets import BASE, class_preset, is_known_style, package_preset
from tcsalgbench.tex.proofs import close_proofs_without_end
from tcsalgbench.tex.reader import Handler, Reader
from tcsalgbench.tex.source import SourceFile, readable
from tcsalgbench.tex.words import words

_PLAIN_NAME = re.compile(r'\s*"?([^\s{}\\%"]+)"?')
_BODY = re.compile(r"\\begin\s*\{document\}|\\end\s*\{document\}")
_NOT_TEX = (".pgf", ".tikz", ".eps", ".pdf", ".png", ".jpg", ".svg", ".lua")


def run_text(reader: Reader, text: str) -> None:
    """Read declarations of ours as if they stood here."""
    frame = expansion_frame((text,), [])
    source, offset = reader.frame.place(reader.frame.pos)
    frame.site = (source, offset, offset)
    reader.in_preset += 1

    def leave() -> None:
        reader.in_preset -= 1

    frame.on_end = leave
    if not reader.push(frame):
        leave()


def find_file(reader: Reader, name: str, folders: tuple[str, ...] = ("",)) -> str | None:
    """The file that TeX would read for a name."""
    for folder in (*folders, *reader.folders):
        path = posixpath.normpath(posixpath.join(folder, name))
        if path.startswith(("..", "/")):
            continue
        for candidate in (path + ".tex", path) if not name.endswith(".tex") else (path,):
            if candidate in reader.files:
                return candidate
    return None


def read_input(reader: Reader, name: str, start: int) -> None:
    r"""`\input{file}`, `\input file`, `\include{file}`, `\subfile{file}`, `\import{folder}{file}`."""
    place = reader.frame.place(start)
    reader.star()
    folder = ""
    if name in ("import", "subimport", "includefrom", "subincludefrom", "inputfrom", "subinputfrom"):
        folder = readable(reader.text_of(reader.group()))
        if name.startswith("sub"):
            folder = posixpath.join(posixpath.dirname(place[0].name), folder)
    file = _file_name(reader)
    if not file:
        return
    path = find_file(reader, file, (folder, posixpath.dirname(place[0].name)))
    if path is None:
        if not file.endswith(_NOT_TEX):
            outside = file.startswith(("/", "..", "~"))
            reader.warn(place, f"{file} {'lies outside the project' if outside else 'is not in the project'} and was not read")
        return
    if any(frame.is_file and frame.source is not None and frame.source.name == path for frame in reader.frames):
        reader.warn(place, f"{path} reads itself; the second reading was left out")
        return
    source = reader.open_file(path, place)
    if source is not None:
        _push(reader, source, folder, body_only=name in ("subfile", "subfileinclude"))


def _file_name(reader: Reader) -> str:
    if reader.peek() == "{":
        return readable(reader.printer.text(reader.text_of(reader.group()))).strip('" ')
    frame = reader.frame
    match = _PLAIN_NAME.match(frame.text, frame.pos, frame.end)
    if match is None:
        return ""
    frame.pos = match.end()
    return readable(match[1])


def _push(reader: Reader, source: SourceFile, folder: str, *, body_only: bool) -> None:
    if folder:
        reader.folders.append(folder)
    elif body_only:
        reader.folders.append(posixpath.dirname(source.name))
    before = reader.folders[:-1] if folder or body_only else reader.folders

    def leave() -> None:
        reader.folders = before

    if not reader.push_file(source, leave):
        leave()
        return
    if body_only:
        bounds = list(_BODY.finditer(source.text))
        if bounds and "begin" in bounds[0][0]:
            reader.skip_to(bounds[0].end())
            if len(bounds) > 1:
                reader.frame.end = reader.frame.limit = bounds[-1].start()


def end_input(reader: Reader, _name: str, _start: int) -> None:
    r"""`\endinput`: the rest of the file is not read."""
    for frame in reversed(reader.frames):
        if frame.is_file:
            if frame is reader.frame:
                reader.leave_content()
            frame.pos = frame.end = frame.limit
            return


def document_class(reader: Reader, name: str, start: int) -> None:
    r"""`\documentclass[options]{class}`, `\LoadClass`."""
    options, given = reader.optional(), reader.text_of(reader.group())
    reader.optional()
    if reader.in_document or not given:
        return
    if options is not None:
        reader.options |= set(split_list(reader.text_of(options)))
    if name == "documentclass":
        if reader.document_class is not None:
            return
        reader.document_class = given
    _load_class(reader, posixpath.basename(given), start, options)


def _load_class(reader: Reader, given: str, start: int, options: Argument | None) -> None:
    place = reader.frame.place(start)
    if given == "subfiles" and options is not None:
        _read_parent(reader, reader.text_of(options), start)
        return
    preset = class_preset(given, reader.options)
    if preset is not None:
        run_text(reader, preset)
        return
    source = reader.open_file(f"{given}.cls", place) if f"{given}.cls" in reader.files else None
    if source is None:
        reader.warn(place, f"the class {given} is not known and not in the project: numbered as the class article would")
        return
    _read_style(reader, source)


def _read_parent(reader: Reader, parent: str, start: int) -> None:
    """The preamble of a subfile is that of its main file."""
    place = reader.frame.place(start)
    path = find_file(reader, parent, (posixpath.dirname(place[0].name), ""))
    source = reader.open_file(path, place) if path is not None else None
    if source is None:
        reader.warn(place, f"the main file {parent} of this subfile is not in the project")
        return
    reader.document_class = None
    if reader.push_file(source):
        body = _BODY.search(source.text)
        if body is not None:
            reader.frame.end = reader.frame.limit = body.start()


def _read_style(reader: Reader, source: SourceFile) -> None:
    reader.in_style_file += 1
    before = reader.pattern
    reader.set_letters("at")

    def restore() -> None:
        reader.in_style_file -= 1
        reader.pattern = before

    if not reader.push_file(source, restore):
        restore()


def use_package(reader: Reader, _name: str, start: int) -> None:
    r"""`\usepackage[options]{a,b}`: styles of the project's own are read, known ones are known."""
    options, names = reader.optional(), split_list(reader.text_of(reader.group()))
    reader.optional()
    place = reader.frame.place(start)
    given = set(split_list(reader.text_of(options))) if options is not None else set()
    for package in reversed(names[:100]):
        name = posixpath.basename(package)
        if name in reader.packages:
            continue
        reader.packages.append(name)
        if name == "autonum" or (name == "mathtools" and "showonlyrefs" in given):
            reader.flags["only referenced"] = True
        if name.startswith(("algpseudocode", "algorithmic", "algpascal", "algcompatible")) and "noend" in given:
            reader.flags["@lines without ends"] = True
        preset = package_preset(name, given | (reader.options & given))
        if name in ("algorithm", "algorithm2e"):
            reader.algorithm_counter = "algocf" if name == "algorithm2e" else "algorithm"
        if preset:
            run_text(reader, preset)
        elif not is_known_style(name):
            path = find_style(reader, package)
            source = reader.open_file(path, place) if path is not None else None
            if source is not None:
                _read_style(reader, source)


def find_style(reader: Reader, package: str) -> str | None:
    """The file of a package that the project ships."""
    path = posixpath.normpath(f"{package}.sty")
    return path if not path.startswith(("..", "/")) and path in reader.files else None


def tools_settings(reader: Reader, _name: str, _start: int) -> None:
    r"""`\mathtoolsset{showonlyrefs}`: equations that nothing refers to have no number."""
    text = reader.text_of(reader.group())
    if re.search(r"showonlyrefs(?!\s*=\s*false)", text):
        reader.flags["only referenced"] = True


def begin_document(reader: Reader, _name: str, _start: int) -> None:
    r"""`\begin{document}`: what was put off until here is done, and content begins."""
    if reader.in_document:
        return
    reader.in_document = True
    reader.enter_content()
    for argument in reversed(reader.deferred["document"]):
        reader.push_argument(argument)


def end_document(reader: Reader, _name: str, start: int) -> None:
    r"""`\end{document}` of the paper ends the reading; that of a part which could stand alone ends the part."""
    files = [frame for frame in reader.frames if frame.is_file]
    if len(files) > 1 and _BODY.match(files[-1].text[files[-1].text.find("\\begin{document}") :]) is not None:
        reader.leave_content(start)
        reader.frame.pos = reader.frame.end = reader.frame.limit
        return
    waiting = reader.deferred["appendix"] + reader.deferred["end"]
    if waiting:
        reader.deferred["appendix"], reader.deferred["end"] = [], []
        reader.frame.pos = start
        for argument in reversed(waiting):
            reader.push_argument(argument)
        return
    close_proofs_without_end(reader, reader.frame.place(start))
    if reader.frame.is_file:
        reader.leave_content(start)
    reader.ended = True


def defer(reader: Reader, name: str, _start: int) -> None:
    r"""`\AtBeginDocument{...}`, `\AtEndDocument{...}`."""
    argument = reader.group()
    if argument is None:
        return
    if name == "AtEndDocument":
        reader.deferred["end"].append(argument)
    elif reader.in_document or name == "AtEndOfPackage":
        reader.push_argument(argument)
    else:
        reader.deferred["document"].append(argument)


def include_if_there(reader: Reader, _name: str, start: int) -> None:
    r"""`\InputIfFileExists{file}{then}{else}`."""
    file = reader.text_of(reader.group())
    yes, no = reader.group(), reader.group()
    path = find_file(reader, file)
    chosen = yes if path is not None else no
    if path is not None:
        source = reader.open_file(path, reader.frame.place(start))
        if source is not None and not any(frame.source is source for frame in reader.frames):
            reader.push_file(source)
    if chosen is not None and chosen.text:
        reader.push_argument(chosen)


_INPUTS = words(
    "input include subfile subfileinclude import subimport includefrom subincludefrom inputfrom "
    "subinputfrom @input loadglsentries"
)
HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(_INPUTS, read_input),
    "endinput": end_input,
    "documentclass": document_class,
    "LoadClass": document_class,
    "LoadClassWithOptions": document_class,
    "documentstyle": document_class,
    "usepackage": use_package,
    "RequirePackage": use_package,
    "RequirePackageWithOptions": use_package,
    "mathtoolsset": tools_settings,
    "document": begin_document,
    "enddocument": end_document,
    "AtBeginDocument": defer,
    "AtEndDocument": defer,
    "AtEndPreamble": defer,
    "AtEndOfPackage": defer,
    "AtEndOfClass": defer,
    "InputIfFileExists": include_if_there,
}
__all__ = ["BASE", "HANDLERS", "find_file", "run_text"]
