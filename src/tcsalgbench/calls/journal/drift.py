"""Say, part by part, how a request differs from the one that was answered under its name."""

from typing import Any

from tcsalgbench.calls.journal.records import Begun
from tcsalgbench.calls.request import Part, Request, request_settings

_AROUND = 30


def explain(stored: Begun, parts: tuple[Part | None, ...], request: Request[Any], model: str) -> str:
    """A line for every difference."""
    lines = _settings_lines(stored, request, model)
    for place in range(max(len(parts), len(request.parts))):
        old = parts[place] if place < len(parts) else None
        new = request.parts[place] if place < len(request.parts) else None
        if place < len(stored.parts) and old is None:
            lines.append(f"part {place + 1}: the text that was asked is not in the journal any more")
        elif old is None and new is not None:
            lines.append(f"part {place + 1} ({new.kind}): new, {len(new.text)} characters")
        elif new is None and old is not None:
            lines.append(f"part {place + 1} ({old.kind}): gone, it had {len(old.text)} characters")
        elif old is not None and new is not None and old.digest != new.digest:
            lines.append(f"part {place + 1} ({old.kind}): {_difference(old, new)}")
    return "\n".join(f"  - {line}" for line in lines)


def _settings_lines(stored: Begun, request: Request[Any], model: str) -> list[str]:
    fresh = Begun(0, 0, b"", 0.0, 0, 0, "", (), request_settings(request, model)).fields()
    old = stored.fields()
    return [f"{key}: {old.get(key)} before, {fresh[key]} now" for key in fresh if old.get(key) != fresh[key]]


def _difference(old: Part, new: Part) -> str:
    if old.text == new.text:
        return f"{_about(old)} before, {_about(new)} now, with the same text"
    shorter = min(len(old.text), len(new.text))
    at = next((i for i in range(shorter) if old.text[i] != new.text[i]), shorter)
    return f"differs from character {at}: {_snippet(old.text, at)} before, {_snippet(new.text, at)} now"


def _about(part: Part) -> str:
    return f"{'untrusted' if part.untrusted else 'trusted'} {part.kind}"


def _snippet(text: str, at: int) -> str:
    if at >= len(text):
        return "it ended there"
    left = "…" if at > _AROUND else ""
    right = "…" if at + _AROUND < len(text) else ""
    return repr(f"{left}{text[max(0, at - _AROUND) : at + _AROUND]}{right}")
