"""What a store can say of itself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from factscore.knowledge.base import KnowledgeStore


class StoreKind(StrEnum):
    """The forms of a store that can be opened."""

    SQLITE = "factscore store"
    MEMORY = "articles in memory"
    ORIGINAL = "FActScore database"


@dataclass(frozen=True, slots=True)
class StoreInfo:
    """Where a store came from and how much it holds; ``None`` where it does not know."""

    path: str
    kind: StoreKind
    fingerprint: str
    articles: int
    size: int
    """Bytes on disk."""
    passages: int | None = None
    aliases: int | None = None
    sources: tuple[str, ...] = ()
    """The files it was built from."""
    built: str | None = None
    """When, in UTC (ISO 8601)."""
    version: str | None = None
    """The version of factscore that built it."""
    schema: int | None = None
    cut: dict[str, int] | None = None
    """The settings by which running text was cut into passages."""
    disambiguations: int | None = None
    """Articles that only list what their title may mean."""
    left_out: tuple[tuple[str, int], ...] = ()
    """What the build left out, and how many of each kind."""


class DescribedStore(KnowledgeStore, Protocol):
    """A store that can also describe and check itself."""

    def info(self) -> StoreInfo:
        """What it is and where it came from."""
        ...

    def verify(self) -> list[str]:
        """Everything that is wrong with it, one line each; empty if it is sound."""
        ...
