"""Tables as CSV in full precision, and as Markdown, LaTeX and text for people."""

import csv
import io
import re
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal

from tcsalgbench.results.model import Cell, Column, Kind, ResultTable

ABSENT = "–"
_LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "−": "$-$",
    "–": "--",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
    "×": r"$\times$",
    "Δ": r"$\Delta$",
    "α": r"$\alpha$",
    "β": r"$\beta$",
    "…": r"\dots{}",
    "∪": r"$\cup$",
}


def rounded(value: float, decimals: int = 1) -> str:
    """Half away from zero, of the number as it prints: 0.25 is 0.3, and 1.15, which no float is exactly, is 1.2."""
    number = Decimal(repr(float(value))).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    return str(abs(number) if number == 0 else number)


def shown(value: Cell, kind: Kind) -> str:
    """A cell for people."""
    if value is None:
        return ABSENT
    return value if isinstance(value, str) else _PRINTED[kind](value)


def tokens(value: float) -> str:
    """Thousands as K without decimals, millions as M with one, as the paper prints them."""
    if value >= 950_000:
        return f"{rounded(value / 1e6)}M"
    return (
        f"{rounded(value / 1e3, 0)}K" if value >= 9_950 else f"{rounded(value / 1e3)}K" if value >= 1_000 else rounded(value, 0)
    )


def _signed(number: str) -> str:
    return number.replace("-", "−") if number.startswith("-") or float(number) == 0 else f"+{number}"


_PRINTED: dict[Kind, Callable[[float], str]] = {
    "text": str,
    "count": lambda value: f"{value:,}" if isinstance(value, int) else f"{value:,g}",
    "change": lambda value: _signed(str(value)),
    "percent": lambda value: str(value) if isinstance(value, int) else rounded(value),  # ranks stand among rates
    "points": lambda value: _signed(rounded(value)),
    "tokens": tokens,
    "number": lambda value: rounded(value, 3),
    "exact": lambda value: f"{value:,}" if isinstance(value, int) else rounded(value, 2).rstrip("0").rstrip("."),
    "amount": lambda value: f"{int(rounded(value, 0)):,}" if value >= 100 else rounded(value, 2).rstrip("0").rstrip("."),
    "p": lambda value: "<0.001" if value < 0.001 else rounded(value, 3),
}


def is_number(column: Column) -> bool:
    """Is the column set to the right?"""
    return column.kind != "text"


def to_csv(table: ResultTable) -> str:
    """Full precision; an absent cell is empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([column.name for column in table.columns])
    writer.writerows(["" if cell is None else cell for cell in row] for row in table.rows)
    return text.getvalue()


def to_markdown(table: ResultTable) -> str:
    """A heading, the table, its notes, what it is made from."""
    lines = [[column.title for column in table.columns]]
    lines.append(["--:" if is_number(column) else ":--" for column in table.columns])
    lines += [[_markdown_cell(text) for text in row] for row in cells(table)]
    body = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    notes = "".join(f"\n- {note}" for note in table.notes)
    return f"## {table.title}\n\n{body}\n{notes}\n\n{table.made_from}\n"


def cells(table: ResultTable) -> list[list[str]]:
    """Every cell as people read it."""
    kinds = [column.kind for column in table.columns]
    return [[shown(cell, kind) for cell, kind in zip(row, kinds, strict=True)] for row in table.rows]


def _markdown_cell(text: str) -> str:
    return re.sub(r"([\\`*_\[\]<>|])", r"\\\1", text).replace("\n", " ")


def to_latex(table: ResultTable) -> str:
    """A table environment with booktabs; the caption carries the notes."""
    setting = "".join("r" if is_number(column) else "l" for column in table.columns)
    head = " & ".join(latex(column.title) for column in table.columns)
    rows = "\n".join(f"    {' & '.join(latex(text) for text in row)} \\\\" for row in cells(table))
    caption = " ".join([f"{table.title.rstrip('.')}.", *table.notes])
    return (
        f"% {_one_line(table.made_from)}\n% needs \\usepackage{{booktabs}}\n"
        "\\begin{table}\n  \\centering\n"
        f"  \\caption{{{latex(caption)}}}\n  \\label{{tab:{table.name.replace('_', '-')}}}\n"
        f"  \\begin{{tabular}}{{{setting}}}\n    \\toprule\n    {head} \\\\\n    \\midrule\n{rows}\n    \\bottomrule\n"
        "  \\end{tabular}\n\\end{table}\n"
    )


def latex(text: str) -> str:
    """Text that LaTeX prints as it stands."""
    return "".join(_LATEX.get(letter, letter) for letter in text)


def _one_line(text: str) -> str:
    return " ".join(text.split())
