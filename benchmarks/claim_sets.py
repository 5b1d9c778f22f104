"""The judge on other people's claims: pages, web sites and wordings that it is not made for.

    python benchmarks/claim_sets.py [DATA] [--judge SPEC] [--limit N]

For each set the balanced accuracy (at the judge's own threshold) and the AUC of the judge, and
the same of word overlap: the share of the claim's content words that the evidence has. The
threshold of the overlap for a set is the one with the largest mean balanced accuracy over the
other sets, so that no set's labels help its own baseline, and no large set decides alone.
Claims with labels other than "supported" (partly supported ones too) count as not supported;
``none`` counts the claims without a verdict, which are left out of both rows.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent / "judge"))

from data_folder import data_folder
from examples import SUPPORTED, read_jsonl

from factscore.agreement import auc, balanced_accuracy
from factscore.judge import make_judge
from factscore.judge.base import Judge
from factscore.judge.signals import signals
from factscore.judge.windows import cut_passages
from factscore.records import Claim, Fact, Label, Passage, Verdict

SETS = ("fool_me_twice", "wice_oracle_chunks", "fever_symmetric", "expertqa", "climate_fever")
STEPS = 50
"""Thresholds of the overlap that are tried: 0, 1/50, … 1."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The claims of one set that have a verdict; all lists are parallel."""

    name: str
    truth: list[bool]
    supported: list[bool]
    probability: list[float] | None
    """``None`` where the judge gives none."""
    overlap: list[float]
    missing: int
    """Claims without a verdict."""


def read_set(data: Path, name: str, limit: int | None = None) -> tuple[list[Claim], list[bool]]:
    """Claims with their evidence as one passage, and whether people call them supported.

    Evidence is what was retrieved where a set has that (it contains the sentences that
    settle the claim), else the sentences that came with the claim.
    """
    rows = list(read_jsonl(data / "claims" / f"{name}.jsonl"))
    if limit is not None and limit < len(rows):
        rows = random.Random(1).sample(rows, limit)
    return [_claim(row) for row in rows], [row["label"] in SUPPORTED for row in rows]


def _claim(row: Mapping[str, Any]) -> Claim:
    text = " ".join(row.get("retrieved") or row["evidence"])
    return Claim("", Fact(row["claim"]), (Passage("", 0, text, 0.0),))


def overlap(claim: Claim) -> float:
    """Share of the claim's content words that the evidence has."""
    return signals(claim.topic, claim.fact.text, cut_passages(claim.passages)).words


def judge_set(judge: Judge, name: str, claims: Sequence[Claim], truth: Sequence[bool]) -> Judged:
    verdicts = judge.judge(claims)
    kept = [i for i, verdict in enumerate(verdicts) if verdict.label is not Label.UNSCORED]
    return Judged(
        name=name,
        truth=[truth[i] for i in kept],
        supported=[verdicts[i].label is Label.SUPPORTED for i in kept],
        probability=_probabilities([verdicts[i] for i in kept]),
        overlap=[overlap(claims[i]) for i in kept],
        missing=len(claims) - len(kept),
    )


def _probabilities(verdicts: Sequence[Verdict]) -> list[float] | None:
    found = [v.probability for v in verdicts if v.probability is not None]
    return found if len(found) == len(verdicts) else None


def overlap_threshold(others: Sequence[Judged]) -> float:
    """The threshold with the largest mean balanced accuracy over some sets, the first of equals."""
    steps = [step / STEPS for step in range(STEPS + 1)]
    return max(steps, key=lambda at: statistics.mean(_overlap_accuracy(o, at) for o in others))


def _overlap_accuracy(judged: Judged, at: float) -> float:
    return balanced_accuracy(judged.truth, [share >= at for share in judged.overlap]) or 0.0


def rows(judged: Sequence[Judged], spec: str) -> Iterator[str]:
    """Two rows for each set, the judge's and word overlap's."""
    for one in judged:
        at = overlap_threshold([other for other in judged if other is not one])
        ranked = auc(one.truth, one.probability) if one.probability else None
        balanced = balanced_accuracy(one.truth, one.supported)
        words = f"word overlap >= {at:.2f}"
        yield _row(one, spec, balanced, ranked, one.missing)
        yield _row(one, words, _overlap_accuracy(one, at), auc(one.truth, one.overlap), 0)


def _row(
    judged: Judged, what: str, balanced: float | None, ranked: float | None, missing: int
) -> str:
    share = 100 * statistics.mean(judged.truth)
    numbers = "".join(f"{'-' if x is None else format(x, '.3f'):>9}" for x in (balanced, ranked))
    name = f"{judged.name}: {what}"
    return f"{name:<44}{len(judged.truth):>6}{missing:>6}{share:>12.1f}{numbers}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="?", help="the folder of published data sets")
    parser.add_argument("--judge", default="nli", help="SPEC of the judge")
    parser.add_argument("--limit", type=int, help="claims of each set, at most (random, seeded)")
    arguments = parser.parse_args()
    data, judge = data_folder(arguments.data), make_judge(arguments.judge)
    judged = [judge_set(judge, name, *read_set(data, name, arguments.limit)) for name in SETS]
    print(f"{'':<44}{'n':>6}{'none':>6}{'supported %':>12}{'bal.acc':>9}{'auc':>9}")
    for line in rows(judged, arguments.judge):
        print(line)


if __name__ == "__main__":
    main()
