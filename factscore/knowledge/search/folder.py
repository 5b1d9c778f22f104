"""Where a store's index lies, and whether it is that store's.

The index of ``wikipedia.db`` is the folder ``wikipedia.db.index`` beside it. A file in it says
to which state of the store it belongs.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

import orjson

from factscore.errors import StoreError
from factscore.knowledge.search.bm25 import Collection
from factscore.knowledge.search.engine import PassageIndex

SEARCH_VERSION = 1
"""Changes whenever other passages would be found, or an index of this version cannot be read.

A part of the name of the search and so of every key in the cache.
"""
_MARKER = "factscore.json"
_LOCKS = ".tantivy"
"""How the names of the engine's lock files begin."""


@dataclass(frozen=True, slots=True)
class Marker:
    """What an index says of itself."""

    search: int
    """``SEARCH_VERSION`` of who made it."""
    fingerprint: str
    """The store's."""
    articles: int
    passages: int
    text_length: float
    title_length: float
    text_bytes: int
    """Size of all passages in UTF-8."""
    built: str
    """When, in UTC (ISO 8601)."""
    version: str
    """The factscore that made it."""

    def collection(self) -> Collection:
        """The passages in numbers."""
        return Collection(self.passages, self.text_length, self.title_length)


def index_folder(store: str | Path) -> Path:
    """Where the index of a store lies; beside the file itself, if the path is a link to it."""
    place = Path(os.path.realpath(store))
    return place.with_name(f"{place.name}.index")


def write_marker(folder: Path, marker: Marker) -> Path:
    """Says in a file what an index is."""
    file = folder / _MARKER
    file.write_bytes(orjson.dumps(asdict(marker), option=orjson.OPT_INDENT_2))
    return file


def is_ours(folder: Path) -> bool:
    """Whether a folder is an index of any state of any store."""
    return (folder / _MARKER).is_file()


def read_marker(store: str, fingerprint: str) -> Marker:
    """What the index of a store says of itself, if it may be used.

    Raises:
        StoreError: there is none, or it is another store's, an older state's, an other
            version's, or damaged.
    """
    folder, make = index_folder(store), f"factscore knowledge index {store}"
    if not folder.exists():
        raise StoreError(f"{store}: has no index to be searched by; make it: {make}")
    if not is_ours(folder):
        raise StoreError(f"{folder}: is no index of a store; move it away, then make one: {make}")
    try:
        content = orjson.loads((folder / _MARKER).read_bytes())
        if content["search"] != SEARCH_VERSION:
            raise StoreError(
                f"{folder}: was made by another version of factscore ({content['version']}); "
                f"make it anew: {make}"
            )
        marker = Marker(**content)
    except OSError as error:
        raise unreadable(store, error) from error
    except (ValueError, TypeError, LookupError) as error:
        raise unreadable(store, error) from error
    if marker.fingerprint != fingerprint:
        raise StoreError(
            f"{folder}: belongs to another state of the store, or to another store; "
            f"make it anew: {make}"
        )
    return marker


def open_index(store: str) -> PassageIndex:
    """The index of a store, unchecked.

    Raises:
        StoreError: it is damaged.
    """
    from tantivy import Index

    folder = index_folder(store)
    try:
        with _writable(folder) as place:
            return PassageIndex(Index.open(str(place)))
    except (ValueError, OSError) as error:
        raise unreadable(store, error) from error


@contextmanager
def _writable(folder: Path) -> Iterator[Path]:
    """The folder, or links to its files: the engine wants to write its locks beside them."""
    if os.access(folder, os.W_OK):
        yield folder
        return
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="factscore-") as place:
        for file in folder.iterdir():
            if not file.name.startswith(_LOCKS):
                (Path(place) / file.name).symlink_to(file)
        yield Path(place)


def unreadable(store: str, error: Exception) -> StoreError:
    """The error for an index that cannot be read."""
    reason = (isinstance(error, OSError) and error.strerror) or str(error)
    return StoreError(
        f"{index_folder(store)}: cannot be read ({reason}); make it anew: "
        f"factscore knowledge index {store}"
    )
