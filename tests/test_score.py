"""Numbers worked out by hand, or published in semantics of FActScore and SAFE."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factscore.records import (
    Agreement,
    Decomposition,
    Fact,
    FactCounts,
    Generation,
    ItemResult,
    JudgedFact,
    Label,
    Reason,
    Status,
    Verdict,
)
from factscore.score import (
    accuracy,
    balanced_accuracy,
    bootstrap_interval,
    compare_labels,
    count_labels,
    f1_at_k,
    labelled,
    length_penalty,
    model_scores,
    relevant_counts,
    score_item,
    supported_share,
)

YES = Verdict(Label.SUPPORTED)
NO = Verdict(Label.NOT_SUPPORTED)
IRRELEVANT = Verdict(Label.NOT_SUPPORTED, reason=Reason.IRRELEVANT)
UNKNOWN = Verdict(Label.UNSCORED, reason=Reason.CALL_FAILED)


def item(*verdicts: Verdict, gamma: float = 0, text: str = "x", f1_k: int = 4) -> ItemResult:
    facts = tuple(Fact(f"fact {n}") for n in range(len(verdicts)))
    status = Status.SCORED if facts else Status.NO_FACTS
    return score_item(
        Generation(text, model="m"),
        Decomposition(status, facts),
        verdicts,
        gamma=gamma,
        f1_k=f1_k,
        compare=True,
    )


@pytest.mark.parametrize(
    ("facts", "gamma", "expected"),
    [
        # FActScore's published penalties at gamma 10: n = 10, 9, 5, 3, 1.
        (10, 10, "1.000"),
        (11, 10, "1.000"),
        (9, 10, "0.895"),
        (5, 10, "0.368"),
        (3, 10, "0.097"),
        (1, 10, "0.000"),
        (1, 0, "1.000"),
        (0, 10, "1.000"),
        (2, 4, "0.368"),
    ],
)
def test_length_penalty(facts: int, gamma: float, expected: str) -> None:
    assert f"{length_penalty(facts, gamma):.3f}" == expected


def test_length_penalty_of_one_fact() -> None:
    assert f"{length_penalty(1, 10):.4f}" == "0.0001"


@pytest.mark.parametrize(
    ("supported", "not_supported", "k", "expected"),
    [
        (0, 0, 64, 0.0),
        (0, 5, 64, 0.0),
        (64, 0, 64, 1.0),
        (100, 0, 64, 1.0),
        # P = 1/2, R = 1/2
        (32, 32, 64, 0.5),
        # P = 3/4, R = 3/6 → 2·(3/4)(1/2)/(5/4) = 3/5
        (3, 1, 6, 0.6),
        # P = 1/2, R = 1 → 2/3
        (4, 4, 2, 2 / 3),
    ],
)
def test_f1_at_k(supported: int, not_supported: int, k: int, expected: float) -> None:
    assert f1_at_k(FactCounts(supported, not_supported), k) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("counts", "k"), [((-1, 0), 4), ((0, -1), 4), ((1, 1), 0), ((1, 1), -3)])
def test_f1_at_k_refuses_nonsense(counts: tuple[int, int], k: int) -> None:
    with pytest.raises(ValueError, match="F1@K needs counts"):
        f1_at_k(FactCounts(*counts), k)


def test_share_leaves_unscored_facts_out() -> None:
    assert supported_share(FactCounts(3, 1, 2)) == 0.75
    assert supported_share(FactCounts(0, 0, 7)) is None


def test_item_with_all_kinds_of_facts() -> None:
    result = item(YES, YES, NO, IRRELEVANT, UNKNOWN)
    assert result.counts == FactCounts(2, 2, 1)
    assert result.status == Status.SCORED
    assert result.init_score == 0.5
    assert result.score == 0.5
    # Irrelevant facts leave F1@K: P = 2/3, R = 2/4 → 4/7.
    assert result.f1_at_k == pytest.approx(4 / 7)


def test_penalty_counts_unscored_facts_as_length() -> None:
    result = item(YES, YES, UNKNOWN, UNKNOWN, gamma=8)
    assert result.init_score == 1.0
    assert result.score == pytest.approx(math.exp(1 - 8 / 4))


def test_item_without_verdicts_failed_and_has_no_number() -> None:
    result = item(UNKNOWN, UNKNOWN)
    assert result.status == Status.JUDGE_FAILED
    assert (result.score, result.init_score, result.f1_at_k) == (None, None, None)
    assert result.detail == "no fact has a verdict: call_failed 2"


def test_silent_item_has_no_score_but_no_recall_either() -> None:
    result = item()
    assert result.status == Status.NO_FACTS
    assert result.score is None
    assert result.f1_at_k == 0.0


def test_unknown_topic_is_no_number() -> None:
    result = score_item(
        Generation("x", topic="Nobody"),
        Decomposition(Status.SCORED, (Fact("a"), Fact("b"))),
        [Verdict(Label.UNSCORED, reason=Reason.NO_EVIDENCE)] * 2,
        missing_topic="no article for the topic 'Nobody'",
        gamma=10,
        f1_k=64,
        compare=True,
    )
    assert result.status == Status.TOPIC_NOT_FOUND
    assert result.score is None
    assert result.counts.unscored == 2
    assert "Nobody" in result.detail


def test_model_row() -> None:
    items = [
        item(YES, YES, YES, NO),
        item(YES, NO),
        item(),
        ItemResult("m", "t", Status.ABSTAINED, f1_at_k=0.0),
        ItemResult("m", "t", Status.DECOMPOSE_FAILED),
        item(UNKNOWN, UNKNOWN, UNKNOWN),
    ]
    (row,) = model_scores(items)
    assert row.items == 6
    assert row.statuses[Status.SCORED] == 2
    assert row.statuses[Status.NO_FACTS] == 1
    assert row.statuses[Status.EMPTY] == 0
    assert row.init_score == pytest.approx((0.75 + 0.5) / 2)
    # Five items were decomposed; the abstention and the item without facts are silent.
    assert row.respond_ratio == pytest.approx(3 / 5)
    assert row.facts_per_response == pytest.approx((4 + 2 + 3) / 3)
    assert row.coverage == pytest.approx(6 / 9)
    # F1@4: P = 3/4 and R = 3/4 → 3/4; P = 1/2 and R = 1/4 → 1/3; two silent items 0.
    assert row.f1_at_k == pytest.approx((0.75 + 1 / 3 + 0 + 0) / 4)
    # These verdicts come without a reason.
    assert row.errors is None
    assert row.missing == {"errors": "the judge does not say why facts are not supported"}
    assert row.partial is None


def test_models_in_order_of_appearance() -> None:
    rows = model_scores(
        [ItemResult(name, None, Status.EMPTY) for name in ("zeta", "alpha", "zeta")]
    )
    assert [(row.model, row.items) for row in rows] == [("zeta", 2), ("alpha", 1)]


def test_numbers_that_do_not_exist_have_reasons() -> None:
    (row,) = model_scores([ItemResult("m", None, Status.DECOMPOSE_FAILED)])
    assert row.score is None
    assert row.respond_ratio is None
    assert set(row.missing) == {
        "score",
        "init_score",
        "ci95",
        "respond_ratio",
        "facts_per_response",
        "f1_at_k",
        "coverage",
    }


def test_interval_of_equal_values_is_a_point() -> None:
    interval = bootstrap_interval([0.5] * 10)
    assert interval is not None
    assert (interval.low, interval.high) == (0.5, 0.5)


def test_interval_of_a_coin_is_near_the_normal_one() -> None:
    # 100 coin flips: 0.5 ± 1.96 · 0.05.
    interval = bootstrap_interval([0.0, 1.0] * 50)
    assert interval is not None
    assert interval.low == pytest.approx(0.402, abs=0.02)
    assert interval.high == pytest.approx(0.598, abs=0.02)


def test_no_interval_from_one_item() -> None:
    assert bootstrap_interval([0.5]) is None


@given(st.lists(st.floats(0, 1), min_size=2, max_size=12))
def test_interval_lies_within_the_values(values: list[float]) -> None:
    interval = bootstrap_interval(values, samples=50)
    assert interval is not None
    assert min(values) - 1e-9 <= interval.low <= interval.high <= max(values) + 1e-9
    assert interval == bootstrap_interval(values, samples=50)


def judged(verdict: Label, given_label: Label | None) -> JudgedFact:
    return JudgedFact(Fact("x", label=given_label), Verdict(verdict))


def test_agreement_by_hand() -> None:
    yes, no, unknown = Label.SUPPORTED, Label.NOT_SUPPORTED, Label.UNSCORED
    facts = (
        [judged(yes, yes)] * 6
        + [judged(no, yes)] * 2
        + [judged(yes, no)]
        + [judged(no, no)]
        + [judged(unknown, yes), judged(yes, None), judged(yes, unknown)]
    )
    agreement = compare_labels(facts)
    assert agreement == Agreement(6, 1, 2, 1)
    assert labelled(agreement) == 10
    assert accuracy(agreement) == 0.7
    # Recall of supported 6/8, of not supported 1/2.
    assert balanced_accuracy(agreement) == 0.625


def test_agreement_needs_labels() -> None:
    assert compare_labels([judged(Label.SUPPORTED, None)]) is None
    assert balanced_accuracy(Agreement(both=3)) is None


def test_relevant_counts() -> None:
    facts = [JudgedFact(Fact("x"), verdict) for verdict in (YES, NO, IRRELEVANT, UNKNOWN)]
    assert relevant_counts(facts) == FactCounts(1, 1, 1)
    assert count_labels(facts) == FactCounts(1, 2, 1)
