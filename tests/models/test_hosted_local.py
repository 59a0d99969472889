"""A hosted model for real: the OpenAI-compatible server inside the embedded model's library, over HTTP on loopback."""

import asyncio
from contextlib import closing
from pathlib import Path

import pytest

from tcsalgbench.calls import FileJournal
from tcsalgbench.errors import Rejected
from tcsalgbench.models import open_model
from tcsalgbench.models.embedded import load_server, missing
from tests.support import Verdict, ask, caller

pytestmark = pytest.mark.skipif(missing() is not None, reason=f"THE EMBEDDED MODEL IS NOT INSTALLED: {missing()}")


def test_an_openai_compatible_server_answers_in_form_with_counts_and_refuses_what_is_too_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = load_server()
    monkeypatch.setenv("LLAMA_BASE_URL", f"{server.listening_address}/v1")
    monkeypatch.setenv("LLAMA_API_KEY", "none")
    with closing(FileJournal(tmp_path, "fsync")) as journal:
        one = caller(journal, open_model("openai-api/llama/smollm2"))
        answer = asyncio.run(one.ask(ask("a", "1 + 1 = 3, since 3 is odd.", form=Verdict, max_output=300)))
        assert answer.end in ("answered", "truncated")
        assert answer.replies[0].usage.known
        assert answer.replies[0].usage.input > 10
        assert asyncio.run(one.ask(ask("a", "1 + 1 = 3, since 3 is odd.", form=Verdict, max_output=300))) == answer
        with pytest.raises(Rejected, match="longer than the model reads"):
            asyncio.run(one.ask(ask("b", "word " * 9000)))
