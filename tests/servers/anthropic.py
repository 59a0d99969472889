"""A loopback server that speaks the Anthropic Messages format, whole and streamed."""

import json
from typing import Any

from tests.servers.loopback import STATUS, Answer, LoopbackServer, Mode, Seen, words

_KINDS = {
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    429: "rate_limit_error",
    529: "overloaded_error",
}


class AnthropicServer(LoopbackServer):
    def answer(self, mode: Mode, seen: Seen) -> Answer:
        if mode in STATUS:
            hint = {"retry_after": "7"} if mode == "429" else {}
            return self._error(STATUS[mode], _KINDS.get(STATUS[mode], "api_error"), words(mode), **hint)
        if mode == "too-long":
            return self._error(400, "invalid_request_error", "prompt is too long: 1204111 tokens > 1000000 maximum")
        if mode == "blocked":
            return self._error(400, "invalid_request_error", "Output blocked by content filtering policy")
        if mode == "malformed":
            return Answer(b'{"id": "msg_1", "type": "mess')
        message = self._message(mode, seen.body)
        if mode == "cut":
            return Answer(json.dumps(message).encode()[:60], cut=True)
        return self._stream(message, mode) if seen.body.get("stream") else Answer.json(message)

    def _error(self, status: int, kind: str, said: str, **headers: str) -> Answer:
        return Answer.json({"type": "error", "error": {"type": kind, "message": said}}, status, **headers)

    def _message(self, mode: Mode, body: dict[str, Any]) -> dict[str, Any]:
        schema = body.get("output_format", {}).get("schema")
        said = self.say(mode, schema, body["max_tokens"])
        reason = {"complete": "end_turn", "refused": "refusal", "truncated": "max_tokens"}[said.end]
        usage = {"input_tokens": 20, "cache_read_input_tokens": 0, "cache_creation_input_tokens": 0}
        usage["output_tokens"] = said.output
        if mode == "cached":
            usage |= {"cache_read_input_tokens": 300, "cache_creation_input_tokens": 40}
        message = {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": body["model"],
            "content": [] if mode == "refusal" else [{"type": "text", "text": said.text}],
            "stop_reason": reason,
            "stop_sequence": None,
            "usage": usage,
        }
        if mode == "no-usage":
            del message["usage"]
        return message

    def _stream(self, message: dict[str, Any], mode: Mode) -> Answer:
        opening = {**message, "content": [], "stop_reason": None}
        events: list[dict[str, Any]] = [{"type": "message_start", "message": opening}]
        for index, block in enumerate(message["content"]):
            events.append({"type": "content_block_start", "index": index, "content_block": {"type": "text", "text": ""}})
            delta = {"type": "text_delta", "text": block["text"]}
            events.append({"type": "content_block_delta", "index": index, "delta": delta})
            events.append({"type": "content_block_stop", "index": index})
        delta = {"stop_reason": message["stop_reason"], "stop_sequence": None}
        closing: dict[str, Any] = {"type": "message_delta", "delta": delta}
        if mode != "no-usage":
            closing["usage"] = {"output_tokens": message["usage"]["output_tokens"]}
        events += [closing, {"type": "message_stop"}]
        if mode == "cut-stream":
            events = events[:3]
        body = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)
        return Answer(body.encode(), kind="text/event-stream", cut=mode == "cut-stream")
