"""The passages of an article, or of a whole store, that speak of a fact.

Within an article it is BM25Okapi exactly as rank_bm25 computes it (k1 1.5, b 0.75, epsilon
0.25), over the passages of the topic's own article: white-space tokens, case-sensitive, the
query being the topic and the fact. Scores equal rank_bm25's to the last bit; ties go to the
passage that stands first. On articles of one or two passages inverse document frequency is
zero or negative, so the order of the page decides. How a whole store is searched says
``factscore.knowledge.search``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from factscore.errors import UsageError
from factscore.knowledge.base import Article, KnowledgeStore
from factscore.knowledge.context import resolve_in_context
from factscore.knowledge.search.search import StoreSearch
from factscore.knowledge.shown import require_positive, shown_text
from factscore.records import Passage
from factscore.settings import Settings

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_DEFAULTS = Settings()
RETRIEVAL = "bm25okapi-1"
"""Name and version of what is computed here; changes whenever other passages would come."""


def retrieve(
    store: KnowledgeStore, topic: str, facts: Sequence[str], k: int = _DEFAULTS.top_k
) -> list[list[Passage]]:
    """The best passages of a topic's article for each of some facts.

    Args:
        store: an open store (:func:`factscore.open_store`), or several as one.
        topic: whom or what the facts are about; also a part of the query.
        facts: any number of facts.
        k: how many passages a fact gets; fewer where the article has fewer.

    Returns:
        For each fact, in order, its passages, best first.

    Raises:
        TopicNotFound: the topic has no article, or several may be meant.
        UsageError: ``k`` is below 1, or ``facts`` is one text instead of several.
    """
    _require_several(facts)
    require_positive(k)
    found = resolve_in_context(store, topic, "")
    index = TopicIndex(found.article, found.store)
    return [list(index.top(topic, fact, k)) for fact in facts]


def retrieve_store(
    store: KnowledgeStore, facts: Sequence[str], k: int = _DEFAULTS.top_k
) -> list[list[Passage]]:
    """The best passages of a whole store, of whichever articles, for each of some facts.

    A store in a file needs an index beside it (``factscore knowledge index``). To have a topic
    count, put its name before the fact.

    Args:
        store: an open store (:func:`factscore.open_store`), or several as one.
        facts: any number of facts.
        k: how many passages a fact gets; fewer where fewer have a word of it.

    Returns:
        For each fact, in order, its passages, best first.

    Raises:
        StoreError: the store has no index that may be used.
        UsageError: ``k`` is below 1, or ``facts`` is one text instead of several.
    """
    _require_several(facts)
    require_positive(k)
    search = StoreSearch(store)
    search.check()
    return [list(search.top(fact, k)) for fact in facts]


class TopicIndex:
    """An index over the passages of one article, for all facts about it.

    The index proper is built by the first question: a run that is answered from the
    cache needs no more than the passages' texts.
    """

    def __init__(self, article: Article, store: str = "") -> None:
        """Args: the article, and the path of its store where there are several.

        An article without words has no passages to offer.
        """
        self.article = article
        self.store = store
        self.texts = tuple(shown_text(passage) for passage in article.passages)
        """The passages as they are shown, in reading order."""

    @cached_property
    def _bm25(self) -> _Bm25 | None:
        tokens = [tokens_of(passage) for passage in self.article.passages]
        return _Bm25(tokens) if any(tokens) else None

    def top(self, topic: str, fact: str, k: int) -> tuple[Passage, ...]:
        """The ``k`` passages that score highest for a fact, best first.

        Args:
            topic: what the user calls the article; a part of the query.
            fact: the fact's text.
            k: at least 1.

        Raises:
            UsageError: ``k`` is below 1.
        """
        require_positive(k)
        if self._bm25 is None:
            return ()
        scores = self._bm25.scores(f"{topic} {fact}".split())
        best = (-scores).argsort(kind="stable")[:k]
        return tuple(self.passage(index, float(scores[index])) for index in best.tolist())

    def passage(self, index: int, score: float) -> Passage:
        """The passage of that number.

        Raises:
            IndexError: there is none.
        """
        return Passage(self.article.title, index, self.texts[index], score, self.store)


def tokens_of(passage: str) -> list[str]:
    """The tokens that a passage is found by; ``<s>`` marks vanish, as in FActScore.

    What stood on both sides of a mark becomes one token:

        >>> tokens_of("<s>Ada Lovelace</s><s>Life. Born in 1815")
        ['Ada', 'LovelaceLife.', 'Born', 'in', '1815']
    """
    return passage.replace("<s>", "").replace("</s>", "").split()


class _Bm25:
    """rank_bm25's BM25Okapi with each term's share of the scores kept for later queries.

    rank_bm25 looks into every document again for every token of every query. The sums
    here are the same operations in the same order, so the bits are the same too; a
    token that the article lacks adds zero there and is skipped here.
    """

    def __init__(self, corpus: Sequence[Sequence[str]]) -> None:
        import numpy as np
        from rank_bm25 import BM25Okapi

        index = BM25Okapi(corpus)
        self._counts: list[dict[str, int]] = index.doc_freqs
        self._idf: dict[str, float] = index.idf
        self._factor: float = index.k1 + 1
        lengths = np.array(index.doc_len)
        self._norm: NDArray[np.float64] = index.k1 * (1 - index.b + index.b * lengths / index.avgdl)
        self._shares: dict[str, NDArray[np.float64]] = {}

    def scores(self, query: Sequence[str]) -> NDArray[np.float64]:
        """One score for each passage."""
        import numpy as np

        total = np.zeros(len(self._counts))
        for term in query:
            if term in self._idf:
                total += self._share(term)
        return total

    def _share(self, term: str) -> NDArray[np.float64]:
        import numpy as np

        share = self._shares.get(term)
        if share is None:
            counts = np.array([passage.get(term, 0) for passage in self._counts])
            share = self._idf[term] * (counts * self._factor / (counts + self._norm))
            self._shares[term] = share
        return share


def _require_several(facts: Sequence[str]) -> None:
    if isinstance(facts, str):
        raise UsageError("facts must be a list of texts; put the single fact into a list")
