r"""What LaTeX would print for a short text: counters as numbers, macros expanded, fonts left out.

This is for printed labels and headings only. It is bounded in length and depth, so a macro that expands for ever ends.
"""

import re
from collections.abc import Callable, Mapping

from tcsalgbench.tex.counters import STYLES, Counters
from tcsalgbench.tex.frames import bracket_end, group_end
from tcsalgbench.tex.macros import Macro
from tcsalgbench.tex.words import words

_TOKEN = re.compile(r"\\([a-zA-Z@]+)[ \t\n]*|\\([\s\S])|([{}~])|%[^\n]*\n?")
_SPECIAL = re.compile(r"[\\{}~%]")
_COUNTER_TOKEN = re.compile(r"\s*(?:\\c@([a-zA-Z@*]+)|\\value\s*\{([^{}]*)\}|(-?\d+))\s?")
_COMPARISON = re.compile(r"([<>=])")
_CSNAME = re.compile(r"([a-zA-Z@*]*)\\endcsname")
_SILENT = frozenset(
    words(
        "protect relax noexpand expandafter unskip ignorespaces normalfont bfseries itshape rmfamily sffamily "
        "upshape scshape bf it rm sf sc em tt textstyle leavevmode null xspace boldmath mdseries slshape "
        "ttfamily selectfont nobreak nonumber qquad quad hfill break newline noindent strut small "
        "footnotesize large normalsize begingroup endgroup makeatletter makeatother global long the "
        "phantomsection centering raggedright"
    )
)
_TRANSPARENT = frozenset(
    words(
        "textbf textit textrm textsf textsc textup textnormal texttt emph text mbox hbox ensuremath mathrm "
        "mathbf mathit mathsf uppercase MakeUppercase uline underline textmd textsl"
    )
)
_DEPTH = 24
_SPACES = {" ": " ", ",": " ", ";": " ", "!": "", "/": "", "@": "", "-": "", "\\": " ", "\n": " "}
Template = tuple[tuple[str, str], ...]  # (literal, "") or (counter, style)


class Printer:
    """Prints with the macros and counters of a reading as they stand."""

    def __init__(self, meanings: Mapping[str, object], counters: Counters, longest: int, most: int) -> None:
        self._meanings = meanings
        self._counters = counters
        self._longest = longest
        self._steps = 0
        self._left = most
        self._templates: dict[str, Template | None] = {}

    def forget(self) -> None:
        """Some macro has changed."""
        self._templates.clear()

    def the(self, counter: str) -> str:
        r"""What `\thecounter` prints."""
        if counter not in self._templates:
            self._templates[counter] = self._template(counter, 0)
        template = self._templates[counter]
        if template is None:
            return self.text(f"\\the{counter} ")
        value = self._counters.value
        return "".join([STYLES[style](value(name)) if style else name for name, style in template])

    def reference(self, counter: str) -> str:
        r"""What a reference to a counter prints: `\thex` after `\p@x`, or within it, as `\labelformat` leaves it."""
        number, form = self.the(counter), self._meanings.get("p@" + counter)
        if form is None:
            return number
        if isinstance(form, Macro) and form.parameters:
            return self.text(f"\\p@{counter}{{{number}}}")
        return self.text(f"\\p@{counter} ") + number

    def text(self, text: str) -> str:
        """What a text prints."""
        if not _SPECIAL.search(text):
            return text.strip()[: self._longest]
        self._steps = 0
        printed = self._text(text, 0).strip()
        self._left -= self._steps
        return printed

    def _template(self, counter: str, depth: int) -> Template | None:
        macro = self._meanings.get("the" + counter)
        if not isinstance(macro, Macro):
            known = self._counters.exists(counter)
            return ((counter, "arabic"),) if known else None
        parts: list[tuple[str, str]] = []
        last, body = 0, macro.body
        for match in re.finditer(r"\\([a-zA-Z@]+)(?:\s*\{([a-zA-Z@*]+)\}|\s*\\c@([a-zA-Z@]+)\s?|\s*)", body):
            parts.append((body[last : match.start()], ""))
            last = match.end()
            name, counted = match[1], match[2] or match[3]
            if counted and name.removeprefix("@") in STYLES:
                parts.append((counted, name.removeprefix("@")))
            elif name.startswith("the") and not counted and depth < _DEPTH:
                inner = self._template(name[3:], depth + 1)
                if inner is None:
                    return None
                parts += inner
            else:
                return None
        parts.append((body[last:], ""))
        simple = not macro.parameters and not any(set("\\{}$#~% \n") & set(text) for text, style in parts if not style)
        return tuple(part for part in parts if part[0]) if simple else None

    def _text(self, text: str, depth: int) -> str:
        printed: list[str] = []
        length = pos = 0
        while (match := _TOKEN.search(text, pos)) is not None and length < self._longest:
            printed.append(text[pos : match.start()])
            pos = match.end()
            self._steps += 1
            if self._steps > min(5 * self._longest, self._left) or depth > _DEPTH:
                return "".join(printed)
            if match[1] is not None:
                piece, pos = self._word(match[1], text, pos, depth)
                printed.append(piece)
            elif match[2] is not None:
                printed.append(_SPACES.get(match[2], match[2]))
            elif match[3] == "~":
                printed.append(" ")
            length += len(printed[-1])
        printed.append(text[pos:])
        return "".join(printed)[: self._longest]

    def _word(self, name: str, text: str, pos: int, depth: int) -> tuple[str, int]:
        if name in ("ref", "autoref", "cref", "Cref", "eqref", "label"):
            end = group_end(text, pos, len(text))
            label = text[pos : end + 1] if end > 0 else ""
            return ("" if name == "label" else "\\ref" + label), max(pos, end + 1)
        if name == "the" or name.removeprefix("@") in STYLES:
            return self._counter(STYLES.get(name.removeprefix("@"), str), text, pos)
        if name == "csname" and (named := _CSNAME.match(text, pos)) is not None:
            return self._word(named[1], text, named.end(), depth + 1) if depth < _DEPTH else ("", named.end())
        if name == "ifnum":
            return self._ifnum(text, pos, depth)
        return ("", pos) if name in _SILENT else self._other_word(name, text, pos, depth)

    def _other_word(self, name: str, text: str, pos: int, depth: int) -> tuple[str, int]:
        meaning = self._meanings.get(name)
        if isinstance(meaning, Macro) and depth < _DEPTH:
            body, pos = self._call(meaning, text, pos)
            return self._text(body, depth + 1), pos
        if name in _TRANSPARENT or meaning is not None:
            return "", pos
        if name.startswith("the") and self._counters.exists(name[3:]):
            return str(self._counters.value(name[3:])), pos
        return f"\\{name} ", pos

    def _counter(self, style: Callable[[int], str], text: str, pos: int) -> tuple[str, int]:
        if text.startswith("{", pos):
            end = group_end(text, pos, len(text))
            if end < 0:
                return "", len(text)
            return style(self._counters.value(text[pos + 1 : end].strip())), end + 1
        match = _COUNTER_TOKEN.match(text, pos)
        if match is None:
            return "", pos
        return style(int(match[3][:9]) if match[3] else self._counters.value(match[1] or match[2])), match.end()

    def _ifnum(self, text: str, pos: int, depth: int) -> tuple[str, int]:
        left = _COUNTER_TOKEN.match(text, pos)
        relation = _COMPARISON.match(text, left.end()) if left else None
        right = _COUNTER_TOKEN.match(text, relation.end()) if relation else None
        end = text.find("\\fi", pos)
        if left is None or relation is None or right is None or end < 0:
            return "", pos
        numbers = [int(m[3][:9]) if m[3] else self._counters.value(m[1] or m[2]) for m in (left, right)]
        holds = {"<": numbers[0] < numbers[1], ">": numbers[0] > numbers[1], "=": numbers[0] == numbers[1]}[relation[1]]
        yes, _, no = text[right.end() : end].partition("\\else")
        after = re.compile(r"\s?").match(text, end + 3)
        return self._text(yes if holds else no, depth + 1), after.end() if after else end + 3

    def _call(self, macro: Macro, text: str, pos: int) -> tuple[str, int]:
        arguments: list[str] = []
        for parameter in macro.parameters:
            given = None
            if parameter.kind == "optional" and text.startswith("[", pos):
                end = bracket_end(text, pos, len(text))
                given, pos = (text[pos + 1 : end], end + 1) if end > 0 else (None, pos)
            elif parameter.kind == "star":
                mark = parameter.text or "*"
                given, pos = (mark, pos + 1) if text.startswith(mark, pos) else ("", pos)
            elif parameter.kind == "delimited":
                given = parameter.default
            elif parameter.kind == "mandatory" and text.startswith("{", pos):
                end = group_end(text, pos, len(text))
                given, pos = (text[pos + 1 : end], end + 1) if end > 0 else (None, pos)
            elif parameter.kind == "mandatory":
                given, pos = text[pos : pos + 1], pos + 1
            if parameter.takes_number:
                arguments.append(given if given is not None else parameter.text or "")
        pieces = (p if isinstance(p, str) else (arguments[p - 1] if p <= len(arguments) else "") for p in macro.pieces)
        return "".join(pieces)[: self._longest], pos
