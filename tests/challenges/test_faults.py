"""A bad model, one fault at a time: each is refused by code, holds the challenge, or is shown to the reviewer, as said."""

import pytest

from tests.challenges.all_faults import FAULTS
from tests.challenges.faults import Fault, fate


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: f"{fault.in_pass} {fault.what}")
def test_a_fault_of_a_model_is_caught(fault: Fault) -> None:
    found = fate(fault)
    assert found.caught == fault.caught, found.words
    if fault.absent is not None:
        assert [text for text in found.texts if fault.absent in text] == []


def test_there_are_faults_of_every_pass_that_asks_a_model() -> None:
    assert len(FAULTS) >= 150
    assert len({(fault.in_pass, fault.what) for fault in FAULTS}) == len(FAULTS)
