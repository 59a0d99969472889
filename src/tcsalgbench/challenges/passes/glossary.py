"""Pass 2: a model matches open terms to entries of the glossary that define the same object; code inserts the definitions."""

from dataclasses import replace

from tcsalgbench.calls import Answer, Steps
from tcsalgbench.challenges.adding import with_entry
from tcsalgbench.challenges.case import INTERMEDIATE, Case
from tcsalgbench.challenges.draft import Draft, Log
from tcsalgbench.challenges.roles import GLOSSARY, Matches
from tcsalgbench.challenges.showing import entry_lines, numbered, shown
from tcsalgbench.challenges.symbols import share_a_word
from tcsalgbench.graphs.model import GlossaryEntry
from tcsalgbench.prompts import Untrusted


def offered(case: Case, draft: Draft) -> dict[int, GlossaryEntry]:
    """The entries that may be inserted, by index: none that lies in a proof, an intermediate result or an algorithm."""
    found = {}
    for index, entry in enumerate(case.graph.glossary):
        node = case.nodes.get(entry.node or "")
        hidden = case.overlaps(entry.place, draft.target) or (node is not None and node.kind in INTERMEDIATE | {"algorithm"})
        if entry.kind != "algorithm" and not hidden:
            found[index] = entry
    return found


def run(draft: Draft, case: Case) -> Steps[Draft]:
    """The draft with the definitions that the glossary has for its open terms."""
    log = Log("glossary")
    entries = offered(case, draft)
    if not draft.open or not entries:
        return log.end(draft)
    name = f"{draft.target}/glossary"
    log.calls.append(name)
    values = {
        "terms": Untrusted("terms that nothing explains", numbered([f"{gap.term}: {gap.why}" for gap in draft.open])),
        "glossary": shown("glossary of the paper", entry_lines(entries.items()), case.room(GLOSSARY.name)),
    }
    answer: Answer[Matches] = yield case.request(GLOSSARY, name, values)
    if answer.value is None:
        log.notes.append(f"no answer that can be used: {answer.why}; the terms stay open")
        return log.end(draft)
    matched: dict[int, int] = {}
    for match in answer.value.matches:
        if match.entry is None:
            continue
        if not 0 <= match.term < len(draft.open) or match.entry not in entries or match.term in matched:
            log.notes.append(f"term {match.term} to entry {match.entry} was not taken: there is no such pair to choose")
            continue
        matched[match.term] = match.entry
    opened = draft.open
    for term, index in matched.items():
        entry, gap = entries[index], opened[term]
        draft = with_entry(draft, case, entry, name)
        log.changes.append(f"{gap.term!r} is defined by the glossary's {entry.term!r}")
        if not share_a_word(" ".join((entry.term, *entry.aliases)), gap.term):
            draft = draft.for_review("glossary", f"{gap.term!r} was matched to {entry.term!r}, with which it shares no word")
    return log.end(replace(draft, open=tuple(gap for place, gap in enumerate(opened) if place not in matched)))
