"""Copies of a proof as somebody might hide them: renamed, set anew, with other macros, in parts, edited; for the leak scan."""

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tcsalgbench.tex.formulas import expand
from tcsalgbench.tex.macros import Macro
from tcsalgbench.tex.words import words

_FORMULA = re.compile(
    r"(\$\$.+?\$\$|\$(?:\\.|[^$\\])+?\$|\\\[.+?\\\]|\\\(.+?\\\)"
    r"|\\begin\{(equation|align|gather|multline)(\*?)\}.+?\\end\{\2\3\})",
    re.DOTALL,
)
_PIECE = re.compile(
    r"\\(?:begin|end|label|ref|eqref|cref|Cref|text|textrm|textup|mbox|operatorname|cite|tag)\*?\s*\{[^{}]*\}|\\[a-zA-Z@]+|\\.|[A-Za-z]"
)
_GREEK = words("alpha beta gamma delta zeta eta theta kappa lambda mu nu xi pi rho sigma tau phi chi psi omega")
_LOWER, _UPPER = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_OTHER_WORDS = {
    "hence": "therefore", "therefore": "so", "thus": "consequently", "since": "as", "because": "since", "then": "now",
    "let": "consider", "we": "one", "have": "obtain", "has": "gets", "follows": "results", "by": "using", "every": "each",
    "all": "each", "fix": "choose", "least": "minimum", "most": "maximum", "first": "initial", "show": "prove",
    "which": "that", "also": "moreover", "now": "next", "and": "plus", "is": "equals", "of": "in", "the": "this", "that": "how",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Planted:
    """A document with a copy in it: its files, and what its preamble declares."""

    files: Mapping[str, bytes]
    preamble: str = ""


def verbatim(text: str, macros: Mapping[str, Macro], seed: int) -> str:
    """The text as it is."""
    return text


def renamed(text: str, macros: Mapping[str, Macro], seed: int) -> str:
    """Every variable has another name: letters among letters, Greek among Greek, one for one."""
    chance = random.Random(seed)
    names: dict[str, str] = {}
    for alphabet in (_LOWER, _UPPER, _GREEK):
        shuffled = list(alphabet)
        chance.shuffle(shuffled)
        names.update(zip(alphabet, shuffled, strict=True))
    return _FORMULA.sub(lambda formula: _PIECE.sub(lambda piece: _other_name(piece[0], names), formula[0]), text)


def _other_name(piece: str, names: Mapping[str, str]) -> str:
    return "\\" + names[piece[1:]] if piece.startswith("\\") and piece[1:] in names else names.get(piece, piece)


def reset(text: str, macros: Mapping[str, Macro], seed: int) -> str:
    """The same mathematics, set by somebody else: displays, brackets, fractions, spacing, line ends, no labels."""
    text = re.sub(r"\\label\{[^{}]*\}", "", text)
    text = re.sub(r"(?:\\begin\{equation\*?\}|\\\[)(.+?)(?:\\end\{equation\*?\}|\\\])", r"\\begin{align*}\1\\end{align*}", text,
                  flags=re.DOTALL)  # fmt: skip
    text = re.sub(r"\$((?:\\.|[^$\\])+?)\$", r"\\(\1\\)", text)
    text = re.sub(r"\\(?:left|right|bigl?|bigr|Bigl?|Bigr|biggl?|biggr)(?![a-zA-Z])", "", text)
    text = re.sub(r"\\leq?(?![a-zA-Z])", r"\\leqslant", text)
    text = re.sub(r"\\geq?(?![a-zA-Z])", r"\\geqslant", text)
    text = re.sub(r"\\frac(?![a-zA-Z])", r"\\tfrac", text)
    text = re.sub(r"\\(?:emph|textbf|textit)\{([^{}]*)\}", r"\1", text)
    text = re.sub(r"\^([A-Za-z0-9])", r"^{\1}", text)
    text = re.sub(r"~?\\(?:ref|eqref|cref|Cref)\{[^{}]*\}", " (7)", text)
    words = re.split(r"\s+", text)
    return "\n".join(" ".join(words[start : start + 9]) for start in range(0, len(words), 9))


def translated(text: str, macros: Mapping[str, Macro], seed: int) -> str:
    """The author's macros are spelled out, and other ones put in their place."""
    text = "\n\n".join(expand(part, macros).text for part in re.split(r"\n\s*\n", text))
    text = re.sub(r"\\math(cal|bb|sf|bf|frak)\{([A-Z])\}", r"\\my\1{\2}", text)
    return re.sub(r"\\varepsilon(?![a-zA-Z])", r"\\myeps{}", text)


TRANSLATED = "".join(f"\\newcommand{{\\my{font}}}[1]{{\\math{font}{{#1}}}}\n" for font in ("cal", "bb", "sf", "bf", "frak"))
TRANSLATED += "\\newcommand{\\myeps}{\\varepsilon}\n"


def disguised(text: str, macros: Mapping[str, Macro], seed: int) -> str:
    """All of it: other macros, other names, other setting."""
    return reset(renamed(translated(text, macros, seed), macros, seed), macros, seed)


def commented(text: str, macros: Mapping[str, Macro], seed: int) -> str:
    """In a comment, which LaTeX does not print and a tool that reads lines does."""
    return "\n".join(f"% {line}" for line in text.split("\n"))


def edited(one_in: int) -> Callable[[str, Mapping[str, Macro], int], str]:
    """Verbatim but for some words: one in so many common words is another."""

    def edit(text: str, macros: Mapping[str, Macro], seed: int) -> str:
        chance = random.Random(seed)

        def other(match: re.Match[str]) -> str:
            return _OTHER_WORDS.get(match[0].lower(), "rather") if chance.random() < 1 / one_in else match[0]

        outside = _FORMULA.split(text)[::4]
        formulas = [match[0] for match in _FORMULA.finditer(text)]
        changed = [re.sub(r"(?<![\\a-zA-Z{])[a-zA-Z]{2,}(?![a-zA-Z}])", other, piece) for piece in outside]
        return "".join(piece + formula for piece, formula in zip(changed, [*formulas, ""], strict=True))

    return edit


def part_of(share: float) -> Callable[[str, Mapping[str, Macro], int], str]:
    """A stretch of the text: so much of its words, from somewhere in it."""

    def cut(text: str, macros: Mapping[str, Macro], seed: int) -> str:
        words = re.split(r"(?<=\s)(?=\S)", text)
        size = max(round(share * len(words)), 1)
        start = random.Random(seed).randrange(len(words) - size + 1)
        return "".join(words[start : start + size])

    return cut


COPIES: Mapping[str, Callable[[str, Mapping[str, Macro], int], str]] = {
    "verbatim": verbatim,
    "variables renamed": renamed,
    "set anew": reset,
    "other macros": translated,
    "macros, names and setting at once": disguised,
    "in a comment": commented,
    "one common word in ten changed": edited(10),
    "one common word in five changed": edited(5),
    "half of it": part_of(0.5),
    "a third of it": part_of(0.34),
}


def plant(host: Mapping[str, bytes], main: str, copy: str, seed: int, *, over: int = 1) -> Mapping[str, bytes]:
    """The host with the copy after some paragraph of its main file, or its pieces in as many files of their own."""
    files = dict(host)
    chance = random.Random(seed)
    if over == 1:
        paragraphs = files[main].split(b"\n\n")
        at = chance.randrange(len(paragraphs) // 3, len(paragraphs))
        paragraphs.insert(at, copy.encode())
        files[main] = TRANSLATED.encode() + b"\n\n".join(paragraphs)
        return files
    lines = copy.split("\n") if copy.count("\n") >= over else re.split(r"(?<=\.)\s+", copy)
    size = -(-len(lines) // over)
    for number in range(over):
        files[f"part-{number}.tex"] = "\n".join(lines[number * size : (number + 1) * size]).encode()
    return files
