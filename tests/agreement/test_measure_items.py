"""Measures with intervals, from compared items."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factscore import agreement
from factscore.agreement import ComparedFact, ComparedItem, GroupAgreement, measure_items
from factscore.agreement import measure as measuring
from factscore.records import Interval
from factscore.settings import BOOTSTRAP_SEED

SAMPLES = 200


def item(*facts: tuple[bool, bool, float | None], **more: object) -> ComparedItem:
    made = tuple(ComparedFact(*fact) for fact in facts)
    supported = sum(fact.supported for fact in made)
    counts = {"labelled": len(made), "supported": supported} | more
    return ComparedItem(made, **counts)  # type: ignore[arg-type]


# People: 1/2 and 1/4 supported; the judge: 2/2 and 1/4.
FIRST = item((True, True, 0.9), (False, True, 0.7))
SECOND = item((True, False, 0.4), (False, True, 0.6), (False, False, 0.1), (False, False, 0.2))


def random_items(count: int, seed: int = 0, facts: int = 6) -> list[ComparedItem]:
    draw = random.Random(seed)
    return [
        item(*((draw.random() < p, p >= 0.5, p) for p in (draw.random() for _ in range(facts))))
        for _ in range(count)
    ]


def width(interval: Interval | None) -> float:
    assert interval is not None
    return interval.high - interval.low


def test_points_by_hand() -> None:
    found = measure_items([FIRST, SECOND]).measures
    assert found.accuracy.value == pytest.approx(3 / 6)
    assert found.balanced_accuracy.value == pytest.approx((1 / 2 + 2 / 4) / 2)
    assert found.precision_not_supported.value == pytest.approx(2 / 3)
    assert found.recall_not_supported.value == pytest.approx(2 / 4)
    # Pairs: .9 beats four; .4 beats .1 and .2.
    assert found.auc.value == pytest.approx(6 / 8)
    # Each fact is alone in its bin: .1 + .7 + .6 + .6 + .1 + .2.
    assert found.calibration_error.value == pytest.approx(2.3 / 6)
    assert found.brier.value == pytest.approx((0.01 + 0.49 + 0.36 + 0.36 + 0.01 + 0.04) / 6)
    assert found.human_score.value == pytest.approx((1 / 2 + 1 / 4) / 2)
    assert found.judged_score.value == pytest.approx((1 + 1 / 4) / 2)
    assert found.score_error.value == pytest.approx(0.625 - 0.375)


def test_every_item_weighs_the_same_in_the_score() -> None:
    many = item(*[(True, True, None)] * 99, (False, False, None))
    one = item((False, False, None))
    found = measure_items([many, one]).measures
    assert found.human_score.value == pytest.approx(0.99 / 2)
    assert found.accuracy.value == 1


def test_reliability_by_hand() -> None:
    bins = measure_items([FIRST, SECOND]).reliability
    assert [(each.low, each.high) for each in bins[:2]] == [(0, 0.1), (0.1, 0.2)]
    assert [each.facts for each in bins] == [0, 1, 1, 0, 1, 0, 1, 1, 0, 1]
    assert bins[9].probability == pytest.approx(0.9)
    assert bins[9].supported.value == 1
    assert bins[0].probability is None
    assert bins[0].supported.value is None
    assert bins[0].supported.missing == "no fact has such a probability"


def naive(items: Sequence[ComparedItem]) -> dict[str, Interval | None]:
    """The bootstrap as it is told: draw items, put their facts together, take the formula."""
    import numpy as np

    draw = np.random.default_rng(BOOTSTRAP_SEED)
    size = len(items)
    found: dict[str, list[float]] = defaultdict(list)
    for drawn in draw.integers(size, size=(SAMPLES, size)):
        facts = [fact for n in drawn for fact in items[n].facts]
        truth = [fact.supported for fact in facts]
        judged = [fact.judged for fact in facts]
        chances = [fact.probability or 0.0 for fact in facts]
        errors = [share(items[n], "judged") - share(items[n], "supported") for n in drawn]
        for name, value in (
            ("auc", agreement.auc(truth, chances)),
            ("balanced_accuracy", agreement.balanced_accuracy(truth, judged)),
            ("calibration_error", agreement.calibration_error(truth, chances)),
            ("brier", agreement.brier_score(truth, chances)),
            ("score_error", sum(errors) / size),
        ):
            assert value is not None
            found[name].append(value)
    return {name: Interval(*np.quantile(values, [0.025, 0.975])) for name, values in found.items()}


def share(one: ComparedItem, what: str) -> float:
    return sum(getattr(fact, what) for fact in one.facts) / len(one.facts)


def test_intervals_are_those_of_the_plain_bootstrap() -> None:
    items = random_items(12, facts=7)
    found = dict(measure_items(items, samples=SAMPLES).measures.items())
    for name, expected in naive(items).items():
        interval = found[name].ci95
        assert interval is not None
        assert expected is not None
        assert (interval.low, interval.high) == pytest.approx((expected.low, expected.high))


def test_blocks_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    items = random_items(9)
    whole = measure_items(items)
    monkeypatch.setattr(measuring, "_CELLS", 500)
    assert measure_items(items) == whole


def test_the_same_every_time() -> None:
    items = random_items(10)
    assert measure_items(items) == measure_items(items)
    assert measure_items(items) != measure_items(items, seed=1)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10_000))
def test_interval_contains_the_point_and_lies_in_range(seed: int) -> None:
    found = measure_items(random_items(25, seed), samples=300).measures
    for name in ("accuracy", "balanced_accuracy", "auc", "human_score", "score_error", "brier"):
        measure = getattr(found, name)
        assert measure.ci95.low <= measure.value <= measure.ci95.high
        assert -1 <= measure.ci95.low <= measure.ci95.high <= 1


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 10_000))
def test_interval_narrows_with_more_items(seed: int) -> None:
    few, many = random_items(15, seed), random_items(15 * 16, seed)
    # Sixteen times the items make about a quarter of the width.
    narrow = measure_items(many, samples=300).measures.accuracy
    wide = measure_items(few, samples=300).measures.accuracy
    assert width(narrow.ci95) < 0.6 * width(wide.ci95)


def test_items_stand_and_fall_together() -> None:
    # Ten facts that are all right or all wrong in an item say no more than one.
    right, wrong = (True, True, None), (True, False, None)
    single = [item(right)] * 10 + [item(wrong)] * 10
    tenfold = [item(*[right] * 10)] * 10 + [item(*[wrong] * 10)] * 10
    assert measure_items(single).measures.accuracy == measure_items(tenfold).measures.accuracy


def missing(group: GroupAgreement) -> dict[str, str]:
    return {n: m.missing for n, m in group.measures.items() if m.value is None}


def test_one_item_has_no_interval() -> None:
    found = measure_items([SECOND]).measures
    assert found.accuracy.value == pytest.approx(2 / 4)
    assert found.accuracy.ci95 is None
    assert found.accuracy.missing == "an interval needs at least two items"


def test_no_probabilities() -> None:
    plain = item((True, True, None), (False, False, None))
    group = measure_items([plain, plain])
    why = "the judge gives no probabilities"
    assert missing(group) == {"auc": why, "calibration_error": why, "brier": why}
    assert group.reliability == ()


def test_probabilities_of_some_facts() -> None:
    some = item((True, True, 0.8), (False, False, None), (False, True, 0.9))
    group = measure_items([some, some])
    assert group.counts.with_probability == 4
    assert group.measures.auc.value == 0
    assert group.measures.brier.value == pytest.approx((0.04 + 0.81) / 2)


def test_one_class() -> None:
    group = measure_items([item((True, True, 0.9)), item((True, True, 0.8))])
    assert missing(group) == {
        "balanced_accuracy": "all labels are alike",
        "precision_not_supported": "the judge calls every fact supported",
        "recall_not_supported": "people call every fact supported",
        "auc": "all labels are alike",
    }


def test_nothing_compared() -> None:
    group = measure_items([ComparedItem(), ComparedItem(labelled=2, unscored={"no_evidence": 2})])
    assert set(missing(group).values()) == {"no fact has both a label and a verdict"}
    assert len(missing(group)) == 10
    assert group.counts.coverage == 0
    assert group.human_score_all == 0
    assert measure_items([]).counts.coverage is None


def test_a_number_that_most_resamples_lack_has_no_interval() -> None:
    # One refuted fact in one of two items: a quarter of the resamples has none.
    group = measure_items([item((True, True, 0.9), (False, False, 0.1)), item((True, True, 0.8))])
    assert group.measures.auc.value == 1
    assert group.measures.auc.ci95 is None
    assert "resamples" in group.measures.auc.missing
    assert group.measures.accuracy.ci95 == Interval(1, 1)


def test_counts() -> None:
    group = measure_items(
        [
            item((True, True, 0.9), labelled=3, supported=2, unscored={"no_evidence": 2}),
            item((False, False, 0.1), irrelevant=1),
            ComparedItem(unlabelled=4),
            ComparedItem(labelled=1, unscored={"no_evidence": 1}),
        ],
        name="m",
        file="m.jsonl",
    )
    counts = group.counts
    assert (counts.items, counts.compared_items) == (4, 2)
    assert (counts.items_without_labels, counts.items_without_verdict) == (1, 1)
    assert (counts.labelled, counts.compared, counts.unlabelled) == (5, 2, 4)
    assert counts.irrelevant == 1
    assert counts.unscored == {"no_evidence": 3}
    assert counts.coverage == pytest.approx(2 / 5)
    assert group.human_score_all == pytest.approx((2 / 3 + 0 + 0) / 3)
    assert (group.name, group.file) == ("m", "m.jsonl")
