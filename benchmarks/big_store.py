"""A large store for measuring: articles made of the leads' sentences, by seed.

    python benchmarks/big_store.py OUT [--articles 50000] [--passages 1000000]
                                       [--seed 1] [--data FOLDER]

OUT.jsonl (any name that does not end in .db) gets one article a line, ready-cut as
``{"title", "passages"}``; OUT.db is built into a store at once. The same options give the
same bytes. From a script::

    from big_store import big_articles
    for row in big_articles(articles=500, passages=10_000, seed=1): ...

An article begins with a lead of ``data/wikipedia/vital-leads.jsonl.gz`` and goes on with
sentences of leads drawn at random: half of them from the four leads that stand next to
it in an order drawn by the seed, so that articles have topics, half from all of them.
Passages hold 60 to 190 words. Titles are those of the leads, then "Title (number 2)"
and so on; every passage but the first names its article once, as running text does.
The words are the leads' words, so common words are as common as in the real text, and
the vocabulary is smaller than that of a real Wikipedia.

The whole one is about 0.9 GB of text: a minute or two to write.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict

from data_folder import data_folder

_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9\"“(])")
_LONGEST, _SHORTEST = 190, 60
_NEAR = 4


class BigArticle(TypedDict):
    """A row that ``factscore knowledge build`` reads."""

    title: str
    passages: list[str]


def big_articles(
    articles: int = 50_000, passages: int = 1_000_000, seed: int = 1, data: str | None = None
) -> Iterator[BigArticle]:
    """``articles`` rows with ``passages`` passages in all; each article has at least one."""
    draw = random.Random(seed)
    titles, leads = _leads(data)
    order = draw.sample(range(len(leads)), len(leads))
    everything = [sentence for lead in leads for sentence in lead]
    counts = _shares(passages, articles, draw)
    for number in range(articles):
        place = number % len(order)
        own = order[place]
        near = [sentence for at in range(place - _NEAR, place) for sentence in leads[order[at]]]
        turn = number // len(order)
        title = titles[own] if not turn else f"{titles[own]} (number {turn + 1})"
        texts = [_passage(near or everything, everything, titles[own], draw)
                 for _ in range(counts[number])]  # fmt: skip
        texts[0] = " ".join([*leads[own], texts[0]])
        yield {"title": title, "passages": [_cut(text) for text in texts]}


def _leads(data: str | None) -> tuple[list[str], list[list[str]]]:
    path = data_folder(data) / "wikipedia" / "vital-leads.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    texts = [_SENTENCE.split(" ".join(row["text"].split())) for row in rows]
    return [row["title"] for row in rows], texts


def _shares(passages: int, articles: int, draw: random.Random) -> list[int]:
    """How many passages each article has: a few are long, most are short."""
    weights = [draw.lognormvariate(0, 1) for _ in range(articles)]
    spare, total = passages - articles, sum(weights)
    ends, so_far = [], 0.0
    for weight in weights:
        so_far += weight
        ends.append(round(spare * so_far / total))
    return [1 + end - start for start, end in zip([0, *ends], ends, strict=False)]


def _passage(near: list[str], everything: list[str], title: str, draw: random.Random) -> str:
    wanted = draw.uniform(_SHORTEST, _LONGEST)
    sentences, words = [f"{title} is meant here."], 0
    while words < wanted:
        pool = near if draw.random() < 0.5 else everything
        sentences.append(pool[int(draw.random() * len(pool))])
        words += sentences[-1].count(" ") + 1
    return " ".join(sentences)


def _cut(text: str) -> str:
    return " ".join(text.split(" ", _LONGEST)[:_LONGEST])


def main() -> None:
    parser = argparse.ArgumentParser(description="Write a large store for measuring.")
    parser.add_argument("out", type=Path)
    parser.add_argument("--articles", type=int, default=50_000)
    parser.add_argument("--passages", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data", help="the folder of published data sets")
    given = parser.parse_args()
    rows = big_articles(given.articles, given.passages, given.seed, given.data)
    lines = given.out.with_suffix(".jsonl") if given.out.suffix == ".db" else given.out
    with lines.open("w", encoding="utf-8") as out:
        for row in rows:
            out.write(json.dumps(row, ensure_ascii=False) + "\n")
    print(f"{lines}: {given.articles:,} articles, {lines.stat().st_size / 1e6:,.0f} MB")
    if given.out.suffix == ".db":
        from factscore.knowledge.build import build_store

        made = build_store([lines], given.out)
        size = given.out.stat().st_size / 1e6
        print(f"{given.out}: {made.passages:,} passages, {size:,.0f} MB, {made.seconds:.0f} s")


if __name__ == "__main__":
    main()
