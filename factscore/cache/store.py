"""The cache file: content hash → answer, in SQLite with a write-ahead log.

Several processes may share one file. Every ``put`` is one committed transaction, so
what it was given survives a killed process.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Self

import orjson

from factscore.cache.keys import Stage
from factscore.cache.schema import CACHE, SCHEMA_VERSION, migrate
from factscore.database import (
    MEMORY,
    check_path,
    connect,
    explained,
    set_modes,
    transaction,
    version_of,
)
from factscore.records import JsonValue


@dataclass(frozen=True, slots=True)
class StageInfo:
    """How many answers of a stage the cache holds, and when they were stored (UTC, ISO 8601)."""

    stage: str
    answers: int
    bytes: int
    first: str
    last: str


@dataclass(frozen=True, slots=True)
class Batch:
    """Requests that a provider is working on: already sent, not yet answered."""

    id: str
    """The provider's name for it."""
    model: str
    """Canonical JSON of the model's identity."""
    keys: tuple[str, ...]
    """Keys of the requests."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One cached answer, as ``export`` gives it."""

    key: str
    stage: str
    value: JsonValue
    created: str


class Cache:
    """Answers by content hash.

    >>> with Cache(":memory:") as cache:
    ...     cache.put("judge", {"f1:00": {"label": "supported"}})
    ...     cache.get("f1:00")
    {'label': 'supported'}

    Raises:
        CacheError: the file cannot be opened, is not a cache, or cannot be written.
    """

    def __init__(self, path: str | Path, *, create: bool = True) -> None:
        self.path = str(path)
        # Threads may share one cache; a transaction must be one thread's own.
        self._writing = Lock()
        with self._explained("opened"):
            self._db = _open(self.path, create=create)

    def get(self, key: str) -> JsonValue | None:
        """The answer stored under ``key``, or ``None``."""
        with self._explained("read"):
            row = self._db.execute("select value from answers where key = ?", (key,)).fetchone()
            return None if row is None else _value(key, row[0])

    def put(self, stage: Stage, answers: Mapping[str, JsonValue]) -> None:
        """Store answers in one transaction; an answer that is already there stays."""
        if not answers:
            return
        now = datetime.now(UTC).isoformat(timespec="seconds")
        rows = [(key, stage, orjson.dumps(value).decode(), now) for key, value in answers.items()]
        with self._explained("written"), self._writing, transaction(self._db):
            self._db.executemany("insert or ignore into answers values (?, ?, ?, ?)", rows)

    def put_batch(self, batch: Batch) -> None:
        """Remember a batch, before anything is waited for."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        row = (batch.id, batch.model, orjson.dumps(batch.keys).decode(), now)
        with self._explained("written"), self._writing, transaction(self._db):
            self._db.execute("insert or replace into batches values (?, ?, ?, ?)", row)

    def batches(self, model: str) -> list[Batch]:
        """The batches of a model that are not settled yet, oldest first."""
        query = "select id, model, keys from batches where model = ? order by created, id"
        with self._explained("read"):
            rows = self._db.execute(query, (model,)).fetchall()
            return [Batch(name, of, tuple(orjson.loads(keys))) for name, of, keys in rows]

    def settle_batch(self, batch: Batch, answers: Mapping[str, JsonValue]) -> None:
        """Store a batch's replies and forget the batch, in one transaction."""
        now = datetime.now(UTC).isoformat(timespec="seconds")
        rows = [(key, "reply", orjson.dumps(value).decode(), now) for key, value in answers.items()]
        with self._explained("written"), self._writing, transaction(self._db):
            self._db.executemany("insert or ignore into answers values (?, ?, ?, ?)", rows)
            self._db.execute("delete from batches where id = ?", (batch.id,))

    def info(self) -> list[StageInfo]:
        """One row for each stage that has answers."""
        query = (
            "select stage, count(*), sum(length(value)), min(created), max(created)"
            " from answers group by stage order by stage"
        )
        with self._explained("read"):
            return [StageInfo(*row) for row in self._db.execute(query)]

    def export(self) -> Iterator[Answer]:
        """Every answer, by key."""
        with self._explained("read"):
            for key, stage, value, created in self._db.execute(
                "select key, stage, value, created from answers order by key"
            ):
                yield Answer(key, stage, _value(key, value), created)

    def clear(self, stage: Stage | None = None) -> int:
        """Delete the answers of one stage, or all; returns how many."""
        with self._explained("written"), self._writing:
            with transaction(self._db):
                cursor = self._db.execute(
                    "delete from answers where ?1 is null or stage = ?1", (stage,)
                )
            self._db.execute("vacuum")
        return cursor.rowcount

    def close(self) -> None:
        """Close the file; the cache cannot be used afterwards."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _explained(self, done: str) -> AbstractContextManager[None]:
        return explained(self.path, CACHE, done)


def _open(path: str, *, create: bool) -> sqlite3.Connection:
    if path != MEMORY:
        check_path(path, CACHE, create=create)

    def prepare(db: sqlite3.Connection) -> None:
        version = version_of(db, path, CACHE)
        set_modes(db, CACHE)
        if version < SCHEMA_VERSION:
            _migrate(db, version)

    try:
        return connect(path, "mode=rwc", prepare, threads=True)
    except sqlite3.OperationalError as error:
        if "readonly" not in str(error) or not Path(path).exists():
            raise
        # A full cache answers without being written to.
        return connect(path, "immutable=1", prepare, threads=True)


def _value(key: str, text: str) -> JsonValue:
    try:
        value: JsonValue = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise sqlite3.DatabaseError(f"the answer {key} is malformed: {error}") from error
    return value


def _migrate(db: sqlite3.Connection, version: int) -> None:
    try:
        migrate(db)
    except sqlite3.OperationalError as error:
        # An older cache that nobody may write to still has its answers.
        if version == 0 or "readonly" not in str(error):
            raise
