"""Several stores as one: Wikipedia and one's own documents."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from functools import cached_property
from itertools import chain, zip_longest

from factscore.errors import TopicNotFound, UsageError
from factscore.knowledge.base import Article, BaseStore, KnowledgeStore
from factscore.knowledge.resolve import NEAREST


class ManyStores(BaseStore):
    """Stores in the order of their importance; closing closes all of them."""

    def __init__(self, stores: Sequence[KnowledgeStore]) -> None:
        """Args: open stores, at least two.

        Raises:
            UsageError: one of them is given twice.
        """
        super().__init__(" + ".join(store.path for store in stores))
        self.stores = tuple(stores)
        known: set[str] = set()
        for store in stores:
            place = os.path.realpath(store.path)
            if place in known:
                raise UsageError(f"the store {store.path} is given twice; name each once")
            known.add(place)

    @cached_property
    def fingerprint(self) -> str:
        """Changes when one of the stores does, and with their order."""
        each = "\n".join(store.fingerprint for store in self.stores)
        return hashlib.sha256(each.encode()).hexdigest()

    def __len__(self) -> int:
        return sum(map(len, self.stores))

    def find(self, topic: str) -> Article:
        """The article of the first store that has one for the topic.

        Raises:
            TopicNotFound: none of them has; with the candidates of those for which the topic
                is ambiguous, or else the nearest titles of all.
        """
        misses: list[TopicNotFound] = []
        for store in self.stores:
            try:
                return store.find(topic)
            except TopicNotFound as error:
                misses.append(error)
        ambiguous = [miss for miss in misses if miss.ambiguous]
        ranks = zip_longest(*(miss.nearest for miss in ambiguous or misses))
        titles = dict.fromkeys(title for title in chain.from_iterable(ranks) if title is not None)
        raise TopicNotFound(topic, list(titles)[:NEAREST], ambiguous=bool(ambiguous))

    def close(self) -> None:
        """Releases all files."""
        for store in self.stores:
            store.close()


def stores_of(store: KnowledgeStore) -> tuple[KnowledgeStore, ...]:
    """The stores that a store consists of."""
    return store.stores if isinstance(store, ManyStores) else (store,)
