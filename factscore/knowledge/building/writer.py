"""Writes one new database of articles."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from importlib.metadata import version
from itertools import count
from pathlib import Path

import orjson

from factscore.knowledge.articles import digest_of_json
from factscore.knowledge.building.redirects import Redirects
from factscore.knowledge.building.tally import Tally, short_place
from factscore.knowledge.building.target import scratch_of
from factscore.knowledge.building.text_rows import TextRows
from factscore.knowledge.collect import ProblemList, differs
from factscore.knowledge.passages import CUTTER_VERSION, CutSettings
from factscore.knowledge.rows import LeftOut, Problem, Redirect, Row, SourceArticle
from factscore.knowledge.schema import (
    APPLICATION_ID,
    SCHEMA_VERSION,
    create_look_up,
    create_tables,
)
from factscore.knowledge.titles import bare_name, normalise
from factscore.knowledge.verify import stored_fingerprint

DUPLICATES = "pages whose title was taken"
NO_TEXT = "pages without text"
_FAST = ("journal_mode = OFF", "synchronous = OFF")
"""Nothing is undone in these files: a build that fails throws them away."""

_CACHE = 1 << 15
"""KiB of the database that stay in memory."""


class Writer:
    """Takes rows; :meth:`finish` makes a store of them."""

    def __init__(self, path: Path, left_out: Callable[[LeftOut], None] | None = None) -> None:
        """Args: the file to write, beside which a second one is made for the meantime; who is
        told of each row that becomes no article and no alias.
        """
        from sqlite_utils import Database

        self.problems = ProblemList()
        self.left_out = Tally(left_out)
        self.rows = self.articles = self.passages = self.aliases = 0
        self.repeated = self.without_text = self.disambiguations = self.redirects = 0
        self._connection = sqlite3.connect(path, isolation_level=None)
        run = self._connection.execute
        run("ATTACH ? AS scratch", (str(scratch_of(path)),))
        for pragma in _FAST:
            run(f"PRAGMA main.{pragma}")
            run(f"PRAGMA scratch.{pragma}")
        run(f"PRAGMA main.cache_size = -{_CACHE}")
        run(f"PRAGMA scratch.cache_size = -{_CACHE // 4}")
        self._db = Database(self._connection)
        create_tables(self._db)
        # Where each article was read, for messages only: not a part of the store.
        run("CREATE TABLE scratch.origins (id INTEGER PRIMARY KEY, place TEXT)")
        self._redirects = Redirects(self._connection)
        self._texts = TextRows(self._connection)
        run("BEGIN")

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def add(self, row: Row) -> None:
        """Takes one row of a source."""
        self.rows += 1
        if isinstance(row, SourceArticle):
            if row.passages:
                self._add_article(row)
            else:
                self.without_text += 1
                self.left_out.tell(LeftOut(NO_TEXT, row.title, row.place))
        elif isinstance(row, Redirect):
            if not self._redirects.add(row):
                self.left_out.add(LeftOut(DUPLICATES, row.title, row.place))
        elif isinstance(row, LeftOut):
            self.left_out.add(row)
        elif isinstance(row, Problem):
            self.problems.add(row)

    def _add_article(self, article: SourceArticle) -> None:
        packed = orjson.dumps(article.passages)
        run = self._connection.execute
        for title in _titles(article):
            digest = digest_of_json(title, packed)
            known = run("SELECT id, digest FROM articles WHERE title = ?", (title,)).fetchone()
            if known is None:
                number = self._insert(replace(article, title=title), digest, packed)
                break
            if known[1] == digest:
                number = known[0]
                self.repeated += 1
                self._mark(number, article)
                break
        else:
            self._clash(article, known[0])
            return
        for alias in article.aliases:
            run("INSERT OR IGNORE INTO aliases VALUES (?, ?, ?)", (alias, number, normalise(alias)))

    def _clash(self, article: SourceArticle, known: int) -> None:
        """Another article has the title."""
        run = self._connection.execute
        (first,) = run("SELECT place FROM scratch.origins WHERE id = ?", (known,)).fetchone()
        if article.first_wins:
            why = f"kept is {short_place(first)}"
            self.left_out.add(LeftOut(DUPLICATES, article.title, article.place, why))
        else:
            self.problems.add(differs(article, first))

    def _mark(self, number: int, article: SourceArticle) -> None:
        """An article that is given again is a listing if any of them says so."""
        if article.disambiguation:
            change = "UPDATE articles SET disambiguation = 1 WHERE id = ? AND NOT disambiguation"
            self.disambiguations += self._connection.execute(change, (number,)).rowcount

    def _insert(self, article: SourceArticle, digest: str, packed: bytes) -> int:
        self.articles += 1
        first, number = self.passages + 1, self.articles
        normal = normalise(article.title)
        names = (article.title, normal, normal[::-1], bare_name(article.title))
        counts = (digest, first, len(article.passages), article.disambiguation)
        run = self._connection.execute
        run("INSERT INTO articles VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (number, *names, *counts))
        run("INSERT INTO scratch.origins VALUES (?, ?)", (number, article.place))
        self._texts.add(first, number, packed)
        self.passages += len(article.passages)
        self.disambiguations += article.disambiguation
        return number

    def finish(self, sources: Sequence[str], cut: CutSettings) -> str:
        """Completes the names, writes where the store came from, and returns its fingerprint."""
        run = self._connection.execute
        self._texts.finish()
        self.redirects = self._redirects.resolve(self.left_out.add)
        run("COMMIT")
        run("DETACH scratch")
        create_look_up(self._db)
        (self.aliases,) = run("SELECT count(*) FROM aliases").fetchone()
        fingerprint = stored_fingerprint(self._connection)
        left_out = [[kind.what, kind.count] for kind in self.left_out.counts()]
        meta = {
            "fingerprint": fingerprint,
            "articles": str(self.articles),
            "passages": str(self.passages),
            "aliases": str(self.aliases),
            "texts": str(self.articles),
            "disambiguations": str(self.disambiguations),
            "redirects": str(self.redirects),
            "left_out": json.dumps(left_out, ensure_ascii=False),
            "sources": json.dumps(sources, ensure_ascii=False),
            "built": datetime.now(UTC).isoformat(timespec="seconds"),
            "version": version("factscore"),
            "cut": json.dumps({"cutter": CUTTER_VERSION, **asdict(cut)}),
        }
        self._connection.executemany("INSERT INTO meta VALUES (?, ?)", meta.items())
        run(f"PRAGMA application_id = {APPLICATION_ID}")
        run(f"PRAGMA user_version = {SCHEMA_VERSION}")
        return fingerprint


def _titles(article: SourceArticle) -> Iterator[str]:
    """The titles that an article may have, the best one first."""
    yield article.title
    if article.other_title:
        yield article.other_title
        begun = article.other_title.removesuffix(")")
        yield from (f"{begun}, {number})" for number in count(2))
