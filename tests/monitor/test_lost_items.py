"""How much of a run may be lost before it is no run."""

from __future__ import annotations

import pytest

from factscore.monitor.failures import Failures
from factscore.records import Fact, ItemResult, JudgedFact, Label, Reason, Status, Verdict


def item(status: Status, *reasons: Reason, judged: int = 0) -> ItemResult:
    """An item of ``judged`` supported facts, and one without a verdict for each reason."""
    verdicts = [Verdict(Label.SUPPORTED)] * judged
    verdicts += [Verdict(Label.UNSCORED, reason=reason) for reason in reasons]
    return ItemResult("m", "Ada", status, facts=tuple(JudgedFact(Fact("x"), v) for v in verdicts))


def words(*items: ItemResult, carried: bool = False) -> str | None:
    failures = Failures(carried)
    for one in items:
        failures.add(one)
    return failures.words()


GOOD = item(Status.SCORED, judged=10)
SILENT = item(Status.ABSTAINED)
DOWN = item(Status.JUDGE_FAILED, Reason.CALL_FAILED)


@pytest.mark.parametrize("lost", [DOWN, item(Status.DECOMPOSE_FAILED)])
def test_items(lost: ItemResult) -> None:
    assert words(*[GOOD] * 9, lost) is None
    told = "1 of 9 items failed (decomposer or judge), more than 10 %"
    assert words(*[GOOD] * 8, lost) == told
    # What was not to be scored makes the share no smaller.
    assert words(*[GOOD] * 8, lost, *[SILENT] * 90) == told


def test_facts() -> None:
    some = item(Status.SCORED, Reason.CALL_FAILED, Reason.REFUSED, Reason.CALL_FAILED, judged=17)
    assert words(some, GOOD) is None
    told = "3 of 20 facts got no verdict (call_failed 2, refused 1), more than 10 %"
    assert words(some) == told


@pytest.mark.parametrize("reason", [Reason.NO_EVIDENCE, Reason.NO_LABEL])
def test_what_the_input_lacks_is_no_failure(reason: Reason) -> None:
    assert words(item(Status.JUDGE_FAILED, reason), item(Status.SCORED, reason, judged=1)) is None


def test_facts_that_the_input_lacks_are_no_failure() -> None:
    rows = (GOOD, item(Status.DECOMPOSE_FAILED))
    assert words(*rows, carried=True) is None
    assert words(*rows) is not None


def test_nothing_at_all() -> None:
    assert words() is None
    assert words(SILENT) is None
