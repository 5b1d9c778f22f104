"""Redirects, kept until all articles are there, then made aliases of where they lead."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass

from factscore.knowledge.rows import LeftOut, Redirect
from factscore.knowledge.titles import normalise

_TABLE = (
    "CREATE TABLE scratch.redirects (title TEXT PRIMARY KEY, target TEXT NOT NULL, "
    "normal TEXT NOT NULL, place TEXT NOT NULL) WITHOUT ROWID"
)
_DIRECT = (
    "INSERT OR IGNORE INTO aliases SELECT redirects.title, articles.id, redirects.normal "
    "FROM scratch.redirects CROSS JOIN articles ON articles.title = target"
)
_INDIRECT = (
    "SELECT title, target, normal, place FROM scratch.redirects AS one WHERE NOT EXISTS "
    "(SELECT 1 FROM articles WHERE articles.title = one.target) ORDER BY title"
)
_OWN_TITLE = (
    "DELETE FROM scratch.redirects WHERE EXISTS "
    "(SELECT 1 FROM articles WHERE articles.title = redirects.title)"
)


@dataclass(frozen=True, slots=True)
class _End:
    """Where a chain of redirects leads."""

    article: int | None
    loops: bool = False


class Redirects:
    """The redirects of a build, in a database that is attached as ``scratch``."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Args: the store that is being built."""
        self._connection = connection
        connection.execute(_TABLE)
        self.count = 0

    def add(self, redirect: Redirect) -> bool:
        """One more; ``False``: there is one of this title already, which stays."""
        row = (redirect.title, redirect.target, normalise(redirect.title), redirect.place)
        added = self._connection.execute(
            "INSERT OR IGNORE INTO scratch.redirects VALUES (?, ?, ?, ?)", row
        ).rowcount
        self.count += added
        return bool(added)

    def resolve(self, left_out: Callable[[LeftOut], None]) -> int:
        """Makes aliases of all that lead to an article, along chains of any length.

        Args:
            left_out: is given each of the others: those that lead to no article or in a
                circle, and those whose title is an article's.

        Returns:
            How many lead to an article.
        """
        run = self._connection.execute
        owned = run(_OWN_TITLE).rowcount
        self.count -= owned
        for _ in range(owned):
            left_out(LeftOut("redirects with the title of an article", "", ""))
        run(_DIRECT)
        lost = 0
        for title, target, normal, place in run(_INDIRECT).fetchall():
            end = self._follow(title, target)
            if end.article is not None:
                run("INSERT OR IGNORE INTO aliases VALUES (?, ?, ?)", (title, end.article, normal))
                continue
            lost += 1
            what = "redirects in a circle" if end.loops else "redirects that lead to no article"
            left_out(LeftOut(what, title, place, f"to {target!r}"))
        return self.count - lost

    def _follow(self, title: str, target: str) -> _End:
        seen = {title}
        run = self._connection.execute
        while target not in seen:
            seen.add(target)
            article = run("SELECT id FROM articles WHERE title = ?", (target,)).fetchone()
            if article is not None:
                return _End(article[0])
            row = run("SELECT target FROM scratch.redirects WHERE title = ?", (target,)).fetchone()
            if row is None:
                return _End(None)
            (target,) = row
        return _End(None, loops=True)
