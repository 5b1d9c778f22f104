"""A judged run as JSON, and a log file that gets one such line a run.

Keys, in order: ``time`` (of the run, UTC), ``name``, ``number``, ``state``, ``reasons``,
``score``, ``ci95``, ``spread``, ``rows``, ``items``, ``scored``, ``respond_ratio``,
``coverage``, ``statuses``, ``facts``, ``cost``, ``digest``, ``setup`` (see ``RunSetup``),
``baseline`` (``score``, ``runs``, ``drop``, ``ci95``), ``breaches``, ``rules``, ``repeated``
(the run was in the history before) and ``missing`` (why a number is ``null``). Shares are
fractions between 0 and 1.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import orjson

from factscore.errors import OutputError
from factscore.monitor.records import Baseline, Comparison, Judgement, MonitoredRun, Rules
from factscore.records import JsonValue
from factscore.report.results import interval_row


def run_row(run: MonitoredRun) -> dict[str, JsonValue]:
    """A run as JSON, without what became of it."""
    return {
        "time": run.time.isoformat(),
        "name": run.name,
        "number": run.number,
        "score": run.score,
        "ci95": interval_row(run.ci95),
        "spread": run.spread,
        "rows": run.rows,
        "items": run.items,
        "scored": run.scored,
        "respond_ratio": run.respond_ratio,
        "coverage": run.coverage,
        "statuses": {str(status): count for status, count in run.statuses.items()},
        "facts": asdict(run.facts),
        "cost": run.cost,
        "digest": run.digest,
        "setup": asdict(run.setup),
    }


def log_line(judgement: Judgement, rules: Rules, *, repeated: bool) -> bytes:
    """The judged run as one line of JSON, newline included.

    ``repeated`` marks a run that was in the history before, so that whoever counts lines
    can leave it out.
    """
    row = run_row(judgement.run)
    first = {key: row.pop(key) for key in ("time", "name", "number")}
    line: dict[str, JsonValue] = {
        **first,
        "state": str(judgement.state),
        "reasons": list(judgement.reasons),
        **row,
        "baseline": _comparison(judgement.comparison),
        "breaches": judgement.breaches,
        "rules": {**asdict(rules), "baseline": _baseline(rules.baseline)},
        "repeated": repeated,
        "missing": dict(judgement.missing),
    }
    return orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE)


def append_line(path: str, line: bytes) -> None:
    """Append a line to a file, under a lock and in a single write: lines of jobs do not mix.

    A last line that an earlier job could not finish is ended first; without the lock, a line
    that another job is just writing would look like one.

    Raises:
        OutputError: the file cannot be written, or not all of the line.
    """
    try:
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
        try:
            _lock(file)
            data = line if _ends_whole(file) else b"\n" + line
            written = os.write(file, data)
        finally:
            os.close(file)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise OutputError(_unwritten(path, reason)) from error
    if written < len(data):
        raise OutputError(_unwritten(path, "no room for all of the line"))


def _unwritten(path: str, reason: object) -> str:
    return (
        f"{path}: cannot be written ({reason}); the history has the run:"
        " mend the path and run the same command again"
    )


def _ends_whole(file: int) -> bool:
    """Whether a file is empty, or ends a line; a pipe or device has no end to look at."""
    size = os.fstat(file).st_size
    return size == 0 or os.pread(file, 1, size - 1) == b"\n"


def _comparison(comparison: Comparison | None) -> JsonValue:
    if comparison is None:
        return None
    return {
        "score": comparison.score,
        "runs": comparison.runs,
        "drop": comparison.drop,
        "ci95": interval_row(comparison.ci95),
    }


def _baseline(baseline: Baseline) -> JsonValue:
    return baseline if isinstance(baseline, int) else baseline.isoformat()


def _lock(file: int) -> None:
    """Until the file is closed; where there are no locks (Windows, some networks) there is none."""
    with suppress(ImportError, OSError):
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX)
