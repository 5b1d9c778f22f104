"""What a history keeps of a scored log."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from monitor.runs import SETUP

from factscore.monitor import MonitoredRun, monitored, open_history
from factscore.records import Fact, FactCounts, ItemResult, JudgedFact, Label, Status, Verdict
from factscore.statistics import bootstrap_interval

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def item(
    score: float | None, counts: FactCounts, status: Status = Status.SCORED, model: str = "one"
) -> ItemResult:
    facts = (JudgedFact(Fact("Ada lived."), Verdict(Label.SUPPORTED)),)
    return ItemResult(model, "Ada", status, "Ada lived.", facts, counts, score=score)


def summarised(items: Iterator[ItemResult], cost: float | None = None) -> MonitoredRun:
    return monitored("s", items, time=NOON, digest="d", setup=SETUP, rows=50, cost=cost)


def test_by_hand() -> None:
    items = [
        item(0.4, FactCounts(4, 5, 1)),
        item(0.8, FactCounts(8, 2), model="two"),
        item(0.9, FactCounts(9, 1)),
        item(None, FactCounts(), Status.ABSTAINED),
        item(None, FactCounts(0, 0, 10), Status.JUDGE_FAILED),
    ]
    run = summarised(iter(items), cost=0.5)
    assert (run.name, run.time, run.digest, run.setup, run.rows) == ("s", NOON, "d", SETUP, 50)
    assert (run.items, run.scored, run.cost, run.number) == (5, 3, 0.5, 0)
    # Models are one series: the mean is over all items.
    assert run.score == pytest.approx(0.7)
    # Deviations -0.3, 0.1, 0.2: squares 0.14, over 2.
    assert run.spread == pytest.approx(0.07**0.5)
    assert run.ci95 == bootstrap_interval([0.4, 0.8, 0.9])
    assert run.respond_ratio == pytest.approx(4 / 5)
    assert run.facts == FactCounts(21, 8, 11)
    assert run.coverage == pytest.approx(29 / 40)
    counted = {status: count for status, count in run.statuses.items() if count}
    assert counted == {Status.SCORED: 3, Status.ABSTAINED: 1, Status.JUDGE_FAILED: 1}


def test_one_scored_item_has_no_spread() -> None:
    run = summarised(iter([item(0.4, FactCounts(4, 6))]))
    assert (run.score, run.spread, run.ci95) == (0.4, None, None)


@pytest.mark.parametrize("count", [0, 3])
def test_without_a_score(count: int, tmp_path: Path) -> None:
    silent = [item(None, FactCounts(), Status.ABSTAINED)] * count
    run = summarised(iter(silent))
    assert (run.items, run.scored, run.score, run.spread, run.ci95) == (count, 0, None, None, None)
    assert run.statuses[Status.ABSTAINED] == count
    assert run.statuses.keys() == set(Status)
    assert run.respond_ratio == (0.0 if count else None)
    assert run.coverage is None
    assert run.facts == FactCounts()
    with open_history(tmp_path / "h.db", create=True) as history:
        assert history.add(run).run.statuses == run.statuses


def test_a_sample_is_less_sure_than_the_whole_log() -> None:
    items = [item(n % 10 / 10, FactCounts(n % 10, 10 - n % 10)) for n in range(1000)]
    whole, sample = summarised(iter(items)), summarised(iter(items[:100]))
    assert whole.ci95 is not None
    assert sample.ci95 is not None
    ratio = (sample.ci95.high - sample.ci95.low) / (whole.ci95.high - whole.ci95.low)
    # A tenth of the items, each as spread as before: the square root of 10, as far as 1000
    # resamples tell.
    assert ratio == pytest.approx(10**0.5, rel=0.15)
