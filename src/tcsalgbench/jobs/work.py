"""Run jobs of model calls over a workspace: journal, models, limits and accounts in one place, opened and closed together."""

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from types import TracebackType
from typing import Self, TypeVar

from tcsalgbench.calls import Budget, Caller, Channel, FileJournal, Job, Limits, Meter, Outcome, Secrets, Steps, Stop, drive_all
from tcsalgbench.errors import BadInput
from tcsalgbench.jobs.cast import Cast
from tcsalgbench.models import open_model
from tcsalgbench.models.catalog import Catalog
from tcsalgbench.workspace import Workspace

R = TypeVar("R")
AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class Spending:
    """What a job may spend: a cap in dollars, or the user's word that there is none."""

    dollars: float | None = None
    uncapped: bool = False


@dataclass(slots=True)
class Work:
    """An open workspace at work. A context manager: the journal is open inside, durable enough for the models in use."""

    workspace: Workspace
    cast: Cast
    roles: Sequence[str]
    spending: Spending = field(default_factory=Spending)
    stop: Stop = field(default_factory=Stop)
    catalog: Catalog | None = None
    meter: Meter = field(default_factory=Meter)
    others: Sequence[tuple[Cast, Sequence[str]]] = ()  # further casts of the same job, with the roles they play
    _secrets: Secrets = field(default_factory=lambda: Secrets.of(os.environ))
    _channels: dict[str, Channel] = field(default_factory=dict)
    _journal: FileJournal | None = None
    _budgets: tuple[Budget, ...] = ()

    def __enter__(self) -> Self:
        """Open every model that may be asked, so that a missing key is said now; then the journal."""
        for cast, roles in ((self.cast, self.roles), *self.others):
            for role in roles:
                self.channel(role, cast)
        paid = [channel for channel in self._channels.values() if channel.costs_money]
        if paid:
            self._check_spending(paid)
        if self.spending.dollars is not None:
            self._budgets = (Budget(Limits(dollars=self.spending.dollars), "this job"),)
        self._journal = FileJournal(self.workspace.journal, "fsync" if paid else "plain")
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Close the journal."""
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def channel(self, role: str, cast: Cast | None = None) -> Channel:
        """The way to the model that plays a role; one channel a model, shared."""
        written = (cast or self.cast).choice(role).model
        found = self._channels.get(written)
        if found is None:
            found = self._channels[written] = open_model(written, self.catalog)
        return found

    def caller(
        self,
        scope: str,
        seed: int = 1,
        budgets: tuple[Budget, ...] = (),
        meter: Meter | None = None,
        cast: Cast | None = None,
    ) -> Caller:
        """A way to the models for one scope."""
        if self._journal is None:
            raise RuntimeError("the work is not open")
        held = (*self._budgets, *budgets)
        channel = self.channel if cast is None else partial(self.channel, cast=cast)
        return Caller(scope, seed, self._journal, channel, self._secrets, held, meter or self.meter, self.stop)

    def run(
        self,
        jobs: Mapping[str, Callable[[], Steps[R]]],
        *,
        seed: int = 1,
        at_once: int = AT_ONCE,
        ended: Callable[[str, Outcome[R]], None] | None = None,
    ) -> dict[str, Outcome[R]]:
        """Run jobs, named by their scopes, side by side; one that cannot end does not disturb the others."""
        made = (Job(self.caller(scope, seed), steps) for scope, steps in jobs.items())
        return asyncio.run(drive_all(made, at_once=at_once, ended=ended))

    def _check_spending(self, paid: Sequence[Channel]) -> None:
        if self.spending.uncapped:
            return
        names = ", ".join(sorted(channel.model for channel in paid))
        if self.spending.dollars is None:
            raise BadInput(f"{names} costs money. Cap it with --max-dollars N, or say --no-cost-cap.")
        unpriced = sorted(channel.model for channel in paid if not channel.priced)
        if unpriced:
            raise BadInput(
                f"The price of {', '.join(unpriced)} is not known, so a cap in dollars cannot hold. Put its price into "
                "models.toml in the workspace, or say --no-cost-cap."
            )
