"""Which labels correct which model, and what becomes of items that are on both sides."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from factscore.calibration.check import differences, refuse_other
from factscore.calibration.correct import correct_models, correct_score, why_not
from factscore.calibration.learn import text_digest
from factscore.calibration.records import Calibration, Key, LabelledItem, Setup
from factscore.errors import UsageError
from factscore.records import Agreement, FactCounts, Generation, ItemResult, Status
from factscore.score import model_scores

SETUP = Setup("nli", {"judge": "nli", "version": "1"}, "input", "human", "abcdef" * 10, "bm25-1", 5)


def item(model: str, topic: str, human: int, judged: int, facts: int = 20) -> LabelledItem:
    """``human`` and ``judged`` of the facts are supported; the judge errs to one side."""
    both, extra = min(human, judged), abs(judged - human)
    counts = Agreement(
        both=both,
        judge_only=extra if judged > human else 0,
        input_only=extra if human > judged else 0,
        neither=facts - both - extra,
    )
    return LabelledItem(Key(model, topic, text_digest(topic)), facts, human, counts)


def made(*items: LabelledItem) -> Calibration:
    return Calibration(SETUP, "0", 10.0, items, {})


OWN = (item("m", "a", 10, 12), item("m", "b", 14, 18))
"""People .5 and .7, judge .6 and .9."""


def scored(**scores: float) -> dict[Key, list[float]]:
    """Items of model m, each named by its topic and scored once."""
    return {Key("m", name, text_digest(name)): [score] for name, score in scores.items()}


def test_labels_of_the_model_itself() -> None:
    found = correct_score(OWN, scored(c=0.3, d=0.5), 10)
    assert found.score == pytest.approx(0.25)
    assert (found.labelled, found.known, found.new) == (2, 0, 2)
    assert found.power == 1
    assert found.ci95_population is not None
    assert found.missing == {}


def test_scored_items_with_labels_are_not_counted_twice() -> None:
    found = correct_score(OWN, scored(a=0.6, c=0.3, d=0.5), 10)
    assert found.score == pytest.approx((0.5 + 2 * 0.25) / 3)
    assert (found.labelled, found.known, found.new) == (2, 1, 2)


def test_equal_rows_count_each_time_whether_known_or_new() -> None:
    known = Key("m", "a", text_digest("a"))
    often = correct_score(OWN, {known: [0.6] * 9, **scored(c=0.5)}, 10)
    # Nine times the known .5 and once .5 less the mean error .15.
    assert often.score == pytest.approx((9 * 0.5 + 0.35) / 10)
    assert (often.known, often.new) == (9, 1)
    fresh = Key("m", "c", text_digest("c"))
    often = correct_score(OWN, {known: [0.6], fresh: [0.5] * 9}, 10)
    assert often.score == pytest.approx((0.5 + 9 * 0.35) / 10)
    assert (often.known, often.new) == (1, 9)
    # Nine equal rows are one item: they say nothing of a population.
    assert often.ci95_population is None


def test_another_text_on_a_labelled_topic_is_new() -> None:
    other = Key("m", "a", text_digest("another answer"))
    assert correct_score(OWN, {other: [0.3], **scored(d=0.5)}, 10).known == 0


def test_all_items_known() -> None:
    found = correct_score(OWN, scored(a=0.6, b=0.9), 10)
    assert found.score == pytest.approx(0.6)
    assert (found.ci95.low, found.ci95.high) == pytest.approx((0.6, 0.6))
    assert found.power is None


def test_one_new_item() -> None:
    found = correct_score(OWN, scored(c=0.5), 10)
    assert found.ci95_population is None
    assert "two different scored items" in found.missing["ci95_population"]


def test_any_gamma_can_be_had() -> None:
    short = (item("m", "a", 2, 3, facts=5), item("m", "b", 3, 4, facts=5))
    factor = math.exp(-1)  # five facts at gamma 10
    new = scored(c=0.2, d=0.3)
    assert correct_score(short, new, 10).score == pytest.approx(0.25 - 0.2 * factor)
    assert correct_score(short, new, 0).score == pytest.approx(0.05)


def test_a_model_without_labels_is_told_which_have_some() -> None:
    assert why_not("m", made(*OWN)) == ""
    told = why_not("m-500", made(*OWN, item("x", "a", 10, 12), item("m-500", "a", 10, 12)))
    assert "1 labelled item(s) of 'm-500', of 2 needed" in told
    assert "'m' (2), 'x' (1), 'm-500' (1)" in told
    assert 'the field "model" of every row' in told
    assert "\n" not in why_not("a\nb", made(item("c\nd", "a", 1, 1)))


def test_many_models_are_cut_short() -> None:
    told = why_not("m", made(*(item(f"x{n}", "a", 10, 12) for n in range(10))))
    assert "'x7' (1) and 2 more" in told
    assert "x8" not in told


def test_models_of_a_run() -> None:
    named = (("m", "c"), ("m", "c"), ("m", "d"), ("n", "c"), ("o", "c"))
    rows = [Generation(name, name, model) for model, name in named]
    low, high = FactCounts(3, 7), FactCounts(5, 5)
    results = [
        ItemResult("m", "c", Status.SCORED, counts=low, score=0.3, init_score=0.3),
        ItemResult("m", "c", Status.SCORED, counts=low, score=0.3, init_score=0.3),
        ItemResult("m", "d", Status.SCORED, counts=high, score=0.6, init_score=0.6),
        ItemResult("n", "c", Status.EMPTY),
        ItemResult("o", "c", Status.SCORED, counts=low, score=0.3, init_score=0.3),
    ]
    labels = made(*OWN, item("n", "a", 10, 12), item("n", "b", 10, 12))
    first, empty, other = correct_models(model_scores(results), rows, results, labels, 10)
    assert first.score == pytest.approx(0.4)
    assert first.corrected is not None
    assert first.corrected.score == pytest.approx(0.25)
    assert first.corrected.new == 3
    assert "corrected" not in first.missing
    assert empty.corrected is None
    assert empty.missing["corrected"] == "no item was scored"
    # Labels of other writers correct nothing.
    assert other.corrected is None
    assert "0 labelled item(s) of 'o'" in other.missing["corrected"]


def test_same_run() -> None:
    refuse_other("judge.json", SETUP, SETUP)


@pytest.mark.parametrize(
    ("run", "told"),
    [
        (replace(SETUP, judge="nli:m"), "judge: nli in the file, nli:m here"),
        (
            replace(SETUP, identity={"judge": "nli", "version": "2"}),
            "judge nli: version: 1 in the file, 2 here",
        ),
        (replace(SETUP, identity=None), "judge nli: another version"),
        (replace(SETUP, decomposer="rules"), "decomposer: input in the file, rules here"),
        (replace(SETUP, facts="model"), "facts: human in the file, model here"),
        (
            replace(SETUP, knowledge="fedcba" * 10),
            "store (fingerprint): abcdefabcdef in the file, fedcbafedcba here",
        ),
        (
            replace(SETUP, knowledge=None, retrieval=None),
            "store (fingerprint): abcdefabcdef in the file, none here",
        ),
        (replace(SETUP, retrieval="bm25-2"), "retrieval: bm25-1 in the file, bm25-2 here"),
        (replace(SETUP, top_k=3), "top-k: 5 in the file, 3 here"),
    ],
)
def test_another_run_is_refused(run: Setup, told: str) -> None:
    assert differences(SETUP, run) == [told]
    with pytest.raises(UsageError, match="factscore calibrate"):
        refuse_other("judge.json", SETUP, run)


def test_many_differences_of_a_judge_are_cut_short() -> None:
    run = replace(SETUP, identity=dict.fromkeys("abcd", "z" * 64))
    (told,) = differences(SETUP, run)
    assert told.endswith("and 3 more")
    assert "z" * 20 not in told
