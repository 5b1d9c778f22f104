"""Redirects, kept until all articles are there, then made aliases of where they lead."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from factscore.knowledge.rows import LeftOut, Redirect
from factscore.knowledge.titles import normalise

_TABLE = (
    "CREATE TABLE scratch.redirects (title TEXT PRIMARY KEY, target TEXT NOT NULL, "
    "normal TEXT NOT NULL, place TEXT NOT NULL) WITHOUT ROWID"
)
_OWN_TITLE = (
    "SELECT title, target, place FROM scratch.redirects AS one WHERE EXISTS "
    "(SELECT 1 FROM articles WHERE articles.title = one.title) ORDER BY title"
)
_DROP_OWN_TITLE = (
    "DELETE FROM scratch.redirects WHERE EXISTS "
    "(SELECT 1 FROM articles WHERE articles.title = redirects.title)"
)
_DIRECT = (
    "INSERT OR IGNORE INTO aliases SELECT redirects.title, articles.id, redirects.normal "
    "FROM scratch.redirects CROSS JOIN articles ON articles.title = target"
)
_CHAINS = "CREATE TABLE scratch.chains (title TEXT PRIMARY KEY, goal TEXT NOT NULL) WITHOUT ROWID"
_INDIRECT = (
    "INSERT INTO scratch.chains SELECT title, target FROM scratch.redirects AS one "
    "WHERE NOT EXISTS (SELECT 1 FROM articles WHERE articles.title = one.target)"
)
_JUMP = (
    "UPDATE scratch.chains SET goal = "
    "(SELECT next.goal FROM scratch.chains AS next WHERE next.title = chains.goal) "
    "WHERE EXISTS (SELECT 1 FROM scratch.chains AS next WHERE next.title = chains.goal)"
)
_ARRIVED = (
    "INSERT OR IGNORE INTO aliases SELECT one.title, articles.id, one.normal FROM scratch.chains "
    "JOIN scratch.redirects AS one ON one.title = chains.title "
    "JOIN scratch.redirects AS last ON last.title = goal "
    "JOIN articles ON articles.title = last.target"
)
_LOST = (
    "SELECT one.title, one.target, one.place, "
    "EXISTS (SELECT 1 FROM scratch.chains AS next WHERE next.title = chains.goal) "
    "FROM scratch.chains JOIN scratch.redirects AS one ON one.title = chains.title "
    "WHERE NOT EXISTS (SELECT 1 FROM scratch.redirects AS last JOIN articles "
    "ON articles.title = last.target WHERE last.title = goal) ORDER BY one.title"
)


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
        for title, target, place in run(_OWN_TITLE):
            left_out(
                LeftOut("redirects with the title of an article", title, place, f"to {target!r}")
            )
        self.count -= run(_DROP_OWN_TITLE).rowcount
        run(_DIRECT)
        self._follow_chains()
        run(_ARRIVED)
        lost = 0
        for title, target, place, circles in run(_LOST):
            lost += 1
            what = "redirects in a circle" if circles else "redirects that lead to no article"
            left_out(LeftOut(what, title, place, f"to {target!r}"))
        return self.count - lost

    def _follow_chains(self) -> None:
        """Takes each chain to its goal: its last redirect, or a title that nothing has.

        Each round doubles how far every redirect looks ahead. While any comes nearer its
        goal there is one that reaches it, so what no round makes fewer runs in circles.
        """
        run = self._connection.execute
        run(_CHAINS)
        before, under_way = -1, run(_INDIRECT).rowcount
        while under_way not in (0, before):
            before, under_way = under_way, run(_JUMP).rowcount
