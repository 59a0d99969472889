"""Ctrl-C, in two steps: the first lets calls under way end, the second ends at once."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from tcsalgbench.calls import Stop
from tcsalgbench.cli.output import console


@contextmanager
def stop_on_interrupt() -> Iterator[Stop]:
    """A stop that the first Ctrl-C sets."""
    stop = Stop()
    before = signal.getsignal(signal.SIGINT)

    def ask_to_stop(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        console(stderr=True).print("Stopping: calls under way may end, none is begun. Press Ctrl-C again to leave at once.")
        stop.now()

    signal.signal(signal.SIGINT, ask_to_stop)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
