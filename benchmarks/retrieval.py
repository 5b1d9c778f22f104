"""Retrieval against FActScore's published order of passages, and against rank_bm25.

    python benchmarks/retrieval.py [DATA]

DATA holds ``factscore/passages.jsonl`` and ``factscore/retrieved.jsonl.gz`` (default:
``$FACTSCORE_DATA``, else ``../shared/data`` beside the repository).

The published files list, for each fact, at most five passages. Where they list fewer
than five, the page has no others, so it is *whole*: what was ranked then is known. For a
longer page nobody can tell which passages no fact retrieved; without them the number of
passages, their mean length and every inverse document frequency differ, and for some
pages the reading order, which decides ties, is lost. Those pages are printed apart.

All facts that differ on whole pages are of one page of four passages, of which the file
gives the last two in the wrong order (the third goes on where the fourth ends).
"""

from __future__ import annotations

import gzip
import json
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from data_folder import data_folder

from factscore.knowledge.articles import make_article
from factscore.knowledge.base import Article
from factscore.retrieval import TopicIndex, tokens_of

K = 5
TARGET = 0.98


@dataclass(frozen=True, slots=True)
class Topic:
    """A page, its facts, and the published order of its passages for each of them."""

    article: Article
    facts: tuple[str, ...]
    published: tuple[tuple[int, ...], ...]

    @property
    def is_whole(self) -> bool:
        """Whether no passage can be missing: retrieval returned fewer than it might."""
        return all(len(order) < K for order in self.published)


@dataclass(frozen=True, slots=True)
class Share:
    """How many of how many facts (or pages) agree."""

    same: int
    facts: int

    def __str__(self) -> str:
        share = f"{100 * self.same / self.facts:.1f} %" if self.facts else "none"
        return f"{self.same:>5,} of {self.facts:>5,}  {share:>7}"


def load(folder: Path) -> list[Topic]:
    pages = {}
    with (folder / "passages.jsonl").open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            pages[row["title"]] = make_article(row["title"], row["passages"])
    facts = defaultdict(list)
    with gzip.open(folder / "retrieved.jsonl.gz", "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            facts[row["topic"]].append(row)
    return [
        Topic(
            pages[title],
            tuple(row["fact"] for row in rows),
            tuple(tuple(row["passages"]) for row in rows),
        )
        for title, rows in facts.items()
    ]


def same_order(topics: Iterable[Topic], order: Callable[[Topic], list[list[int]]]) -> Share:
    """Facts for which an order of passages is the published one."""
    same = facts = 0
    for topic in topics:
        found = order(topic)
        same += sum(a == list(b) for a, b in zip(found, topic.published, strict=True))
        facts += len(topic.facts)
    return Share(same, facts)


def ours(topic: Topic) -> list[list[int]]:
    index = TopicIndex(topic.article)
    return _orders(index, topic.article.title, topic.facts)


def without_topic(topic: Topic) -> list[list[int]]:
    return _orders(TopicIndex(topic.article), "", topic.facts)


def lower_cased(topic: Topic) -> list[list[int]]:
    passages = [passage.lower() for passage in topic.article.passages]
    index = TopicIndex(make_article(topic.article.title, passages))
    return _orders(index, topic.article.title.lower(), [fact.lower() for fact in topic.facts])


def _orders(index: TopicIndex, title: str, facts: Sequence[str]) -> list[list[int]]:
    return [[passage.index for passage in index.top(title, fact, K)] for fact in facts]


def same_scores(topics: Iterable[Topic]) -> Share:
    """Facts whose scores, of all passages, are rank_bm25's to the last bit."""
    from rank_bm25 import BM25Okapi

    same = facts = 0
    for topic in topics:
        count = len(topic.article.passages)
        index = TopicIndex(topic.article)
        oracle = BM25Okapi([tokens_of(passage) for passage in topic.article.passages])
        for fact in topic.facts:
            expected = oracle.get_scores(f"{topic.article.title} {fact}".split()).tolist()
            found = index.top(topic.article.title, fact, count)
            same += all(passage.score.hex() == expected[passage.index].hex() for passage in found)
            facts += 1
    return Share(same, facts)


def rank_bm25_order(topic: Topic) -> list[list[int]]:
    from rank_bm25 import BM25Okapi

    oracle = BM25Okapi([tokens_of(passage) for passage in topic.article.passages])
    queries = [f"{topic.article.title} {fact}".split() for fact in topic.facts]
    return [(-oracle.get_scores(query)).argsort(kind="stable")[:K].tolist() for query in queries]


def rate(topics: Sequence[Topic], order: Callable[[Topic], list[list[int]]]) -> float:
    """Facts a second, the building of the index included; the best of three rounds."""
    facts = sum(len(topic.facts) for topic in topics)
    seconds = []
    for _ in range(3):
        began = time.perf_counter()
        for topic in topics:
            order(topic)
        seconds.append(time.perf_counter() - began)
    return facts / min(seconds)


def main() -> int:
    data = data_folder(*sys.argv[1:2])
    topics = load(data / "factscore")
    whole = [topic for topic in topics if topic.is_whole]
    longer = [topic for topic in topics if not topic.is_whole]
    order = same_order(whole, ours)
    scores = same_scores(topics)
    print(f"published order, {len(whole)} whole pages:           {order}")
    print(f"  query without the topic:                {same_order(whole, without_topic)}")
    print(f"  lower-cased:                            {same_order(whole, lower_cased)}")
    print(f"published order, {len(longer)} longer pages:          {same_order(longer, ours)}")
    entirely = sum(same_order([topic], ours).same == len(topic.facts) for topic in longer)
    print(f"  of them in entire agreement:            {Share(entirely, len(longer))}")
    print(f"scores equal rank_bm25's to the last bit: {scores}")
    print(f"facts a second: {rate(topics, ours):,.0f}; ", end="")
    print(f"plain rank_bm25: {rate(topics, rank_bm25_order):,.0f}")
    return 0 if order.same >= TARGET * order.facts and scores.same == scores.facts else 1


if __name__ == "__main__":
    sys.exit(main())
