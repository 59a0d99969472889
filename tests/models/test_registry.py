"""From a written name to a model."""

import pytest

from tcsalgbench.errors import UnknownModel
from tcsalgbench.models import open_model


@pytest.mark.parametrize("written", ["gpt-7", "simulated", "simulated/", "/steady", ""])
def test_a_name_that_is_none_says_how_one_is_written(written: str) -> None:
    with pytest.raises(UnknownModel, match="provider/name"):
        open_model(written)


def test_an_unknown_provider_names_the_known_ones() -> None:
    with pytest.raises(UnknownModel, match=r"no provider 'delphi'.*anthropic, bedrock, embedded, .*scripted, simulated"):
        open_model("delphi/oracle")
