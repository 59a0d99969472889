"""Is a comparison matched? Checked, not assumed: models, library and tools, submission, limits, prompts of shared roles."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tcsalgbench.jobs import Desk
from tcsalgbench.prompts import PromptBook
from tcsalgbench.provers.model import Run
from tcsalgbench.provers.roles import digests
from tcsalgbench.provers.study import Planned

Value: TypeAlias = str | int | float | bool | None

_GROUPS = {
    "library and tools": ("library", "snippets", "snippet_tokens", "retrieve_again", "look_ups"),
    "submission": ("submit",),
    "limits": (
        *("iterations", "rounds", "concessions", "history_tokens", "max_calls"),
        *("max_input_tokens", "max_output_tokens", "max_dollars", "max_seconds"),
    ),
}


@dataclass(frozen=True, slots=True)
class Made:
    """One system as it was, or will be, run."""

    name: str
    settings: Mapping[str, Value]
    prompts: Mapping[str, str]
    pairs: frozenset[tuple[str, int]]
    calls: Mapping[str, int]  # by role, over all its runs
    libraries: frozenset[tuple[str, str | None]] = frozenset()  # by challenge, the digest of what could be read


@dataclass(frozen=True, slots=True)
class Aspect:
    """One thing that must be equal. `found` says, where it is not, what each system has."""

    name: str
    equal: bool
    found: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Match:
    """The outcome of the check."""

    systems: tuple[Made, ...]
    aspects: tuple[Aspect, ...]
    verdict: str

    @property
    def matched(self) -> bool:
        """Whether everything is equal."""
        return all(one.equal for one in self.aspects)

    def fields(self) -> dict[str, object]:
        """The check for machines."""
        return {
            "matched": self.matched,
            "verdict": self.verdict,
            "aspects": [{"name": one.name, "equal": one.equal, "found": dict(one.found)} for one in self.aspects],
            "calls": {one.name: {"runs": len(one.pairs), "by_role": dict(one.calls)} for one in self.systems},
        }


def check_match(systems: Sequence[Made]) -> Match:
    """Compare the systems, aspect by aspect."""
    shared = sorted(set.intersection(*(set(one.prompts) for one in systems))) if systems else []
    aspects = [
        _aspect("models and efforts", systems, {one.name: _of_roles(one, shared) for one in systems}),
        *(_aspect(name, systems, {one.name: _picked(one, keys) for one in systems}) for name, keys in _GROUPS.items()),
        _aspect("texts of the libraries", systems, {one.name: one.libraries for one in systems}),
        _aspect("prompts of shared roles", systems, {one.name: _prompts(one, shared) for one in systems}),
        _aspect("challenges and seeds", systems, {one.name: frozenset(one.pairs) for one in systems}),
    ]
    return Match(tuple(systems), tuple(aspects), _verdict(systems, aspects))


def made_of_runs(runs: Iterable[Run]) -> tuple[Made, ...]:
    """The systems of recorded runs of one purpose. A run that is errored has not been made yet."""
    by_system: dict[str, list[Run]] = {}
    for run in runs:
        by_system.setdefault(run.system, []).append(run)
    made: list[Made] = []
    for name, own in sorted(by_system.items()):
        ended = [run for run in own if run.end != "errored"]
        calls: dict[str, int] = {}
        for run in ended:
            for role, used in run.usage_by_role.items():
                calls[role] = calls.get(role, 0) + used.calls
        pairs = frozenset((run.challenge_id, run.seed) for run in ended)
        libraries = frozenset((run.challenge_id, run.library) for run in ended)
        made.append(Made(name, own[0].settings, own[0].prompts, pairs, calls, libraries))
    return tuple(made)


def made_of_plan(planned: Iterable[Planned], book: PromptBook) -> tuple[Made, ...]:
    """The systems of a plan; no call has been made yet."""
    by_system: dict[str, list[Planned]] = {}
    for one in planned:
        by_system.setdefault(one.system.name, []).append(one)
    made = []
    for name, own in by_system.items():
        system = own[0].system
        told = digests(Desk(book, system.cast), system.found.roles)
        made.append(Made(name, system.recorded(), told, frozenset((one.task.id, one.seed) for one in own), {}))
    return tuple(made)


def _aspect(name: str, systems: Sequence[Made], values: Mapping[str, object]) -> Aspect:
    equal = len(set(values.values())) <= 1
    return Aspect(name, equal, {} if equal else {one.name: _told(values, one.name) for one in systems})


def _told(values: Mapping[str, object], name: str) -> str:
    """What this system has, as far as others have something else."""
    value = values[name]
    if isinstance(value, frozenset):
        sets = [one for one in values.values() if isinstance(one, frozenset)]
        where = sorted({str(pair[0]) for one in sets for pair in one ^ value})
        return f"{len(value)}, others on {', '.join(where[:3])}{' and more' if len(where) > 3 else ''}" if where else ""
    parts = value if isinstance(value, tuple) else (value,)
    others = [set(one) for key, one in values.items() if key != name and isinstance(one, tuple)]
    return ", ".join(f"{key} {said}" for key, said in parts if any((key, said) not in other for other in others))


def _of_roles(one: Made, roles: Sequence[str]) -> tuple[tuple[str, Value], ...]:
    keys = [f"{role}.{what}" for role in roles for what in ("model", "effort", "max_output")]
    return tuple((key, one.settings.get(key)) for key in keys)


def _picked(one: Made, keys: Sequence[str]) -> tuple[tuple[str, Value], ...]:
    return tuple((key, one.settings.get(key)) for key in keys)


def _prompts(one: Made, roles: Sequence[str]) -> tuple[tuple[str, Value], ...]:
    return tuple((role, one.prompts.get(role)) for role in roles)


def _verdict(systems: Sequence[Made], aspects: Sequence[Aspect]) -> str:
    if len(systems) < 2:
        return "one system: there is nothing to match"
    unequal = [one.name for one in aspects if not one.equal]
    if unequal:
        return f"not matched: {', '.join(unequal)} differ"
    if systems[0].settings.get("max_calls") is not None:
        return "calls matched"
    return "limits equal, opportunities not: without an equal max_calls, workflows may make different numbers of calls"
