"""One store among those that are searched, with its index."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache

from factscore.errors import StoreError
from factscore.knowledge.base import Article, KnowledgeStore
from factscore.knowledge.database import DatabaseStore
from factscore.knowledge.search.base import SearchableStore
from factscore.knowledge.search.bm25 import Collection, Term
from factscore.knowledge.search.engine import Hit, PassageIndex, PassageWriter
from factscore.knowledge.search.folder import open_index, read_marker, unreadable
from factscore.knowledge.shown import shown_text

_KEPT = 64
"""Articles kept in memory, the last used ones."""
_MEMORY = 30_000_000
"""Bytes of postings gathered at a time, for an index in memory."""


@dataclass(frozen=True, slots=True)
class _Opened:
    """An index, and its passages in numbers."""

    index: PassageIndex
    collection: Collection


class Part:
    """A store and its index, which is opened when it is first needed.

    A store in a file must have an index beside it; of articles in memory one is made.
    """

    def __init__(self, store: KnowledgeStore) -> None:
        """Args: the store.

        Raises:
            StoreError: it cannot list its articles.
        """
        if not isinstance(store, SearchableStore):
            raise StoreError(
                f"{store.path}: cannot be searched as a whole; the store needs the methods"
                " articles() and article(title)"
            )
        self.store: SearchableStore = store
        self._opened: _Opened | None = None
        # The facts of a row mostly find the same pages.
        self._article = lru_cache(maxsize=_KEPT)(store.article)
        self._lock = threading.Lock()

    def check(self) -> None:
        """Tell before any work whether there is an index, or one can be made.

        Raises:
            StoreError: neither.
        """
        if isinstance(self.store, DatabaseStore):
            read_marker(self.store.path, self.store.fingerprint)

    @property
    def collection(self) -> Collection:
        """The passages in numbers."""
        return self._open().collection

    def terms(self, words: Sequence[str]) -> list[Term]:
        """Each word with how many passages have it."""
        index = self._open().index
        with self._engine_errors():
            return [index.term(word) for word in words]

    def best(self, terms: Sequence[Term], count: int) -> list[Hit]:
        """About the best passages for some words; see ``PassageIndex.best``."""
        index = self._open().index
        with self._engine_errors():
            return index.best(terms, count)

    def article(self, title: str) -> Article | None:
        """The article of a title that the index or the cache has, if the store has it too."""
        return self._article(title)

    def proposed(self, hit: Hit) -> Article:
        """The article of a passage that the index proposes.

        Raises:
            StoreError: the store has no such passage.
        """
        article = self._article(hit.title)
        if article is None or hit.index >= len(article.passages):
            raise StoreError(
                f"{self.store.path}: has no passage {hit.index} of {hit.title!r}, which its index "
                f"names; {self._agree()}"
            )
        return article

    def _agree(self) -> str:
        if isinstance(self.store, DatabaseStore):
            return f"make the index anew: factscore knowledge index {self.store.path}"
        return "the store's methods articles() and article(title) must agree"

    def _open(self) -> _Opened:
        with self._lock:
            if self._opened is None:
                self._opened = self._from_file() or self._in_memory()
            return self._opened

    def _from_file(self) -> _Opened | None:
        if not isinstance(self.store, DatabaseStore):
            return None
        marker = read_marker(self.store.path, self.store.fingerprint)
        return _Opened(open_index(self.store.path), marker.collection())

    def _in_memory(self) -> _Opened:
        writer = PassageWriter(None, memory=_MEMORY, threads=1)
        for article in self.store.articles():
            writer.add(article.title, [shown_text(passage) for passage in article.passages])
        collection = writer.finish()
        return _Opened(writer.open(), collection)

    @contextmanager
    def _engine_errors(self) -> Iterator[None]:
        try:
            yield
        except ValueError as error:
            raise unreadable(self.store.path, error) from error
