"""A file of the program's own in SQLite: told from other databases, shared, and brought up to date.

Several processes may open, make and write one file at once. What differs between the kinds of
files, and what messages call them, is a ``Kind``.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from factscore.errors import FactscoreError

if TYPE_CHECKING:
    from sqlite_utils import Migrations

BUSY_SECONDS = 60
"""How long to wait for another process that is writing."""
MEMORY = ":memory:"
"""What SQLite takes for a database without a file."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of such files, and the words of its messages."""

    name: str
    """What it is: ``cache``."""
    option: str
    """The option that names the file; ``instead``: what may be done without one."""
    example: str
    """A name for such a file."""
    maker: str
    """What makes one."""
    kept: str
    """What a full disk leaves untouched, in words."""
    error: type[FactscoreError]
    application_id: int
    """``PRAGMA application_id``, by which it is told from other databases."""
    version: int
    """Number of migrations; kept in ``PRAGMA user_version`` so that opening is one look."""
    synchronous: Literal["normal", "full"]
    """``full``: what is committed outlives a power cut; ``normal``: only a killed process."""
    instead: str = ""


def check_path(path: str, kind: Kind, *, create: bool) -> None:
    """Refuse what cannot be such a file's path; with ``create`` make its folder.

    Raises:
        FactscoreError: of the kind; without ``create`` also where there is no file.
        OSError: the folder cannot be made.
    """
    if not path:
        raise kind.error(
            f"the {kind.name}'s path is empty; name a file with {kind.option}{kind.instead}"
        )
    if Path(path).is_dir():
        raise kind.error(
            f"{path}: the {kind.name} is a folder; name a file in it, such as {path}/{kind.example}"
        )
    if not create and not Path(path).exists():
        raise kind.error(f"{path}: there is no {kind.name} yet; {kind.maker} makes it")
    if create:
        Path(path).parent.mkdir(parents=True, exist_ok=True)


def connect(
    path: str,
    mode: Literal["mode=rwc", "mode=rw", "immutable=1"],
    prepare: Callable[[sqlite3.Connection], None],
    *,
    threads: bool = False,
) -> sqlite3.Connection:
    """A connection that ``prepare`` has seen; both are tried anew while others hold the file.

    Args:
        path: the file, by whatever name, or ``MEMORY``.
        mode: a parameter of SQLite's addresses. ``immutable`` does without the files that a
            log needs beside it, which nobody could make in a read-only folder.
        prepare: checks and sets up; the connection is closed where it raises.
        threads: whether several threads may use it.

    Raises:
        sqlite3.Error: it cannot be opened, or ``prepare`` failed.
    """
    patience = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            return _try_connect(path, mode, prepare, threads)
        except sqlite3.OperationalError as error:
            # Two processes that turn on the log at once: SQLite refuses one of them at
            # once, whatever its timeout, because waiting could be for each other.
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > patience:
                raise
            time.sleep(0.01)


def _try_connect(
    path: str, mode: str, prepare: Callable[[sqlite3.Connection], None], threads: bool
) -> sqlite3.Connection:
    # An address, so that a file may have any name.
    address = MEMORY if path == MEMORY else f"{Path(path).absolute().as_uri()}?{mode}"
    db = sqlite3.connect(
        address,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        uri=path != MEMORY,
        check_same_thread=not threads,
    )
    try:
        prepare(db)
    except BaseException:
        db.close()
        raise
    return db


def version_of(db: sqlite3.Connection, path: str, kind: Kind) -> int:
    """The version of a file's schema, 0 for an empty file.

    Raises:
        FactscoreError: of the kind: it is no such file, or a newer factscore's.
    """
    # In this order, since another process may make the file between two looks: whoever sees
    # its tables sees its identity as well.
    (tables,) = db.execute("select count(*) from sqlite_master").fetchone()
    (application,) = db.execute("pragma application_id").fetchone()
    (version,) = db.execute("pragma user_version").fetchone()
    if application != kind.application_id and (tables or application):
        raise kind.error(
            f"{path}: a database, but not a factscore {kind.name}; name another file with"
            f" {kind.option}"
        )
    if version > kind.version:
        raise kind.error(
            f"{path}: written by a newer factscore; upgrade, or name another file with"
            f" {kind.option}"
        )
    # Migrations that are applied already are passed over.
    return int(version) if tables else 0


def set_modes(db: sqlite3.Connection, kind: Kind) -> None:
    """Turn on the write-ahead log, and how sure a commit is."""
    if db.execute("pragma journal_mode").fetchone() != ("wal",):
        db.execute("pragma journal_mode = wal")
    db.execute(f"pragma synchronous = {kind.synchronous}")


def apply_migrations(db: sqlite3.Connection, migrations: Migrations, kind: Kind) -> None:
    """Bring a file to its kind's version; two processes may do it at once."""
    import sqlite_utils

    with transaction(db):
        migrations.apply(sqlite_utils.Database(db))
        db.execute(f"pragma application_id = {kind.application_id}")
        db.execute(f"pragma user_version = {kind.version}")


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """All or nothing of what is written within, alone among all processes."""
    db.execute("begin immediate")
    try:
        yield
    except BaseException:
        if db.in_transaction:
            db.execute("rollback")
        raise
    db.execute("commit")


@contextmanager
def explained(path: str, kind: Kind, done: str) -> Iterator[None]:
    """Raise what SQLite and the system raise as the kind's error, with what to do about it.

    ``done`` is what the file cannot be: ``opened``, ``read`` or ``written``.
    """
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise kind.error(
            f"{path}: the {kind.name} cannot be {done} ({error}); {_remedy(error, kind)}"
        ) from error


def _remedy(error: sqlite3.Error | OSError, kind: Kind) -> str:
    text = str(error)
    if "full" in text or "disk I/O" in text:
        return f"free some disk space and run again: {kind.kept}"
    if "locked" in text:
        return f"another process is holding it; wait for it or name another file with {kind.option}"
    if "not a database" in text or "malformed" in text:
        return f"it is damaged, or no {kind.name}; move it away, or name another with {kind.option}"
    return f"name a file in a folder you can write to with {kind.option}{kind.instead}"
