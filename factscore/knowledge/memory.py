"""Articles that fit into memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

from factscore.knowledge.articles import fingerprint_of, make_article
from factscore.knowledge.base import Article, BaseStore
from factscore.knowledge.collect import ProblemList, differs
from factscore.knowledge.info import StoreInfo, StoreKind
from factscore.knowledge.names import MemoryNames
from factscore.knowledge.resolve import Resolution, resolution, resolve
from factscore.knowledge.rows import Problem, Row, SourceArticle
from factscore.knowledge.sources import read_articles


class MemoryStore(BaseStore):
    """Articles read from a file; see :class:`~factscore.knowledge.base.KnowledgeStore`."""

    def __init__(self, path: str, rows: Iterable[Row]) -> None:
        """Args: the path as the user wrote it, and the rows of the file.

        Raises:
            InputError: rows that are no articles, all of them at once.
        """
        super().__init__(path)
        self._articles: dict[str, Article] = {}
        self._aliases: set[tuple[str, str]] = set()
        self._listings: set[str] = set()
        self._load(rows)

    def _load(self, rows: Iterable[Row]) -> None:
        problems = ProblemList()
        places: dict[str, str] = {}
        for row in rows:
            if isinstance(row, Problem):
                problems.add(row)
                continue
            if not isinstance(row, SourceArticle) or not row.passages:
                continue
            article = make_article(row.title, row.passages)
            known = self._articles.setdefault(row.title, article)
            if known.digest != article.digest:
                problems.add(differs(row, places[row.title]))
            places.setdefault(row.title, row.place)
            self._aliases.update((alias, row.title) for alias in row.aliases)
            if row.disambiguation:
                self._listings.add(row.title)
        if problems:
            raise problems.error()

    @cached_property
    def fingerprint(self) -> str:
        """The same as that of a store built from the same articles."""
        articles = sorted((article.title, article.digest) for article in self._articles.values())
        return fingerprint_of(articles, sorted(self._aliases), sorted(self._listings))

    def __len__(self) -> int:
        return len(self._articles)

    def find(self, topic: str) -> Article:
        """The article for a topic.

        Raises:
            TopicNotFound: none, or several.
        """
        article = self._articles.get(topic)
        if article is None or topic in self._listings:
            article = self._articles[resolve(topic, self._names)]
        return article

    def article(self, title: str) -> Article | None:
        """The article of exactly this title, also one that only lists others."""
        return self._articles.get(title)

    def articles(self) -> Iterator[Article]:
        """All articles but those that only list others, in the order of the source."""
        return (a for a in self._articles.values() if not self._names.is_disambiguation(a.title))

    def resolution(self, topic: str) -> Resolution:
        """By which rule a topic leads to which article, or which ones may be meant."""
        return resolution(topic, self._names)

    @cached_property
    def _names(self) -> MemoryNames:
        return MemoryNames(self._articles, sorted(self._aliases), self._listings)

    def info(self) -> StoreInfo:
        """What it is and how much it holds."""
        return StoreInfo(
            path=self._path,
            kind=StoreKind.MEMORY,
            fingerprint=self.fingerprint,
            articles=len(self),
            size=Path(self._path).stat().st_size,
            passages=sum(len(article.passages) for article in self._articles.values()),
            aliases=len(self._aliases),
            disambiguations=len(self._listings),
        )

    def verify(self) -> list[str]:
        """Nothing: all of it was checked when it was read."""
        return []


def load_articles(path: str) -> MemoryStore:
    """A store from a file of articles.

    Raises:
        InputError: rows that are no articles, all of them at once.
    """
    return MemoryStore(path, read_articles(Path(path)))
