"""Whole-store search: how fast, how exact, how large, and does it find the right page.

    python benchmarks/store_search.py [--articles 50000] [--passages 1000000] [--queries 300]
                                      [--data FOLDER] [--store FILE] [--only speed|pages]

``speed``: a store of ``benchmarks/big_store.py``, built unless ``--store`` names one, and its
index. Look-ups of titles, reading of articles, and searches, each once in a new order, so that
caches help as little as they would in a run; the questions are people's atomic facts of
FActScore and sentences of the store, half and half. The top five are compared with those of
an exhaustive BM25 here, in numpy, over all passages: the same words and formula, no engine.

``pages``: the leads and FActScore's passages as one store, and people's facts without their
topic. How often is a passage of the topic's page among the top five? Facts count whose topic
has a page there; "name the person" means that the fact has the topic's whole name.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import random
import re
import statistics
import tempfile
import time
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from big_store import big_articles
from data_folder import data_folder

from factscore.knowledge import open_store
from factscore.knowledge.build import build_store
from factscore.knowledge.search import StoreSearch, build_index
from factscore.knowledge.search.bm25 import K1, TITLE, B
from factscore.knowledge.search.words import Words
from factscore.knowledge.shown import shown_text
from factscore.knowledge.sqlite import SqliteStore

TOP = 5
MODELS = ("InstructGPT", "ChatGPT", "PerplexityAI")


@dataclass(frozen=True, slots=True)
class LabelledFact:
    """A fact, and whom it is about."""

    topic: str
    text: str


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where a passage stands."""

    title: str
    index: int


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure whole-store search.")
    parser.add_argument("--articles", type=int, default=50_000)
    parser.add_argument("--passages", type=int, default=1_000_000)
    parser.add_argument("--queries", type=int, default=300)
    parser.add_argument("--data", help="the folder of published data sets")
    parser.add_argument("--store", type=Path, help="a store that is there already")
    parser.add_argument("--only", choices=["speed", "pages"])
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if given.only != "pages":
            speed(given.store or big_store(Path(folder), given), given)
        if given.only != "speed":
            pages(Path(folder), given.data)


def big_store(folder: Path, given: argparse.Namespace) -> Path:
    lines, store = folder / "big.jsonl", folder / "big.db"
    with lines.open("w", encoding="utf-8") as out:
        for row in big_articles(given.articles, given.passages, data=given.data):
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
    build_store([lines], store)
    return store


def speed(path: Path, given: argparse.Namespace) -> None:
    processor = time.process_time()
    made = build_index(path)
    processor = time.process_time() - processor
    text = made.text_bytes / 1e6
    print(f"{made.articles:,} articles, {made.passages:,} passages, {text:,.0f} MB of text")
    print(
        f"index: {made.size / made.text_bytes:.3f} x text, {made.seconds:.0f} s "
        f"({processor:.0f} s of processor, {made.text_bytes / processor / 1e6:.1f} MB a second)"
    )
    draw = random.Random(7)
    with open_store(path) as store:
        assert isinstance(store, SqliteStore)
        titles = [article.title for article in store.articles()]
        draw.shuffle(titles)
        told("title look-up", timed(store.resolution, titles[:2000]), 0.2)
        told("article read", timed(store.find, titles[:2000]), 0.5)
        search = StoreSearch(store)
        questions = list(mixed(store, titles, given, draw))
        search.top("warm up", TOP)
        told("search", timed(lambda text: search.top(text, TOP), questions), 100)
        long = " ".join(questions)[:12_000]
        told("search, 2,000 words", timed(lambda text: search.top(text, TOP), [long] * 20), 100)
        sample = draw.sample(questions, min(100, len(questions)))
        found = [[Place(p.title, p.index) for p in search.top(text, TOP)] for text in sample]
        exact = exhaustive(store, sample)
    shares = [len(set(a) & set(b)) / TOP for a, b in zip(found, exact, strict=True)]
    same = sum(a == b for a, b in zip(found, exact, strict=True))
    print(
        f"top-{TOP} overlap with exhaustive BM25: {statistics.mean(shares):.3f} (wanted .93), equal"
        f" in order for {same} of {len(sample)} questions"
    )


def mixed(
    store: SqliteStore, titles: Sequence[str], given: argparse.Namespace, draw: random.Random
) -> Iterator[str]:
    """People's facts and sentences of the store, half and half."""
    facts = draw.sample(list(people(given.data)), given.queries // 2)
    yield from (fact.text for fact in facts)
    for title in titles[: given.queries // 2]:
        article = store.article(title)
        assert article is not None
        sentences = re.split(r"(?<=[.!?])\s+", draw.choice(article.passages))
        yield draw.choice(sentences)


def timed(action: Callable[[str], object], inputs: Sequence[str]) -> list[float]:
    """Milliseconds of each call."""
    taken = []
    for one in inputs:
        began = time.perf_counter()
        action(one)
        taken.append((time.perf_counter() - began) * 1000)
    return taken


def told(what: str, taken: Sequence[float], limit: float) -> None:
    p95 = statistics.quantiles(taken, n=20)[-1]
    print(f"{what}: median {statistics.median(taken):.3f} ms, p95 {p95:.3f} ms (wanted {limit})")


class Field:
    """One field of all passages: where the words of the questions stand, and lengths."""

    def __init__(self, wanted: frozenset[str]) -> None:
        self.lengths = array("i")
        self._wanted = wanted
        self._passages = {word: array("i") for word in wanted}
        self._times = {word: array("i") for word in wanted}

    def add(self, words: Sequence[str]) -> None:
        """The words of the next passage."""
        for word, times in Counter(filter(self._wanted.__contains__, words)).items():
            self._passages[word].append(len(self.lengths))
            self._times[word].append(times)
        self.lengths.append(len(words))

    def scores(self, words: Iterable[str]) -> Any:
        """Each passage's score for some words."""
        import numpy as np

        lengths = np.array(self.lengths)
        norm = K1 * (1 - B + B * lengths / lengths.mean())
        total = np.zeros(len(lengths))
        for word in words:
            at, times = np.array(self._passages[word]), np.array(self._times[word])
            idf = math.log(1 + (len(lengths) - len(at) + 0.5) / (len(at) + 0.5))
            total[at] += idf * (K1 + 1) * times / (times + norm[at])
        return total


def exhaustive(store: SqliteStore, questions: Sequence[str]) -> list[list[Place]]:
    """The top passages by scoring all of them."""
    import numpy as np

    words = Words()
    asked = [list(dict.fromkeys(words.of(question))) for question in questions]
    wanted = frozenset(word for each in asked for word in each)
    text, title, places = Field(wanted), Field(wanted), list[Place]()
    for article in store.articles():
        name = words.of(article.title)
        for index, passage in enumerate(article.passages):
            text.add(words.of(shown_text(passage)))
            title.add(name)
            places.append(Place(article.title, index))
    result = []
    for each in asked:
        scores = text.scores(each) + TITLE * title.scores(each)
        best = np.argpartition(-scores, TOP * 4)[: TOP * 4]
        order = sorted(best.tolist(), key=lambda at: (-round(scores[at], 9), places[at]))
        result.append([places[at] for at in order[:TOP]])
    return result


def people(data: str | None) -> Iterator[LabelledFact]:
    """FActScore's facts that people wrote."""
    for model in MODELS:
        path = data_folder(data) / "factscore" / "labeled" / f"{model}.jsonl"
        with path.open(encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                for sentence in row["annotations"] or ():
                    for fact in sentence["human-atomic-facts"] or ():
                        yield LabelledFact(row["topic"], fact["text"])


def pages(folder: Path, data: str | None) -> None:
    source = data_folder(data)
    with (source / "factscore" / "passages.jsonl").open(encoding="utf-8") as lines:
        own = {row["title"]: row for row in map(json.loads, lines)}
    with gzip.open(source / "wikipedia" / "vital-leads.jsonl.gz", "rt", encoding="utf-8") as lines:
        # One title is in both: the page it is there, as the original has it.
        others = [row for row in map(json.loads, lines) if row["title"] not in own]
    path, store = folder / "pages.jsonl", folder / "pages.db"
    rows = [*own.values(), *others]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    build_store([path], store)
    build_index(store)
    facts = [fact for fact in people(data) if fact.topic in own]
    named = [fact for fact in facts if bare(fact.topic) in fact.text.casefold()]
    with open_store(store) as opened:
        search = StoreSearch(opened)
        print(f"{len(rows):,} pages; the right one among the top {TOP} (wanted .80):")
        for what, some in (("facts that name the person", named), ("all facts", facts)):
            right = sum(
                any(passage.title == fact.topic for passage in search.top(fact.text, TOP))
                for fact in some
            )
            print(f"  {what}: {right / len(some):.3f} of {len(some):,}")


def bare(topic: str) -> str:
    """The name without "(qualifier)"."""
    return re.sub(r"\s*\(.*", "", topic).casefold()


if __name__ == "__main__":
    main()
