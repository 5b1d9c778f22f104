"""Runs that tests of monitoring are made of."""

from __future__ import annotations

from datetime import UTC, datetime

from factscore.monitor import MonitoredRun
from factscore.records import FactCounts, Interval, RunSetup, Status

SETUP = RunSetup("1", "rules", "d", "nli", "j", "f" * 16, "bm25", 5, 10.0, 64, "human", None)


def make_run(
    score: float | None = 0.7,
    *,
    name: str = "s",
    time: datetime = datetime(2026, 3, 1, 12, tzinfo=UTC),
    digest: str = "a",
    setup: RunSetup = SETUP,
    scored: int = 200,
    spread: float | None = 0.25,
    ci95: Interval | None = None,
    statuses: dict[Status, int] | None = None,
    number: int = 0,
) -> MonitoredRun:
    """A run of a series; without a score, nothing was scored."""
    scored = scored if score is not None else 0
    return MonitoredRun(
        name=name,
        time=time,
        digest=digest,
        setup=setup,
        rows=200,
        items=200,
        scored=scored,
        score=score,
        spread=spread if scored > 1 else None,
        ci95=ci95,
        respond_ratio=1.0,
        coverage=1.0,
        statuses=statuses if statuses is not None else {Status.SCORED: scored},
        facts=FactCounts(supported=2000, not_supported=800),
        number=number,
    )
