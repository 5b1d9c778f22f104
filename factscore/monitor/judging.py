"""One run of a series, judged by rules against the runs around it. Pure.

A run is in breach

- of ``min_score`` where its whole 95 % interval lies below it; with a single scored item,
  which has no interval, where the score itself does;
- of ``max_drop`` where it lies lower than its baseline by more than that, and the 95 %
  interval of the fall lies wholly above 0: a fall inside the noise is no breach. That interval
  knows the spread of the items, not what else moves a log's score from one day to the next;
  ``benchmarks/monitor_year.py`` measures what that means;
- where it has no score, unless the rules ignore that.

The alarm is that of the usual cloud alarms with "M out of N" datapoints: it stands while at
least ``breaches`` of the last ``periods`` runs are in breach, wherever among them they are, so
it may still stand at a run that is well itself, which then has no reasons. Every run of them is
judged by the same rules against its own baseline, and where there are fewer, they are all that
count. Runs of another setup are periods like all others, and never part of a baseline. A run
whose lack of a score is ignored is no period: it neither raises an alarm nor ends one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from factscore.monitor.baseline import Pooled, baseline_runs, drop_interval, pool, why_none
from factscore.monitor.records import (
    Comparison,
    Judgement,
    MonitoredRun,
    Rules,
    State,
)
from factscore.records import Interval

_DUST = 12
"""Decimal places at which two shares are held against each other: what differs beyond them
differs by rounding."""


def judge_run(runs: Sequence[MonitoredRun], run: MonitoredRun, rules: Rules) -> Judgement:
    """Whether a run is in breach of the rules, and whether the alarm stands.

    Args:
        runs: its series in any order, with the run itself or without it.
        run: the run; its place is after the runs of earlier times, and of its own time after
            those of lower numbers. A run that is not kept yet (number 0) is the last of its
            time.
        rules: the rules.

    Example:
        Three runs of 200 items with a spread of 0.25 score 0.70, 0.60 and 0.61, and the rules
        allow a drop of 0.05 against the last run, and want 2 breaches among 3 runs for an
        alarm. The second run lies 0.10 (0.051 to 0.149) lower: a breach. The third does not
        lie below the second, so the breaches stay 1 and the state is ``ok``. With a baseline
        of the last 7 runs the third lies 0.04 below the two before it, which is allowed.
    """
    series = sorted((*(other for other in runs if not _same(other, run)), run), key=_order)
    place = series.index(run)
    sides = _sides(series, place, rules)
    reasons = tuple(_reasons(run, sides, rules))
    others = (period for period in _periods(series, place, rules) if period != place)
    breaches = bool(reasons) + sum(_in_breach(series, other, rules) for other in others)
    comparison, missing = _compare(series, place, sides, rules)
    return Judgement(
        run=run,
        state=_state(run, rules, bool(reasons), breaches),
        reasons=reasons,
        comparison=comparison,
        breaches=breaches,
        missing=missing,
    )


def _same(one: MonitoredRun, other: MonitoredRun) -> bool:
    """Whether they are one run of the history."""
    return one.number == other.number if one.number else one == other


def _order(run: MonitoredRun) -> tuple[float, float]:
    return run.time.timestamp(), run.number or float("inf")


def _state(run: MonitoredRun, rules: Rules, breach: bool, breaches: int) -> State:
    if _ignored(run, rules):
        return State.NO_DATA
    if breaches >= max(1, rules.breaches):
        return State.ALARM
    return State.BREACH if breach else State.OK


def _ignored(run: MonitoredRun, rules: Rules) -> bool:
    return run.score is None and rules.no_data == "ignore"


def _periods(series: Sequence[MonitoredRun], place: int, rules: Rules) -> list[int]:
    """Places of the last ``periods`` runs that count, up to and with ``place``."""
    known = (n for n in range(place, -1, -1) if not _ignored(series[n], rules))
    return [n for n, _ in zip(known, range(rules.periods), strict=False)]


@dataclass(frozen=True, slots=True)
class _Sides:
    """What is compared: the scored items of the baseline, and those of the run."""

    base: Pooled
    run: Pooled

    @property
    def drop(self) -> float:
        return self.base.score - self.run.score


def _sides(series: Sequence[MonitoredRun], place: int, rules: Rules) -> _Sides | None:
    """``None`` where nothing is to be compared, or there is nothing to compare with."""
    run = pool([series[place]])
    if rules.max_drop is None or run is None:
        return None
    base = pool(baseline_runs(series, place, rules.baseline))
    return None if base is None else _Sides(base, run)


def _in_breach(series: Sequence[MonitoredRun], place: int, rules: Rules) -> bool:
    return any(_reasons(series[place], _sides(series, place, rules), rules))


def _reasons(run: MonitoredRun, sides: _Sides | None, rules: Rules) -> Iterator[str]:
    """Why a run is in breach, in words; its numbers stand beside them."""
    if run.score is None:
        if not _ignored(run, rules):
            yield f"no item has a score{_states(run)}"
        return
    ci95 = run.ci95 or Interval(run.score, run.score)
    if rules.min_score is not None and _exceeds(rules.min_score, ci95.high):
        single = "" if run.ci95 else " (a single item, without an interval)"
        yield f"below {_limit(rules.min_score)} %{single}"
    if rules.max_drop is not None and sides is not None and _exceeds(sides.drop, rules.max_drop):
        interval = drop_interval(sides.base, sides.run)
        if interval is not None and _exceeds(interval.low, 0):
            yield f"dropped by more than {_limit(rules.max_drop)} points"


def _compare(
    series: Sequence[MonitoredRun], place: int, sides: _Sides | None, rules: Rules
) -> tuple[Comparison | None, dict[str, str]]:
    """The comparison, and why what it lacks is missing."""
    run = series[place]
    missing = {} if run.score is not None else {"score": f"no item has a score{_states(run)}"}
    if rules.max_drop is None:
        return None, missing
    if run.score is None:
        return None, {**missing, "comparison": "the run has no score"}
    if sides is None:
        return None, {"comparison": why_none(series, place, rules.baseline)}
    interval = drop_interval(sides.base, sides.run)
    if interval is None:
        missing["ci95"] = "the interval of a drop needs at least two scored items on each side"
    return Comparison(sides.base.score, sides.base.runs, sides.drop, interval), missing


def _exceeds(value: float, limit: float) -> bool:
    return round(value - limit, _DUST) > 0


def _states(run: MonitoredRun) -> str:
    """The states that items ended in, in brackets; nothing where there are no items."""
    counts = [f"{status} {count}" for status, count in run.statuses.items() if count]
    return f" ({', '.join(counts)})" if counts else ""


def _limit(share: float) -> str:
    """As the user wrote it: 70, not 70.0.

    >>> _limit(0.7), _limit(0.725)
    ('70', '72.5')
    """
    return f"{100 * share:.6g}"
