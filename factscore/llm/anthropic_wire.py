"""Anthropic's messages as JSON: a request out, a reply in. Pure."""

from __future__ import annotations

from collections.abc import Collection

from factscore.llm.base import ChatRequest, Finish, Reply, Usage
from factscore.llm.reading import Unreadable, at, count_at, list_at, sound, text_at
from factscore.records import JsonValue

OPTIONAL = ("temperature", "cache_control")
"""Parameters that a model or server may not know, and that calls can do without."""

_CUT = {"max_tokens", "model_context_window_exceeded"}


def message_body(
    model: str, request: ChatRequest, refused: Collection[str] = ()
) -> dict[str, JsonValue]:
    """The body of a request.

    System messages become ``system`` blocks, and messages of one role that follow each other
    become blocks of one turn. The last fixed message ends what the provider is asked to cache.

    Args:
        model: the model's name at its provider.
        request: what to ask.
        refused: parameters that model or server do not take.
    """
    system, turns = _blocks(request, marked="cache_control" not in refused)
    body: dict[str, JsonValue] = {
        "model": model,
        "max_tokens": request.max_tokens,
        "messages": turns,
    }
    if system:
        body["system"] = system
    if "temperature" not in refused:
        body["temperature"] = request.temperature
    return body


def may_do_without(refused: Collection[str]) -> list[str]:
    """Which parameters a body could still be sent without."""
    return [name for name in OPTIONAL if name not in refused]


def message_reply(body: dict[str, JsonValue]) -> Reply:
    """The reply in a response's body.

    Raises:
        Unreadable: no list of content.
    """
    if not isinstance(at(body, "content"), list):
        raise Unreadable("the answer has no content")
    blocks = list_at(body, "content")
    text = "".join(text_at(block, "text") for block in blocks if text_at(block, "type") == "text")
    return Reply(text, _finish(text_at(body, "stop_reason")), _usage(body))


def _blocks(request: ChatRequest, *, marked: bool) -> tuple[list[JsonValue], list[JsonValue]]:
    """The system's blocks and the turns; an empty text is left out, as no block may be empty."""
    kept = [message for message in request.messages if message.text.strip()]
    fixed = [place for place, message in enumerate(kept) if message.fixed]
    last = fixed[-1] if fixed and marked else -1
    system: list[JsonValue] = []
    turns: list[JsonValue] = []
    role = ""
    content: list[JsonValue] = []
    for place, message in enumerate(kept):
        block: dict[str, JsonValue] = {"type": "text", "text": sound(message.text)}
        if place == last:
            block["cache_control"] = {"type": "ephemeral"}
        if message.role == "system":
            system.append(block)
            continue
        if message.role != role:
            role, content = message.role, []
            turns.append({"role": role, "content": content})
        content.append(block)
    return system, turns


def _finish(reason: str) -> Finish:
    if reason == "refusal":
        return Finish.REFUSED
    return Finish.LENGTH if reason in _CUT else Finish.STOP


def _usage(body: dict[str, JsonValue]) -> Usage:
    read = count_at(body, "usage", "cache_read_input_tokens")
    written = count_at(body, "usage", "cache_creation_input_tokens")
    return Usage(
        input_tokens=count_at(body, "usage", "input_tokens") + read + written,
        output_tokens=count_at(body, "usage", "output_tokens"),
        cached_tokens=read,
        written_tokens=written,
    )
