"""What a chat model is: a request goes in, a reply comes out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol

from factscore.records import JsonValue


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation."""

    role: Literal["system", "user", "assistant"]
    text: str
    fixed: bool = False
    """Equal in every request of its stage, as are all messages before it: a provider may
    keep what it computed for them."""


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """All that decides a reply, the model aside."""

    messages: tuple[Message, ...]
    max_tokens: int
    """Tokens of the reply, at most."""
    temperature: float = 0.0
    top_logprobs: int = 0
    """Alternatives wanted for each token of the reply, with their log probabilities; a model
    that has none gives none."""


class Finish(StrEnum):
    """Why a reply ends where it ends."""

    STOP = "stop"
    LENGTH = "length"
    """It was cut: ``max_tokens`` were used up."""
    REFUSED = "refused"
    """The model or a filter of the provider declined, and says so in a field of its own."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one call, or of several."""

    input_tokens: int = 0
    """All tokens of the prompt, those from the provider's cache included."""
    output_tokens: int = 0
    cached_tokens: int = 0
    """Those of ``input_tokens`` that the provider read from its cache."""
    written_tokens: int = 0
    """Those of ``input_tokens`` that the provider wrote into its cache, if it charges for it."""

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cached_tokens + other.cached_tokens,
            self.written_tokens + other.written_tokens,
        )


@dataclass(frozen=True, slots=True)
class Chance:
    """A token that could have stood at some place, with its log probability (natural)."""

    token: str
    logprob: float


@dataclass(frozen=True, slots=True)
class Token:
    """A token of a reply, and what else could have stood there."""

    text: str
    chances: tuple[Chance, ...]
    """The likeliest first; ``text`` may be among them or not."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What a chat model answered."""

    text: str
    """Empty if it said nothing."""
    finish: Finish = Finish.STOP
    usage: Usage = Usage()
    tokens: tuple[Token, ...] = ()
    """Empty where log probabilities were not asked for, or the model gives none."""


class ChatModel(Protocol):
    """A chat model of some provider. Nothing is imported or opened before the first call."""

    @property
    def name(self) -> str:
        """The SPEC it was chosen by, e.g. ``openai:gpt-5-mini``."""
        ...

    @property
    def provider(self) -> str:
        """The provider's id in the price list, e.g. ``openai``; empty where nobody charges."""
        ...

    @property
    def model(self) -> str:
        """The model's name at its provider."""
        ...

    def identity(self) -> dict[str, JsonValue]:
        """All that can change its replies and is not in the request; never a key."""
        ...

    async def check(self) -> None:
        """Find out, at no cost to speak of, whether calls can succeed at all.

        Raises:
            ModelError: no key, a wrong key, an unknown model, no server; with the
                provider's own words.
        """
        ...

    async def complete(self, request: ChatRequest) -> Reply:
        """Ask once; what may pass (429, 5xx, timeouts, lost connections) is tried again inside.

        Raises:
            CallError: this request failed.
            ModelError: no later request can succeed either (a revoked key, an empty account).
        """
        ...

    async def close(self) -> None:
        """Close what was opened."""
        ...


class Ask(Protocol):
    """How a stage reaches its chat model: with a cache before it and a limit on calls at once."""

    async def __call__(self, request: ChatRequest, good: Callable[[Reply], bool]) -> Reply:
        """The reply, from the cache or from the model.

        Args:
            request: What to ask. Equal requests are sent once.
            good: Whether a reply is worth keeping: one that was cut, refused or cannot be
                read is asked for again by the next run.

        Raises:
            CallError: the call failed.
        """
        ...
