"""A store built by ``factscore knowledge build``: SQLite, opened read-only."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

from factscore.errors import StoreError, TopicNotFound
from factscore.knowledge.base import Article
from factscore.knowledge.connect import reading, tables
from factscore.knowledge.database import DatabaseStore
from factscore.knowledge.info import StoreInfo, StoreKind
from factscore.knowledge.resolve import NEIGHBOURS, Candidate, is_storable, resolve
from factscore.knowledge.schema import SCHEMA_VERSION
from factscore.knowledge.verify import problems_of

_ARTICLE = "SELECT title, digest, first_passage, passages FROM articles WHERE title = ?"
_PASSAGES = "SELECT text FROM passages WHERE id >= ? AND id < ? ORDER BY id"


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
            complete = {"meta", "articles", "passages", "aliases"} <= tables(connection)
        if version > SCHEMA_VERSION:
            raise StoreError(
                f"{path}: built by a newer factscore (schema {version}, this one reads "
                f"{SCHEMA_VERSION}); upgrade factscore or build the store again"
            )
        if version < SCHEMA_VERSION or not complete:
            raise StoreError(f"{path}: the store is not complete; build it again")

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
            article = self._load(topic)
            if article is None:
                article = self._load(resolve(topic, SqliteNames(self._connection)))
        if article is None:
            raise StoreError(f"{self._path}: an index is damaged; build the store again")
        return article

    def _load(self, title: str) -> Article | None:
        row = self._connection.execute(_ARTICLE, (title,)).fetchone()
        if row is None:
            return None
        title, digest, first, count = row
        texts = self._connection.execute(_PASSAGES, (first, first + count))
        return Article(title, tuple(text for (text,) in texts), digest)

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
            schema=SCHEMA_VERSION,
            cut=json.loads(meta["cut"]),
        )

    def _problems(self) -> list[str]:
        return problems_of(self._connection)


class SqliteNames:
    """Answers what :class:`~factscore.knowledge.resolve.Names` asks, from indexes only."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Args: a connection to a store."""
        self._connection = connection

    def of_alias(self, alias: str) -> Sequence[str]:
        """Whose alias this is, letter for letter."""
        return self._titles(
            "SELECT title FROM aliases JOIN articles ON id = article WHERE alias = ?", alias
        )

    def of_normal(self, normal: str) -> Sequence[str]:
        """Whose normalised title this is."""
        return self._titles("SELECT title FROM articles WHERE normal = ?", normal)

    def of_normal_alias(self, normal: str) -> Sequence[str]:
        """Whose alias has this normalised form."""
        return self._titles(
            "SELECT title FROM aliases JOIN articles ON id = article WHERE aliases.normal = ?",
            normal,
        )

    def of_bare(self, bare: str) -> Sequence[str]:
        """Titles "Name (qualifier)" whose normalised name this is."""
        return self._titles("SELECT title FROM articles WHERE bare = ?", bare)

    def neighbours(self, normal: str) -> Iterator[Candidate]:
        """Names that come close in the alphabet, in any order, repeats allowed."""
        names = "title, title FROM articles"
        others = "alias, title FROM aliases JOIN articles ON id = article"
        yield from self._around(names, "normal", normal)
        yield from self._around(names, "backwards", normal[::-1])
        yield from self._around(others, "aliases.normal", normal)

    def _titles(self, query: str, name: str) -> list[str]:
        return [title for (title,) in self._connection.execute(query, (name,))]

    def _around(self, selected: str, column: str, form: str) -> Iterator[Candidate]:
        for beyond, order in ((">=", "ASC"), ("<", "DESC")):
            rows = self._connection.execute(
                f"SELECT {selected} WHERE {column} {beyond} ? ORDER BY {column} {order} LIMIT ?",
                (form, NEIGHBOURS),
            )
            yield from (Candidate(name, title) for name, title in rows)
