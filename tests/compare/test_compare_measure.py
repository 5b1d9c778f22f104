"""Pairs → numbers, worked out by hand, and by scipy."""

from __future__ import annotations

from pathlib import Path

import pytest
from results_files import NO, UNKNOWN, YES, item, write_results
from scipy import stats

from factscore.compare import Change, ModelComparison, compare_results
from factscore.compare.measure import _common_facts
from factscore.compare.records import KeptFact
from factscore.records import FactCounts, ItemResult, Status
from factscore.settings import BOOTSTRAP_SAMPLES, BOOTSTRAP_SEED


def compared(
    folder: Path, first: list[ItemResult], second: list[ItemResult], **options: object
) -> ModelComparison:
    paths = write_results(folder / "a.jsonl", first), write_results(folder / "b.jsonl", second)
    (model,) = compare_results(*paths, **options).models  # type: ignore[arg-type]
    return model


FIRST = {"Ada": 0.5, "Emmy": 0.25, "Sofya": 1.0, "Maria": 0.5, "Lise": 0.75}
SECOND = {"Ada": 0.75, "Emmy": 0.75, "Sofya": 0.875, "Maria": 0.5, "Lise": 0.75}


def items(scores: dict[str, float]) -> list[ItemResult]:
    return [item(topic, score) for topic, score in scores.items()]


def test_values_by_hand(tmp_path: Path) -> None:
    found = compared(tmp_path, items(FIRST), items(SECOND))
    assert found.first_mean == 3.0 / 5
    assert found.second_mean == 3.625 / 5
    assert found.difference == pytest.approx(0.625 / 5)
    assert (found.wins, found.ties, found.losses) == (2, 2, 1)
    # Of the 8 sign patterns of .25, .5 and -.125, these make .625 or more: + + -, + + + (.875),
    # and their opposites.
    assert found.permutation is not None
    assert found.permutation.p == 4 / 8
    assert found.missing == {}


def test_the_interval_is_scipys_paired_bootstrap(tmp_path: Path) -> None:
    import numpy as np

    found = compared(tmp_path, items(FIRST), items(SECOND))
    expected = stats.bootstrap(
        ([SECOND[topic] - FIRST[topic] for topic in FIRST],),
        np.mean,
        method="percentile",
        n_resamples=BOOTSTRAP_SAMPLES,
        rng=np.random.default_rng(BOOTSTRAP_SEED),
    ).confidence_interval
    assert found.ci95 is not None
    assert found.ci95.low == pytest.approx(expected.low)
    assert found.ci95.high == pytest.approx(expected.high)


def test_only_items_with_both_scores_count(tmp_path: Path) -> None:
    lost = [item("Rosa", 1.0), item("Clara", 1.0), item("Anna", None), item("Nina", None)]
    gained = [
        item("Rosa", None),
        item("Clara", None, status=Status.JUDGE_FAILED),
        item("Anna", 0.0),
        item("Nina", None),
    ]
    found = compared(tmp_path, items(FIRST) + lost, items(SECOND) + gained)
    counts = found.items
    assert (counts.paired, counts.scored, counts.neither) == (9, 5, 1)
    assert (counts.first_scored, counts.second_scored) == (2, 1)
    assert counts.lost == {Status.ABSTAINED: 1, Status.JUDGE_FAILED: 1}
    assert counts.gained == {Status.ABSTAINED: 1}
    assert found.first_mean == 3.0 / 5


def test_an_abstention_on_both_sides_is_neither_lost_nor_gained(tmp_path: Path) -> None:
    silent = [item("Nina", None)]
    counts = compared(tmp_path, items(FIRST) + silent, items(SECOND) + silent).items
    assert (counts.lost, counts.gained, counts.neither) == ({}, {}, 1)


def test_one_pair_has_no_interval(tmp_path: Path) -> None:
    found = compared(tmp_path, [item("Ada", 0.5)], [item("Ada", 0.25)])
    assert (found.difference, found.ci95) == (-0.25, None)
    assert set(found.missing) == {"ci95"}


def test_all_abstained_on_one_side(tmp_path: Path) -> None:
    silent = [item("Ada", None), item("Emmy", None), item("Sofya", None, status=Status.EMPTY)]
    found = compared(tmp_path, items(FIRST), silent)
    assert (found.first_mean, found.difference, found.ci95, found.permutation) == (None,) * 4
    assert set(found.missing.values()) == {
        "no item is scored on both sides; none in B: abstained 2, empty 1"
    }
    assert set(found.missing) == {"first_mean", "second_mean", "difference", "ci95", "permutation"}


def test_init_scores(tmp_path: Path) -> None:
    first, second = [item("Ada", 0.25, init=0.5)], [item("Ada", 0.5, init=0.25)]
    assert compared(tmp_path, first, second).difference == 0.25
    assert compared(tmp_path, first, second, measure="init_score").difference == -0.25


def test_what_moved_most_comes_first(tmp_path: Path) -> None:
    found = compared(tmp_path, items(FIRST), items(SECOND))
    assert [one.key.value for one in found.moved] == ["Emmy", "Ada", "Sofya"]
    assert [one.difference for one in found.moved] == [0.5, 0.25, -0.125]
    few = compared(tmp_path, items(FIRST), items(SECOND), moved=1)
    assert few.moved == found.moved[:1]
    assert compared(tmp_path, items(FIRST), items(SECOND), moved=0).moved == ()


def test_equal_moves_keep_the_order_of_the_file(tmp_path: Path) -> None:
    # 0.3 - 0.2 and 0.2 - 0.1 differ in their last bits only.
    first, second = {"Ada": 0.1, "Emmy": 0.2, "Lise": 0.3}, {"Ada": 0.2, "Emmy": 0.3, "Lise": 0.2}
    found = compared(tmp_path, items(first), items(second))
    assert [one.key.value for one in found.moved] == ["Ada", "Emmy", "Lise"]


def test_differences_of_rounding_are_ties(tmp_path: Path) -> None:
    found = compared(tmp_path, [item("Ada", 0.1 + 0.2)], [item("Ada", 0.3)])
    assert (found.wins, found.ties, found.losses, found.moved) == (0, 1, 0, ())


def test_facts_that_changed_verdict(tmp_path: Path) -> None:
    before = {"Ada wrote.": YES, "Ada sang.": NO, "Ada rode.": UNKNOWN, "Ada swam.": YES}
    after = {"Ada sang.": YES, "Ada wrote.": YES, "Ada rode.": NO, "Ada slept.": NO}
    (moved,) = compared(
        tmp_path, [item("Ada", 0.5, facts=before)], [item("Ada", 0.75, facts=after)]
    ).moved
    assert moved.changed == (Change("Ada sang.", NO, YES), Change("Ada rode.", UNKNOWN, NO))
    assert moved.common == 3
    assert moved.first_facts == FactCounts(2, 1, 1)
    assert moved.second_facts == FactCounts(2, 2, 0)


def test_the_nth_of_equal_facts_is_held_against_the_nth() -> None:
    first = [KeptFact("Ada wrote.", label) for label in (YES, NO, NO)]
    second = [KeptFact("Ada wrote.", label) for label in (YES, YES)]
    assert [(one.before, one.after) for one in _common_facts(first, second)] == [
        (YES, YES),
        (NO, YES),
    ]
