"""How calls and their sums look: tables and pages for people, plain fields for machines."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from rich.table import Table
from rich.text import Text

from tcsalgbench.calls.history import CallRecord
from tcsalgbench.calls.journal.index import ShardIndex
from tcsalgbench.calls.request import Usage
from tcsalgbench.calls.stats import RoleStats
from tcsalgbench.cli.output import console, printable, say


def call_fields(call: CallRecord, *, full: bool) -> dict[str, Any]:
    """A call for machines."""
    fields: dict[str, Any] = {
        "scope": call.scope,
        "name": call.begun.name,
        **call.settings,
        "begun": _moment(call.begun.at),
        "fate": call.fate,
        "seconds": call.seconds,
        "faults": [{"kind": fault.kind, "attempt": fault.attempt, "message": fault.message} for fault in call.lost_attempts],
    }
    if call.replied is not None:
        fields["end"] = call.replied.reply.end
        fields["usage"] = usage_fields(call.replied.reply.usage)
    if full:
        fields["prompt"] = [None if part is None else {"kind": part.kind, "text": part.text} for part in call.prompt()]
        fields["reply"] = None if call.replied is None else call.replied.reply.text
    return fields


def usage_fields(usage: Usage) -> dict[str, int | bool]:
    """Tokens for machines; `known` is false where a provider did not say."""
    return {
        "known": usage.known,
        "input": usage.input,
        "cached": usage.cached,
        "output": usage.output,
        "reasoning": usage.reasoning,
    }


def role_fields(stats: RoleStats) -> dict[str, Any]:
    """A role's account for machines."""
    return {
        "models": sorted(stats.models),
        "answered": stats.answered,
        "refused": stats.refused,
        "truncated": stats.truncated,
        "failed": stats.failed,
        "under_way": stats.under_way,
        "attempts_lost": stats.attempts_lost,
        "answers_without_token_counts": stats.uncounted,
        "usage": usage_fields(stats.usage),
        "mean_seconds": stats.mean_seconds,
        "repeated_prefix_share": stats.repeated_share,
    }


def shard_facts(shard: ShardIndex, *, live: bool) -> dict[str, Any]:
    """What a file of the journal is."""
    openings = [json.loads(shard.payload(place)) for place in shard.openings]
    return {
        "file": str(shard.path),
        "bytes": shard.end,
        "records": shard.records,
        "scopes": len(shard.scopes),
        "processes": len(openings),
        "durability": sorted({str(opening["durability"]) for opening in openings}),
        "being_written": live,
    }


def print_calls(calls: Sequence[CallRecord]) -> None:
    """A line a call."""
    table = Table("begun", "scope", "name", "role", "end", "in", "cached", "out", "s", box=None, pad_edge=False)
    for column in table.columns[5:]:
        column.justify = "right"
    for call in calls:
        reply = None if call.replied is None else call.replied.reply
        counts = (
            ("", "", "")
            if reply is None or not reply.usage.known
            else (reply.usage.input, reply.usage.cached, reply.usage.output)
        )
        end = call.fate if reply is None else reply.end
        noted = f"{end}, {len(call.lost_attempts)} lost" if call.lost_attempts else end
        seconds = "" if call.seconds is None else f"{call.seconds:.2f}"
        cells = (_moment(call.begun.at)[11:19], call.scope, call.begun.name, call.settings["role"], noted, *counts, seconds)
        table.add_row(*(Text(printable(str(cell))) for cell in cells))
    console().print(table)
    say(f"{len(calls)} calls. Read one whole: tcsalgbench journal show --name NAME --full")


def print_call(call: CallRecord) -> None:
    """One call, whole."""
    say(f"== {call.scope} :: {call.begun.name}")
    say(" ".join(f"{key}={value}" for key, value in call.settings.items() if value is not None))
    for part in call.prompt():
        say(f"-- {'lost' if part is None else part.kind + (', untrusted' if part.untrusted else '')}")
        say("" if part is None else part.text)
    for fault in call.lost_attempts:
        say(f"-- attempt {fault.attempt}: {fault.kind}: {fault.message}")
    if call.replied is None:
        say(f"-- {call.fate}")
        return
    reply = call.replied.reply
    say(f"-- reply ({reply.end}, {call.seconds:.2f} s, {_tokens(reply.usage)})")
    say(reply.text)
    say()


def print_stats(roles: dict[str, RoleStats], facts: Sequence[dict[str, Any]]) -> None:
    """The sums, then the files."""
    calls = _numbers("role", "answered", "refused", "truncated", "failed", "under way", "tries lost", "s a call")
    tokens = _numbers("role", "input", "of it cached", "output", "of it reasoning", "prompt repeated")
    for role, one in sorted(roles.items()):
        ends = (one.answered, one.refused, one.truncated, one.failed, one.under_way, one.attempts_lost)
        seconds = "–" if one.mean_seconds is None else f"{one.mean_seconds:.2f}"
        calls.add_row(Text(printable(role)), *(f"{number:,}" for number in ends), seconds)
        usage, share = one.usage, "–" if one.repeated_share is None else f"{one.repeated_share:.0%}"
        counts = (usage.input, usage.cached, usage.output, usage.reasoning)
        tokens.add_row(Text(printable(role)), *(f"{number:,}" for number in counts), share)
    console().print(calls)
    say()
    console().print(tokens)
    say()
    for role, one in sorted(roles.items()):
        if one.uncounted:
            say(f"{printable(role)}: {one.uncounted:,} answers came without token counts; the sums leave them out.")
    say(f"models: {', '.join(sorted({model for one in roles.values() for model in one.models})) or 'none asked yet'}")
    for fact in facts:
        live = ", being written now" if fact["being_written"] else ""
        kept = " and ".join(fact["durability"]) or "unknown"
        say(f"{fact['file']}: {fact['bytes']:,} bytes, {fact['records']:,} records, {fact['scopes']:,} scopes, {kept}{live}")
    if any(one.under_way for one in roles.values()) and not any(fact["being_written"] for fact in facts):
        say("“Under way” while no process writes: lost when their process ended. They are made again under the same name.")


def _numbers(first: str, *rest: str) -> Table:
    table = Table(first, box=None, pad_edge=False)
    for head in rest:
        table.add_column(head, justify="right", overflow="fold")
    return table


def _tokens(usage: Usage) -> str:
    if not usage.known:
        return "tokens unknown: the provider did not say"
    return f"{usage.input:,} in, {usage.cached:,} cached, {usage.output:,} out, {usage.reasoning:,} of it reasoning"


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
