"""The bundled papers with what is known about them, one test case a paper."""

import pytest

from tcsalgbench.samples import Truth, load_truth, sample_names


@pytest.fixture(params=sample_names())
def sample(request: pytest.FixtureRequest) -> Truth:
    return load_truth(request.param)
