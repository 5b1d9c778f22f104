"""Monitored runs for people: a judged run in a line, series and runs in tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TextIO

from factscore.monitor.records import Baseline, Comparison, Judgement, MonitoredRun, Rules
from factscore.records import Interval
from factscore.report.console import open_console, print_rows
from factscore.report.table import NO_NUMBER, percent, printable
from factscore.report.trend import marks, sparkline
from factscore.setups import differences

_TREND = 30
"""Runs of a series that the list's trend shows."""


def judged_line(judgement: Judgement, rules: Rules) -> str:
    """State, name, score with interval, items, fall against the baseline, and why.

    Example: ``breach nightly: 61.2 % (57.3–65.0), 198 of 200 items scored; drop 8.1 points
    (4.2 to 12.0) from the 69.3 % of the last 5 runs; below 70 %; dropped by more than 5 points;
    1 of the last 3 runs in breach``.
    """
    run = judgement.run
    state = str(judgement.state).replace("_", " ")
    missing = judgement.missing.get("comparison")
    parts = [f"{state} {run.name}: {_score(judgement)}, {_items(run)}"]
    if judgement.comparison is not None:
        parts.append(_drop(judgement.comparison, rules.baseline))
    elif missing is not None and run.score is not None:
        parts.append(f"no drop: {missing}")
    parts += judgement.reasons or ([judgement.missing["score"]] if run.score is None else [])
    if judgement.breaches and rules.periods > 1:
        parts.append(f"{judgement.breaches} of the last {rules.periods} runs in breach")
    return printable("; ".join(parts))


def print_series(series: Mapping[str, Sequence[MonitoredRun]], stream: TextIO) -> None:
    """A row a series: its runs, and the last one's time, score and the way to it."""
    blocks = marks(stream).blocks
    rows = (
        (
            printable(name),
            f"{len(runs):,}",
            _time(runs[-1]),
            percent(runs[-1].score),
            _range(runs[-1].ci95),
            sparkline([run.score for run in runs[-_TREND:]], blocks),
        )
        for name, runs in series.items()
    )
    headings = ("name", "runs", "last (UTC)", "score %", "95 % interval", f"last {_TREND}")
    print_rows(headings, rows, open_console(stream), left={f"last {_TREND}", "last (UTC)"})


def print_runs(runs: Sequence[MonitoredRun], stream: TextIO) -> None:
    """A row a run, and below it where the way of scoring changed."""
    console = open_console(stream)
    headings = ("time (UTC)", "run", "score %", "95 % interval", "scored", "respond %")
    more = ("coverage %", "facts", "cost $")
    print_rows((*headings, *more), map(_cells, runs), console)
    for before, after in pairwise(runs):
        changed = differences(before.setup, after.setup)
        if changed:
            console.print(
                printable(
                    f"run {after.number} is not comparable with run {before.number}:"
                    f" {'; '.join(changed)}"
                ),
                soft_wrap=True,
            )


def _score(judgement: Judgement) -> str:
    run = judgement.run
    if run.score is None:
        return "no score"
    interval = f" ({_range(run.ci95)})" if run.ci95 else ""
    return f"{percent(run.score)} %{interval}"


def _items(run: MonitoredRun) -> str:
    text = f"{run.scored:,} of {run.items:,} items scored"
    return text if run.items == run.rows else f"{text}, from {run.rows:,} rows"


def _drop(comparison: Comparison, baseline: Baseline) -> str:
    interval = f" ({_between(comparison.ci95)})" if comparison.ci95 else ""
    # Adding 0 turns a rounded -0.0 into 0.0.
    points = round(100 * comparison.drop, 1) + 0.0
    base = f"the {percent(comparison.score)} % of {_named(baseline, comparison.runs)}"
    return f"drop {points:.1f} points{interval} from {base}"


def _named(baseline: Baseline, runs: int) -> str:
    """The baseline, with the runs that there are of it."""
    if isinstance(baseline, int):
        return "the last run" if runs == 1 else f"the last {runs} runs"
    return f"{baseline}" if runs == 1 else f"{baseline} ({runs} runs)"


def _between(interval: Interval) -> str:
    """With a word between them: a dash beside a minus cannot be read."""
    low, high = (round(100 * end, 1) + 0.0 for end in (interval.low, interval.high))
    return f"{low:.1f} to {high:.1f}"


def _range(interval: Interval | None) -> str:
    if interval is None:
        return NO_NUMBER
    return f"{percent(interval.low)}–{percent(interval.high)}"


def _time(run: MonitoredRun) -> str:
    return f"{run.time:%Y-%m-%d %H:%M}"


def _cells(run: MonitoredRun) -> tuple[str, ...]:
    facts = run.facts
    return (
        _time(run),
        str(run.number),
        percent(run.score),
        _range(run.ci95),
        f"{run.scored:,}/{run.items:,}",
        percent(run.respond_ratio),
        percent(run.coverage),
        f"{facts.supported + facts.not_supported + facts.unscored:,}",
        NO_NUMBER if run.cost is None else f"{run.cost:,.2f}",
    )
