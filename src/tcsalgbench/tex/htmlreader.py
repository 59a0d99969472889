"""Running text in TeX, read once from left to right into a tree: nothing is looked at twice, whatever it nests."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from tcsalgbench.pages import visible
from tcsalgbench.tex.frames import bracket_end
from tcsalgbench.tex.htmlmath import formula
from tcsalgbench.tex.htmltree import Element

DEEPEST = 40  # elements inside elements; what nests deeper is put into the innermost of these
_DEEPEST_SOURCES = 40
_LARGEST_EXPANSION = 200_000
_LONGEST_OPTION = 400

_TOKEN = re.compile(
    r"\\(?P<word>[a-zA-Z@]+)(?:[ \t]*\n(?![ \t\r]*\n))?[ \t]*"
    r"|\\(?P<symbol>[\s\S])"
    r"|(?P<par>\n[ \t\r]*\n\s*)"
    r"|(?P<comment>%[^\n]*(?:\n[ \t]*)?)"
    r"|(?P<dollar>\$\$?)"
    r"|(?P<brace>[{}])"
    r"|(?P<mark>---|--|``|''|`|'|~|&)"
    r"|(?P<text>[^\\%${}~&\n`'\-]+|[\s\S])"
)
_BRACES = re.compile(r"\\[\s\S]|%[^\n]*|[{}]")
_IN_FORMULA = re.compile(r"\\[\s\S]|%[^\n]*|[{}$]|\n[ \t\r]*\n")
_WORD = re.compile(r"\\([a-zA-Z@]+)")
_SPACE = re.compile(r"(?:[ \t\r]+|\n(?![ \t\r]*\n))*")
_MARKS = {"---": "—", "--": "–", "``": "“", "''": "”", "`": "‘", "'": "’", "~": "\u00a0"}


@dataclass(slots=True)
class Source:
    """A text that is being read: the statement, or what a macro stands for. `closing` pairs its braces."""

    text: str
    pos: int = 0
    on_end: Callable[[], None] | None = None
    closing: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Pair all braces in one pass."""
        stack: list[int] = []
        for match in _BRACES.finditer(self.text):
            if match[0] == "{":
                stack.append(match.start())
            elif match[0] == "}" and stack:
                self.closing[stack.pop()] = match.start()


@dataclass(slots=True)
class Open:
    """Something that is open: a group, an environment, an item, a row, a cell, a line; text goes into `element`."""

    kind: str
    name: str
    element: Element
    depth: int
    indent: int = 0
    is_open: bool = True


class Converter:
    """One conversion. What commands do is in `commands`; a command without an entry stays visible."""

    def __init__(
        self,
        commands: "Mapping[str, Callable[[Converter, str], None]]",
        macros: Mapping[str, str],
        printed: Mapping[str, str],
        protected: frozenset[str],
    ) -> None:
        self.macros = macros
        self.printed = printed
        self.root = Element("div")
        self.stack = [Open("root", "", self.root, 0)]
        self.open_environments: Counter[str] = Counter()
        self.never_ended: set[str] = set()
        self.sources: list[Source] = []
        self._commands = commands
        self._protected = protected
        self._braces = 0
        self._left = _LARGEST_EXPANSION

    def convert(self, text: str) -> Element:
        """The tree of a text."""
        self.sources.append(Source(text.replace("\r\n", "\n")))
        while self.sources:
            source = self.sources[-1]
            match = _TOKEN.match(source.text, source.pos)
            if match is None:
                self.sources.pop()
                if source.on_end is not None:
                    source.on_end()
                continue
            source.pos = match.end()
            self._token(match)
        return self.root

    def _token(self, match: re.Match[str]) -> None:
        kind, text = match.lastgroup, match[0]
        if kind == "word":
            self.command(match["word"])
        elif kind == "symbol":
            self.command(match["symbol"])
        elif kind == "text":
            self.add("\n" if text == "\r" else text)
        elif kind == "par":
            self.put(Element("p"))
        elif kind == "dollar":
            self._dollar(text)
        elif kind == "brace":
            self._brace(text, match.start())
        elif kind == "mark":
            self._mark(text)

    def _mark(self, text: str) -> None:
        if text == "&" and self.environment().element.name == "table" and self.pop_to("row"):
            self.push("cell", "", Element("td"))
        else:
            self.add(_MARKS.get(text, text))

    def command(self, name: str) -> None:
        """Do what a command says: the author's meaning of it first, unless the page stands on it."""
        from_author = self.macros.get(f"\\{name}")
        handler = self._commands.get(name)
        if from_author is not None and name not in self._protected:
            self._expand(name, from_author)
        elif handler is not None:
            handler(self, name)
        else:
            self.unknown(name)

    def unknown(self, name: str) -> None:
        """A command without a meaning here stays visible."""
        self.put(Element("code", "tcs-unknown", (), [visible(f"\\{name}")]))

    # Putting text and elements where they belong.

    def add(self, text: str) -> None:
        """Put text where the reading stands."""
        if text.isspace() and self.stack[-1].element.name in ("ul", "ol", "table", "tr"):
            return
        self._make_room()
        children = self.stack[-1].element.children
        text = visible(text)
        if children and isinstance(children[-1], str) and len(children[-1]) < 500:
            children[-1] += text
        else:
            children.append(text)

    def put(self, element: Element) -> None:
        """Put a finished element where the reading stands."""
        top = self.stack[-1]
        if element.name == "p" and (top.kind == "line" or top.element.name in ("ul", "ol", "table", "tr")):
            return
        self._make_room()
        self.stack[-1].element.children.append(element)

    def _make_room(self) -> None:
        """Text right inside a list or a table stands in an item or a cell all the same."""
        name = self.stack[-1].element.name
        if self.stack[-1].name == "algorithm2e lines":
            self.push("line", "", Element("li", f"tcs-in{self.stack[-1].indent}" if self.stack[-1].indent else ""))
        elif name in ("ul", "ol"):
            self.push("item", "", Element("li", "tcs-unnumbered"))
        elif name == "table":
            self.push("row", "", Element("tr"))
            self.push("cell", "", Element("td"))
        elif name == "tr":
            self.push("cell", "", Element("td"))

    def push(self, kind: str, name: str, element: Element | None) -> Open:
        """Open something. What nests too deeply gets no element of its own."""
        top = self.stack[-1]
        if kind == "brace":
            self._braces += 1
        elif kind == "env":
            self.open_environments[name] += 1
        if element is not None and top.depth < DEEPEST:
            top.element.children.append(element)
            opened = Open(kind, name, element, top.depth + 1, top.indent)
        else:
            opened = Open(kind, name, top.element, top.depth, top.indent)
        self.stack.append(opened)
        return opened

    def pop(self) -> None:
        """Close what was opened last."""
        if len(self.stack) > 1:
            closed = self.stack.pop()
            closed.is_open = False
            if closed.kind == "brace":
                self._braces -= 1
            elif closed.kind == "env":
                self.open_environments[closed.name] -= 1

    def close(self, opened: Open) -> None:
        """Close this, and what was left open in it, unless something else has closed it already."""
        while opened.is_open:
            self.pop()

    def read_into(self, opened: Open, text: str, after: str) -> None:
        """Read a text into what was just opened, write `after`, and close it."""

        def close() -> None:
            if opened.is_open:
                while self.stack[-1] is not opened:
                    self.pop()
                self.add(after)
                self.pop()

        if not self.read(text, on_end=close):
            close()

    def pop_to(self, *kinds: str) -> bool:
        """Close items, rows, cells and switches until one of these kinds is innermost; False where there is none."""
        for depth in range(len(self.stack) - 1, 0, -1):
            if self.stack[depth].kind in kinds:
                while len(self.stack) - 1 > depth:
                    self.pop()
                return True
            if self.stack[depth].kind in ("brace", "env"):
                return False
        return False

    def environment(self) -> Open:
        """The environment in which the reading stands, unless a group lies between."""
        for opened in reversed(self.stack):
            if opened.kind in ("brace", "env", "root"):
                return opened
        return self.stack[0]

    # Groups and formulas.

    def _brace(self, text: str, at: int) -> None:
        source = self.sources[-1]
        if text == "{":
            if at in source.closing:
                self.push("brace", "", None)
            else:
                self.add(text)
        elif self._braces:
            while self.stack[-1].kind != "brace":
                self.pop()
            self.pop()
        else:
            self.add(text)

    def _dollar(self, text: str) -> None:
        source = self.sources[-1]
        if text == "$$":
            end = source.text.find("$$", source.pos)
            after = end + 2
        else:
            end = self._closing_dollar(source)
            after = end + 1
        if end < 0:
            self.add(text)
            return
        body = source.text[source.pos : end]
        source.pos = after
        self.formula(formula(body, self.macros, self.printed), display=text == "$$")

    def formula(self, source: str, *, display: bool) -> None:
        """Put a formula, as KaTeX is to read it."""
        if source:
            self.put(Element("span", "tcs-math tcs-display" if display else "tcs-math", (), [visible(source)]))

    def _closing_dollar(self, source: Source) -> int:
        at = source.pos
        while (match := _IN_FORMULA.search(source.text, at)) is not None:
            if match[0] == "$":
                return match.start()
            if match[0] == "{":
                at = source.closing.get(match.start(), -1) + 1
                if at == 0:
                    return -1
            elif match[0] == "}" or match[0].startswith("\n"):
                return -1
            else:
                at = match.end()
        return -1

    # Arguments.

    def space(self) -> None:
        """Pass over white space before an argument."""
        source = self.sources[-1]
        match = _SPACE.match(source.text, source.pos)
        source.pos = match.end() if match else source.pos

    def next_is(self, text: str) -> bool:
        """Whether this comes next; if so, it is passed over."""
        source = self.sources[-1]
        found = source.text.startswith(text, source.pos)
        source.pos += len(text) if found else 0
        return found

    def group_follows(self) -> bool:
        """Whether a whole group comes next, after white space."""
        source = self.sources[-1]
        match = _SPACE.match(source.text, source.pos)
        return match is not None and match.end() in source.closing

    def argument(self) -> str:
        """The argument that comes next, as source: a group, or one token."""
        self.space()
        source = self.sources[-1]
        end = source.closing.get(source.pos)
        if end is not None:
            text, source.pos = source.text[source.pos + 1 : end], end + 1
            return text
        match = re.compile(r"\\[a-zA-Z@]+|\\[\s\S]|[^{}\\\s]").match(source.text, source.pos)
        if match is None:
            return ""
        source.pos = match.end()
        return match[0]

    def option(self) -> str | None:
        """The argument in brackets that comes next, if there is one."""
        source = self.sources[-1]
        match = _SPACE.match(source.text, source.pos)
        at = match.end() if match else source.pos
        if not source.text.startswith("[", at):
            return None
        end = bracket_end(source.text, at, min(len(source.text), at + _LONGEST_OPTION))
        if end < 0:
            return None
        text, source.pos = source.text[at + 1 : end], end + 1
        return text

    # Other sources of text.

    def read(self, text: str, on_end: Callable[[], None] | None = None) -> bool:
        """Read a text before what follows; False where that would nest or grow too far."""
        if len(self.sources) > _DEEPEST_SOURCES or len(text) > self._left:
            return False
        self._left -= len(text) + 1
        self.sources.append(Source(text, on_end=on_end))
        return True

    def _expand(self, name: str, body: str) -> None:
        default = self.macros.get(f"\\{name}[]")
        count = max((int(digit) for digit in re.findall(r"#([1-9])", body)), default=0)
        arguments = []
        for index in range(count):
            given = self.option() if index == 0 and default is not None else self.argument()
            arguments.append(given if given is not None else default or "")
        if self._is_formula(body):  # TeX would stop here; its author meant a formula
            call = "".join(f"{{{argument}}}" for argument in arguments)
            self.formula(formula(f"\\{name}{call}", {}, self.printed), display=False)
            return
        text = re.sub(r"#([1-9])", lambda match: arguments[int(match[1]) - 1], body)
        if not self.read(text):
            self.unknown(name)

    def _is_formula(self, body: str) -> bool:
        """Whether a macro makes sense in formulas only: it says so nowhere, and has commands that text does not have."""
        if "$" in body or "\\(" in body or "\\ensuremath" in body:
            return False
        words = _WORD.findall(body)
        return any(word not in self._commands and f"\\{word}" not in self.macros for word in words)


def accented(letter: str, accent: str) -> str:
    """A letter with its accent, as one character where there is one."""
    plain = {"ı": "i", "ȷ": "j"}.get(letter, letter)
    return unicodedata.normalize("NFC", plain[:1] + accent + plain[1:]) if plain else ""
