"""What a decomposer is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from factscore.llm.base import Ask, ChatModel
from factscore.records import Decomposition, Generation, JsonValue


class Decomposer(Protocol):
    """Splits generations into atomic facts."""

    @property
    def name(self) -> str:
        """The SPEC it was chosen by, e.g. ``rules``."""
        ...

    def identity(self) -> dict[str, JsonValue] | None:
        """All that can change its answers, for the cache key; ``None``: too cheap to cache.

        Must be computable without importing or loading anything heavy.
        """
        ...

    def decompose(self, generations: Sequence[Generation]) -> list[Decomposition]:
        """One decomposition for each generation, in order; never raises for bad text."""
        ...


@runtime_checkable
class CallingDecomposer(Decomposer, Protocol):
    """A decomposer that asks a chat model; many texts may be on their way at once."""

    @property
    def model(self) -> ChatModel:
        """Whom it asks."""
        ...

    async def facts_of(self, generation: Generation, ask: Ask) -> Decomposition:
        """One generation's decomposition; sentences that failed are listed in it."""
        ...
