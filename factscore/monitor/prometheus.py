"""A judged run as a textfile for Prometheus' node_exporter.

Every metric is a gauge with the label ``name``, the series. Shares are fractions between 0
and 1. What a run does not have is left out: NaN would be a number to every rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from factscore.errors import OutputError
from factscore.monitor.records import Judgement, State
from factscore.records import Interval

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

_NUMBERS = {
    "factscore_score": "Mean share of supported facts of the scored items.",
    "factscore_score_low": "Lower end of the score's 95 % interval.",
    "factscore_score_high": "Upper end of the score's 95 % interval.",
    "factscore_baseline_score": "Mean score of the runs that this one is compared with.",
    "factscore_drop": "Baseline score minus score.",
    "factscore_drop_low": "Lower end of the drop's 95 % interval.",
    "factscore_drop_high": "Upper end of the drop's 95 % interval.",
    "factscore_respond_ratio": "Share of items that make claims.",
    "factscore_coverage": "Share of facts that have a verdict.",
    "factscore_rows": "Rows of the log, of which a sample may have been scored.",
    "factscore_cost_dollars": "What chat models were paid for the run.",
    "factscore_breach": "1 where the run breaks a rule.",
    "factscore_alarm": "1 where enough of the last runs break a rule.",
    "factscore_no_data": "1 where the run has no score.",
    "factscore_run_timestamp_seconds": "When the texts were written, or else scored.",
}
_ITEMS = "Items of the run, by what became of them."
_FACTS = "Facts of the run, by verdict."


class _Value(NamedTuple):
    metric: str
    value: float | None


def write_textfile(path: str, judgement: Judgement) -> None:
    """Write the run's metrics to a file, which readers see whole or not at all.

    node_exporter reads only files whose names end in ``.prom``.

    Raises:
        OutputError: the file cannot be written.
    """
    from prometheus_client import write_to_textfile

    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        write_to_textfile(path, make_registry(judgement))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise OutputError(
            f"{path}: cannot be written ({reason}); the history has the run:"
            " mend the path and run the same command again"
        ) from error


def make_registry(judgement: Judgement) -> CollectorRegistry:
    """The run's metrics, in a registry of their own."""
    from prometheus_client import CollectorRegistry, Gauge

    registry = CollectorRegistry()
    run = judgement.run
    for name, value in _values(judgement):
        if value is not None:
            gauge = Gauge(name, _NUMBERS[name], ["name"], registry=registry)
            gauge.labels(run.name).set(value)
    items = Gauge("factscore_items", _ITEMS, ["name", "status"], registry=registry)
    for status, count in run.statuses.items():
        items.labels(run.name, str(status)).set(count)
    facts = Gauge("factscore_facts", _FACTS, ["name", "label"], registry=registry)
    for label in ("supported", "not_supported", "unscored"):
        facts.labels(run.name, label).set(getattr(run.facts, label))
    return registry


def _values(judgement: Judgement) -> Iterator[_Value]:
    run, comparison = judgement.run, judgement.comparison
    yield _Value("factscore_score", run.score)
    yield from _ends("factscore_score", run.ci95)
    if comparison is not None:
        yield _Value("factscore_baseline_score", comparison.score)
        yield _Value("factscore_drop", comparison.drop)
        yield from _ends("factscore_drop", comparison.ci95)
    yield _Value("factscore_respond_ratio", run.respond_ratio)
    yield _Value("factscore_coverage", run.coverage)
    yield _Value("factscore_rows", run.rows)
    yield _Value("factscore_cost_dollars", run.cost)
    yield _Value("factscore_breach", bool(judgement.reasons))
    yield _Value("factscore_alarm", judgement.state == State.ALARM)
    yield _Value("factscore_no_data", run.score is None)
    yield _Value("factscore_run_timestamp_seconds", run.time.timestamp())


def _ends(name: str, interval: Interval | None) -> Iterator[_Value]:
    if interval is not None:
        yield _Value(f"{name}_low", interval.low)
        yield _Value(f"{name}_high", interval.high)
