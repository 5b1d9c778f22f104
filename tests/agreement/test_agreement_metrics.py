"""Formulas against values worked out by hand, and against their definitions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factscore import score
from factscore.agreement import (
    accuracy,
    auc,
    balanced_accuracy,
    brier_score,
    calibration_error,
    precision_not_supported,
    recall_not_supported,
)
from factscore.records import Agreement

# Six supported facts, of which the judge finds four; four that are not, of which it finds three.
TRUTH = [True] * 6 + [False] * 4
JUDGED = [True] * 4 + [False] * 2 + [True] + [False] * 3

labels = st.lists(st.booleans(), min_size=1, max_size=30)
scored = st.lists(
    st.tuples(st.booleans(), st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0])),
    min_size=1,
    max_size=30,
)


def test_labels_by_hand() -> None:
    assert accuracy(TRUTH, JUDGED) == pytest.approx(7 / 10)
    assert balanced_accuracy(TRUTH, JUDGED) == pytest.approx((4 / 6 + 3 / 4) / 2)
    assert precision_not_supported(TRUTH, JUDGED) == pytest.approx(3 / 5)
    assert recall_not_supported(TRUTH, JUDGED) == pytest.approx(3 / 4)


def test_same_as_the_scores_own() -> None:
    counts = Agreement(both=4, judge_only=1, input_only=2, neither=3)
    assert accuracy(TRUTH, JUDGED) == pytest.approx(score.accuracy(counts))
    assert balanced_accuracy(TRUTH, JUDGED) == pytest.approx(score.balanced_accuracy(counts))


def test_auc_by_hand() -> None:
    # Hanley and McNeil's count: of 3 * 2 pairs, 4 are won, 1 is tied, 1 is lost.
    assert auc([True, True, True, False, False], [0.9, 0.6, 0.3, 0.6, 0.1]) == 4.5 / 6
    assert auc([True, False], [0.7, 0.2]) == 1
    assert auc([True, False], [0.2, 0.7]) == 0
    assert auc([True, True, False], [5.0, 5.0, 5.0]) == 0.5
    assert auc([True, False], [-math.inf, math.inf]) == 0


def test_calibration_by_hand() -> None:
    # [.9, 1]: .95 and 1, one of two supported: |1.95 - 1|; [.3, .4): .3, supported: |.3 - 1|.
    assert calibration_error([True, False, True], [0.95, 1.0, 0.3]) == pytest.approx(1.65 / 3)
    assert calibration_error([True, False], [0.5, 0.5]) == 0
    # With one bin only the means count.
    assert calibration_error([True, False, True], [0.0, 1.0, 0.5], bins=1) == pytest.approx(0.5 / 3)


@pytest.mark.parametrize("border", [n / 10 for n in range(1, 10)])
def test_a_border_belongs_to_the_upper_bin(border: float) -> None:
    # Alone in its bin, the fact on the border is its whole distance off.
    below, on = border - 0.05, border
    assert calibration_error([True, True], [below, on]) == pytest.approx(1 - (below + on) / 2)
    # In one bin with a fact above it, its fault and that one's cancel out.
    above = border + 0.05
    assert calibration_error([True, False], [on, above]) == pytest.approx(abs(on + above - 1) / 2)


def test_brier_by_hand() -> None:
    assert brier_score([True, False, False], [0.8, 0.4, 0.0]) == pytest.approx((0.04 + 0.16) / 3)


@pytest.mark.parametrize("measure", [accuracy, balanced_accuracy, precision_not_supported])
def test_nothing_gives_no_number(
    measure: Callable[[Sequence[bool], Sequence[bool]], float | None],
) -> None:
    assert measure([], []) is None


def test_one_class_gives_no_number() -> None:
    assert balanced_accuracy([True, True], [True, False]) is None
    assert balanced_accuracy([False], [False]) is None
    assert precision_not_supported([True, False], [True, True]) is None
    assert recall_not_supported([True, True], [True, False]) is None
    assert auc([True, True], [0.1, 0.2]) is None
    assert auc([], []) is None
    assert brier_score([], []) is None
    assert calibration_error([], []) is None


@pytest.mark.parametrize(
    "call",
    [
        lambda: accuracy([True], []),
        lambda: auc([True, False], [0.5]),
        lambda: auc([True, False], [0.5, math.nan]),
        lambda: brier_score([True], [1.5]),
        lambda: brier_score([True], [math.nan]),
        lambda: calibration_error([True, False], [0.5]),
        lambda: calibration_error([True], [-0.1]),
        lambda: calibration_error([True], [0.5], bins=0),
    ],
)
def test_wrong_arguments(call: Callable[[], object]) -> None:
    with pytest.raises(ValueError):
        call()


@given(scored)
def test_auc_is_the_share_of_pairs_won(facts: list[tuple[bool, float]]) -> None:
    won = [
        (high > low) + (high == low) / 2
        for supported, high in facts
        for other, low in facts
        if supported and not other
    ]
    expected = sum(won) / len(won) if won else None
    assert auc(*columns(facts)) == (None if expected is None else pytest.approx(expected))


@given(scored)
def test_auc_asks_for_order_alone(facts: list[tuple[bool, float]]) -> None:
    truth, scores = columns(facts)
    assert auc(truth, scores) == auc(truth, [7 * score**3 - 2 for score in scores])


@given(scored)
def test_calibration_error_is_bounded(facts: list[tuple[bool, float]]) -> None:
    truth, chances = columns(facts)
    error = calibration_error(truth, chances)
    assert error is not None
    # More bins can only find more faults than the difference of the means.
    assert abs(sum(truth) - sum(chances)) / len(facts) - 1e-12 <= error <= 1


@given(labels)
def test_saying_the_truth_is_perfect(truth: list[bool]) -> None:
    assert accuracy(truth, truth) == 1
    assert brier_score(truth, [float(one) for one in truth]) == 0
    assert calibration_error(truth, [float(one) for one in truth]) == 0


def columns(facts: list[tuple[bool, float]]) -> tuple[list[bool], list[float]]:
    return [truth for truth, _ in facts], [score for _, score in facts]
