"""What a store must be able to do to be searched as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, runtime_checkable

from factscore.knowledge.base import Article, KnowledgeStore


@runtime_checkable
class SearchableStore(KnowledgeStore, Protocol):
    """A store that can list its articles; all stores that ``open_store`` opens can."""

    def articles(self) -> Iterator[Article]:
        """All articles; memory stays flat."""
        ...

    def article(self, title: str) -> Article | None:
        """The article of exactly this title, ``None`` where there is none."""
        ...
