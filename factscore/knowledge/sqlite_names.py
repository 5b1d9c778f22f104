"""The names of a built store, answered from its indexes."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from factscore.knowledge.resolve import MOST_SCANNED, NEIGHBOURS, Candidate
from factscore.knowledge.titles import is_listing

_BEYOND = "\U0010ffff"
"""Sorts after every letter, so that a range of beginnings has an end."""
_ALIASES = "aliases JOIN articles ON id = article"
_ANY = "IN (SELECT value FROM json_each(?))"
_BEGUN = (
    "SELECT title FROM json_each(?1) AS begun JOIN articles ON articles.id IN "
    "(SELECT id FROM articles WHERE {0} >= begun.value AND {0} < begun.value || ?2 "
    "ORDER BY {0} LIMIT ?3)"
)
_FRAMED = (
    "SELECT title FROM articles JOIN (SELECT id AS number FROM (SELECT id, backwards FROM articles "
    "WHERE backwards >= ?1 AND backwards < ?2 LIMIT ?3) WHERE substr(backwards, -?4) = ?5 "
    "LIMIT ?6) ON id = number"
)


class SqliteNames:
    """Answers what :class:`~factscore.knowledge.resolve.Names` asks, from indexes only."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Args: a connection to a store."""
        self._connection = connection

    def has_title(self, title: str) -> bool:
        """Whether an article has exactly this title."""
        return bool(self._titles("SELECT title FROM articles WHERE title = ?", title))

    def is_disambiguation(self, title: str) -> bool:
        """Whether the article of that title only lists others."""
        if is_listing(title) or not self.marks_disambiguation:
            return is_listing(title)
        query = "SELECT title FROM articles WHERE title = ? AND disambiguation"
        return bool(self._titles(query, title))

    @cached_property
    def marks_disambiguation(self) -> bool:
        """Whether this store was built by a version that marks such pages."""
        columns = self._connection.execute("SELECT name FROM pragma_table_info('articles')")
        return ("disambiguation",) in columns.fetchall()

    def of_alias(self, alias: str) -> Sequence[str]:
        """Whose alias this is, letter for letter."""
        return self._titles(f"SELECT title FROM {_ALIASES} WHERE alias = ?", alias)

    def of_normal(self, normal: str) -> Sequence[str]:
        """Whose normalised title this is."""
        return self._titles("SELECT title FROM articles WHERE normal = ?", normal)

    def of_normal_alias(self, normal: str) -> Sequence[str]:
        """Whose alias has this normalised form."""
        return self._titles(f"SELECT title FROM {_ALIASES} WHERE aliases.normal = ?", normal)

    def of_bare(self, bare: str) -> Sequence[str]:
        """Titles "Name (qualifier)" whose normalised name this is."""
        return self._titles("SELECT title FROM articles WHERE bare = ?", bare)

    def of_any(self, normals: Collection[str]) -> Iterator[Candidate]:
        """Titles, then aliases, with one of these normalised forms."""
        if not normals:
            return
        wanted = json.dumps(list(normals))
        for query in (
            f"SELECT title, title FROM articles WHERE normal {_ANY}",
            f"SELECT alias, title FROM {_ALIASES} WHERE aliases.normal {_ANY}",
        ):
            yield from self._candidates(query, (wanted,))

    def neighbours(self, normal: str) -> Iterator[Candidate]:
        """Names that come close in the alphabet, in any order, repeats allowed."""
        names = "title, title FROM articles"
        yield from self._around(names, "normal", normal)
        yield from self._around(names, "backwards", normal[::-1])
        yield from self._around(f"alias, title FROM {_ALIASES}", "aliases.normal", normal)

    def starting(self, normals: Collection[str], each: int) -> Iterator[Candidate]:
        """For each of some beginnings, the first few titles that begin so."""
        return self._begun("normal", normals, each)

    def ending(self, words: Collection[str], each: int) -> Iterator[Candidate]:
        """For each of some words, a few titles of several words that end with it."""
        return self._begun("backwards", [f"{word[::-1]} " for word in words], each)

    def framed(self, first: str, last: str) -> Iterator[Candidate]:
        """Some titles of several words, the first beginning so, the last being this."""
        ending, begun = f"{last[::-1]} ", first[::-1]
        limits = (ending, ending + _BEYOND, MOST_SCANNED, len(begun), begun, NEIGHBOURS)
        rows = self._connection.execute(_FRAMED, limits)
        yield from (Candidate(title, title) for (title,) in rows)

    def _begun(self, column: str, begun: Collection[str], each: int) -> Iterator[Candidate]:
        values = (json.dumps(list(begun)), _BEYOND, each)
        rows = self._connection.execute(_BEGUN.format(column), values)
        yield from (Candidate(title, title) for (title,) in rows)

    def _titles(self, query: str, name: str) -> list[str]:
        return [title for (title,) in self._connection.execute(query, (name,))]

    def _candidates(self, query: str, values: Sequence[object]) -> Iterator[Candidate]:
        rows = self._connection.execute(query, values)
        yield from (Candidate(name, title) for name, title in rows)

    def _around(self, selected: str, column: str, form: str) -> Iterator[Candidate]:
        for beyond, order in ((">=", "ASC"), ("<", "DESC")):
            yield from self._candidates(
                f"SELECT {selected} WHERE {column} {beyond} ? ORDER BY {column} {order} LIMIT ?",
                (form, NEIGHBOURS),
            )
