"""Judged items → counts, sensitivity, specificity and threshold, by hand."""

from __future__ import annotations

import hashlib
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factscore.calibration.learn import (
    best_threshold,
    gather,
    judge_quality,
    learn,
    text_digest,
    usable_rows,
)
from factscore.calibration.records import Key, LabelledItem, Setup
from factscore.records import (
    Agreement,
    Fact,
    Generation,
    ItemResult,
    JudgedFact,
    Label,
    Reason,
    Status,
    Verdict,
)

YES, NO, NONE = Label.SUPPORTED, Label.NOT_SUPPORTED, Label.UNSCORED


def judged(human: Label, verdict: Label, probability: float | None = None) -> JudgedFact:
    return JudgedFact(Fact("x", label=human), Verdict(verdict, probability))


def row(topic: str, *labels: Label | None, **more: object) -> Generation:
    facts = tuple(Fact(f"Fact {n}.", label=label) for n, label in enumerate(labels))
    return Generation("text", topic, "m", facts=facts, **more)  # type: ignore[arg-type]


def test_rows_are_used_where_all_facts_have_labels() -> None:
    rows = [
        row("whole", YES, NO),
        row("part", YES, None),
        row("none", None),
        row("empty"),
        row("silent", YES, abstained=True),
        row("unscored", YES, NONE),
        row("whole", NO, NO),
        Generation("text", "bare", "m"),
    ]
    usable, left_out = usable_rows(rows)
    assert usable == rows[:1]
    assert left_out == {
        "only some facts labelled": 2,
        "no fact labelled": 3,
        "abstained": 1,
        "given twice": 1,
    }


def test_irrelevant_facts_are_labelled_and_not_supported() -> None:
    fact = Fact("x", label=NO, reason=Reason.IRRELEVANT)
    usable, _ = usable_rows([Generation("t", "a", "m", facts=(fact,))])
    assert len(usable) == 1


def test_items_keep_counts_and_no_text() -> None:
    facts = (judged(YES, YES), judged(YES, NO), judged(NO, YES), judged(NO, NO), judged(YES, NONE))
    results = [
        ItemResult("m", "a", Status.SCORED, text="told", facts=facts),
        ItemResult("m", "b", Status.TOPIC_NOT_FOUND),
    ]
    learned = gather(results, {"abstained": 2})
    (item,) = learned.items
    assert item.key == Key("m", "a", hashlib.sha256(b"told").hexdigest())
    assert (item.facts, item.supported) == (5, 3)
    assert item.agreement == Agreement(both=1, judge_only=1, input_only=1, neither=1)
    assert learned.left_out == {"abstained": 2, "topic not found": 1}
    assert len(learned.facts[0]) == 4


def test_item_scores_follow_the_length_penalty() -> None:
    item = LabelledItem(Key("m", "a", "0"), 5, 3, Agreement(1, 1, 1, 1))
    assert item.human_score(0) == pytest.approx(3 / 5)
    assert item.judged_score(0) == pytest.approx(2 / 4)
    # Five facts at gamma 10: exp(1 - 10 / 5).
    assert item.human_score(10) == pytest.approx(3 / 5 * math.exp(-1))
    assert item.judged_score(10) == pytest.approx(2 / 4 * math.exp(-1))


def test_quality_by_hand() -> None:
    first = [judged(YES, YES, 0.9), judged(YES, YES, 0.8), judged(NO, YES, 0.7)]
    second = [judged(YES, NO, 0.3), judged(NO, NO, 0.2)]
    quality = judge_quality([first, second])
    assert (quality.items, quality.facts) == (2, 5)
    assert quality.sensitivity == pytest.approx(2 / 3)
    assert quality.specificity == pytest.approx(1 / 2)
    # At .8 two of three supported facts pass and no other: (2/3 + 1) / 2 is the best.
    assert quality.threshold == 0.8
    assert quality.missing == {}


def test_labels_of_one_kind() -> None:
    quality = judge_quality([[judged(YES, YES, 0.9), judged(YES, NO, 0.2)]])
    assert quality.sensitivity == 0.5
    assert (quality.specificity, quality.threshold) == (None, None)
    assert quality.missing == {
        "threshold": "all labels are alike",
        "specificity": "people call every fact supported",
    }


def test_no_probabilities() -> None:
    quality = judge_quality([[judged(YES, YES), judged(NO, NO)]])
    assert quality.threshold is None
    assert quality.missing == {"threshold": "the judge gives no probabilities"}


@pytest.mark.parametrize(
    ("truth", "probabilities", "best"),
    [
        ([True, False], [0.9, 0.1], 0.9),
        ([False, True, True], [0.5, 0.5, 0.9], 0.9),
        ([True, False], [0.5, 0.5], 0.5),  # everything supported: .5, as good as nothing
        ([True, True, False, True, False], [0.1, 0.9, 0.3, 0.8, 0.4], 0.8),
    ],
)
def test_best_threshold(truth: list[bool], probabilities: list[float], best: float) -> None:
    assert best_threshold(truth, probabilities) == best


def test_threshold_needs_both_labels() -> None:
    with pytest.raises(ValueError, match="both labels"):
        best_threshold([True, True], [0.1, 0.2])


@given(st.lists(st.tuples(st.booleans(), st.sampled_from([0.1, 0.2, 0.5, 0.7])), min_size=2))
def test_no_threshold_is_better(facts: list[tuple[bool, float]]) -> None:
    truth, probabilities = [t for t, _ in facts], [p for _, p in facts]
    if len(set(truth)) < 2:
        return

    def gain(threshold: float) -> float:
        hits = sum(t and p >= threshold for t, p in facts) / sum(truth)
        rejected = sum(not t and p < threshold for t, p in facts) / (len(truth) - sum(truth))
        return hits + rejected

    found = best_threshold(truth, probabilities)
    assert all(gain(found) >= gain(other) - 1e-12 for other in probabilities)


def test_models_are_kept_apart() -> None:
    results = [
        ItemResult("a", "x", Status.SCORED, facts=(judged(YES, YES), judged(NO, YES))),
        ItemResult("b", "x", Status.SCORED, facts=(judged(YES, NO), judged(NO, NO))),
    ]
    setup = Setup("words", {}, "input", "human", "f", "bm25-1", 5)
    found = learn(gather(results, {}), setup, version="1", gamma=10.0)
    assert list(found.models) == ["a", "b"]
    assert (found.models["a"].sensitivity, found.models["a"].specificity) == (1, 0)
    assert (found.models["b"].sensitivity, found.models["b"].specificity) == (0, 1)


def test_digest_tells_texts_apart() -> None:
    assert text_digest("Zoë") == hashlib.sha256("Zoë".encode()).hexdigest()
    assert text_digest("Zoë") != text_digest("Zoe")


def test_half_a_character_has_a_digest() -> None:
    """So that the pipeline can refuse it in words."""
    assert text_digest("a\ud800") != text_digest("a")
