"""What ``chat_server`` is asked and answers, as Python and as either API's JSON."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Call:
    """A request as it arrived."""

    number: int
    """Counted from 1 over all requests for a reply, retries and entries of batches too."""
    path: str
    headers: Mapping[str, str]
    body: Json
    batched: bool = False

    @property
    def prompt(self) -> str:
        """The text of the last message."""
        content = self.body["messages"][-1]["content"]
        if isinstance(content, str):
            return content
        return "".join(block.get("text", "") for block in content)

    @property
    def anthropic(self) -> bool:
        return self.path.endswith("/messages")


@dataclass(frozen=True, slots=True)
class Answer:
    """What to send back; a text alone is a good reply."""

    text: str | None = ""
    finish: str = "stop"
    """OpenAI's word; Anthropic's is made of it."""
    refusal: str | None = None
    logprobs: Any = None
    usage: Json | None = None
    """In the API's own form; by default a token is four characters."""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    raw: bytes | None = None
    """The body, whatever the rest says."""
    body: Json | None = None
    """The body as JSON, whatever the rest says."""
    type: str = "application/json"
    delay: float = 0.0
    """Seconds before anything is sent."""
    drop: bool = False
    """Close the connection without an answer."""
    cut: bool = False
    """Close it in the middle of the answer."""
    unanswered: str = ""
    """In a batch: ``expired`` or ``canceled``."""


Script = Callable[[Call], "Answer | str"]


def failing(
    status: int, message: str = "it failed", *, wait: float | None = None, **of_error: str
) -> Answer:
    """An error; ``wait``: seconds in Retry-After, in milliseconds too, as SDKs know both."""
    headers = {}
    if wait is not None:
        headers = {"retry-after": str(int(wait)), "retry-after-ms": str(int(wait * 1000) or 1)}
    error = {"message": message, "type": "error", "code": None, "param": None, **of_error}
    return Answer(status=status, headers=headers, body={"type": "error", "error": error})


def rate_limited(wait: float = 0.001) -> Answer:
    return failing(429, "Rate limit reached", wait=wait, type="rate_limit_error")


def dropped() -> Answer:
    return Answer(drop=True)


def cut_off() -> Answer:
    return Answer(cut=True)


def hanging() -> Answer:
    return Answer(delay=3600)


def truncated(text: str = "It is") -> Answer:
    return Answer(text, finish="length")


def declining(words: str = "I cannot help with that.") -> Answer:
    return Answer(None, refusal=words)


def html(status: int = 200) -> Answer:
    page = b"<!DOCTYPE html>\n<html><body><h1>Welcome to nginx!</h1></body></html>"
    return Answer(status=status, raw=page, type="text/html")


def no_choices() -> Answer:
    return Answer(body={"id": "x", "object": "chat.completion", "choices": [], "content": None})


def null_content() -> Answer:
    return Answer(None)


def garbage() -> Answer:
    return Answer(raw=b'{"choices": [{"message": {"con')


def bad_utf8() -> Answer:
    """A body with a byte that is no UTF-8, where the text is."""
    openai = b'"choices": [{"message": {"content": "caf\xe9"}, "finish_reason": "stop"}]'
    anthropic = b'"content": [{"type": "text", "text": "caf\xe9"}], "stop_reason": "end_turn"'
    return Answer(raw=b"{" + openai + b", " + anthropic + b"}")


def fine(call: Call) -> Answer:
    """The default script."""
    return Answer("Fine.")


def as_answer(scripted: Answer | str) -> Answer:
    return Answer(scripted) if isinstance(scripted, str) else scripted


def content_of(call: Call, answer: Answer) -> bytes:
    if answer.raw is not None:
        return answer.raw
    if answer.body is not None:
        return json.dumps(answer.body).encode()
    return json.dumps((_message if call.anthropic else _completed)(call, answer)).encode()


def _completed(call: Call, answer: Answer) -> Json:
    read, said = _tokens(call, answer)
    usage = {"prompt_tokens": read, "completion_tokens": said, "total_tokens": read + said}
    message = {"role": "assistant", "content": answer.text, "refusal": answer.refusal}
    choice = {
        "index": 0,
        "message": message,
        "finish_reason": answer.finish,
        "logprobs": answer.logprobs,
    }
    return {
        "id": f"chatcmpl-{call.number}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": call.body["model"],
        "choices": [choice],
        "usage": usage if answer.usage is None else answer.usage,
    }


def _message(call: Call, answer: Answer) -> Json:
    read, said = _tokens(call, answer)
    reasons = {"stop": "end_turn", "length": "max_tokens"}
    text = answer.text or answer.refusal
    return {
        "id": f"msg_{call.number}",
        "type": "message",
        "role": "assistant",
        "model": call.body["model"],
        "content": [{"type": "text", "text": text}] if text else [],
        "stop_reason": "refusal" if answer.refusal else reasons.get(answer.finish, answer.finish),
        "stop_sequence": None,
        "usage": {"input_tokens": read, "output_tokens": said}
        if answer.usage is None
        else answer.usage,
    }


def _tokens(call: Call, answer: Answer) -> tuple[int, int]:
    asked = len(json.dumps(call.body["messages"])) + len(json.dumps(call.body.get("system", "")))
    return asked // 4, len(answer.text or answer.refusal or "") // 4 + 1
