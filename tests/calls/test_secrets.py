"""Keys never leave."""

import base64
import json
from urllib.parse import quote

import pytest

from tcsalgbench.calls import Secrets
from tcsalgbench.calls.secrets import HIDDEN


def test_the_values_of_the_environments_secrets_are_hidden_and_others_not() -> None:
    secrets = Secrets.of({"OPENAI_API_KEY": "abcdefgh12345678", "HOME": "/somewhere/long", "AWS_SECRET_ACCESS_KEY": "zyxwvuts"})
    assert secrets.hide("key abcdefgh12345678 or zyxwvuts in /somewhere/long") == f"key {HIDDEN} or {HIDDEN} in /somewhere/long"


def test_a_secret_that_contains_another_is_hidden_whole() -> None:
    secrets = Secrets.of({"A_TOKEN": "secret-1", "B_TOKEN": "secret-1-and-more"})
    assert secrets.hide("secret-1-and-more") == HIDDEN


def test_a_short_value_is_no_secret_since_it_would_hide_ordinary_words() -> None:
    assert Secrets.of({"API_KEY": "the"}).hide("the proof") == "the proof"


@pytest.mark.parametrize(
    "text", ["sk-proj-abcdefghijklmnopqrst", "AKIAABCDEFGHIJKLMNOP", "AIza" + "b" * 35, "Bearer abcdefghijklmnopqrstuvwxyz"]
)
def test_what_looks_like_a_key_is_hidden_wherever_it_came_from(text: str) -> None:
    assert text not in Secrets(()).hide(f"Incorrect API key provided: {text}.")


def test_a_secret_is_hidden_in_every_spelling_and_in_the_object_itself() -> None:
    key = 'line one\nline/two+"x" \\end'
    secrets = Secrets.of({"MY_KEY": key})
    for spelt in (key, quote(key, safe=""), json.dumps(key), repr(key), base64.b64encode(key.encode()).decode()):
        assert secrets.hide(spelt).strip("'\"") == HIDDEN
    assert secrets.hide(f"a log of {key.splitlines()[1]}") == f"a log of {HIDDEN}"
    assert "two" not in repr(secrets)
