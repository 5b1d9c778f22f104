"""FActScore's own database files, opened as they are.

They hold one table, ``documents(title, text)``, with the passages of a page joined by
a separator inside ``text``. Titles are looked up exactly by the table's own index; the
first title that is not found that way costs one pass over all titles, to index them in
memory (for the English Wikipedia about a minute and 2 GB; a store of our own needs
neither).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from factscore.errors import StoreError, TopicNotFound
from factscore.knowledge.articles import digest_of, make_article
from factscore.knowledge.base import Article
from factscore.knowledge.connect import read_header, reading
from factscore.knowledge.database import DatabaseStore
from factscore.knowledge.info import StoreInfo, StoreKind
from factscore.knowledge.names import MemoryNames
from factscore.knowledge.resolve import How, Resolution, is_storable, resolution, resolve
from factscore.knowledge.spellings import canonical
from factscore.knowledge.titles import is_listing

SEPARATOR = "####SPECIAL####SEPARATOR####"
"""What FActScore puts between the passages of a page."""


class OriginalStore(DatabaseStore):
    """A FActScore database; see :class:`~factscore.knowledge.base.KnowledgeStore`."""

    @cached_property
    def fingerprint(self) -> str:
        """sha256 of the file's size, SQLite's change counter, and the first and last page.

        A full one would mean reading 20 GB. It changes with every change that is made
        through SQLite (the counter in the header counts them), also with one that
        leaves all articles as they are; bytes changed behind SQLite's back in the
        middle of the file go unnoticed. Cached verdicts do not depend on it, unless the
        whole store was searched for them: they are filed under the digest of their article.
        """
        header = read_header(self._path)
        known = {
            "size": Path(self._path).stat().st_size,
            "changes": int.from_bytes(header[24:28], "big"),
            "first": self._end_digest("ASC"),
            "last": self._end_digest("DESC"),
        }
        return hashlib.sha256(json.dumps(known, sort_keys=True).encode()).hexdigest()

    def _end_digest(self, order: str) -> str | None:
        query = f"SELECT title, text FROM documents ORDER BY rowid {order} LIMIT 1"
        with reading(self._path):
            row = self._connection.execute(query).fetchone()
        return digest_of(str(row[0]), [str(row[1])]) if row else None

    def __len__(self) -> int:
        return self._count

    @cached_property
    def _count(self) -> int:
        with reading(self._path):
            (count,) = self._connection.execute("SELECT count(*) FROM documents").fetchone()
        return int(count)

    def find(self, topic: str) -> Article:
        """The article for a topic; its passages keep FActScore's ``<s>`` marks.

        Raises:
            TopicNotFound: none, or several.
            StoreError: the database is damaged.
        """
        if not is_storable(topic):
            raise TopicNotFound(topic)
        title = self._exact(topic) or resolve(topic, self._names)
        return make_article(title, (self._text(title) or "").split(SEPARATOR))

    def article(self, title: str) -> Article | None:
        """The article of exactly this title."""
        text = self._text(title) if is_storable(title) else None
        return None if text is None else make_article(title, text.split(SEPARATOR))

    def articles(self) -> Iterator[Article]:
        """All articles but those that only list others, in the order of the file."""
        query = "SELECT title, text FROM documents WHERE typeof(title) = 'text' ORDER BY rowid"
        with reading(self._path):
            for title, text in self._connection.execute(query):
                if isinstance(text, str) and not is_listing(title):
                    yield make_article(title, text.split(SEPARATOR))

    def resolution(self, topic: str) -> Resolution:
        """By which rule a topic leads to which article, or which ones may be meant."""
        if not is_storable(topic):
            return Resolution(None, None)
        if title := self._exact(topic):
            return Resolution(title, How.EXACT)
        return resolution(topic, self._names)

    def _exact(self, topic: str) -> str | None:
        """The title, letter for letter or as MediaWiki reads it: all that needs no pass."""
        spelled = dict.fromkeys((topic, canonical(topic)))
        return next((title for title in spelled if self._text(title) is not None), None)

    def _text(self, title: str) -> str | None:
        with reading(self._path):
            row = self._connection.execute(
                "SELECT text FROM documents WHERE title = ?", (title,)
            ).fetchone()
        if row is not None and not isinstance(row[0], str):
            raise StoreError(f"{self._path}: the page {title!r} has no text; get the file again")
        return row[0] if row else None

    @cached_property
    def _names(self) -> MemoryNames:
        with reading(self._path):
            titles = self._connection.execute(
                "SELECT DISTINCT title FROM documents WHERE typeof(title) = 'text'"
            )
            return MemoryNames(title for (title,) in titles)

    def info(self) -> StoreInfo:
        """What it is and how many articles it holds."""
        return StoreInfo(
            path=self._path,
            kind=StoreKind.ORIGINAL,
            fingerprint=self.fingerprint,
            articles=len(self),
            size=Path(self._path).stat().st_size,
        )

    def _problems(self) -> list[str]:
        """Checks the file's structure, and that every page has a title and a text."""
        checked = self._connection.execute("PRAGMA integrity_check")
        damaged = [f"the file is damaged: {what}" for (what,) in checked if what != "ok"]
        bare = self._connection.execute(
            "SELECT rowid FROM documents "
            "WHERE typeof(title) <> 'text' OR typeof(text) <> 'text' OR text = '' ORDER BY rowid"
        )
        twice = self._connection.execute(
            "SELECT title, count(*) FROM documents GROUP BY title HAVING count(*) > 1"
        )
        return [
            *damaged,
            *(f"row {rowid} has no title or no text" for (rowid,) in bare),
            *(f"{title!r} stands there {count} times" for title, count in twice),
        ]
