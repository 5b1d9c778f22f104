"""How long do titles take to find, by every rule, and misses to be answered?

    python benchmarks/title_lookup.py [--titles 1000000] [--store FILE] [--seed 1]

Builds a store of made-up names once (kept in FILE if it is named), then looks up 2,000
topics of each kind, 200 of those that are missed. "right" is the share that found the
title they were made from, or named it among the nearest: less than all where two titles
share a bare name, or where the spoilt title is another one. Milliseconds; "cpu" is the
median without what other programs took. Reading the article is included.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from factscore.errors import TopicNotFound
from factscore.knowledge import open_store
from factscore.knowledge.build import build_store

BEGINS = "B Br C Ch D Dr F G Gr H J K Kr L M N P R S Sch St T Tr V W Z".split()
VOWELS = "a e i o u ü é ö ei au".split()
ENDS = "n r l s t m ck nd rt ll n r".split()
QUALIFIERS = "painter poet footballer physicist village album river singer".split()
SAMPLES = 2000


@dataclass(frozen=True, slots=True)
class Case:
    """A kind of topic: how it is made of a title, and whether it should be found."""

    name: str
    spoil: Callable[[str, random.Random], str]
    found: bool


def _typo(title: str, dice: random.Random, place: int | None = None) -> str:
    at = dice.randrange(len(title) - 1) if place is None else place
    return title[:at] + dice.choice("aeinrst") + title[at + 1 :]


def _both_ends(title: str, dice: random.Random) -> str:
    return _typo(_typo(title, dice, 1), dice, len(title) - 2)


def _no_middle(title: str, _: random.Random) -> str:
    words = title.split()
    return f"{words[0]} {words[-1]}"


CASES = (
    Case("exact", lambda title, _: title, True),
    Case(
        "address", lambda title, _: f"https://x.wikipedia.org/wiki/{title.replace(' ', '_')}", True
    ),
    Case("alias", lambda title, _: f"Saint {title} of Nowhere", True),
    Case("normalised", lambda title, _: title.upper(), True),
    Case("spelling", lambda title, _: _surname_first(title), True),
    Case("qualified", lambda title, _: title.partition(" (")[0], True),
    Case("one typo", _typo, False),
    Case("typo at both ends", _both_ends, False),
    Case("no middle name", _no_middle, False),
    Case("only the surname", lambda title, _: title.split()[-1], False),
)


def main() -> None:
    """Prints one line for each kind of topic."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--titles", type=int, default=100_000)
    parser.add_argument("--store", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = options.store or Path(folder) / "titles.db"
        titles = list(dict.fromkeys(_names(options.titles, random.Random(options.seed))))
        if not path.exists():
            _build(titles, path, Path(folder))
        print(f"{len(titles)} titles, {path.stat().st_size / 1e6:.0f} MB")
        print(f"{'topic':20}{'median ms':>10}{'p95 ms':>10}{'cpu ms':>10}{'right':>8}")
        for case in CASES:
            _measure(case, path, titles, random.Random(options.seed + 1))


def _measure(case: Case, path: Path, titles: Sequence[str], dice: random.Random) -> None:
    pool = [title for title in titles if ("(" in title) == (case.name == "qualified")]
    if case.name == "only the surname":
        surnames = Counter(title.split()[-1] for title in titles)
        pool = [title for title in pool if surnames[title.split()[-1]] == 1]
    if case.name == "no middle name":
        pool = [title for title in pool if len(title.split()) == 3]
    asked = dice.sample(pool, min(SAMPLES if case.found else SAMPLES // 10, len(pool)))
    topics = [(case.spoil(title, dice), title) for title in asked]
    times, busy, right = [], [], 0
    with open_store(path) as store:
        for topic, title in topics:
            began, worked = time.perf_counter(), time.thread_time()
            try:
                answers: Sequence[str] = [store.find(topic).title]
            except TopicNotFound as error:
                answers = error.nearest
            busy.append((time.thread_time() - worked) * 1000)
            times.append((time.perf_counter() - began) * 1000)
            right += title in answers
    times.sort()
    cpu = statistics.median(busy)
    middle, high = times[len(times) // 2], times[len(times) * 95 // 100]
    print(f"{case.name:20}{middle:10.3f}{high:10.3f}{cpu:10.3f}{right / len(topics):8.1%}")
    sys.stdout.flush()


def _names(count: int, dice: random.Random) -> Iterator[str]:
    surnames = [_word(dice, 2) for _ in range(max(50, count // 30))]
    firsts = [_word(dice, dice.choice((1, 2))) for _ in range(2000)]
    for number in range(count):
        # Squared: a few surnames are very common, as among people; some are nobody else's.
        common = surnames[int(len(surnames) * dice.random() ** 2)]
        surname = _word(dice, 4) if number % 50 == 1 else common
        middle = f"{dice.choice(firsts)} " if number % 3 == 0 else ""
        name = f"{dice.choice(firsts)} {middle}{surname}"
        yield f"{name} ({dice.choice(QUALIFIERS)})" if number % 10 == 0 else name


def _word(dice: random.Random, syllables: int) -> str:
    parts = (f"{dice.choice(BEGINS)}{dice.choice(VOWELS)}" for _ in range(syllables))
    return ("".join(parts) + dice.choice(ENDS)).capitalize()


def _surname_first(title: str) -> str:
    first, _, last = title.rpartition(" ")
    return f"{last}, {first}"


def _build(titles: Sequence[str], path: Path, folder: Path) -> None:
    source = folder / "titles.jsonl"
    with source.open("w", encoding="utf-8") as stream:
        for title in titles:
            row = {"title": title, "passages": ["x"], "aliases": [f"Saint {title} of Nowhere"]}
            stream.write(json.dumps(row) + "\n")
    began = time.perf_counter()
    build_store([source], path)
    print(f"built in {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
