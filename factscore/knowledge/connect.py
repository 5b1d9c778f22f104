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
_WAL = 2
"""Read and write version, bytes 18 and 19 of the header, of a database in WAL mode."""


def connect(path: str) -> sqlite3.Connection:
    """A read-only connection; works on read-only media too.

    Raises:
        StoreError: the file is cut off, or is no database, or it has changes in a log
            beside it that cannot be read here.
    """
    with path_errors(path):
        header = read_header(path)
        size = Path(path).stat().st_size
    missing = _announced_size(header) - size
    if len(header) < HEADER or missing > 0:
        raise StoreError(f"{path}: the database is cut off; build or copy it again")
    with reading(path):
        try:
            return _connect(path, "mode=ro")
        except sqlite3.OperationalError as error:
            if not _lacks_log(header, error):
                raise
    # In this mode SQLite wants files beside the database, which nobody can make here.
    # "immutable" does without them, and without the changes that stand only there.
    log = Path(f"{path}-wal")
    with path_errors(path):
        if log.exists() and log.stat().st_size:
            raise StoreError(
                f"{path}: has changes in {log} that cannot be read in a folder without write "
                "permission; copy both files to a folder of your own"
            )
    with reading(path):
        return _connect(path, "immutable=1")


def _connect(path: str, how: str) -> sqlite3.Connection:
    uri = f"{Path(path).absolute().as_uri()}?{how}"
    connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _lacks_log(header: bytes, error: sqlite3.Error) -> bool:
    """Whether a database in WAL mode could not make the files that the mode needs."""
    primary = error.sqlite_errorcode & 0xFF
    unwritable = primary in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
    return unwritable and _WAL in header[18:20]


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
