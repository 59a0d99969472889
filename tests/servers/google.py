"""A loopback server that speaks Google's generateContent."""

import json
from typing import Any

from tests.servers.loopback import STATUS, Answer, LoopbackServer, Mode, Seen, words

_KINDS = {401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "NOT_FOUND", 429: "RESOURCE_EXHAUSTED", 503: "UNAVAILABLE"}


class GoogleServer(LoopbackServer):
    def answer(self, mode: Mode, seen: Seen) -> Answer:
        if mode in STATUS:
            status = 503 if mode == "529" else STATUS[mode]
            error: dict[str, Any] = {"code": status, "message": words(mode), "status": _KINDS.get(status, "INTERNAL")}
            if mode == "429":
                error["details"] = [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "7s"}]
            return Answer.json({"error": error}, status)
        if mode == "too-long":
            said = "The input token count (1204111) exceeds the maximum number of tokens allowed (1048576)."
            return Answer.json({"error": {"code": 400, "message": said, "status": "INVALID_ARGUMENT"}}, 400)
        if mode == "malformed":
            return Answer(b'{"candidates": [{"cont')
        reply = self._reply(mode, seen.body)
        return Answer(json.dumps(reply).encode()[:40], cut=True) if mode == "cut" else Answer.json(reply)

    def _reply(self, mode: Mode, body: dict[str, Any]) -> dict[str, Any]:
        settings = body.get("generationConfig", {})
        said = self.say(mode, settings.get("responseJsonSchema"), settings.get("maxOutputTokens"), settings.get("seed"))
        reason = {"complete": "STOP", "refused": "SAFETY", "truncated": "MAX_TOKENS"}[said.end]
        usage = {"promptTokenCount": 20, "candidatesTokenCount": said.output, "totalTokenCount": 20 + said.output}
        if mode == "cached":
            usage = {
                "promptTokenCount": 360,
                "cachedContentTokenCount": 300,
                "candidatesTokenCount": 5,
                "thoughtsTokenCount": 4,
            }
        reply: dict[str, Any] = {
            "candidates": [{"content": {"role": "model", "parts": [{"text": said.text}]}, "finishReason": reason, "index": 0}],
            "usageMetadata": usage,
            "modelVersion": "gemini-3.1-pro",
            "responseId": "r1",
        }
        if mode == "no-usage":
            del reply["usageMetadata"]
        return reply
