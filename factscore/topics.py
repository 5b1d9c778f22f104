"""Topics of a run: each is looked up once, and one index serves all of its facts."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from factscore.error_types import missing_evidence, terms
from factscore.errors import TopicNotFound
from factscore.knowledge.base import Article, KnowledgeStore
from factscore.records import ErrorType, Passage, Reason, Verdict
from factscore.retrieval import TopicIndex

KEPT = 512
"""Topics kept in memory, the last used ones: the models of a run share their topics."""


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

    def top(self, fact: str, k: int) -> tuple[Passage, ...]:
        """The k best passages for a fact, best first."""
        return self.index.top(self.name, fact, k)

    def error(self, fact: str, verdict: Verdict) -> ErrorType | None:
        """What went wrong, where the judge gives a reason; only the page has the whole answer.

        Computed from the verdict anew each time, so that cached verdicts have it too.
        """
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


class Found(NamedTuple):
    """A topic, or in words why there is none."""

    topic: Topic | None
    missing: str


class Topics:
    """Look-up of topics in one store, with the last ``KEPT`` of them at hand."""

    def __init__(self, store: KnowledgeStore) -> None:
        self._store = store
        self._kept: OrderedDict[str, Found] = OrderedDict()

    def find(self, name: str | None) -> Found:
        """The topic of that name; a miss is an answer, not an error."""
        if name is None:
            return Found(None, "the row has no topic; give it the title of its article")
        if name in self._kept:
            self._kept.move_to_end(name)
        else:
            self._kept[name] = self._look_up(name)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return self._kept[name]

    def _look_up(self, name: str) -> Found:
        try:
            return Found(Topic(name, TopicIndex(self._store.find(name))), "")
        except TopicNotFound as error:
            return Found(None, str(error))
