"""The stack of texts being read, and the reading of arguments from it, across the borders of macros as TeX does."""

import re
from collections.abc import Callable, Mapping, Sequence

from tcsalgbench.tex.frames import NOWHERE, SPACE, TOKEN, Argument, Frame, Place, bracket_end, group_end
from tcsalgbench.tex.limits import Limits
from tcsalgbench.tex.macros import Parameter
from tcsalgbench.tex.model import ReadingWarning
from tcsalgbench.tex.source import LARGEST_FILE, SourceFile, is_binary

_BRACKETS_AT_MOST = 20_000  # no optional argument is longer
_SHORT_LOOK = 100  # how far an argument may reach once too much was looked through in vain


class InputStack:
    """Files and expansions in the order in which they are read, with warnings and with bounds on the work."""

    def __init__(self, files: Mapping[str, bytes], main: str, limits: Limits) -> None:
        self.files = files
        self.main = main
        self.limits = limits
        self.warnings: list[ReadingWarning] = []
        self.frames: list[Frame] = []
        self.in_document = False
        self.ended = False
        self.sources: dict[str, SourceFile] = {}
        self.content: list[tuple[SourceFile, int, int]] = []
        self._content_from: Place | None = None
        self._said: set[str] = set()
        self._read = self._scanned = 0

    # The texts being read.

    @property
    def frame(self) -> Frame:
        """The text being read now."""
        return self.frames[-1]

    def push(self, frame: Frame) -> bool:
        """Read another text before going on with this one."""
        if len(self.frames) >= self.limits.frames:
            self.warn(self.frame.place(self.frame.pos), "macros or files nest too deeply here; what lies deeper was not read")
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
            data = self.files.get(name)
            if data is None:
                self.warn(place, f"{name} cannot be read, or is larger than {LARGEST_FILE // 1_000_000} MB, and was not read")
                return None
            if is_binary(data):
                self.warn(place, f"{name} is binary and was not read")
                return None
            source = self.sources[name] = SourceFile(name, data)
            self.opened(source)
        self._read += len(source.text)
        if self._read > self.limits.bytes_read and self._read > len(source.text):
            self.warn(place, f"{name} was not read: the project is larger than {self.limits.bytes_read:,} bytes")
            return None
        return source

    def opened(self, source: SourceFile) -> None:
        """A file is read for the first time."""

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

    def star(self, mark: str = "*") -> bool:
        """Whether a star, or another mark, follows; it is read."""
        if self.peek() != mark:
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
        tired = self._scanned >= self.limits.scanned_for(self._read)
        bound = min(frame.end, start + (_SHORT_LOOK if tired else _BRACKETS_AT_MOST if pair == "[]" else self.limits.argument))
        if pair == "[]":
            end = bracket_end(frame.text, start, bound)
        elif pair == "{}":
            end = group_end(frame.text, start, bound)
        else:
            end = frame.text.find(pair[1], start + 1, bound)
        self._scanned += end - start if end >= 0 else 3 * (bound - start)  # what is never closed is dear
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
            mark = text or "*"
            at = self.frame.pos
            return Argument(mark, self.frame, at, at) if self.star(mark) else None
        if kind in ("optional", "delimited"):
            given = self.delimited(text if kind == "delimited" else "[]")
            return given or Argument(text if kind == "optional" else parameter.default, frame, 0, 0)
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
