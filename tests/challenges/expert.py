"""A model that answers every role of the making of challenges from what is known to be true about the bundled papers."""

import json
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from tcsalgbench.calls import Answer, Reply, Request, Steps, Usage
from tcsalgbench.calls.answers import read_answer
from tcsalgbench.challenges.build import Built, build
from tcsalgbench.challenges.case import Case, paper_ref
from tcsalgbench.challenges.labels import printed_text
from tcsalgbench.challenges.model import Challenge, Piece
from tcsalgbench.challenges.passages import around
from tcsalgbench.challenges.roles import (
    Access,
    Background,
    Backgrounds,
    Containment,
    Headline,
    Match,
    Matches,
    Missing,
    NameMatch,
    NameMatches,
    Replacement,
    Rewording,
    Rewrite,
    Selection,
    SymbolMatch,
    SymbolMatches,
)
from tcsalgbench.graphs.store import read_source
from tcsalgbench.jobs import Cast, Desk
from tcsalgbench.papers.record import load_paper
from tcsalgbench.prompts import Fence, PromptBook
from tcsalgbench.prompts.preset import Choice
from tcsalgbench.samples import expected_challenges, sample_folder
from tcsalgbench.samples.graphs import expected_graph

# Targets whose symbols the self-containment check reports, so that the glossary supplies them; elsewhere pass 6 does.
BY_GLOSSARY = ("thm:packing",)
_ITEM = re.compile(r"^(\d+)\. (.*)$", re.MULTILINE)


def desk(model: str = "test/expert") -> Desk:
    return Desk(PromptBook(Fence(b"\1" * 32)), Cast("construction", every=Choice(model=model)))


@lru_cache(maxsize=8)
def case_of(name: str) -> Case:
    paper = load_paper(sample_folder(name))
    return Case(paper_ref(paper), expected_graph(name), read_source(paper.source), desk())


@lru_cache(maxsize=8)
def truth_of(name: str) -> tuple[Challenge, ...]:
    return tuple(challenge for challenge, _ in expected_challenges(name))


def items(request: Request[Any]) -> list[str]:
    """What is numbered in the prompt, in its order."""
    return [match[2] for part in request.parts if part.kind != "role" for match in _ITEM.finditer(part.text)]


class Expert:
    """Answers from the truth of one bundled paper. `asked` are the names of the calls."""

    def __init__(self, name: str, only: str | None = None) -> None:
        self.case = case_of(name)
        self.truth = {one.target: one for one in truth_of(name) if only in (None, one.target)}
        self.asked: list[str] = []

    def answer(self, request: Request[Any]) -> BaseModel:
        self.asked.append(request.name)
        by_role: dict[str, Callable[[Request[Any]], BaseModel]] = {
            "challenge_selector": self._select,
            "self_containment": self._contain,
            "glossary_matcher": self._glossary,
            "background_writer": self._background,
            "notation_finder": self._notation,
            "access_order": self._access,
            "assumption_names": self._names,
            "existence_rewriter": self._existence,
        }
        return by_role[request.role](request)

    async def generate(self, request: Request[Any], draw: int) -> Reply:
        text = self.answer(request).model_dump_json()
        return Reply("complete", text, Usage(request.prompt_bytes // 4, 0, len(text) // 4 + 1, 0))

    def _of(self, request: Request[Any]) -> Challenge:
        # A bad selection has targets that nobody wrote a challenge for: any other one does.
        return self.truth.get(request.name.partition("/")[0]) or next(iter(self.truth.values()))

    def _select(self, request: Request[Any]) -> Selection:
        return Selection(main_theorems=[self._headline(one) for one in self.truth.values()])

    def _headline(self, one: Challenge) -> Headline:
        context = [piece for piece in one.pieces if piece.slot == "context"]
        rewordings = [
            Rewording(
                words=self._cut(piece, edit.start, edit.end), replacement=edit.text, why=edit.reason.removeprefix("pass 1: ")
            )
            for piece in context
            for edit in piece.origin.edits
        ]
        return Headline(
            theorem_id=one.target,
            title=one.texts("title")[0],
            definition_ids=list(one.definition_ids[:-1]),  # the last one is for the self-containment check to find
            context_ids=[sentence for piece in context for sentence in self._sentences(piece)],
            context_rewordings=rewordings,
            intuition=one.intuition,
        )

    def _contain(self, request: Request[Any]) -> Containment:
        one = self._of(request)
        if request.name.endswith("/final"):
            return Containment(complete=True, missing=[])
        why = "the statement uses it"
        missing = [Missing(term=term, why_needed=why, add_id=None, replaces=None) for term in self._terms(one)]
        if request.name.endswith("/1"):
            last = one.definition_ids[-1]
            missing.append(Missing(term=last.partition(":")[2], why_needed=why, add_id=last, replaces=None))
        return Containment(complete=not missing, missing=missing)

    def _terms(self, one: Challenge) -> list[str]:
        words = [
            entry.term
            for piece in self._prose(one)
            for entry in self._entries(piece)
            if "\\" not in entry.term or one.target in BY_GLOSSARY
        ]
        return words + [self._named(piece) for piece in one.pieces if piece.origin.kind == "background"]

    def _glossary(self, request: Request[Any]) -> Matches:
        index = {entry.term: place for place, entry in enumerate(self.case.graph.glossary)}
        terms = [item.partition(":")[0] for item in items(request)]
        return Matches(matches=[Match(term=place, entry=index.get(term)) for place, term in enumerate(terms)])

    def _background(self, request: Request[Any]) -> Backgrounds:
        known = {self._named(piece): piece.text for piece in self._of(request).pieces if piece.origin.kind == "background"}
        terms = [item.partition(":")[0] for item in items(request)]
        entries = [Background(term=at, standard=one in known, definition=known.get(one, "")) for at, one in enumerate(terms)]
        return Backgrounds(entries=entries)

    def _notation(self, request: Request[Any]) -> SymbolMatches:
        where: dict[str, str] = {}
        for piece in self._prose(self._of(request)):
            for entry in self._entries(piece):
                found = self._sentence_at(entry.place)
                for name in (entry.term, *entry.aliases):
                    where[name.strip("$")] = found
        return SymbolMatches(
            matches=[SymbolMatch(symbol=place, id=where.get(symbol)) for place, symbol in enumerate(items(request))]
        )

    def _access(self, request: Request[Any]) -> Access:
        rules = [piece for piece in self._of(request).pieces if piece.slot == "protocol"]
        ids: list[str] = []
        for piece in rules:
            span = piece.origin.span
            assert span is not None
            entry = [
                f"g{place}"
                for place, one in enumerate(self.case.graph.glossary)
                if (one.place.file, one.place.start, one.place.end) == (span.file, span.start, span.end) and one.node is None
            ]
            ids += [piece.node] if piece.node else entry or self._sentences(piece)
        return Access(interactive=bool(rules), ids=ids, reason="as the source says")

    def _names(self, request: Request[Any]) -> NameMatches:
        return NameMatches(matches=[NameMatch(mention=place, assumption=None) for place, _ in enumerate(items(request))])

    def _existence(self, request: Request[Any]) -> Rewrite:
        one = self._of(request)
        statement = next(piece for piece in one.pieces if piece.slot == "statement")
        edits = [
            Replacement(
                reference=printed_text(self._cut(statement, edit.start, edit.end), self.case.printed),
                occurrence=1,
                replacement=edit.text,
            )
            for edit in statement.origin.edits
            if edit.reason.startswith("pass 10") and edit.start < edit.end
        ]
        told = one.existence
        return Rewrite(
            changed=told.changed,
            reason=told.reason,
            edits=edits,
            unsafe=told.unsafe,
            unsafe_reason=told.unsafe_reason,
            scoping_clause=told.scoping_clause,
            designed="map" if told.changed else None,
            black_box="solver" if told.unsafe else None,
        )

    def _cut(self, piece: Piece, start: int, end: int) -> str:
        span = piece.origin.span
        assert span is not None
        return self.case.files[span.file][span.start + start : span.start + end].decode()

    def _prose(self, one: Challenge) -> list[Piece]:
        return [piece for piece in one.pieces if piece.slot == "definition" and piece.node is None and piece.origin.span]

    def _entries(self, piece: Piece) -> list[Any]:
        span = piece.origin.span
        assert span is not None
        return [
            entry
            for entry in self.case.graph.glossary
            if entry.place.file == span.file and span.start <= entry.place.start and entry.place.end <= span.end
        ]

    def _sentences(self, piece: Piece) -> list[str]:
        assert piece.origin.span is not None
        return [one.id for one in around(self.case.sentences, piece.origin.span)]

    def _sentence_at(self, place: Any) -> str:  # noqa: ANN401
        return next(
            one.id
            for one in self.case.sentences
            if one.span.file == place.file and one.span.start <= place.start < one.span.end
        )

    def _named(self, piece: Piece) -> str:
        return " ".join(piece.text.split()[1:3])


def played(steps: Steps[Any], answer: Callable[[Request[Any]], str]) -> Any:  # noqa: ANN401
    """Run steps against a function that answers with text, without a journal: every answer is read as a real one is."""
    try:
        request = next(steps)
        while True:
            text = answer(request)
            got: Answer[Any] = read_answer(request, (Reply("complete", text, Usage(1, 0, 1, 0)),))
            request = steps.send(got)
    except StopIteration as end:
        return end.value


def built(
    name: str,
    change: Callable[[Request[Any], dict[str, Any]], Any] | None = None,
    only: str | None = None,
    case: Case | None = None,
) -> Built:
    """What the expert makes of a bundled paper, or of one target in it; `change` may spoil an answer on its way.

    `case` is the paper as something else than its true graph has it.
    """
    expert = Expert(name, only)
    expert.case = case or expert.case

    def answer(request: Request[Any]) -> str:
        fields = json.loads(expert.answer(request).model_dump_json())
        told = fields if change is None else change(request, fields)
        return told if isinstance(told, str) else json.dumps(told)

    made: Built = played(build(expert.case), answer)
    return made


def write_script(path: Path, name: str) -> list[str]:
    """The expert's answers as a script for the scripted model; returns the names of the calls, in order."""
    said: list[tuple[str, str, str]] = []

    def heard(request: Request[Any], fields: dict[str, Any]) -> str:
        text = json.dumps(fields)
        said.append((request.role, request.name, text))
        return text

    built(name, heard)
    replies = "".join(
        f"\n[[reply]]\nrole = {json.dumps(role)}\nname = {json.dumps(call)}\ntext = {json.dumps(text)}\n"
        for role, call, text in said
    )
    path.write_text(f"schema = 1\n{replies}", "utf-8")
    return [call for _, call, _ in said]
