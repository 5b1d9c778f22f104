"""Checking a built store against itself."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from factscore.knowledge.articles import digest_of, fingerprint_of
from factscore.knowledge.sqlite_names import SqliteNames
from factscore.knowledge.texts import DamagedText, StoredTexts
from factscore.knowledge.titles import bare_name, normalise

_COUNTED = {
    "articles": "SELECT count(*) FROM articles",
    "passages": "SELECT coalesce(sum(passages), 0) FROM articles",
    "aliases": "SELECT count(*) FROM aliases",
}
_COUNTED_MARKS = {
    "disambiguations": "SELECT count(*) FROM articles WHERE disambiguation",
    "texts": "SELECT count(*) FROM texts",
}


def problems_of(connection: sqlite3.Connection) -> list[str]:
    """Everything that is wrong with a store, one line each.

    The file's structure, every article's passages, digest and names, the aliases, the
    counts and the fingerprint. Streams: memory stays flat.
    """
    return [
        *_broken_pages(connection),
        *_bad_articles(connection),
        *_bad_aliases(connection),
        *_bad_summary(connection),
    ]


def stored_fingerprint(connection: sqlite3.Connection) -> str:
    """The fingerprint of the articles and aliases that a database holds.

    SQLite sorts text by its UTF-8 bytes, which is Python's order of code points.
    """
    articles = connection.execute("SELECT title, digest FROM articles ORDER BY title")
    aliases = connection.execute(
        "SELECT alias, title FROM aliases JOIN articles ON id = article ORDER BY alias, title"
    )
    return fingerprint_of(articles, aliases, _listings(connection))


def _listings(connection: sqlite3.Connection) -> Iterator[str]:
    """Titles of articles that only list others; up to schema 2 none are marked."""
    if SqliteNames(connection).marks_disambiguation:
        for (title,) in connection.execute(
            "SELECT title FROM articles WHERE disambiguation ORDER BY title"
        ):
            yield title


def _broken_pages(connection: sqlite3.Connection) -> Iterator[str]:
    for (message,) in connection.execute("PRAGMA integrity_check"):
        if message != "ok":
            yield f"the file is damaged: {message}"


def _bad_articles(connection: sqlite3.Connection) -> Iterator[str]:
    texts = StoredTexts(connection)
    for title, normal, backwards, bare, digest, first, count in connection.execute(
        "SELECT title, normal, backwards, bare, digest, first_passage, passages FROM articles"
    ):
        try:
            passages = texts.of_article(first, count)
        except DamagedText as error:
            yield f"{title!r}: {error}"
            continue
        if len(passages) != count:
            yield f"{title!r} has {len(passages)} passages instead of {count}"
        elif digest_of(title, passages) != digest:
            yield f"{title!r} is not what was stored: its digest differs"
        if (normal, backwards, bare) != (
            normalise(title),
            normalise(title)[::-1],
            bare_name(title),
        ):
            yield f"{title!r} is filed under a wrong name"


def _bad_aliases(connection: sqlite3.Connection) -> Iterator[str]:
    for alias, normal, title in connection.execute(
        "SELECT alias, aliases.normal, title FROM aliases LEFT JOIN articles ON id = article"
    ):
        if title is None:
            yield f"the alias {alias!r} leads to no article"
        if normal != normalise(alias):
            yield f"the alias {alias!r} is filed under a wrong name"


def _bad_summary(connection: sqlite3.Connection) -> Iterator[str]:
    meta = dict(connection.execute("SELECT key, value FROM meta"))
    marked = SqliteNames(connection).marks_disambiguation
    counted = _COUNTED | (_COUNTED_MARKS if marked else {})
    for what, query in counted.items():
        (count,) = connection.execute(query).fetchone()
        if str(count) != meta.get(what):
            yield f"{count} {what} instead of {meta.get(what)}"
    if stored_fingerprint(connection) != meta.get("fingerprint"):
        yield "the fingerprint differs: articles or aliases were changed after the build"
