"""Do corrected scores come near people's, and do their intervals cover them?

    python benchmarks/calibration.py [DATA] [--cache FILE] [--judge SPEC] [--folds FILE]
    python benchmarks/calibration.py --simulate

First by simulation, where the truth is known: items of 15 to 40 facts (or 3 to 40 under the
length penalty), whose share of supported facts is drawn from a beta distribution, judged with
sensitivity .85 and specificity .75. Then on FActScore's labelled biographies: 200 times, the
items of 20 entities drawn at random are the labelled ones, and the corrected score of the
others is held against people's score of them; the covered share is given for 4,000 draws
too.

DATA is the folder of published data (default: FACTSCORE_DATA, else ../shared/data). Items
whose topic has no passages are left out and counted. The embedded judge has learned from
these entities, which flatters it; ``--folds`` (by default ``judge/folds.jsonl``, where it is
there) takes the verdicts of judges that have not. Facts that are not in that file, those that
people call irrelevant, are judged by ``--judge``, which has not learned from them either.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "judge"))

from data_folder import data_folder
from examples import MODELS, Example
from folds import FOLDS_FILE, read_verdicts
from folds import fact_id as example_id

from factscore.calibration import Pair, estimate_mean
from factscore.pipeline import open_pipeline
from factscore.read import read_generations
from factscore.records import Fact, Generation, Label
from factscore.score import length_penalty
from factscore.settings import Settings

DRAWS = 200
MORE_DRAWS = 4000
"""200 draws leave the covered share uncertain by 3 points; these by less than 1."""
LABELLED = 20
SIMULATED = 1000
SENSITIVITY, SPECIFICITY = 0.85, 0.75
GAMMA = Settings().gamma

Verdicts = Callable[[str, str, Fact], bool | None]
"""Model, topic and fact → whether it is supported; ``None``: ask the judge."""


@dataclass(frozen=True, slots=True)
class World:
    """A setting of the simulation."""

    a: float
    b: float
    """An item's share of supported facts is Beta(a, b)."""
    least: int
    """Facts of an item, at least; at most 40."""
    gamma: float
    labelled: int
    new: int

    def mean(self) -> float:
        """Mean score of the population."""
        sizes = range(self.least, 41)
        return self.a / (self.a + self.b) * statistics.mean(self._penalty(n) for n in sizes)

    def draw(self, seed: int) -> list[Pair]:
        """The labelled items, then the new ones."""
        import numpy as np

        random_numbers = np.random.default_rng(seed)
        size = self.labelled + self.new
        facts = random_numbers.integers(self.least, 41, size)
        human = random_numbers.binomial(facts, random_numbers.beta(self.a, self.b, size))
        judged = random_numbers.binomial(human, SENSITIVITY)
        judged += random_numbers.binomial(facts - human, 1 - SPECIFICITY)
        factor = np.array([self._penalty(int(n)) for n in facts]) / facts
        pairs = zip((human * factor).tolist(), (judged * factor).tolist(), strict=True)
        return [Pair(*pair) for pair in pairs]

    def _penalty(self, facts: int) -> float:
        return length_penalty(facts, self.gamma)


WORLDS = [
    World(*shape, labelled=labelled, new=new)
    for shape in ((2, 3, 15, 0), (12, 3, 15, 0), (3, 2, 3, 10))
    for labelled in (5, 10, 20, 50, 100)
    for new in (100, 500)
]


@dataclass(frozen=True, slots=True)
class Draws:
    """How corrected scores did over many draws; all are fractions."""

    error: float
    """Mean absolute error of the corrected score of the new items."""
    raw: float
    """The same of the judge's score."""
    covered: float
    """Share of draws in which the interval has people's score of the new items."""
    population: float
    """Share of draws in which the other interval has the population's mean."""
    width: float
    """Mean width of the first interval."""


def simulate() -> None:
    print(f"simulation, {SIMULATED} draws: judge of sensitivity .85 and specificity .75")
    print(f"{'shares':>12}{'facts':>7}{'gamma':>6}{'labelled':>9}{'new':>5}", end="")
    print(f"{'raw error':>10}{'corrected':>10}{'covered':>9}{'population':>11}")
    for world in WORLDS:
        cut = world.labelled
        samples = (world.draw(seed) for seed in range(SIMULATED))
        found = measure(((s[:cut], s[cut:]) for s in samples), world.mean())
        print(f"Beta({world.a:>2},{world.b:>2}) {world.least:>4}-40{world.gamma:>6}", end="")
        print(f"{world.labelled:>9}{world.new:>5}{_numbers(found)}{found.population:>11.1%}")


def measure(samples: Iterator[tuple[Sequence[Pair], Sequence[Pair]]], population: float) -> Draws:
    """Correct each sample: labelled items, and others whose labels only serve to check."""
    rows = [_one(labelled, rest, population) for labelled, rest in samples]
    return Draws(*(statistics.mean(column) for column in zip(*rows, strict=True)))


def _one(labelled: Sequence[Pair], rest: Sequence[Pair], population: float) -> tuple[float, ...]:
    found = estimate_mean(labelled, [pair.judged for pair in rest])
    if found.population is None:
        sys.exit("each sample needs at least two items without labels")
    truth = statistics.fmean(pair.human for pair in rest)
    raw = statistics.fmean(pair.judged for pair in rest)
    interval, other = found.items.interval(found.value), found.population.interval(found.value)
    return (
        abs(found.value - truth),
        abs(raw - truth),
        interval.low <= truth <= interval.high,
        other.low <= population <= other.high,
        interval.high - interval.low,
    )


def _numbers(found: Draws) -> str:
    return f"{100 * found.raw:>10.2f}{100 * found.error:>10.2f}{found.covered:>9.1%}"


def fold_verdicts(path: Path) -> Verdicts:
    """What ``folds.jsonl`` says of a fact: the seam for verdicts made elsewhere."""
    known = read_verdicts(path)

    def verdict(model: str, topic: str, fact: Fact) -> bool | None:
        found = known.get(example_id(Example(topic, fact.text, (), False, model)))
        return None if found is None else found.supported

    return verdict


def no_verdicts(model: str, topic: str, fact: Fact) -> None:
    """Asks the judge for every fact."""


def judged_pairs(
    rows: Sequence[Generation], verdicts: Verdicts, asked: Mapping[str, Sequence[Label]]
) -> dict[str, Pair]:
    """Topic → people's and the judge's score of its item, for the items with verdicts.

    Args:
        asked: source of a row → the judge's verdicts on the facts that ``verdicts`` lacks.
    """
    pairs = {}
    for row in rows:
        facts = row.facts or ()
        rest = iter(asked.get(row.source, ()))
        given = [verdicts(row.model, row.topic or "", fact) for fact in facts]
        said = [next(rest) if g is None else g for g in given]
        judged = [one in (True, Label.SUPPORTED) for one in said if one != Label.UNSCORED]
        human = [fact.label == Label.SUPPORTED for fact in facts]
        factor = length_penalty(len(facts), GAMMA)
        score, other = (factor * statistics.mean(labels) for labels in (human, judged))
        pairs[row.topic or ""] = Pair(score, other)
    return pairs


def ask(
    rows: Sequence[Generation], verdicts: Verdicts, judge: str, data: Path, cache: str
) -> dict[str, Sequence[Label]]:
    """The judge's verdicts, by source; no entry where the topic has no passages."""

    def without_verdict(row: Generation) -> tuple[Fact, ...]:
        facts = row.facts or ()
        return tuple(fact for fact in facts if verdicts(row.model, row.topic or "", fact) is None)

    open_facts = [replace(row, facts=without_verdict(row)) for row in rows]
    passages = data / "factscore/passages.jsonl"
    with open_pipeline("input", judge, passages, cache, Settings()) as pipeline:
        return {
            item.source: [one.verdict.label for one in item.facts]
            for item in pipeline.run(open_facts)
            if not item.facts or item.score is not None
        }


def draws(items: Mapping[str, Pair], count: int) -> Iterator[tuple[list[Pair], list[Pair]]]:
    """Items of 20 entities drawn at random, and the other items."""
    chance = random.Random(0)
    for _ in range(count):
        chosen = set(chance.sample(sorted(items), LABELLED))
        yield (
            [items[topic] for topic in sorted(chosen)],
            [pair for topic, pair in items.items() if topic not in chosen],
        )


def real(data: Path, judge: str, cache: str, verdicts: Verdicts) -> None:
    rows = read_generations([data / f"factscore/labeled/{model}.jsonl" for model in MODELS])
    labelled = [row for row in rows if row.facts]
    asked = ask(labelled, verdicts, judge, data, cache)
    print(f"\n{LABELLED} labelled entities, corrected score of the others, {DRAWS} draws")
    print(f"{'':<30}{'items':>6}{'people':>8}{'judge':>8}", end="")
    print(f"{'raw error':>10}{'corrected':>10}{'covered':>9}{MORE_DRAWS:>8,}{'width':>7}")
    models = {
        model: judged_pairs(
            [row for row in labelled if row.model == model and row.source in asked],
            verdicts,
            asked,
        )
        for model in MODELS
    }
    for model, items in models.items():
        found, more = (measure(draws(items, n), 0.0) for n in (DRAWS, MORE_DRAWS))
        _print_row(model, items, found, more)
    print(f"{len(rows) - len(asked)} of {len(rows)} items left out: no facts, or no passages")


def _print_row(name: str, items: Mapping[str, Pair], found: Draws, more: Draws) -> None:
    human = statistics.fmean(pair.human for pair in items.values())
    judged = statistics.fmean(pair.judged for pair in items.values())
    print(f"{name:<30}{len(items):>6}{100 * human:>8.1f}{100 * judged:>8.1f}", end="")
    print(f"{_numbers(found)}{more.covered:>8.1%}{100 * found.width:>7.1f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="?")
    parser.add_argument("--judge", default="nli")
    parser.add_argument("--cache", default="cache/factscore.db")
    parser.add_argument("--folds", type=Path, default=FOLDS_FILE if FOLDS_FILE.exists() else None)
    parser.add_argument("--no-folds", dest="folds", action="store_const", const=None)
    parser.add_argument("--simulate", action="store_true", help="the simulation alone")
    arguments = parser.parse_args()
    simulate()
    if arguments.simulate:
        return
    data = data_folder(arguments.data)
    verdicts = fold_verdicts(arguments.folds) if arguments.folds else no_verdicts
    source = f"verdicts of {arguments.folds}" if arguments.folds else "the judge as it is"
    print(f"\njudge {arguments.judge}: {source}")
    real(data, arguments.judge, arguments.cache, verdicts)


if __name__ == "__main__":
    main()
