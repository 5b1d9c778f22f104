"""The best passages of a whole store, or of several.

The engine proposes passages by the rarer words of a question, and they are scored here with
all of its words (:mod:`~factscore.knowledge.search.bm25`). So scores are exact, and those from
several stores can be compared: they are what one index over all of them would give.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

from factscore.errors import StoreError
from factscore.knowledge.base import Article, KnowledgeStore
from factscore.knowledge.many import stores_of
from factscore.knowledge.search.bm25 import Collection, Term, score
from factscore.knowledge.search.engine import Hit
from factscore.knowledge.search.folder import SEARCH_VERSION
from factscore.knowledge.search.part import Part
from factscore.knowledge.search.words import Words
from factscore.knowledge.shown import require_positive, shown_text
from factscore.records import Passage

SEARCH = f"bm25-store-{SEARCH_VERSION}"
"""Name and version of what is computed here; changes whenever other passages would come."""
MOST_WORDS = 64
"""Words of a question that count; of a longer one its rarest."""
_LOOKED_UP = 1000
"""Distinct words of a question that are looked at."""
_COMMON = 0.3
"""Words that a larger share of the passages have propose none, if the question has others."""
_FEW = 10_000
"""Passages that cost no time worth saving."""
_PROPOSED = 4
"""Passages that are scored for each that is wanted."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a passage stands: enough to read it again."""

    store: int
    """Position of its store among those that are searched, from 0."""
    title: str
    index: int


@dataclass(frozen=True, slots=True)
class _Found:
    source: Source
    passage: Passage


class StoreSearch:
    """Search in a store, or in several as if they were one."""

    def __init__(self, store: KnowledgeStore) -> None:
        """Args: an open store; its indexes are opened by the first question.

        Raises:
            StoreError: the store cannot list its articles.
        """
        self._parts = tuple(map(Part, stores_of(store)))
        self._names = tuple(part.store.path for part in self._parts)
        self.fingerprint = store.fingerprint

    def check(self) -> None:
        """Tell before any work whether there is an index.

        Raises:
            StoreError: an index is missing, stale, foreign or of another version.
        """
        for part in self._parts:
            part.check()

    def top(self, question: str, k: int) -> tuple[Passage, ...]:
        """The ``k`` passages that score highest, best first, of whichever articles.

        Equal ones come in the order of stores, titles and passages. Fewer come where fewer
        have a word of the question.

        Raises:
            StoreError: there is no index that may be used, or it is damaged.
            UsageError: ``k`` is below 1.
        """
        require_positive(k)
        terms = self._terms(question)
        if not terms:
            return ()
        asked = self._proposing(terms)
        found = [
            one
            for number, part in enumerate(self._parts)
            for one in self._scored(number, terms, part.best(asked, _PROPOSED * k))
        ]
        return tuple(one.passage for one in sorted(found, key=_order)[:k])

    def source(self, passage: Passage) -> Source:
        """Where a passage that ``top`` gave stands."""
        store = self._names.index(passage.store) if passage.store else 0
        return Source(store, passage.title, passage.index)

    def passage(self, source: Source, score: float) -> Passage:
        """The passage that stands there.

        Raises:
            StoreError: there is no such article.
            IndexError: there is no such store or passage.
        """
        article = self._parts[source.store].article(source.title)
        if article is None:
            raise StoreError(
                f"{self._names[source.store]}: has no article {source.title!r}, which an answer in "
                "the cache names; ask anew with --no-cache, or remove the old answers: "
                "factscore cache clear"
            )
        return self._passage(source, article, score)

    def _passage(self, source: Source, article: Article, score: float) -> Passage:
        text = shown_text(article.passages[source.index])
        store = self._names[source.store] if len(self._parts) > 1 else ""
        return Passage(source.title, source.index, text, score, store)

    def _terms(self, question: str) -> list[Term]:
        """The words of a question that any passage has, rarest first, over all stores."""
        words = list(islice(dict.fromkeys(self._words.of(question)), _LOOKED_UP))
        counts = zip(*(part.terms(words) for part in self._parts), strict=True)
        terms = [
            Term(word, sum(one.in_text for one in each), sum(one.in_title for one in each))
            for word, each in zip(words, counts, strict=True)
        ]
        held = [term for term in terms if term.in_text or term.in_title]
        return sorted(held, key=lambda term: (term.in_text + term.in_title, term.word))[:MOST_WORDS]

    def _proposing(self, terms: Sequence[Term]) -> list[Term]:
        """Without words that nearly every passage has: they cost time and decide little."""
        most = max(_COMMON * self._collection.passages, _FEW)
        rare = [
            replace(
                term,
                in_text=term.in_text if term.in_text <= most else 0,
                in_title=term.in_title if term.in_title <= most else 0,
            )
            for term in terms
        ]
        return [term for term in rare if term.in_text or term.in_title] or list(terms)

    def _scored(self, number: int, terms: Sequence[Term], hits: Sequence[Hit]) -> Iterator[_Found]:
        part = self._parts[number]
        for hit in sorted(hits, key=lambda hit: hit.title):  # each page is read but once
            article = part.proposed(hit)
            source = Source(number, hit.title, hit.index)
            passage = self._passage(source, article, 0.0)
            words, title = self._words.of(passage.text), self._words.of(hit.title)
            yield _Found(
                source, replace(passage, score=score(terms, self._collection, words, title))
            )

    @cached_property
    def _collection(self) -> Collection:
        """The passages of all stores as one."""
        parts = [part.collection for part in self._parts]
        passages = sum(part.passages for part in parts)
        many = max(passages, 1)
        return Collection(
            passages,
            sum(part.passages * part.text_length for part in parts) / many or 1.0,
            sum(part.passages * part.title_length for part in parts) / many or 1.0,
        )

    @cached_property
    def _words(self) -> Words:
        return Words()


def _order(found: _Found) -> tuple[float, int, str, int]:
    source = found.source
    return -found.passage.score, source.store, source.title, source.index
