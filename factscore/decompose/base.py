"""What a decomposer is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

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
