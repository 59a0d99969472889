"""A loopback server that speaks OpenAI's chat completions and Responses; the first is what compatible servers speak."""

import json
from typing import Any

from tests.servers.loopback import STATUS, Answer, LoopbackServer, Mode, Seen, words


class OpenAIServer(LoopbackServer):
    def answer(self, mode: Mode, seen: Seen) -> Answer:
        if mode in STATUS:
            hint = {"retry_after": "7"} if mode == "429" else {}
            code = "insufficient_quota" if mode == "quota" else None
            return self._error(STATUS[mode], words(mode), code, **hint)
        if mode == "too-long":
            said = "This model's maximum context length is 4096 tokens. However, your messages resulted in 5021 tokens."
            return self._error(400, said, "context_length_exceeded")
        if mode == "blocked":
            return self._error(400, "Invalid prompt: it may violate the usage policy.", "invalid_prompt")
        if mode == "malformed":
            return Answer(b'{"id": "cmpl_1", "obj')
        reply = self._response(mode, seen.body) if seen.path.endswith("/responses") else self._completion(mode, seen.body)
        if mode == "no-usage":
            del reply["usage"]
        return Answer(json.dumps(reply).encode()[:60], cut=True) if mode == "cut" else Answer.json(reply)

    def _error(self, status: int, said: str, code: str | None, **headers: str) -> Answer:
        return Answer.json({"error": {"message": said, "type": "error", "code": code, "param": None}}, status, **headers)

    def _completion(self, mode: Mode, body: dict[str, Any]) -> dict[str, Any]:
        schema = body.get("response_format", {}).get("json_schema", {}).get("schema")
        cap = body.get("max_tokens") or body.get("max_completion_tokens")
        said = self.say(mode, schema, cap, body.get("seed"))
        reason = {"complete": "stop", "refused": "content_filter", "truncated": "length"}[said.end]
        usage: dict[str, Any] = {"prompt_tokens": 20, "completion_tokens": said.output, "total_tokens": 20 + said.output}
        if mode == "cached":
            usage = {"prompt_tokens": 360, "completion_tokens": 9, "total_tokens": 369}
            usage |= {"prompt_tokens_details": {"cached_tokens": 300}, "completion_tokens_details": {"reasoning_tokens": 4}}
        choice = {"index": 0, "finish_reason": reason, "message": {"role": "assistant", "content": said.text}}
        kept = {"id": "cmpl_1", "object": "chat.completion", "created": 1, "model": body["model"]}
        return {**kept, "choices": [choice], "usage": usage}

    def _response(self, mode: Mode, body: dict[str, Any]) -> dict[str, Any]:
        said = self.say(mode, body.get("text", {}).get("format", {}).get("schema"), body.get("max_output_tokens"))
        content = {"type": "output_text", "text": said.text, "annotations": []}
        if said.end == "refused":
            content = {"type": "refusal", "refusal": said.text}
        cut = {"reason": "max_output_tokens"} if said.end == "truncated" else None
        usage = {
            "input_tokens": 360 if mode == "cached" else 20,
            "input_tokens_details": {"cached_tokens": 300 if mode == "cached" else 0, "cache_write_tokens": 0},
            "output_tokens": said.output,
            "output_tokens_details": {"reasoning_tokens": 4 if mode == "cached" else 0},
            "total_tokens": 29,
        }
        return {
            "id": "resp_1",
            "object": "response",
            "created_at": 1,
            "status": "incomplete" if cut else "completed",
            "incomplete_details": cut,
            "error": None,
            "model": body["model"],
            "output": [{"type": "message", "id": "m1", "role": "assistant", "status": "completed", "content": [content]}],
            "parallel_tool_calls": True,
            "tool_choice": "auto",
            "tools": [],
            "usage": usage,
        }
