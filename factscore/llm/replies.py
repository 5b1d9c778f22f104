"""Requests and replies as the JSON that the cache holds."""

from __future__ import annotations

from typing import Any

from factscore.cache.answers import readable
from factscore.llm.base import Chance, ChatModel, ChatRequest, Finish, Reply, Token, Usage
from factscore.records import JsonValue


def reply_request(model: ChatModel, request: ChatRequest) -> dict[str, JsonValue]:
    """All that decides a reply; which part of the prompt is fixed changes the price alone."""
    return {
        "model": model.identity(),
        "messages": [[message.role, message.text] for message in request.messages],
        "max_tokens": request.max_tokens,
        "temperature": request.temperature,
        "top_logprobs": request.top_logprobs,
    }


def pack_reply(reply: Reply) -> JsonValue:
    """The inverse of ``unpack_reply``."""
    usage = reply.usage
    return {
        "text": reply.text,
        "finish": reply.finish,
        "usage": [
            usage.input_tokens,
            usage.output_tokens,
            usage.cached_tokens,
            usage.written_tokens,
        ],
        "tokens": [[t.text, [[c.token, c.logprob] for c in t.chances]] for t in reply.tokens],
    }


def unpack_reply(value: Any) -> Reply:
    """The reply that ``pack_reply`` was given.

    Raises:
        CacheError: it was not; the cache is damaged.
    """
    with readable():
        return Reply(
            text=value["text"],
            finish=Finish(value["finish"]),
            usage=Usage(*value["usage"]),
            tokens=tuple(
                Token(text, tuple(Chance(*chance) for chance in chances))
                for text, chances in value["tokens"]
            ),
        )
