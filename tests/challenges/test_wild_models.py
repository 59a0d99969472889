"""Whatever a model answers, after every pass each piece is its source with its edits, and what is held says why."""

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tcsalgbench.calls import Request
from tcsalgbench.challenges.build import finished
from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.draft import Draft
from tcsalgbench.challenges.origins import holds
from tcsalgbench.challenges.passes import AFTER_SELECTION
from tcsalgbench.challenges.passes.select import choose, contain_again
from tcsalgbench.challenges.passes.select import run as select
from tests.challenges.expert import Expert, played


class Wild:
    """The expert, of whose answers some parts are replaced by others of the same form: ids, indices, words of the source."""

    def __init__(self, name: str, seed: int) -> None:
        self.expert = Expert(name)
        self.dice = random.Random(seed)
        case = self.expert.case
        self.ids = [*case.nodes, *case.sentence_of, *(f"g{index}" for index in range(len(case.graph.glossary))), "nowhere", ""]
        self.words = b" ".join(case.files[name] for name in sorted(case.files) if name.endswith(".tex")).decode()

    def answer(self, request: Request[Any]) -> str:
        return json.dumps(self._spoilt(json.loads(self.expert.answer(request).model_dump_json()), ""))

    def _spoilt(self, value: Any, key: str) -> Any:  # noqa: ANN401
        if isinstance(value, dict):
            return {name: self._spoilt(one, name) for name, one in value.items()}
        if isinstance(value, list):
            kept = [self._spoilt(one, key) for one in value if self.dice.random() < 0.9]
            return kept + ([self._spoilt(self.dice.choice(value), key)] if value and self.dice.random() < 0.2 else [])
        return value if self.dice.random() > 0.2 else self._other(value, key)

    def _other(self, value: object, key: str) -> object:
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return max(1, value + self.dice.randint(-2, 2)) if key == "occurrence" else value + self.dice.randint(-2, 2)
        if isinstance(value, str):
            return self.dice.choice(self.ids) if key.endswith(("id", "ids")) else self._cut()
        return value

    def _cut(self) -> str:
        start = self.dice.randrange(len(self.words))
        return self.words[start : start + self.dice.randint(0, 120)]


def true_pieces(draft: Draft, case: Case) -> bool:
    return all(holds(piece, case.files) for piece in draft.pieces)


@settings(max_examples=25, deadline=None)
@pytest.mark.parametrize("name", ["private", "regret", "sketching"])
@given(seed=st.integers(0, 2**32))
def test_after_every_pass_each_piece_is_its_source_with_its_edits(name: str, seed: int) -> None:
    wild = Wild(name, seed)
    case = wild.expert.case
    headlines, _ = played(choose(case), wild.answer)
    for headline in headlines:
        draft: Draft = played(select(case, headline), wild.answer)
        assert true_pieces(draft, case)
        for one in AFTER_SELECTION:
            draft = played(one(draft, case), wild.answer)
            assert true_pieces(draft, case)
        challenge, _ = finished(case, played(contain_again(draft, case), wild.answer))
        assert not [finding for finding in challenge.findings if finding.check == "quotation"]
        assert (challenge.status == "held") is any(finding.blocking for finding in challenge.findings)
        assert challenge.texts("statement")
