"""A loopback server that speaks the Converse format of Amazon Bedrock."""

import json
from typing import Any

from tests.servers.loopback import STATUS, Answer, LoopbackServer, Mode, Seen, words

_KINDS = {
    401: "UnrecognizedClientException",
    403: "AccessDeniedException",
    404: "ResourceNotFoundException",
    429: "ThrottlingException",
    500: "InternalServerException",
    503: "ServiceUnavailableException",
}


class BedrockServer(LoopbackServer):
    def answer(self, mode: Mode, seen: Seen) -> Answer:
        if mode in STATUS:
            status = 503 if mode == "529" else STATUS[mode]
            hint = {"retry_after": "7"} if mode == "429" else {}
            return Answer.json({"message": words(mode)}, status, x_amzn_ErrorType=_KINDS[status], **hint)
        if mode == "too-long":
            said = "The model returned the following errors: Input is too long for requested model."
            return Answer.json({"message": said}, 400, x_amzn_ErrorType="ValidationException")
        if mode == "malformed":
            return Answer(b'{"output": {"mess')
        reply = self._reply(mode, seen.body)
        return Answer(json.dumps(reply).encode()[:40], cut=True) if mode == "cut" else Answer.json(reply)

    def _reply(self, mode: Mode, body: dict[str, Any]) -> dict[str, Any]:
        form = body.get("additionalModelRequestFields", {}).get("output_config", {}).get("format", {})
        said = self.say(mode, form.get("schema"), body["inferenceConfig"].get("maxTokens"))
        reason = {"complete": "end_turn", "refused": "content_filtered", "truncated": "max_tokens"}[said.end]
        usage = {"inputTokens": 20, "outputTokens": said.output, "totalTokens": 20 + said.output}
        if mode == "cached":
            usage |= {"cacheReadInputTokens": 300, "cacheWriteInputTokens": 40, "totalTokens": 360 + said.output}
        reply = {
            "output": {"message": {"role": "assistant", "content": [{"text": said.text}]}},
            "stopReason": reason,
            "usage": usage,
            "metrics": {"latencyMs": 5},
        }
        if mode == "no-usage":
            del reply["usage"]
        return reply
