"""Opening SQLite files for reading, with every failure told in one line."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from factscore.errors import StoreError

MAGIC = b"SQLite format 3\0"
HEADER = 100
"""Bytes of a database's header (https://www.sqlite.org/fileformat2.html)."""


def connect(path: str) -> sqlite3.Connection:
    """A read-only connection; works on read-only media too.

    Raises:
        StoreError: the file is cut off, or is no database.
    """
    with path_errors(path):
        header = read_header(path)
        size = Path(path).stat().st_size
    missing = _announced_size(header) - size
    if len(header) < HEADER or missing > 0:
        raise StoreError(f"{path}: the database is cut off; build or copy it again")
    with reading(path):
        uri = f"{Path(path).absolute().as_uri()}?mode=ro"
        connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
    try:
        with reading(path):
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except StoreError:
        connection.close()
        raise
    return connection


def read_header(path: str) -> bytes:
    """The first 100 bytes of a file."""
    with Path(path).open("rb") as stream:
        return stream.read(HEADER)


@contextmanager
def path_errors(path: str) -> Iterator[None]:
    """Turns what the file system refuses into a :class:`StoreError`."""
    try:
        yield
    except OSError as error:
        raise StoreError(
            f"{path}: cannot be read ({error.strerror or error}); "
            "check the path and its permissions"
        ) from error


@contextmanager
def reading(path: str) -> Iterator[None]:
    """Turns what SQLite reports into a :class:`StoreError`."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(
            f"{path}: the database cannot be read ({error}); build or copy it again"
        ) from error


def tables(connection: sqlite3.Connection) -> frozenset[str]:
    """The names of its tables and views."""
    rows = connection.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")
    return frozenset(name for (name,) in rows)


def _announced_size(header: bytes) -> int:
    """Bytes the file must have by its header; 0 where the header does not say."""
    if len(header) < HEADER or header[24:28] != header[92:96]:
        return 0
    page = int.from_bytes(header[16:18], "big")
    page = 65536 if page == 1 else page
    if page < 512 or page.bit_count() > 1:
        return 0  # nonsense, which SQLite will name better
    return page * int.from_bytes(header[28:32], "big")
