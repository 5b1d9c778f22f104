"""Topics of a run: each is looked up once, and one index serves all of its facts."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import NamedTuple

from factscore.errors import TopicNotFound
from factscore.knowledge.base import Article, KnowledgeStore
from factscore.records import Passage
from factscore.retrieval import TopicIndex

KEPT = 512
"""Topics kept in memory, the last used ones: the models of a run share their topics."""


@dataclass(frozen=True, slots=True)
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
