"""How a pilot and a plan look in a terminal."""

from collections import Counter

from rich.table import Table
from rich.text import Text

from tcsalgbench.cli.output import console, printable, say
from tcsalgbench.results.model import ResultTable
from tcsalgbench.results.plan_report import Planned
from tcsalgbench.results.write import cells, is_number

# For the files: reasons stand below the table, and the rest would make it too wide.
_UNSHOWN = ("why", "papers_needed", "challenges_at_least", "challenges_at_most", "challenges_needed_holm", "seeds")


def show_planned(planned: Planned) -> None:
    """The tables, what could not be made, and where everything lies."""
    for table in planned.tables.values():
        _show(table)
    for one in planned.left_out:
        say(f"Left out: {one.name}: {one.reason}.")
    for line in planned.said:
        say(line)
    say(f"Tables: {planned.out / 'tables'}")


def _show(table: ResultTable) -> None:
    say(f"\n{table.title}")
    chosen = [place for place, column in enumerate(table.columns) if column.name not in _UNSHOWN]
    shown = Table(box=None, pad_edge=False)
    for place in chosen:
        column = table.columns[place]
        shown.add_column(column.title, justify="right" if is_number(column) else "left", overflow="fold")
    reasons: Counter[str] = Counter()
    for row, raw in zip(cells(table), table.rows, strict=True):
        shown.add_row(*(Text(printable(row[place])) for place in chosen))
        reasons.update(str(cell) for cell, column in zip(raw, table.columns, strict=True) if column.name == "why" and cell)
    console().print(shown)
    for reason, rows in reasons.items():
        say(f"- {rows} of {len(table.rows)} rows: {reason}.")
    for note in table.notes:
        say(f"- {note}")
    say()
