"""How a study looks while it runs: a live table on a screen, a plain line now and then in a pipe."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table

from tcsalgbench.cli.output import console
from tcsalgbench.provers.tracking import Pace, Tracker

LINE_EVERY = 10.0  # seconds between two lines in a pipe


@contextmanager
def live(total: int, priced: bool = True) -> Iterator[Callable[[Tracker], None]]:
    """Call what it gives with the counts; it takes care of how often they are shown. All of it goes to standard error."""
    screen, pace = console(stderr=True), Pace(total)
    latest = [Tracker()]
    if screen.is_terminal:
        shown = Live(get_renderable=lambda: table(latest[0], pace, priced=priced), console=screen, refresh_per_second=2)
        with shown:
            yield lambda tracker: latest.__setitem__(0, tracker)
        return
    last = [time.monotonic()]

    def show(tracker: Tracker) -> None:
        latest[0] = tracker
        if time.monotonic() - last[0] >= LINE_EVERY:
            last[0] = time.monotonic()
            screen.print(line(tracker, pace, priced=priced), markup=False, soft_wrap=True)

    yield show
    screen.print(line(latest[0], pace, priced=priced), markup=False, soft_wrap=True)


def line(counts: Tracker, pace: Pace, *, priced: bool) -> str:
    """The counts in one line."""
    money = f", ${counts.dollars:,.2f}" if priced else ", cost unknown"
    return (
        f"{counts.done:,} of {pace.total:,} runs done, {counts.running:,} running, {counts.accepted:,} accepted by the "
        f"internal verifier, {counts.errored:,} errors, {counts.calls:,} calls ({counts.replayed:,} found in the journal), "
        f"{counts.input:,} tokens in ({counts.cached:,} cached), {counts.output:,} out{money}{_left(counts, pace)}"
    )


def table(counts: Tracker, pace: Pace, *, priced: bool) -> Table:
    """The counts as a small table with a bar."""
    made = Table.grid(padding=(0, 2))
    made.add_row("runs", f"{counts.done:,} of {pace.total:,} done, {counts.running:,} running", _bar(counts, pace))
    accepted = (
        f"{counts.submitted:,} submitted, {counts.accepted:,} accepted by the internal verifier, {counts.errored:,} errors"
    )
    made.add_row("", accepted, _left(counts, pace).lstrip(", "))
    made.add_row("calls", f"{counts.calls:,}, of them {counts.replayed:,} found in the journal", "")
    made.add_row("tokens", f"{counts.input:,} in ({counts.cached:,} cached), {counts.output:,} out", "")
    made.add_row("cost", f"${counts.dollars:,.2f}" if priced else "not known: no price in the catalogue", "")
    return made


def _bar(counts: Tracker, pace: Pace) -> ProgressBar:
    return ProgressBar(total=max(1, pace.total), completed=counts.done, width=30)


def _left(counts: Tracker, pace: Pace) -> str:
    seconds = pace.seconds_left(counts.done)
    if seconds is None or counts.done >= pace.total:
        return ""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f", about {hours}:{minutes:02d}:{rest:02d} left"
