"""Where the evidence for a row's facts comes from: its topic's article, or the whole store.

Each topic of a run is looked up once, and one index serves all of its facts. The whole store
is searched for rows without a topic, and on request for topics without an article
(``missing_topic``) or for all (``retrieve``).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from factscore.error_types import missing_evidence, terms
from factscore.errors import StoreError, TopicNotFound
from factscore.knowledge.base import Article, KnowledgeStore
from factscore.knowledge.context import resolve_in_context
from factscore.knowledge.search.search import SEARCH, Source, StoreSearch
from factscore.knowledge.spellings import unwrapped
from factscore.records import ErrorType, JsonValue, Passage, Reason, Verdict
from factscore.retrieval import RETRIEVAL, TopicIndex
from factscore.settings import Settings

KEPT = 512
"""Topics kept in memory, the last used ones: the models of a run share their topics."""
_DEFAULTS = Settings()


class Evidence(Protocol):
    """Where the evidence for some facts comes from."""

    @property
    def retrieval(self) -> str:
        """Name and version of how passages are chosen; a part of the cache key."""
        ...

    @property
    def state(self) -> str:
        """Digest of all that passages are chosen from; a part of the cache key."""
        ...

    @property
    def empty(self) -> bool:
        """Whether there is nothing to choose from."""
        ...

    def top(self, fact: str, k: int) -> tuple[Passage, ...]:
        """The k best passages for a fact, best first."""
        ...

    def pack(self, passage: Passage) -> JsonValue:
        """A passage that ``top`` gave, as the cache holds it: without its text."""
        ...

    def unpack(self, packed: Any) -> Passage:
        """The passage that ``pack`` was given.

        Raises:
            LookupError, TypeError, ValueError: it was given none.
        """
        ...

    def error(self, fact: str, verdict: Verdict) -> ErrorType | None:
        """What went wrong, where that can be told; computed anew for cached verdicts too."""
        ...


# Without slots: the words of the page are kept with it.
@dataclass(frozen=True)
class Topic:
    """An article's index under the name that a row has for it, a part of every query."""

    name: str
    index: TopicIndex

    @property
    def article(self) -> Article:
        """The topic's article."""
        return self.index.article

    @property
    def shown(self) -> tuple[str, ...]:
        """The article's passages as judges and people read them."""
        return self.index.texts

    @property
    def retrieval(self) -> str:
        """BM25 within the article."""
        return RETRIEVAL

    @property
    def state(self) -> str:
        """The article's digest: other articles change nothing."""
        return self.article.digest

    @property
    def empty(self) -> bool:
        """Whether the article has no text."""
        return not any(self.shown)

    def top(self, fact: str, k: int) -> tuple[Passage, ...]:
        """The k best passages of the article for a fact, best first."""
        return self.index.top(self.name, fact, k)

    def pack(self, passage: Passage) -> JsonValue:
        """The passage's number and score."""
        return [passage.index, passage.score]

    def unpack(self, packed: Any) -> Passage:
        """The inverse of ``pack``."""
        index, score = packed
        return self.index.passage(index, score)

    def error(self, fact: str, verdict: Verdict) -> ErrorType | None:
        """What went wrong, where the judge gives a reason; only the page has the whole answer."""
        if verdict.reason == Reason.CONTRADICTED:
            return ErrorType.CONTRADICTION
        if verdict.reason != Reason.NOT_FOUND or not verdict.evidence:
            return None
        retrieved = (self._terms.get(p.text) or terms(p.text) for p in verdict.evidence)
        return missing_evidence(self.name, fact, retrieved, self._terms.values())

    @cached_property
    def _terms(self) -> Mapping[str, frozenset[str]]:
        """The terms of each passage; nobody needs them where the judge gives no reasons."""
        return {text: terms(text) for text in self.shown}


@dataclass(frozen=True, slots=True)
class WholeStore:
    """Search in the whole store, with the row's topic as a part of every query."""

    name: str
    """Empty for rows without a topic."""
    search: StoreSearch

    @property
    def retrieval(self) -> str:
        """BM25 over all passages."""
        return SEARCH

    @property
    def state(self) -> str:
        """The store's fingerprint: any other article may hold better passages."""
        return self.search.fingerprint

    @property
    def empty(self) -> bool:
        """A store without a word of the fact gives no passages, which the judge sees."""
        return False

    def top(self, fact: str, k: int) -> tuple[Passage, ...]:
        """The k best passages of the store for a fact, best first."""
        return self.search.top(f"{self.name} {fact}" if self.name else fact, k)

    def pack(self, passage: Passage) -> JsonValue:
        """Title, number, score and position of the store."""
        source = self.search.source(passage)
        return [source.title, source.index, passage.score, source.store]

    def unpack(self, packed: Any) -> Passage:
        """The inverse of ``pack``."""
        title, index, score, store = packed
        return self.search.passage(Source(store, title, index), score)

    def error(self, fact: str, verdict: Verdict) -> ErrorType | None:
        """A contradiction is one; what was not found may stand on any page, and nobody looked."""
        contradicted = verdict.reason == Reason.CONTRADICTED
        return ErrorType.CONTRADICTION if contradicted else None


class Found(NamedTuple):
    """Where the evidence for a row comes from, or in words why there is none."""

    evidence: Evidence | None
    missing: str = ""
    note: str = ""
    """What is to be told of how the topic was found."""


class Topics:
    """Look-up of topics in one store, with the last ``KEPT`` of them at hand."""

    def __init__(self, store: KnowledgeStore, settings: Settings = _DEFAULTS) -> None:
        """Args: an open store, and of the settings ``retrieve``, ``missing_topic``, ``offline``.

        Raises:
            StoreError: the whole store is to be searched, and has no index that may be used.
        """
        self._store = store
        self._settings = settings
        self._kept: OrderedDict[tuple[str, str], Found] = OrderedDict()
        wanted = settings.retrieve == "store" or settings.missing_topic == "search"
        if wanted and not settings.offline:  # what is cached needs no index
            self._search.check()

    @cached_property
    def _search(self) -> StoreSearch:
        return StoreSearch(self._store)

    def find(self, name: str | None, text: str = "") -> Found:
        """Where the evidence for a row comes from; a miss is an answer, not an error.

        Args:
            name: the row's topic.
            text: the row's text; decides which of several articles an ambiguous topic is.
        """
        if self._settings.retrieve == "store":
            return Found(WholeStore(unwrapped(name or ""), self._search))
        if name is None:
            return self._without_topic
        # Where the text decided, another text may decide otherwise.
        for key in ((name, ""), (name, text)):
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        return self._look_up(name, text)

    @cached_property
    def _without_topic(self) -> Found:
        try:
            search = self._search
            if not self._settings.offline:  # what is cached needs no index
                search.check()
        except StoreError as error:
            return Found(None, f"the row has no topic, and the store cannot be searched: {error}")
        return Found(WholeStore("", search))

    def _look_up(self, name: str, text: str) -> Found:
        by_text = False
        try:
            resolved = resolve_in_context(self._store, name, text)
            by_text = resolved.by_text
            topic = Topic(unwrapped(name), TopicIndex(resolved.article, resolved.store))
            found = Found(topic, note=resolved.note)
        except TopicNotFound as error:
            by_text = error.ambiguous
            found = Found(None, str(error))
            if self._settings.missing_topic == "search":
                note = f"{error}; searched in the whole store"
                found = Found(WholeStore(unwrapped(name), self._search), note=note)
        self._kept[(name, text if by_text else "")] = found
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found
