"""OpenAI's chat completions as JSON: a request out, a reply in. Pure."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping

from factscore.llm.base import Chance, ChatRequest, Finish, Reply, Token, Usage
from factscore.llm.reading import Unreadable, at, count_at, list_at, object_of, sound, text_at
from factscore.records import JsonValue

LENGTH_NAMES = ("max_completion_tokens", "max_tokens")
"""The limit on a reply's tokens, today's name first. Reasoning models refuse the second; some
servers that are not OpenAI's ignore the first without a word, so they get the second first."""
OPTIONAL = ("temperature", "top_logprobs", "logprobs", *LENGTH_NAMES)
"""Parameters that a model or server may not know, and that calls can do without."""

_CUT = {"length", "max_tokens", "model_length"}


def chat_body(
    model: str,
    request: ChatRequest,
    refused: Collection[str] = (),
    length_names: tuple[str, ...] = LENGTH_NAMES,
) -> dict[str, JsonValue]:
    """The body of a request.

    Args:
        model: the model's name at its provider.
        request: what to ask.
        refused: parameters that model or server do not take.
        length_names: names of the limit on tokens; the first that is not refused is used.
    """
    messages: list[JsonValue] = [
        {"role": message.role, "content": sound(message.text)} for message in request.messages
    ]
    body: dict[str, JsonValue] = {"model": model, "messages": messages, "n": 1}
    for name in length_names:
        if name not in refused:
            body[name] = request.max_tokens
            break
    if "temperature" not in refused:
        body["temperature"] = request.temperature
    # A token's own log probability alone tells nothing of what else could have stood there, so
    # a server that takes one of the two only, or not so many alternatives, is asked for none.
    if request.top_logprobs > 0 and not {"logprobs", "top_logprobs"} & set(refused):
        body["logprobs"] = True
        body["top_logprobs"] = request.top_logprobs
    return body


def may_do_without(body: Mapping[str, JsonValue], refused: Collection[str]) -> list[str]:
    """Which parameters of a body could be left out, or go by their other name.

    The limit on tokens can change its name once; it is never left out.
    """
    renamed = any(name in refused for name in LENGTH_NAMES)
    fixed = LENGTH_NAMES if renamed else ()
    return [name for name in OPTIONAL if name in body and name not in fixed]


def chat_reply(body: dict[str, JsonValue]) -> Reply:
    """The reply in a response's body.

    Raises:
        Unreadable: an error, or no choice.
    """
    failed = at(body, "error") or at(body, "choices", 0, "error")
    if failed and not at(body, "choices", 0, "message", "content"):
        words = text_at(failed, "message") or text_at({"error": failed}, "error")
        raise Unreadable(words or "an error without a word")
    choice = at(body, "choices", 0)
    if not isinstance(choice, dict):
        raise Unreadable("the answer has an empty list of choices, so no reply")
    refusal = text_at(choice, "message", "refusal")
    text = _content(at(choice, "message", "content"))
    return Reply(
        text or refusal,
        _finish(text_at(choice, "finish_reason"), refusal),
        _usage(body),
        _tokens(choice),
    )


def _content(content: JsonValue) -> str:
    """A text, or (Mistral's reasoning models) parts, of which only texts are the reply."""
    if isinstance(content, str):
        return sound(content)
    parts = list_at({"content": content}, "content")
    return "".join(text_at(part, "text") for part in parts if text_at(part, "type") == "text")


def _finish(reason: str, refusal: str) -> Finish:
    if refusal or reason == "content_filter":
        return Finish.REFUSED
    return Finish.LENGTH if reason in _CUT else Finish.STOP


def _usage(body: dict[str, JsonValue]) -> Usage:
    return Usage(
        input_tokens=count_at(body, "usage", "prompt_tokens"),
        output_tokens=count_at(body, "usage", "completion_tokens"),
        cached_tokens=count_at(body, "usage", "prompt_tokens_details", "cached_tokens"),
    )


def _tokens(choice: JsonValue) -> tuple[Token, ...]:
    entries = list_at(choice, "logprobs", "content")
    return tuple(_token(entry) for entry in entries if isinstance(at(entry, "token"), str))


def _token(entry: JsonValue) -> Token:
    """A token, with itself among its chances: not all servers list it with the alternatives."""
    text = text_at(entry, "token")
    listed = [_chance(object_of(other)) for other in list_at(entry, "top_logprobs")]
    chances = [chance for chance in listed if chance is not None]
    own = _chance(object_of(entry))
    if own is not None and all(chance.token != own.token for chance in chances):
        chances.append(own)
    return Token(text, tuple(sorted(chances, key=lambda chance: -chance.logprob)))


def _chance(entry: dict[str, JsonValue]) -> Chance | None:
    logprob = entry.get("logprob")
    if isinstance(logprob, bool) or not isinstance(logprob, int | float):
        return None
    if not math.isfinite(logprob) or not isinstance(entry.get("token"), str):
        return None
    return Chance(text_at(entry, "token"), float(logprob))
