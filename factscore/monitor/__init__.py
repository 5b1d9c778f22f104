"""A series of scored logs over time: kept, compared, and judged by rules."""

from factscore.monitor.history import History, open_history
from factscore.monitor.judging import judge_run
from factscore.monitor.records import (
    Baseline,
    Comparison,
    Judgement,
    Kept,
    MonitoredRun,
    Rules,
    State,
)
from factscore.monitor.summary import monitored

__all__ = [
    "Baseline",
    "Comparison",
    "History",
    "Judgement",
    "Kept",
    "MonitoredRun",
    "Rules",
    "State",
    "judge_run",
    "monitored",
    "open_history",
]
