"""What a history keeps of a run, by which rules it is judged, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Literal, TypeAlias

from factscore.records import FactCounts, Interval, RunSetup, Status

Baseline: TypeAlias = int | date
"""What a run is compared with: so many comparable runs before it, or those of a day (UTC)."""
DEFAULT_BASELINE = 28
"""Long, so that the first low runs after a fall do not become what the next are compared with;
``benchmarks/monitor_year.py`` compares the lengths."""
AHEAD = timedelta(days=1)
"""How far a time may lie in the future: clocks and time zones differ, data may be wrong."""


@dataclass(frozen=True, slots=True)
class MonitoredRun:
    """One scored log, as the history keeps it; a number that does not exist is ``None``."""

    name: str
    """The series that it belongs to."""
    time: datetime
    """When its texts were written, where they say so, else when it was scored; aware, UTC."""
    digest: str
    """SHA-256 of each file's own, the limit, the sample's size and its seed: what was scored."""
    setup: RunSetup
    """By what it was scored; only runs of equal setups are compared."""
    rows: int
    """Rows of the log."""
    items: int
    """Rows that were scored: all of them, or a sample."""
    scored: int
    """Items with a score."""
    score: float | None
    """Mean of their scores, 0 to 1."""
    spread: float | None
    """Standard deviation of their scores (divisor n - 1); ``None`` for fewer than two."""
    ci95: Interval | None
    """95 % interval of the score, by bootstrap over items."""
    respond_ratio: float | None
    coverage: float | None
    statuses: Mapping[Status, int]
    facts: FactCounts
    cost: float | None = None
    """US dollars that chat models were paid."""
    number: int = 0
    """Its place in the history's order of arrival, from 1; 0 before it is kept."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A run as the history has it, and how it came there."""

    run: MonitoredRun
    new: bool
    """Whether it was added now; else it was there before, perhaps by another process."""
    moved: bool = False
    """It was added at the newest run's time, since the clock is behind that."""


@dataclass(frozen=True, slots=True)
class Rules:
    """When a run is in breach, and how many breaches make an alarm."""

    min_score: float | None = None
    """The run's whole interval lies below this: a breach."""
    max_drop: float | None = None
    """The score fell by more than this against the baseline, and the interval of the fall
    excludes 0: a breach."""
    baseline: Baseline = DEFAULT_BASELINE
    breaches: int = 1
    """So many breaches …"""
    periods: int = 1
    """… among the last so many runs are an alarm."""
    no_data: Literal["breach", "ignore"] = "breach"
    """What a run without a score is."""


class State(StrEnum):
    """What comes of a run."""

    OK = "ok"
    BREACH = "breach"
    """It breaks a rule, and not enough of the runs before it do."""
    ALARM = "alarm"
    NO_DATA = "no_data"
    """It has no score, which the rules ignore."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A run against its baseline."""

    score: float
    """Mean of the baseline's runs, weighted by their scored items."""
    runs: int
    drop: float
    """Baseline minus run: positive where the score fell."""
    ci95: Interval | None
    """95 % interval of the drop; ``None`` where one side has fewer than two scored items."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """One run, judged by the rules."""

    run: MonitoredRun
    state: State
    reasons: tuple[str, ...] = ()
    """In words, why it is in breach; empty where it is not."""
    comparison: Comparison | None = None
    """``None`` without ``max_drop``, or where ``missing`` says why."""
    breaches: int = 0
    """Runs in breach among the last ``Rules.periods``, this one included."""
    missing: Mapping[str, str] = field(default_factory=dict)
    """Why a number is ``None``: field name → reason."""
