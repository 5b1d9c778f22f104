"""A chat model that nobody asks: only what it is called and where it is."""

from __future__ import annotations

from dataclasses import dataclass

from factscore.llm.base import ChatRequest, Reply
from factscore.records import JsonValue


@dataclass(frozen=True)
class Priced:
    provider: str
    model: str
    base_url: str | None = None

    @property
    def name(self) -> str:
        return f"{self.provider}:{self.model}"

    def identity(self) -> dict[str, JsonValue]:
        return {"provider": self.provider, "model": self.model, "base_url": self.base_url}

    async def check(self) -> None:
        raise AssertionError("nobody asks")

    async def complete(self, request: ChatRequest) -> Reply:
        raise AssertionError("nobody asks")

    async def close(self) -> None:
        raise AssertionError("nobody asks")


MINI = Priced("openai", "gpt-5-mini")
"""$0.25 a million tokens in, $0.025 cached, $2 out, by genai-prices 0.2.3."""
HAIKU = Priced("anthropic", "claude-haiku-4-5")
"""$1 a million tokens in, $0.10 cached, $1.25 written into the cache, $5 out."""
UNKNOWN = Priced("openai", "gpt-of-tomorrow")
FREE = Priced("", "local")
