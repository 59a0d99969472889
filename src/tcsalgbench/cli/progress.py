"""Progress of a job of model calls, for people who look at a screen: done, calls, tokens, rate, time left."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from tcsalgbench.calls import Meter
from tcsalgbench.cli.output import console


@contextmanager
def showing(what: str, total: int, meter: Meter | None = None) -> Iterator[Callable[[int], None]]:
    """A bar on standard error; nothing at all where nobody looks at a screen. Call what it gives with the number done."""
    account = () if meter is None else (TextColumn("{task.fields[account]}"),)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        *account,
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    screen = console(stderr=True)
    with Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task(what, total=total, account="")
        yield lambda done: progress.update(task, completed=done, account="" if meter is None else _account(meter))


def _account(meter: Meter) -> str:
    calls = sum(tally.calls for tally in meter.roles.values())
    usage = meter.total()
    return f"{calls:,} calls, {usage.input:,} tokens in, {usage.output:,} out"
