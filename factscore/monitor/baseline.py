"""What a run is compared with, and how far it fell. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date
from itertools import islice

from factscore.monitor.records import Baseline, MonitoredRun
from factscore.records import Interval
from factscore.setups import differences
from factscore.student import t_quantile


@dataclass(frozen=True, slots=True)
class Pooled:
    """The scored items of several runs as one sample."""

    score: float
    """Mean of the items' scores."""
    variance: float
    """Of the items' scores, divisor ``items - 1``; 0 for a single item."""
    items: int
    runs: int


def pool(runs: Sequence[MonitoredRun]) -> Pooled | None:
    """One sample of the items of those runs that have a score; ``None`` without any.

    Every item weighs the same. The squared deviations from the common mean are those within
    the runs and those of the runs' means (the identity of the analysis of variance), so the
    result is what the items themselves would give: two runs of the scores 0, 1 and 1, 2 have
    the mean 1 and the variance (1 + 0 + 0 + 1) / 3.
    """
    known = [
        (run.score, run.scored, run.spread or 0.0)
        for run in runs
        if run.score is not None and run.scored > 0
    ]
    items = sum(count for _, count, _ in known)
    if not items:
        return None
    score = math.fsum([mean * count for mean, count, _ in known]) / items
    within = math.fsum([(count - 1) * spread**2 for _, count, spread in known])
    between = math.fsum([count * (mean - score) ** 2 for mean, count, _ in known])
    return Pooled(score, (within + between) / max(1, items - 1), items, len(known))


def drop_interval(base: Pooled, run: Pooled) -> Interval | None:
    """95 % interval of how far the score fell from ``base`` to ``run``.

    Welch's t interval with Satterthwaite's degrees of freedom (Welch 1947), which does not ask
    for equal spreads. ``None`` where a side has fewer than two items, which say nothing of
    their spread.
    """
    if min(base.items, run.items) < 2:
        return None
    parts = [(side.variance / side.items, side.items - 1) for side in (base, run)]
    error = math.fsum(part for part, _ in parts)
    drop = base.score - run.score
    if error == 0:
        return Interval(drop, drop)
    # By shares, so that tiny variances do not vanish when they are squared.
    freedom = 1 / math.fsum((part / error) ** 2 / free for part, free in parts)
    reach = t_quantile(max(1.0, freedom)) * math.sqrt(error)
    return Interval(drop - reach, drop + reach)


def baseline_runs(
    series: Sequence[MonitoredRun], place: int, wanted: Baseline
) -> list[MonitoredRun]:
    """The comparable runs of a run's baseline: of its own setup, and with a score.

    Args:
        series: the runs in their order.
        place: where among them the run is.
        wanted: the last so many before it, or those of a day (UTC). A day is a baseline for
            runs before it too; a run of that very day is compared with those before it.
    """
    run = series[place]
    known = (
        other
        for other in _candidates(series, place, wanted)
        if other.score is not None and other.setup == run.setup
    )
    return list(islice(known, max(0, wanted)) if isinstance(wanted, int) else known)


def why_none(series: Sequence[MonitoredRun], place: int, wanted: Baseline) -> str:
    """Why ``baseline_runs`` found none, in words."""
    run = series[place]
    others = list(_candidates(series, place, wanted))
    if isinstance(wanted, int):
        first, where = "it is the first run of its series", "earlier run"
    else:
        own = _day(run) == wanted
        first = f"it is the first run of {wanted}" if own else f"there is no run of {wanted}"
        where = f"run of {wanted}"
    if not others:
        return first
    if any(other.setup == run.setup for other in others):
        return f"no {where} of the same setup has a score"
    changes = "; ".join(differences(others[0].setup, run.setup))
    return f"the setup changed, so that no {where} is comparable ({changes})"


def _candidates(
    series: Sequence[MonitoredRun], place: int, wanted: Baseline
) -> Iterator[MonitoredRun]:
    """Runs that may be of the baseline, newest first."""
    run = series[place]
    before = (series[index] for index in range(place - 1, -1, -1))
    if isinstance(wanted, int):
        return before
    later = () if _day(run) == wanted else reversed(series[place + 1 :])
    return (other for other in (*later, *before) if _day(other) == wanted)


def _day(run: MonitoredRun) -> date:
    return run.time.astimezone(UTC).date()
