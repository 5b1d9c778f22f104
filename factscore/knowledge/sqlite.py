"""A store built by ``factscore knowledge build``: SQLite, opened read-only."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from factscore.errors import StoreError, TopicNotFound
from factscore.knowledge.base import Article
from factscore.knowledge.connect import reading, tables
from factscore.knowledge.database import DatabaseStore
from factscore.knowledge.info import StoreInfo, StoreKind
from factscore.knowledge.resolve import Resolution, is_storable, resolution, resolve
from factscore.knowledge.schema import OLDEST_SCHEMA, SCHEMA_VERSION
from factscore.knowledge.sqlite_names import SqliteNames
from factscore.knowledge.texts import StoredTexts
from factscore.knowledge.verify import problems_of

_ARTICLE = "SELECT title, digest, first_passage, passages FROM articles WHERE title = ?"
_ALL = "SELECT title, digest, first_passage, passages FROM articles ORDER BY first_passage"


class SqliteStore(DatabaseStore):
    """Articles in a database; see :class:`~factscore.knowledge.base.KnowledgeStore`.

    A look-up is one row by a unique index and one range of a primary key; nothing is
    scanned, however large the store.
    """

    def __init__(self, path: str, connection: sqlite3.Connection) -> None:
        """Args: the path as the user wrote it, and an open connection to it.

        Raises:
            StoreError: its schema is not the one this version reads.
        """
        super().__init__(path, connection)
        with reading(path):
            (version,) = connection.execute("PRAGMA user_version").fetchone()
            complete = {"meta", "articles", "aliases"} <= tables(connection)
        if version > SCHEMA_VERSION:
            raise StoreError(
                f"{path}: built by a newer factscore (schema {version}, this one reads "
                f"{SCHEMA_VERSION}); upgrade factscore or build the store again"
            )
        if version < OLDEST_SCHEMA or not complete:
            raise StoreError(f"{path}: the store is not complete; build it again")
        self._schema = version
        self._texts = StoredTexts(connection)

    @property
    def fingerprint(self) -> str:
        """As computed when the store was built."""
        return self._meta["fingerprint"]

    def __len__(self) -> int:
        return int(self._meta["articles"])

    @cached_property
    def _meta(self) -> dict[str, str]:
        with reading(self._path):
            meta = dict(self._connection.execute("SELECT key, value FROM meta").fetchall())
        if not {"fingerprint", "articles"} <= meta.keys():
            raise StoreError(f"{self._path}: the store is not complete; build it again")
        return meta

    def find(self, topic: str) -> Article:
        """The article for a topic.

        Raises:
            TopicNotFound: none, or several.
            StoreError: the database is damaged.
        """
        if not is_storable(topic):
            raise TopicNotFound(topic)
        with reading(self._path):
            article = self._load(resolve(topic, self._names))
        if article is None:
            raise StoreError(f"{self._path}: an index is damaged; build the store again")
        return article

    def article(self, title: str) -> Article | None:
        """The article of exactly this title, also one that only lists others."""
        if not is_storable(title):
            return None
        with reading(self._path):
            return self._load(title)

    def articles(self) -> Iterator[Article]:
        """All articles but those that only list others, in the order of the source."""
        with reading(self._path):
            for title, digest, first, count in self._connection.execute(_ALL):
                if not self._names.is_disambiguation(title):
                    yield Article(title, self._texts.of_article(first, count), digest)

    def resolution(self, topic: str) -> Resolution:
        """By which rule a topic leads to which article, or which ones may be meant."""
        if not is_storable(topic):
            return Resolution(None, None)
        with reading(self._path):
            return resolution(topic, self._names)

    @cached_property
    def _names(self) -> SqliteNames:
        return SqliteNames(self._connection)

    def _load(self, title: str) -> Article | None:
        row = self._connection.execute(_ARTICLE, (title,)).fetchone()
        if row is None:
            return None
        title, digest, first, count = row
        return Article(title, self._texts.of_article(first, count), digest)

    def info(self) -> StoreInfo:
        """What it is and where it came from."""
        meta = self._meta
        return StoreInfo(
            path=self._path,
            kind=StoreKind.SQLITE,
            fingerprint=self.fingerprint,
            articles=len(self),
            size=Path(self._path).stat().st_size,
            passages=int(meta["passages"]),
            aliases=int(meta["aliases"]),
            sources=tuple(json.loads(meta["sources"])),
            built=meta["built"],
            version=meta["version"],
            schema=self._schema,
            cut=json.loads(meta["cut"]),
            disambiguations=int(meta.get("disambiguations", 0)),
            left_out=tuple((what, count) for what, count in json.loads(meta.get("left_out", "[]"))),
        )

    def _problems(self) -> list[str]:
        return problems_of(self._connection)
