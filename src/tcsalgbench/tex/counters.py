"""LaTeX's counters: values, what resets what, and how a number is printed."""

from collections.abc import Callable

_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"))
_ROMAN_SMALL = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
_SYMBOLS = ("", "*", "†", "‡", "§", "¶", "‖", "**", "††", "‡‡")
LARGEST = 2**31 - 1


def roman(number: int) -> str:
    """A small Roman numeral; nothing for numbers that have none."""
    text = ""
    for value, letters in (*_ROMAN, *_ROMAN_SMALL):
        count, number = divmod(number, value) if 0 < number < 20_000 else (0, number)
        text += letters * count
    return text


def letter(number: int) -> str:
    """`a` to `z`, as `\\alph` prints them."""
    return chr(96 + number) if 1 <= number <= 26 else ""


def letters(number: int) -> str:
    """`a` to `z`, then `aa`: as `\\AlphAlph` would."""
    text = ""
    while 0 < number < LARGEST:
        number, rest = divmod(number - 1, 26)
        text = chr(97 + rest) + text
    return text


STYLES: dict[str, Callable[[int], str]] = {
    "arabic": str,
    "roman": roman,
    "Roman": lambda number: roman(number).upper(),
    "alph": letter,
    "Alph": lambda number: letter(number).upper(),
    "alphalph": letters,
    "AlphAlph": lambda number: letters(number).upper(),
    "fnsymbol": lambda number: _SYMBOLS[number] if 0 <= number < len(_SYMBOLS) else "",
    "number": str,
}


class Counters:
    """Values by name. Two names may share one value (the package aliascnt does that)."""

    def __init__(self) -> None:
        self._values: dict[str, int] = {}
        self._resets: dict[str, list[str]] = {}
        self._aliases: dict[str, str] = {}

    def real(self, name: str) -> str:
        """The name under which a value is kept."""
        return self._aliases.get(name, name)

    def exists(self, name: str) -> bool:
        """Whether there is such a counter."""
        return self.real(name) in self._values

    def new(self, name: str, within: str | None = None) -> None:
        """`\\newcounter{name}[within]`; a counter that exists keeps its value, as after the error LaTeX would give."""
        self._aliases.pop(name, None)
        self._values.setdefault(name, 0)
        if within:
            self.reset_with(name, within)

    def new_alone(self, name: str, within: str | None = None) -> None:
        """A counter that starts afresh, whatever a counter of that name was numbered within before."""
        for children in self._resets.values():
            if name in children:
                children.remove(name)
        self.new(name, within)

    def alias(self, name: str, other: str) -> None:
        """Let one name stand for another counter."""
        if self.real(other) != name:
            self._aliases[name] = self.real(other)

    def value(self, name: str) -> int:
        """The value; an unknown counter counts as nought."""
        return self._values.get(self.real(name), 0)

    def set(self, name: str, value: int) -> None:
        """`\\setcounter`."""
        self._values[self.real(name)] = max(-LARGEST, min(LARGEST, value))

    def reset_with(self, name: str, within: str) -> None:
        """Stepping `within` sets `name` back to nought."""
        children = self._resets.setdefault(self.real(within), [])
        if self.real(name) not in children and self.real(name) != self.real(within):
            children.append(self.real(name))

    def free_from(self, name: str, within: str) -> None:
        """The opposite."""
        children = self._resets.get(self.real(within), [])
        if self.real(name) in children:
            children.remove(self.real(name))

    def step(self, name: str) -> None:
        """Add one, and set back everything that is numbered within it, however deep."""
        self.set(name, self.value(name) + 1)
        waiting, seen = [self.real(name)], {self.real(name)}
        while waiting:
            for child in self._resets.get(waiting.pop(), ()):
                if child not in seen:
                    seen.add(child)
                    self._values[child] = 0
                    waiting.append(child)
