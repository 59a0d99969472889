"""The reader itself: a stack of texts, what each command means, and the loop that jumps from command to command.

Only commands with a meaning here are looked at: those that LaTeX structures a paper with, and those user macros whose
bodies lead to one of them. Everything else (nearly all of the mathematics) is passed over by one regular expression.
"""

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from tcsalgbench.tex.algorithmlines import LineStyle
from tcsalgbench.tex.counters import Counters
from tcsalgbench.tex.expansion import body_length, expansion_frame
from tcsalgbench.tex.frames import NOWHERE, Argument, Frame, Place, group_end
from tcsalgbench.tex.inputstack import InputStack
from tcsalgbench.tex.limits import Limits
from tcsalgbench.tex.macros import CONTROL_WORD, Macro
from tcsalgbench.tex.printing import Printer
from tcsalgbench.tex.source import SourceFile
from tcsalgbench.tex.state import Anchor, Environment, Found, RawBlock, RawProof

if TYPE_CHECKING:
    from tcsalgbench.tex.displays import Display

Handler = Callable[["Reader", str, int], None]
Meaning = Handler | Macro

_EVENT = re.compile(r"\\([a-zA-Z]+|[\\\[\]])|\\[\s\S]|%[^\n]*")
_EVENT_AT = re.compile(r"\\([a-zA-Z@]+|[\\\[\]])|\\[\s\S]|%[^\n]*")
_EVENT_EXPL = re.compile(r"\\([a-zA-Z@_:]+|[\\\[\]])|\\[\s\S]|%[^\n]*")
_NO_ANCHOR = Anchor()


class Reader(InputStack):
    """One reading of one project. What the commands do is in the modules that fill `meanings`."""

    def __init__(self, files: Mapping[str, bytes], main: str, limits: Limits) -> None:
        super().__init__(files, main, limits)
        self.found = Found()
        self.meanings: dict[str, Meaning] = {}
        self.builtins: dict[str, Meaning] = {}
        self.counters = Counters()
        self.printer = Printer(self.meanings, self.counters, limits.printed, limits.printing)
        self.environments: list[Environment] = [Environment("", _NO_ANCHOR)]
        self.current = _NO_ANCHOR
        self.open_blocks: list[RawBlock] = []
        self.open_proofs: list[RawProof] = []
        self.pattern = _EVENT
        self.flags: dict[str, bool] = {}
        self.packages: list[str] = []
        self.document_class: str | None = None
        self.options: set[str] = set()
        self.deferred: dict[str, list[Argument]] = {"document": [], "end": [], "appendix": []}
        self.settings: dict[str, dict[str, str]] = {}
        self.order = 0
        self.folders: list[str] = []
        self.float_kinds: list[tuple[int, str]] = []
        self.algorithm_counter = "algorithm"
        self.line_depth = 0
        self.line_style = LineStyle()
        self.wanted: frozenset[str] | None = None
        self.theorems: dict[str, str | None] = {}
        self.declared: dict[str, Meaning | None] = {}
        self.in_preset = 0
        self.without_counter: set[str] = set()
        self.theorem_style = "arabic"
        self.restatable: tuple[str, bool] | None = None
        self.lists: dict[int, str] = {}
        self.list_kinds: dict[str, str] = {}
        self.resumed: dict[str, int] = {}
        self.displays: list[Display] = []
        self.label_taken_by: Callable[[Reader], Anchor | None] | None = None
        self.in_style_file = 0
        self.plain_commands: frozenset[str] = frozenset()  # fonts: a macro that uses one leads nowhere by that alone
        # It is given the reader: a reader that held itself would keep all it read until a collection of garbage.
        self.on_file: Callable[[Reader, SourceFile], None] | None = None
        self.sets_proof: Callable[[str], bool] = lambda _text: False
        self._expansions = self._expanded = self._events = 0
        self._dull: dict[str, Meaning] = {}
        self._interesting: dict[str, bool] = {}

    def opened(self, source: SourceFile) -> None:
        """A file is read for the first time: what it holds may give commands a meaning."""
        if self.on_file is not None:
            self.on_file(self, source)

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
            found = found or (bool(self.plain_commands) and self.sets_proof(macro.body))
        self._interesting[macro.name] = found
        return found

    def _has_meaning(self, word: str, depth: int) -> bool:
        if word in self.plain_commands:
            return False
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
        if self._expansions < self.limits.expansions_for(self._read) and self._expanded < self.limits.expanded_for(self._read):
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
