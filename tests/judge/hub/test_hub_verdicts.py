"""Probabilities → verdicts."""

from __future__ import annotations

from hub_samples import claim

from factscore.judge.hub.kinds import Classes
from factscore.judge.hub.verdicts import decide
from factscore.records import Label, Reason, Verdict


def test_the_best_window_decides() -> None:
    made = claim("f", "a")
    classes = Classes(3, entailment=0, contradiction=2)
    rows = [[0.2, 0.7, 0.1], [0.6, 0.3, 0.1]]
    assert decide(made, [rows], classes) == Verdict(Label.SUPPORTED, 0.6, None, made.passages)


def test_three_classes_need_the_largest_share_and_two_need_half() -> None:
    made = claim("f", "a")
    three, two = Classes(3, 0, 2), Classes(2, 0, None)
    assert decide(made, [[[0.4, 0.35, 0.25]]], three).label is Label.SUPPORTED
    assert decide(made, [[[0.4, 0.4, 0.2]]], three).label is Label.NOT_SUPPORTED
    assert decide(made, [[[0.5, 0.5]]], two).label is Label.SUPPORTED
    assert decide(made, [[[0.4999, 0.5001]]], two).label is Label.NOT_SUPPORTED
    assert decide(made, [[[0.4999, 0.5001]]], two).reason is None


def test_the_reason_is_contradiction_where_a_window_contradicts() -> None:
    made = claim("f", "a", "b")
    classes = Classes(3, 0, 2)
    against = [[0.3, 0.5, 0.2], [0.1, 0.1, 0.8]]
    assert decide(made, [against], classes).reason is Reason.CONTRADICTED
    assert decide(made, [[[0.3, 0.5, 0.2]]], classes).reason is Reason.NOT_FOUND


def test_a_window_supports_by_its_own_most_probable_class() -> None:
    made = claim("f", "a")
    classes = Classes(3, entailment=0, contradiction=2)
    # The first is likelier to entail, but contradicts; the second entails.
    windows = [[0.45, 0.09, 0.46], [0.44, 0.40, 0.16]]
    assert decide(made, [windows], classes) == Verdict(Label.SUPPORTED, 0.45, None, made.passages)


def test_every_piece_must_be_supported_by_itself() -> None:
    made = claim("f", "a")
    classes = Classes(3, entailment=0, contradiction=2)
    # The piece with the lower probability is supported, the other one is not.
    pieces = [[[0.45, 0.30, 0.25]], [[0.46, 0.04, 0.50]]]
    wanted = Verdict(Label.NOT_SUPPORTED, 0.45, Reason.CONTRADICTED, made.passages)
    assert decide(made, pieces, classes) == wanted


def test_what_speaks_against_a_supported_piece_is_no_reason() -> None:
    made = claim("f", "a")
    supported = [[0.8, 0.1, 0.1], [0.1, 0.1, 0.8]]
    lacking = [[0.2, 0.7, 0.1]]
    assert decide(made, [supported, lacking], Classes(3, 0, 2)).reason is Reason.NOT_FOUND


def test_the_weakest_piece_of_a_long_fact_decides() -> None:
    made = claim("f", "a")
    verdict = decide(made, [[[0.9, 0.1]], [[0.2, 0.8]]], Classes(2, 0, None))
    assert (verdict.label, verdict.probability) == (Label.NOT_SUPPORTED, 0.2)
