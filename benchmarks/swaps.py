"""Whether a judge tells true statements from false ones that differ by a single swap.

    python benchmarks/swaps.py [--judge SPEC] [--wrong]

``swaps.jsonl`` has pairs of statements about real people, each with short passages of our own
writing that settle both. The false one has another value, often one that stands elsewhere in
the passages, or two persons or offices exchanged (``role``). A statement without a verdict
counts as wrong.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from factscore.judge import make_judge
from factscore.judge.base import Judge
from factscore.records import Claim, Fact, Label, Passage, Verdict

FILE = Path(__file__).parent / "swaps.jsonl"
KINDS = ("role", "number", "date", "negation", "name", "place")
WANTED = 0.85


@dataclass(frozen=True, slots=True)
class Swap:
    """A true statement and a false one, with the evidence for both."""

    topic: str
    passages: tuple[str, ...]
    true: str
    false: str
    kind: str

    def claims(self) -> list[Claim]:
        """The true statement and the false one."""
        passages = tuple(Passage(self.topic, i, text, 0.0) for i, text in enumerate(self.passages))
        return [Claim(self.topic, Fact(text), passages) for text in (self.true, self.false)]


@dataclass(frozen=True, slots=True)
class Judged:
    """A pair with its verdicts."""

    swap: Swap
    true: Verdict
    false: Verdict

    @property
    def right(self) -> int:
        """How many of the two verdicts are right."""
        return (self.true.label is Label.SUPPORTED) + (self.false.label is Label.NOT_SUPPORTED)

    @property
    def ordered(self) -> bool:
        """Whether the true statement is more probable; never, where a probability is missing."""
        true, false = self.true.probability, self.false.probability
        return true is not None and false is not None and true > false


@dataclass(frozen=True, slots=True)
class Shares:
    """Fractions of ``pairs`` pairs, and of twice as many statements."""

    pairs: int
    right: float
    both: float
    ordered: float


def read_swaps(path: Path = FILE) -> list[Swap]:
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [Swap(**row | {"passages": tuple(row["passages"])}) for row in rows]


def judge_swaps(judge: Judge, swaps: Sequence[Swap]) -> list[Judged]:
    verdicts = judge.judge([claim for swap in swaps for claim in swap.claims()])
    return [Judged(*found) for found in zip(swaps, verdicts[::2], verdicts[1::2], strict=True)]


def shares(judged: Sequence[Judged]) -> Shares:
    return Shares(
        pairs=len(judged),
        right=statistics.mean(pair.right / 2 for pair in judged),
        both=statistics.mean(pair.right == 2 for pair in judged),
        ordered=statistics.mean(pair.ordered for pair in judged),
    )


def by_kind(judged: Sequence[Judged]) -> Mapping[str, Shares]:
    found = {kind: [pair for pair in judged if pair.swap.kind == kind] for kind in KINDS}
    return {kind: shares(pairs) for kind, pairs in found.items()} | {"all": shares(judged)}


def table(judged: Sequence[Judged]) -> None:
    print(f"{'kind':<10}{'pairs':>6}{'right %':>10}{'both right %':>14}{'ordered %':>11}")
    for kind, found in by_kind(judged).items():
        print(
            f"{kind:<10}{found.pairs:>6}{100 * found.right:>10.1f}"
            f"{100 * found.both:>14.1f}{100 * found.ordered:>11.1f}"
        )


def print_wrong(judged: Sequence[Judged]) -> None:
    """Every statement that is judged wrongly, with its probability."""
    for pair in judged:
        if pair.true.label is not Label.SUPPORTED:
            print(f"{pair.swap.kind:<10}true   {pair.true.probability}  {pair.swap.true}")
        if pair.false.label is not Label.NOT_SUPPORTED:
            print(f"{pair.swap.kind:<10}false  {pair.false.probability}  {pair.swap.false}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--judge", default="nli", help="SPEC of the judge")
    parser.add_argument("--wrong", action="store_true", help="list the statements judged wrongly")
    arguments = parser.parse_args()
    judged = judge_swaps(make_judge(arguments.judge), read_swaps())
    statements, people = 2 * len(judged), len({pair.swap.topic for pair in judged})
    print(f"{arguments.judge}: {statements} statements about {people} people\n")
    table(judged)
    print(f"\nwanted: {100 * WANTED:.0f} % of all statements right")
    if arguments.wrong:
        print()
        print_wrong(judged)


if __name__ == "__main__":
    main()
