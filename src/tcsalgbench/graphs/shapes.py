r"""The symbols of a formula with their marks, so that notation is known again when other letters stand in it.

`\mathcal R^P_\pi` and `\mathcal R_\xi^{Q\circ P}` are one notation with two indices; `E^s_i` and `E_i` are two.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from tcsalgbench.tex.words import words

_STYLES = frozenset(
    f"\\{name}"
    for name in words(
        "mathcal mathbb mathfrak mathscr mathbf mathrm mathsf mathit mathtt boldsymbol bm bar hat tilde overline widehat "
        "widetilde vec underline dot operatorname"
    )
)
# These write the name of an operator, each in its own letters: where the name is one, the letters do not count.
_UPRIGHT = frozenset(("\\mathrm", "\\mathsf", "\\mathtt", "\\mathbf", "\\mathit", "\\operatorname"))
_NO_SYMBOLS = frozenset(
    f"\\{name}"
    for name in words(
        "frac dfrac tfrac sqrt binom sum prod int bigcup bigcap bigoplus bigotimes sup inf max min lim limsup liminf log ln "
        "exp Pr det gcd arg argmin argmax sin cos mathop mathrel mathbin stackrel overset underset substack begin end in notin "
        "subset subseteq supset supseteq leq geq neq equiv sim simeq cong approx prec preceq succ succeq mid parallel nmid "
        "rightarrow leftarrow mapsto longrightarrow hookrightarrow rightsquigarrow Rightarrow implies iff wedge vee neg "
        "forall exists cdot cdots ldots dots times otimes oplus circ setminus cup cap langle rangle lfloor rfloor lceil rceil "
        "infty emptyset partial colon vert star ast dagger prime top bot ll gg pm mp quad text mbox item"
    )
)
_CALLS = frozenset(("(", "["))
_BARS = frozenset(("|", "\\|", "\\lvert", "\\rvert", "\\#", "\\lVert", "\\rVert"))
_CLOSING = {"(": ")", "[": "]", "{": "}"}
ANY = "*any*"


@dataclass(frozen=True, slots=True)
class Shape:
    """A symbol, what stands below and above it, and whether arguments follow; in a pattern a mark may be `ANY`."""

    base: str
    below: str | None = None
    above: str | None = None
    called: bool = False

    @property
    def plain(self) -> bool:
        """Whether it is a letter without anything: every paper uses it in ten meanings."""
        return len(self.base) == 1 or (self.base[0] == "\\" and " " not in self.base)

    @property
    def marks(self) -> int:
        """How much stands around the symbol."""
        return (self.below is not None) + (self.above is not None) + self.called

    def fits(self, other: "Shape") -> bool:
        """Whether another shape is of this pattern. A name without marks may get any."""
        if self.base != other.base:
            return False
        if not self.marks:
            return True
        if self.called and not other.called:
            return False
        return _same(self.below, other.below) and _same(self.above, other.above)


def _same(pattern: str | None, mark: str | None) -> bool:
    return mark is not None if pattern == ANY else pattern == mark


@dataclass(frozen=True, slots=True)
class Head:
    """A shape that was read at the beginning of some tokens, and where it ends."""

    shape: Shape
    end: int


def shapes_of(found: Sequence[str]) -> Iterator[Shape]:
    """Every symbol of a formula, those in marks too."""
    at = 0
    while at < len(found):
        head = _marked(found, at)
        if head is None:
            at += 1
            continue
        yield head.shape
        for mark in (head.shape.below, head.shape.above):
            if mark is not None:
                yield from shapes_of(mark.split())
        at = head.end


def head_at_start(found: Sequence[str]) -> Head | None:
    """The symbol that tokens begin with, bars around it left out; it ends after the bracket of its arguments."""
    start = 1 if found and found[0] in _BARS else 0
    head = _marked(found, start)
    if head is None:
        return None
    end = head.end
    if head.shape.called:
        closing = _closing(found, end)
        if closing < 0:
            return None
        end = closing + 1
    if start and end < len(found) and found[end] in _BARS:
        end += 1
    return Head(head.shape, end)


def pattern(shape: Shape, told: Collection[str]) -> Shape:
    """The pattern of a shape: marks made of symbols that the text speaks of elsewhere (`told`) may be others."""
    return Shape(shape.base, _loosened(shape.below, told), _loosened(shape.above, told), shape.called)


def _loosened(mark: str | None, told: Collection[str]) -> str | None:
    if mark is None:
        return None
    symbols = {shape.base for shape in shapes_of(mark.split())}
    others = [token for token in mark.split() if token.isdigit() or token in ("+", "-", "/", "<", ">", "*", "=")]
    return ANY if symbols and symbols <= set(told) and not others else mark


def _marked(found: Sequence[str], at: int) -> Head | None:
    base, at = _symbol(found, at)
    if base is None:
        return None
    below: str | None = None
    above: str | None = None
    while at < len(found):
        sign = found[at]
        if sign == "_":
            below, at = _argument(found, at + 1)
        elif sign == "^":
            above, at = _argument(found, at + 1)
        elif sign == "'":
            above, at = above or "'", at + 1
        else:
            break
    return Head(Shape(base, below, above, at < len(found) and found[at] in _CALLS), at)


def _symbol(found: Sequence[str], at: int) -> tuple[str | None, int]:
    """A letter, a command that prints a symbol, or a name in upright letters; and where what follows begins."""
    if at >= len(found):
        return None, at
    token = found[at]
    if token in _STYLES:
        if at + 1 < len(found) and found[at + 1] == "{":
            end = _closing(found, at + 1)
            inside = list(found[at + 2 : end]) if end > 0 else []
            if token in _UPRIGHT and len(inside) > 1 and all(one.isalpha() for one in inside):
                return f"name {''.join(inside)}", end + 1
            return (f"{token} {' '.join(inside)}", end + 1) if inside else (None, at)
        inner, end = _symbol(found, at + 1)
        return (None, at) if inner is None else (f"{token} {inner}", end)
    if token.isalpha() or (token[0] == "\\" and token[1:].isalpha() and token not in _NO_SYMBOLS):
        return token, at + 1
    return None, at


def _argument(found: Sequence[str], at: int) -> tuple[str, int]:
    """What an index holds: a group, or one symbol, or one token."""
    if at < len(found) and found[at] == "{":
        end = _closing(found, at)
        return (" ".join(found[at + 1 : end]), end + 1) if end > 0 else ("", len(found))
    symbol, end = _symbol(found, at)
    if symbol is None:
        return (found[at] if at < len(found) else ""), at + 1
    return " ".join(found[at:end]), end


def _closing(found: Sequence[str], at: int) -> int:
    opening, closing = found[at], _CLOSING[found[at]]
    depth = 0
    for place in range(at, len(found)):
        depth += (found[place] == opening) - (found[place] == closing)
        if depth == 0:
            return place
    return -1
