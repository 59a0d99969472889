"""A model whose answers stand in a file: for tests and tutorials, and exact about what it was not told to expect."""

import json
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from tcsalgbench import errors
from tcsalgbench.calls import Channel, Gate, Reply, Request, Retry, Usage
from tcsalgbench.errors import BadInput, Retryable, UnexpectedRequest
from tcsalgbench.workspace.schema import check_version

SCHEMA = 1
FAULTS: dict[str, type[Retryable]] = {
    kind.slug: kind
    for kind in (errors.RateLimited, errors.Overloaded, errors.ServerFault, errors.TimedOut, errors.ConnectionLost)
}
FaultName = Literal["rate-limited", "overloaded", "server-fault", "timed-out", "connection-lost"]
BYTES_A_TOKEN = 4  # for declared counts only where the script gives none


class DeclaredUsage(BaseModel):
    """The token counts that a scripted reply claims."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    input: int = Field(default=0, ge=0)
    cached: int = Field(default=0, ge=0)
    output: int = Field(default=0, ge=0)
    reasoning: int = Field(default=0, ge=0)


class Rule(BaseModel):
    """One `[[reply]]`: what a request must be like, and what it is answered. The first rule that fits is used."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    role: str | None = None
    name: str = "*"
    contains: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    text: str | None = None
    data: dict[str, Any] | list[Any] | None = Field(default=None, alias="json")
    end: Literal["complete", "refused", "truncated"] = "complete"
    usage: DeclaredUsage | None = None
    fault: FaultName | None = None
    times: int = Field(default=1, ge=1, description="how often the fault comes before the answer")

    @model_validator(mode="after")
    def _one_content(self) -> "Rule":
        if (self.text is None) == (self.data is None):
            raise ValueError("give either `text` or `json`")
        return self

    def misfit(self, request: Request[Any]) -> str | None:
        """Why this rule is not for the request; None if it is."""
        if self.role is not None and self.role != request.role:
            return f"is for the role {self.role!r}"
        if not fnmatchcase(request.name, self.name):
            return f"is for names like {self.name!r}"
        for words in self.contains:
            if not any(words in part.text for part in request.parts):
                return f"wants {words!r} in the prompt"
        for words in self.lacks:
            if any(words in part.text for part in request.parts):
                return f"wants no {words!r} in the prompt"
        return None

    def content(self) -> str:
        """The text of the answer."""
        return self.text if self.text is not None else json.dumps(self.data, ensure_ascii=False)


class Script(BaseModel):
    """A whole script."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    reply: tuple[Rule, ...]


class ScriptedModel:
    """Answers as its script says. A request that no rule fits is an error: a script is a statement of what is expected."""

    def __init__(self, script: Script, where: str) -> None:
        """Answer from `script`; `where` is named in errors."""
        self._script = script
        self._where = where
        self._failed: dict[tuple[int, int], int] = {}

    async def generate(self, request: Request[Any], draw: int) -> Reply:
        """The reply of the first rule that fits, after the faults it asks for."""
        misfits = []
        for place, rule in enumerate(self._script.reply):
            why = rule.misfit(request)
            if why is None:
                self._fail_first(rule, place, draw)
                return self._reply(rule, request)
            misfits.append(f"  - reply {place + 1} {why}")
        asked = request.parts[-1].text if request.parts else ""
        raise UnexpectedRequest(
            f"{self._where} has no reply for the call {request.name!r} of the role {request.role!r}, whose prompt ends "
            f"{asked[-120:]!r}.\n" + "\n".join(misfits)
        )

    def _fail_first(self, rule: Rule, place: int, draw: int) -> None:
        if rule.fault is None:
            return
        failed = self._failed.get((place, draw), 0)
        if failed < rule.times:
            self._failed[place, draw] = failed + 1
            raise FAULTS[rule.fault](
                f"{self._where}: the script asks for this fault ({rule.fault}, {failed + 1} of {rule.times})."
            )

    def _reply(self, rule: Rule, request: Request[Any]) -> Reply:
        text = rule.content()
        if rule.usage is not None:
            return Reply(rule.end, text, Usage(**rule.usage.model_dump()))
        return Reply(rule.end, text, Usage(request.prompt_bytes // BYTES_A_TOKEN + 1, 0, len(text) // BYTES_A_TOKEN + 1, 0))


def load_script(path: Path) -> Script:
    """Read a script; what is wrong with it is said with its place."""
    try:
        fields = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise BadInput(f"There is no script at {path}.") from None
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadInput(f"{path} cannot be read as TOML: {error}.") from None
    check_version(fields.pop("schema", None), SCHEMA, str(path))
    try:
        return Script.model_validate(fields)
    except ValidationError as error:
        first = error.errors()[0]
        steps = [str(step + 1) if isinstance(step, int) else str(step) for step in first["loc"]]
        raise BadInput(f"{path}: {' '.join(steps) or 'the whole'}: {first['msg']}.") from None


def open_scripted(name: str) -> Channel:
    """The channel to a script: `scripted/replies.toml`."""
    model = ScriptedModel(load_script(Path(name)), name)
    return Channel(
        f"scripted/{name}",
        model,
        Gate(start=1024, ceiling=1024),
        retry=Retry(first_wait=0.01, longest_wait=0.1),
        costs_money=False,
    )
