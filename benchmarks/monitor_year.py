"""A simulated year of monitoring: is a drop seen in time, and how often is the alarm false?

    python benchmarks/monitor_year.py [--seeds 200] [--items 200] [--drop 0.05] [--seed 200]

Every day 200 items are scored; an item's score is drawn from a beta distribution with mean 0.6
and standard deviation 0.25. From day 200 on the mean is 5 points lower. For every setting the
table shows, over 200 seeds,

    seen      share of years with an alarm on one of days 200 to 204
    false     alarms that begin in a year without a drop, on average

once with days that differ only by their items, and once (drift) with days whose own mean wanders
by 1 point (standard deviation, independent from day to day), which no interval of items knows.
A limit that equals the true drop is passed on about half of the days only, and runs after the
drop soon are most of a short baseline: a limit below the drop that matters, a long baseline and 2
breaches among 4 runs see it in time and are seldom false.
The runs are judged by ``judge_run`` itself; only the 95 % interval of a run, which
``min_score`` looks at, is the normal one here and not a bootstrap's.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from statistics import fmean
from typing import TYPE_CHECKING

from factscore.monitor import MonitoredRun, Rules, State, judge_run
from factscore.records import FactCounts, Interval, RunSetup, Status

if TYPE_CHECKING:
    import numpy as np

DAYS, DROP_DAY, WITHIN = 365, 200, 5
MEAN, SPREAD, DRIFT = 0.6, 0.25, 0.01
FIRST = datetime(2026, 1, 1, tzinfo=UTC)
REFERENCE = FIRST.date() + timedelta(days=27)
LOOK_BACK = 40
"""Runs before a run that its judgement can depend on: longest baseline and periods."""
SETUP = RunSetup("1", "rules", "0", "nli", "0", "0", "bm25", 5, 10.0, 64, "human", None)


@dataclass(frozen=True, slots=True)
class Days:
    """Mean and standard deviation of every day's items, each of shape (seeds, days)."""

    means: np.ndarray
    spreads: np.ndarray


SETTINGS = (
    *(Rules(max_drop=0.05, baseline=n) for n in (1, 7, 28)),
    *(Rules(max_drop=0.03, baseline=n) for n in (7, 28)),
    *(Rules(max_drop=0.05, baseline=n, breaches=2, periods=3) for n in (7, 28)),
    *(Rules(max_drop=0.03, baseline=n, breaches=2, periods=3) for n in (1, 7, 14, 28)),
    *(Rules(max_drop=0.03, baseline=n, breaches=3, periods=3) for n in (1, 7, 28)),
    *(Rules(max_drop=0.03, baseline=n, breaches=2, periods=4) for n in (7, 14, 28)),
    *(Rules(max_drop=limit, baseline=28, breaches=2, periods=5) for limit in (0.03, 0.04)),
    Rules(max_drop=0.04, baseline=28, breaches=2, periods=4),
    *(Rules(max_drop=0.03, baseline=REFERENCE, breaches=n, periods=3) for n in (2, 3)),
    Rules(min_score=0.59, breaches=2, periods=3),
)


def draw_days(seeds: int, items: int, drift: float, drop: float, seed: int) -> Days:
    """Days of whole years; ``drop`` lowers those from ``DROP_DAY`` (counted from 1) on."""
    import numpy as np

    draw = np.random.default_rng(seed)
    means, spreads = np.empty((seeds, DAYS)), np.empty((seeds, DAYS))
    for year in range(seeds):
        centre = MEAN + draw.normal(0, drift, DAYS) - drop * (np.arange(1, DAYS + 1) >= DROP_DAY)
        size = centre * (1 - centre) / SPREAD**2 - 1
        scores = draw.beta(centre * size, (1 - centre) * size, (items, DAYS))
        means[year], spreads[year] = scores.mean(0), scores.std(0, ddof=1)
    return Days(means, spreads)


def make_runs(days: Days, seed: int, items: int) -> list[MonitoredRun]:
    pairs = zip(days.means[seed].tolist(), days.spreads[seed].tolist(), strict=True)
    return [make_run(n, mean, spread, items) for n, (mean, spread) in enumerate(pairs)]


def make_run(day: int, mean: float, spread: float, items: int) -> MonitoredRun:
    reach = 1.96 * spread / items**0.5
    return MonitoredRun(
        name="year",
        time=FIRST + timedelta(days=day),
        digest=str(day),
        setup=SETUP,
        rows=items,
        items=items,
        scored=items,
        score=mean,
        spread=spread,
        ci95=Interval(mean - reach, mean + reach),
        respond_ratio=1.0,
        coverage=1.0,
        statuses={Status.SCORED: items},
        facts=FactCounts(),
        number=day + 1,
    )


def alarms(runs: Sequence[MonitoredRun], rules: Rules, days: range) -> Iterator[bool]:
    """Whether the alarm stands, day by day (counted from 1)."""
    reference = [run for run in runs if run.time.date() == rules.baseline]
    for day in days:
        known = runs[max(0, day - LOOK_BACK) : day]
        # Nothing is judged by a baseline that is yet to come.
        fixed = [run for run in reference if run not in known and run.number < day]
        yield judge_run([*fixed, *known], runs[day - 1], rules).state == State.ALARM


def seen(runs: Sequence[MonitoredRun], rules: Rules) -> bool:
    return any(alarms(runs, rules, range(DROP_DAY, DROP_DAY + WITHIN)))


def onsets(runs: Sequence[MonitoredRun], rules: Rules) -> int:
    states = list(alarms(runs, rules, range(1, DAYS + 1)))
    return sum(now and not before for before, now in zip([False, *states], states, strict=False))


def row(rules: Rules, quiet: Sequence[Days], dropping: Sequence[Days], items: int) -> str:
    seeds = range(len(quiet[0].means))
    cells = []
    for calm, fallen in zip(quiet, dropping, strict=True):
        share = fmean([seen(make_runs(fallen, seed, items), rules) for seed in seeds])
        false = fmean([onsets(make_runs(calm, seed, items), rules) for seed in seeds])
        cells.append(f"{100 * share:7.1f} % {false:7.2f}")
    limit = "-" if rules.max_drop is None else f"{100 * rules.max_drop:g} points"
    lowest = "-" if rules.min_score is None else f"{100 * rules.min_score:g} %"
    base = "-" if rules.max_drop is None else f"{rules.baseline}"
    alarm = f"{rules.breaches} of {rules.periods}"
    return f"{limit:>9} {lowest:>9} {base:>11} {alarm:>7}  {'   '.join(cells)}"


def main() -> None:
    parser = argparse.ArgumentParser(description="A simulated year of monitoring.")
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--items", type=int, default=200)
    parser.add_argument("--drop", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=DROP_DAY, help="draws other years")
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    quiet, dropping = (
        [draw_days(given.seeds, given.items, drift, drop, given.seed) for drift in (0.0, DRIFT)]
        for drop in (0.0, given.drop)
    )
    print(f"{given.seeds} years, {given.items} items a day, {100 * given.drop:g} points on day 200")
    print(" max-drop min-score    baseline   alarm     seen    false     seen    false (drift)")
    work = partial(row, quiet=quiet, dropping=dropping, items=given.items)
    with ProcessPoolExecutor(given.workers) as pool:
        for line in pool.map(work, SETTINGS):
            print(line, flush=True)


if __name__ == "__main__":
    main()
