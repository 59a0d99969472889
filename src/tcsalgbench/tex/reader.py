"""The reader itself: a stack of texts, what each command means, and the loop that jumps from command to command.

Only commands with a meaning here are looked at: those that LaTeX structures a paper with, and those user macros whose
bodies lead to one of them. Everything else (nearly all of the mathematics) is passed over by one regular expression.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from tcsalgbench.tex.counters import Counters
from tcsalgbench.tex.expansion import body_length, expansion_frame
from tcsalgbench.tex.frames import NOWHERE, SPACE, TOKEN, Argument, Frame, Place, bracket_end, group_end
from tcsalgbench.tex.limits import Limits
from tcsalgbench.tex.macros import CONTROL_WORD, Macro, Parameter
from tcsalgbench.tex.model import ReadingWarning
from tcsalgbench.tex.printing import Printer
from tcsalgbench.tex.source import SourceFile, is_binary
from tcsalgbench.tex.state import Anchor, Environment, Found, RawBlock, RawProof

if TYPE_CHECKING:
    from tcsalgbench.tex.displays import Display

Handler = Callable[["Reader", str, int], None]
Meaning = Handler | Macro

_EVENT = re.compile(r"\\([a-zA-Z]+|[\\\[\]])|\\[\s\S]|%[^\n]*")
_EVENT_AT = re.compile(r"\\([a-zA-Z@]+|[\\\[\]])|\\[\s\S]|%[^\n]*")
_EVENT_EXPL = re.compile(r"\\([a-zA-Z@_:]+|[\\\[\]])|\\[\s\S]|%[^\n]*")
_NO_ANCHOR = Anchor()


class Reader:
    """One reading of one project. What the commands do is in the modules that fill `meanings`."""

    def __init__(self, files: Mapping[str, bytes], main: str, limits: Limits) -> None:
        self.files = files
        self.main = main
        self.limits = limits
        self.found = Found()
        self.warnings: list[ReadingWarning] = []
        self.frames: list[Frame] = []
        self.meanings: dict[str, Meaning] = {}
        self.builtins: dict[str, Meaning] = {}
        self.counters = Counters()
        self.printer = Printer(self.meanings, self.counters, limits.printed, limits.printing)
        self.environments: list[Environment] = [Environment("", _NO_ANCHOR)]
        self.current = _NO_ANCHOR
        self.open_blocks: list[RawBlock] = []
        self.open_proofs: list[RawProof] = []
        self.in_document = False
        self.ended = False
        self.pattern = _EVENT
        self.flags: dict[str, bool] = {}
        self.packages: list[str] = []
        self.document_class: str | None = None
        self.options: set[str] = set()
        self.sources: dict[str, SourceFile] = {}
        self.deferred: dict[str, list[Argument]] = {"document": [], "end": [], "appendix": []}
        self.settings: dict[str, dict[str, str]] = {}
        self.order = 0
        self.folders: list[str] = []
        self.float_kinds: list[tuple[int, str]] = []
        self.algorithm_counter = "algorithm"
        self.line_depth = 0
        self.wanted: frozenset[str] | None = None
        self.theorems: dict[str, str | None] = {}
        self.theorem_style = "arabic"
        self.restatable: tuple[str, bool] | None = None
        self.lists: dict[int, str] = {}
        self.list_kinds: dict[str, str] = {}
        self.resumed: dict[str, int] = {}
        self.displays: list[Display] = []
        self.label_taken_by: Callable[[Reader], Anchor | None] | None = None
        self.in_style_file = 0
        self.content: list[tuple[SourceFile, int, int]] = []
        self._content_from: Place | None = None
        self._said: set[str] = set()
        self._read = self._expansions = self._expanded = self._scanned = self._events = 0
        self._dull: dict[str, Meaning] = {}
        self._interesting: dict[str, bool] = {}

    # The texts being read.

    @property
    def frame(self) -> Frame:
        """The text being read now."""
        return self.frames[-1]

    def push(self, frame: Frame) -> bool:
        """Read another text before going on with this one."""
        if len(self.frames) >= self.limits.frames:
            self.warn(
                self.frame.place(self.frame.pos), "macros or files nest too deeply here; what lies deeper was not read"
            )
            return False
        self.frames.append(frame)
        return True

    def push_argument(self, argument: Argument, on_end: Callable[[], None] | None = None) -> bool:
        """Read an argument in its place, so that what is found in it has its own span."""
        if argument.start == argument.end and argument.text:
            frame = Frame(argument.text, 0, len(argument.text), None)
            frame.pieces, frame.expansion = [(0, None, 0)], True
        else:
            frame = Frame(argument.frame.text, argument.start, argument.end, argument.frame.source)
            frame.pieces = argument.frame.pieces
        source, offset = self.frame.place(self.frame.pos)
        frame.site = (source, offset, offset) if argument.frame.site is NOWHERE else argument.frame.site
        frame.on_end = on_end
        return self.push(frame)

    def open_file(self, name: str, place: Place | None) -> SourceFile | None:
        """A file of the project, or None with a warning."""
        if name in self.sources:
            source = self.sources[name]
        else:
            data = self.files[name]
            if is_binary(data):
                self.warn(place, f"{name} is binary and was not read")
                return None
            source = self.sources[name] = SourceFile(name, data)
        self._read += len(source.text)
        if self._read > self.limits.bytes_read and self._read > len(source.text):
            self.warn(place, f"{name} was not read: the project is larger than {self.limits.bytes_read:,} bytes")
            return None
        return source

    def push_file(self, source: SourceFile, on_end: Callable[[], None] | None = None) -> bool:
        """Read a file, then go on."""
        size = len(source.text)
        if size > self.limits.bytes_read:
            size = self.limits.bytes_read
            self.warn((source, size), f"only the first {size:,} bytes of this file were read")
        self.leave_content()
        frame = Frame(source.text, 0, size, source)
        frame.is_file, frame.on_end = True, on_end
        pushed = self.push(frame)
        self.enter_content()
        return pushed

    def leave_content(self, at: int | None = None) -> None:
        """Up to here the source is content."""
        if self._content_from is not None and self.frames:
            source, offset = self.frame.place(self.frame.pos if at is None else at)
            if source is self._content_from[0] and offset > self._content_from[1]:
                self.content.append((source, self._content_from[1], offset))
        self._content_from = None

    def enter_content(self) -> None:
        """From here on the source is content."""
        if self.in_document and self.frames and not self.ended:
            self._content_from = self.frame.after(self.frame.pos)

    def skip_to(self, offset: int) -> None:
        """Pass over text that is no content."""
        self.leave_content()
        self.frame.pos = min(offset, self.frame.end)
        self.enter_content()

    def warn(self, place: Place | None, message: str) -> None:
        """Say what was guessed or could not be read, and where."""
        if len(self.warnings) == self.limits.warnings:
            self.warnings.append(ReadingWarning(self.main, 1, "there were more warnings than are shown"))
        if len(self.warnings) < self.limits.warnings:
            name, line = (place[0].name, place[0].line(place[1])) if place else (self.main, 1)
            self.warnings.append(ReadingWarning(name, line, message))

    def warn_once(self, place: Place | None, message: str) -> None:
        """The same, the first time only."""
        if message not in self._said:
            self._said.add(message)
            self.warn(place, message)

    def here(self) -> Place:
        """The place where reading goes on."""
        return self.frame.after(self.frame.pos)

    def called_at(self, start: int) -> tuple[Place, int]:
        """The place of a command that began at `start`, and where in the source it ends."""
        begin, end = self.frame.place(start), self.frame.after(self.frame.pos)
        return begin, end[1] if end[0] is begin[0] and end[1] >= begin[1] else begin[1]

    def may_scan(self, characters: int) -> bool:
        """Count characters that were looked through; whether there may be more."""
        self._scanned += characters
        return self._scanned < self.limits.scanned_for(self._read)

    # Arguments.

    def settle(self) -> None:
        """Go back to the text a macro was called in when its own is used up: TeX reads arguments across that border."""
        while len(self.frames) > 1:
            frame = self.frame
            if self._after_space(frame) < frame.end or frame.is_file or frame.on_end is not None or frame.scopes:
                return
            self.frames.pop()

    def _after_space(self, frame: Frame) -> int:
        match = SPACE.match(frame.text, frame.pos, frame.end)
        return match.end() if match else frame.pos

    def peek(self) -> str:
        """The next character that is no space."""
        self.settle()
        frame = self.frame
        return frame.text[at : at + 1] if (at := self._after_space(frame)) < frame.end else ""

    def star(self) -> bool:
        """Whether a star follows; it is read."""
        if self.peek() != "*":
            return False
        self.frame.pos = self._after_space(self.frame) + 1
        return True

    def optional(self) -> Argument | None:
        """An argument in brackets, if one follows."""
        if self.peek() != "[":
            return None
        return self.delimited("[]")

    def delimited(self, pair: str) -> Argument | None:
        """An argument between two characters, if it follows."""
        if self.peek() != pair[0]:
            return None
        frame = self.frame
        start = self._after_space(frame)
        bound = min(frame.end, start + self.limits.argument)
        if pair == "[]":
            end = bracket_end(frame.text, start, bound)
        elif pair == "{}":
            end = group_end(frame.text, start, bound)
        else:
            end = frame.text.find(pair[1], start + 1, bound)
        self._scanned += (end if end >= 0 else bound) - start
        if end < 0:
            return None
        frame.pos = end + 1
        return Argument(frame.text[start + 1 : end], frame, start + 1, end)

    def group(self) -> Argument | None:
        """A mandatory argument: a group, or else a single token."""
        following = self.peek()
        frame = self.frame
        if following == "{" and self._scanned < self.limits.scanned_for(self._read):
            start = self._after_space(frame)
            bound = min(frame.end, start + self.limits.argument)
            end = group_end(frame.text, start, bound)
            self._scanned += (end if end >= 0 else bound) - start
            if end < 0:
                self.warn(frame.place(start), "this group is never closed")
                return None
            frame.pos = end + 1
            return Argument(frame.text[start + 1 : end], frame, start + 1, end)
        if following in ("", "}", "{"):
            return None
        match = TOKEN.match(frame.text, self._after_space(frame), frame.end)
        if match is None:
            return None
        frame.pos = match.end()
        return Argument(match[0], frame, match.start(), match.end(), braced=False)

    def text_of(self, argument: Argument | None) -> str:
        """The text of an argument, without comments or spaces around it."""
        return "" if argument is None else re.sub(r"(?<!\\)%[^\n]*\n?\s*", "", argument.text).strip()

    # Meanings.

    def define(self, name: str, meaning: Meaning | None, *, everywhere: bool = False) -> None:
        """Give a command a meaning, until the group that it is given in ends."""
        if not everywhere and self.in_document:
            before = self.meanings.get(name) or self._dull.get(name)
            self.undo_at_group_end(lambda: self._set(name, before))
        self._set(name, meaning)

    def undo_at_group_end(self, undo: Callable[[], None]) -> None:
        """Have something undone when the innermost group ends: an environment, or braces."""
        frame, environment = self.frame, self.environments[-1]
        if frame.open_brace(frame.pos) and self._scanned < self.limits.scanned_for(self._read):
            inner = frame.brace_stack[-1] if frame.brace_stack else frame.pos
            inside = environment.frame_id != id(frame) or inner >= environment.offset
            end = group_end(frame.text, inner, min(frame.end, inner + self.limits.argument)) if inside else -1
            self._scanned += min(frame.end - inner, self.limits.argument)
            if end >= frame.pos:
                if not frame.scopes or frame.scopes[-1][0] > end:
                    frame.scopes.append((end, []))
                    frame.limit = end
                frame.scopes[-1][1].append(undo)
                return
        environment.undo.append(undo)

    def _set(self, name: str, meaning: Meaning | None) -> None:
        if self._dull:
            for dull, its in self._dull.items():
                self.meanings.setdefault(dull, its)
            self._dull.clear()
        self._interesting.clear()
        self.printer.forget()
        if isinstance(meaning, Macro):
            self._expanded += len(meaning.body)
        if meaning is None:
            self.meanings.pop(name, None)
        else:
            self.meanings[name] = meaning

    def meaning(self, name: str) -> Meaning | None:
        """What a command means now."""
        return self.meanings.get(name) or self._dull.get(name)

    def all_meanings(self) -> dict[str, Meaning]:
        """Every command with a meaning, also those that were found to lead nowhere."""
        return {**self._dull, **self.meanings}

    def leads_somewhere(self, macro: Macro, depth: int = 0) -> bool:
        """Whether the body of a macro reaches a command with a meaning here, or hides what it is given."""
        known = self._interesting.get(macro.name) if depth else None
        if known is not None:
            return known
        self._interesting[macro.name] = found = depth > 40
        if not found:
            found = macro.swallows or any(self._has_meaning(word, depth) for word in CONTROL_WORD.findall(macro.body))
        self._interesting[macro.name] = found
        return found

    def _has_meaning(self, word: str, depth: int) -> bool:
        meaning = self.meaning(word)
        return self.leads_somewhere(meaning, depth + 1) if isinstance(meaning, Macro) else meaning is not None

    # Expansion.

    def call(self, macro: Macro, start: int) -> None:
        """Read the arguments of a macro, then read what the call stands for."""
        if not self._may_expand(macro, start):
            return
        caller = self.frame
        begin = caller.place(start)
        arguments = self.arguments(macro.parameters)
        self._expansions += 1
        length = body_length(macro, arguments)
        self._expanded += length
        if self._expanded >= self.limits.expanded_for(self._read):
            self.warn(begin, f"\\{macro.name} expands to more text than is read")
            return
        frame = expansion_frame(macro.pieces, arguments)
        self._expanded += 16 * len(frame.pieces)
        self.push_expansion(frame, caller, begin)

    def _may_expand(self, macro: Macro, start: int) -> bool:
        if self._expansions < self.limits.expansions_for(self._read) and self._expanded < self.limits.expanded_for(
            self._read
        ):
            return True
        self.warn_once(self.frame.place(start), "macros expand too often; from here on they were not expanded")
        return False

    def push_expansion(self, frame: Frame, caller: Frame, begin: Place) -> bool:
        """Read the text of a call that began at a place."""
        end = self.frame.after(self.frame.pos)
        frame.site = caller.site if caller.source is None else NOWHERE
        if frame.site is NOWHERE or not frame.site[1] <= begin[1] <= frame.site[2]:
            frame.site = (begin[0], begin[1], end[1] if end[0] is begin[0] and end[1] > begin[1] else begin[1])
        return self.push(frame)

    def arguments(self, parameters: Sequence[Parameter]) -> list[Argument | None]:
        """The arguments that a macro asks for."""
        return [given for p in parameters for given in (self._argument(p),) if p.takes_number]

    def _argument(self, parameter: Parameter) -> Argument | None:
        kind, text = parameter.kind, parameter.text or ""
        if kind == "mandatory":
            return self.group()
        self.settle()
        frame = self.frame
        if kind == "star":
            at = self.frame.pos
            return Argument("*", self.frame, at, at) if self.star() else None
        if kind in ("optional", "delimited"):
            given = self.delimited(text if kind == "delimited" else "[]")
            return given or (Argument(text, frame, 0, 0) if kind == "optional" else None)
        if kind == "literal":
            if frame.text.startswith(text, frame.pos):
                frame.pos += len(text)
            return None
        start = frame.pos
        end = frame.text.find(text or "\n\n", start, min(frame.end, start + self.limits.argument))
        if end < 0:
            return None
        frame.pos = end + len(text)
        return Argument(frame.text[start:end], frame, start, end)

    # The loop.

    def run(self, frame: Frame) -> None:
        """Read a text, and all it leads to, to the end."""
        self.frames.append(frame)
        while self.frames and not self.ended:
            self._read_frame(self.frames[-1])
            self._close_frame()

    def run_declarations(self, source: SourceFile) -> None:
        """Read what LaTeX itself declares, before the paper begins."""
        before, self.pattern = self.pattern, _EVENT_AT
        self.run(Frame(source.text, 0, len(source.text), source))
        self.pattern = before
        self._events = 0

    def read_main(self, source: SourceFile) -> None:
        """Read the main file and all that it leads to."""
        self._content_from = (source, 0) if self.in_document else None
        frame = Frame(source.text, 0, min(len(source.text), self.limits.bytes_read), source)
        frame.is_file = True
        if frame.end < len(source.text):
            self.warn((source, frame.end), f"only the first {frame.end:,} bytes of this file were read")
        self.run(frame)

    def _read_frame(self, frame: Frame) -> None:
        text, frames, meanings = frame.text, self.frames, self.meanings
        search = (self.pattern if frame.source is not None else _EVENT_AT).search
        pos, limit, top = frame.pos, frame.limit, len(frames)
        while (match := search(text, pos, limit)) is not None:
            pos = match.end()
            name = match[1]
            if name is None or (meaning := meanings.get(name)) is None:
                continue
            frame.pos = pos
            self._events += 1
            self._apply(name, meaning, match.start())
            if len(frames) != top or frames[-1] is not frame or self.ended:
                return
            pos, limit = frame.pos, frame.limit
            search = (self.pattern if frame.source is not None else _EVENT_AT).search
        frame.pos = max(pos, limit)

    def _apply(self, name: str, meaning: Meaning, start: int) -> None:
        if not isinstance(meaning, Macro):
            try:
                meaning(self, name, start)
            except RecursionError:  # commands that an author let be one another can call each other for ever
                self.warn(self.here(), f"\\{name} leads back to itself; it was left out")
        elif self.leads_somewhere(meaning):
            self.call(meaning, start)
        else:
            self._dull[name] = self.meanings.pop(name)
        if self._events > self.limits.events_for(self._read):
            self.warn(self.here(), "the input has too many commands; the rest was not read")
            self.ended = True

    def _close_frame(self) -> None:
        if self.ended or not self.frames:
            return
        frame = self.frames[-1]
        if frame.pos < frame.limit:
            return
        if frame.scopes:
            _, undo = frame.scopes.pop()
            frame.limit = frame.scopes[-1][0] if frame.scopes else frame.end
            for action in reversed(undo):
                action()
            return
        if frame.is_file:
            self.leave_content(frame.end)
        self.frames.pop()
        if frame.on_end is not None:
            frame.on_end()
        if frame.is_file:
            self.enter_content()

    def set_letters(self, mode: str) -> None:
        """Which characters may stand in a name: as after `\\makeatletter`, after `\\ExplSyntaxOn`, or as usual."""
        self.pattern = {"at": _EVENT_AT, "expl": _EVENT_EXPL}.get(mode, _EVENT)
