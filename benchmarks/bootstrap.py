"""Are the 95 % intervals of scores 95 % intervals, and those that scipy computes?

    python benchmarks/bootstrap.py [DATA]

Draws 1,000 sets of items from populations whose mean is known and counts how often the interval
of a set holds that mean. Three populations are made up like scores of items: shares, shares of
a good model (close to 1), and shares of which a fifth are 0 and a fifth 1. The others are the
real item scores of published models, drawn with replacement (gamma 0), in DATA, the folder of
published data sets (default: FACTSCORE_DATA, else ../shared/data). 95 ± 1.4 % is what 1,000
sets show of an interval that is right.
"""

from __future__ import annotations

import gzip
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from data_folder import data_folder

from factscore.records import Interval
from factscore.settings import BOOTSTRAP_SAMPLES, BOOTSTRAP_SEED
from factscore.statistics import bootstrap_interval

SETS = 1000
SIZES = (5, 10, 30, 50, 100, 200, 500)
WANTED = (0.93, 0.97)
REAL = ("gpt4", "InstructGPT", "stablelm-alpha-7b")
"""Published models with the best, a middling and the worst score."""


@dataclass(frozen=True, slots=True)
class Population:
    """Where items come from."""

    name: str
    mean: float
    draw: Callable[[random.Random], float]


def made_up() -> list[Population]:
    """Scores like those of items; a beta distribution's mean is a / (a + b)."""

    def with_ends(draw: random.Random) -> float:
        kind = draw.random()
        return 0.0 if kind < 0.2 else 1.0 if kind < 0.4 else draw.betavariate(3, 2)

    return [
        Population("shares, beta(4, 3)", 4 / 7, lambda draw: draw.betavariate(4, 3)),
        Population("good, beta(9, 1)", 0.9, lambda draw: draw.betavariate(9, 1)),
        Population("a fifth 0, a fifth 1", 0.2 + 0.6 * 3 / 5, with_ends),
    ]


def real(data: Path) -> list[Population]:
    """The item scores of published models as populations of their own."""
    return [_real(data / f"{name}.jsonl.gz", name) for name in REAL]


def _real(path: Path, name: str) -> Population:
    scores = []
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            labels = row.get("ChatGPT_Labels") or row["LLAMA+NP_Labels"]
            if labels:
                scores.append(labels.count("S") / len(labels))
    return Population(f"{name}, {len(scores)} real", statistics.fmean(scores), _chooser(scores))


def _chooser(scores: Sequence[float]) -> Callable[[random.Random], float]:
    return lambda draw: scores[draw.randrange(len(scores))]


def sets(population: Population, size: int) -> list[list[float]]:
    """The same for every run."""
    draw = random.Random(size)
    return [[population.draw(draw) for _ in range(size)] for _ in range(SETS)]


def coverage(population: Population, size: int) -> float:
    """Share of intervals that hold the mean."""
    intervals = map(bootstrap_interval, sets(population, size))
    held = [i is not None and i.low <= population.mean <= i.high for i in intervals]
    return sum(held) / SETS


def farthest_from_scipy(populations: Sequence[Population]) -> float:
    """Largest difference between an end of ours and of scipy's, over a set of each size."""
    return max(
        _difference(sets(population, size)[0]) for population in populations for size in SIZES
    )


def _difference(values: Sequence[float]) -> float:
    import numpy as np
    from scipy import stats

    found = stats.bootstrap(
        (np.asarray(values),),
        np.mean,
        method="percentile",
        n_resamples=BOOTSTRAP_SAMPLES,
        rng=np.random.default_rng(BOOTSTRAP_SEED),
    ).confidence_interval
    ours = bootstrap_interval(values) or Interval(0, 0)
    return float(max(abs(ours.low - found.low), abs(ours.high - found.high)))


def main() -> None:
    began = time.monotonic()
    populations = made_up() + real(data_folder(*sys.argv[1:2]) / "factscore" / "predictions")
    print(f"% of {SETS:,} intervals that hold the mean (* outside 93 to 97)\n")
    print(f"{'items':32}" + "".join(f"{f'n = {size}':>10}" for size in SIZES))
    for population in populations:
        print(f"{population.name:32}", end="")
        for size in SIZES:
            share = coverage(population, size)
            mark = " " if WANTED[0] <= share <= WANTED[1] else "*"
            print(f"{100 * share:9.1f}{mark}", end="", flush=True)
        print()
    print(f"\nlargest difference from scipy's intervals: {farthest_from_scipy(populations):.1e}")
    print(f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
