"""The results of one log → one run of a series. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from statistics import stdev

from factscore.monitor.records import MonitoredRun
from factscore.records import FactCounts, ItemResult, RunSetup, Status
from factscore.score import model_scores


def monitored(
    name: str,
    items: Iterable[ItemResult],
    *,
    time: datetime,
    digest: str,
    setup: RunSetup,
    rows: int,
    cost: float | None = None,
) -> MonitoredRun:
    """What a history keeps of a scored log.

    All items are one series, whatever their models. The interval and the spread are those of
    the items that were scored: a sample has a wider interval than the whole log would have.

    Args:
        name: the series.
        items: results in any order; only their states, counts and scores are held.
        time: when the texts were written, or else when they were scored.
        digest: SHA-256 of what was scored.
        setup: by what.
        rows: rows of the log, of which ``items`` may be a sample.
        cost: US dollars that chat models were paid.
    """
    bare = [_bare(item) for item in items]
    scores = [item.score for item in bare if item.score is not None]
    # None without items: then there is no model.
    model = next(iter(model_scores(bare)), None)
    return MonitoredRun(
        name=name,
        time=time,
        digest=digest,
        setup=setup,
        rows=rows,
        items=len(bare),
        scored=len(scores),
        score=model.score if model else None,
        spread=stdev(scores) if len(scores) > 1 else None,
        ci95=model.ci95 if model else None,
        respond_ratio=model.respond_ratio if model else None,
        coverage=model.coverage if model else None,
        statuses=model.statuses if model else dict.fromkeys(Status, 0),
        facts=model.facts if model else FactCounts(),
        cost=cost,
    )


def _bare(item: ItemResult) -> ItemResult:
    """Only what the run's numbers are made of, so that texts and evidence need not stay."""
    score = item.score if item.status == Status.SCORED else None
    return ItemResult(model="", topic=None, status=item.status, counts=item.counts, score=score)
