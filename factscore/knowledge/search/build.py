"""Making the index of a store: written beside its place, and renamed when it is complete."""

from __future__ import annotations

import shutil
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from factscore.errors import StoreError
from factscore.knowledge import open_store
from factscore.knowledge.base import KnowledgeStore
from factscore.knowledge.beside import beside, cannot_write, remove_leftovers
from factscore.knowledge.search.base import SearchableStore
from factscore.knowledge.search.engine import PassageWriter
from factscore.knowledge.search.folder import (
    SEARCH_VERSION,
    Marker,
    index_folder,
    is_ours,
    write_marker,
)
from factscore.knowledge.shown import shown_text

_MEMORY = 64_000_000
"""Bytes of postings that a thread gathers before it writes them down."""
_THREADS = 4
"""More do not help: reading the store keeps no more busy."""
_MANY = 10_000
"""Articles from which on several threads pay: each leaves a part of its own in the index."""

_MARKS = (".indexing", ".replaced")
"""Endings of what is written beside an index: the new one, and the old one for a moment."""


@dataclass(frozen=True, slots=True)
class IndexSummary:
    """What was made."""

    path: str
    """The folder."""
    articles: int
    passages: int
    size: int
    """Bytes on disk."""
    text_bytes: int
    """Size of all passages in UTF-8."""
    seconds: float


def build_index(
    store: str | Path, *, progress: Callable[[int, int], None] | None = None
) -> IndexSummary:
    """Makes the index by which a store is searched as a whole; an older one is replaced.

    Args:
        store: a store's path.
        progress: called after each article with their number so far, and in all.

    Raises:
        StoreError: the store cannot be opened or needs no index, or the index cannot be
            written.
    """
    began = time.monotonic()
    path = str(store)
    with open_store(store) as opened:
        source = _on_disk(opened)
        place = index_folder(path)
        if place.exists() and not is_ours(place):
            raise StoreError(f"{place}: exists and is no index of a store; move it away")
        with _new_folder(place) as fresh:
            marker = _fill(fresh, source, progress)
            _make_readable(fresh, like=write_marker(fresh, marker))
        size = sum(file.stat().st_size for file in place.iterdir())
    return IndexSummary(
        path=str(place),
        articles=marker.articles,
        passages=marker.passages,
        size=size,
        text_bytes=marker.text_bytes,
        seconds=time.monotonic() - began,
    )


def _on_disk(store: KnowledgeStore) -> SearchableStore:
    from factscore.knowledge.memory import MemoryStore

    if isinstance(store, MemoryStore):
        raise StoreError(
            f"{store.path}: articles in memory need no index, it is made while they are searched; "
            "for a large file build a store: factscore knowledge build"
        )
    if not isinstance(store, SearchableStore):
        raise StoreError(f"{store.path}: a store of this kind cannot list its articles")
    return store


def _fill(
    folder: Path, store: SearchableStore, progress: Callable[[int, int], None] | None
) -> Marker:
    from factscore.version import __version__

    total, articles, text_bytes = len(store), 0, 0
    threads = _THREADS if total >= _MANY else 1
    writer = PassageWriter(folder, memory=threads * _MEMORY, threads=threads)
    for articles, article in enumerate(store.articles(), 1):
        texts = [shown_text(passage) for passage in article.passages]
        writer.add(article.title, texts)
        text_bytes += sum(len(text.encode()) for text in texts)
        if progress is not None:
            progress(articles, total)
    collection = writer.finish()
    return Marker(
        search=SEARCH_VERSION,
        fingerprint=store.fingerprint,
        articles=articles,
        passages=collection.passages,
        text_length=collection.text_length,
        title_length=collection.title_length,
        text_bytes=text_bytes,
        built=datetime.now(UTC).isoformat(timespec="seconds"),
        version=__version__,
    )


@contextmanager
def _new_folder(place: Path) -> Iterator[Path]:
    """A folder beside ``place`` that takes its place on success and vanishes otherwise."""
    fresh, old = (beside(place, mark) for mark in _MARKS)
    try:
        remove_leftovers(place, _MARKS)
        fresh.mkdir()
        try:
            yield fresh
            if place.exists():
                place.rename(old)
            fresh.rename(place)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
            shutil.rmtree(old, ignore_errors=True)
    except (OSError, ValueError) as error:
        raise cannot_write(place, error) from error


def _make_readable(folder: Path, like: Path) -> None:
    """The engine keeps some of its files from other users."""
    mode = stat.S_IMODE(like.stat().st_mode)
    for file in folder.iterdir():
        file.chmod(mode)
