"""A short run of the fuzzer, and the smaller ones of the inputs made to hurt."""

import pytest

from bench.fuzz import check, corpus, extremes, mutate, run

SMALL = [(what, data) for what, data in extremes() if len(data) < 100_000]


def test_mutated_documents_break_no_promise() -> None:
    assert [failure.what for failure in run(600, 7, lambda _: None)] == []


def test_the_same_seed_gives_the_same_inputs() -> None:
    import random  # noqa: PLC0415

    sources = corpus()
    assert mutate(random.Random("1/2"), sources) == mutate(random.Random("1/2"), sources)


@pytest.mark.parametrize(("what", "data"), SMALL, ids=[what for what, _ in SMALL])
def test_inputs_made_to_hurt_break_no_promise(what: str, data: bytes) -> None:
    failure, _ = check(what, 0, data)
    assert failure is None
