"""What the tests of both providers have in common: a clean environment, a planted key, calls."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest
from llm.chat_server import ChatServer

from factscore.llm.anthropic import AnthropicChat
from factscore.llm.base import ChatRequest, Message, Reply
from factscore.llm.openai import OpenAIChat
from factscore.settings import Calling

KEY = "sk-planted-7Qm4Zx9Lr2Vt8Wb3"
MODEL = "small-1"
OUT_OF_TOKENS = (
    "Could not finish the message because max_tokens or model output limit was reached. "
    "Please try again with higher max_tokens."
)
"""What OpenAI says, with status 400, where all tokens went on thoughts."""
T = TypeVar("T")
Chat = OpenAIChat | AnthropicChat
_VARIABLES = (
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "OPENAI_API_VERSION",
    "OPENAI_ADMIN_KEY",
    "OPENAI_LOG",
    "AZURE_OPENAI_ENDPOINT",
    "AZURE_OPENAI_API_KEY",
    "AZURE_OPENAI_AD_TOKEN",
    "ANTHROPIC_API_KEY",
    "ANTHROPIC_AUTH_TOKEN",
    "ANTHROPIC_BASE_URL",
    "ANTHROPIC_LOG",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "http_proxy",
    "https_proxy",
    "all_proxy",
)


def clean(monkeypatch: pytest.MonkeyPatch) -> None:
    """No address and no key but the planted one."""
    for name in _VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)


def calling(**options: object) -> Calling:
    """Two tries again, and little patience."""
    chosen: dict[str, object] = {"retries": 2, "timeout": 5.0, "concurrency": 8, **options}
    return Calling(**chosen)  # type: ignore[arg-type]  # a test's own options


def request(text: str = "Is the sky blue?", **options: object) -> ChatRequest:
    chosen: dict[str, object] = {"max_tokens": 50, **options}
    return ChatRequest((Message("user", text),), **chosen)  # type: ignore[arg-type]


def openai_chat(server: ChatServer, model: str = MODEL, **options: object) -> OpenAIChat:
    return OpenAIChat(model, calling(base_url=server.openai_url, **options))


def using(chat: Chat, job: Callable[[Chat], Awaitable[T]]) -> T:
    """Run a job in a loop of its own, with the model closed at its end."""

    async def run() -> T:
        try:
            return await job(chat)
        finally:
            await chat.close()

    return asyncio.run(run())


def ask(chat: Chat, *requests: ChatRequest) -> list[Reply]:
    """The replies to requests, one after the other."""

    async def all_of(model: Chat) -> list[Reply]:
        return [await model.complete(each) for each in requests or (request(),)]

    return using(chat, all_of)
