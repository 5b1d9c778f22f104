"""A run as a row of the history: numbers as they are, structured values as JSON."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from typing import TypeAlias

import orjson

from factscore.monitor.records import MonitoredRun
from factscore.records import FactCounts, Interval, RunSetup, Status
from factscore.setups import identity_digest

Cell: TypeAlias = str | int | float | None


def setup_digest(setup: RunSetup) -> str:
    """What stands for a setup in a row: equal for equal ones."""
    return identity_digest(asdict(setup))


def time_text(time: datetime) -> str:
    """A time as UTC in ISO 8601, of fixed width, so that texts sort as times do.

    >>> time_text(datetime(2026, 1, 31, 8, tzinfo=UTC))
    '2026-01-31T08:00:00.000000+00:00'

    Raises:
        ValueError: the time has no time zone.
    """
    if time.tzinfo is None:
        raise ValueError(f"a run's time needs a time zone: {time.isoformat()}")
    return time.astimezone(UTC).isoformat(timespec="microseconds")


def pack_run(run: MonitoredRun) -> dict[str, Cell]:
    """The run's columns, without its number and without the moment it was added."""
    return {
        "name": run.name,
        "time": time_text(run.time),
        "digest": run.digest,
        "setup_digest": setup_digest(run.setup),
        "setup": _text(asdict(run.setup)),
        "rows": run.rows,
        "items": run.items,
        "scored": run.scored,
        "score": run.score,
        "spread": run.spread,
        "ci95": None if run.ci95 is None else _text(asdict(run.ci95)),
        "respond_ratio": run.respond_ratio,
        "coverage": run.coverage,
        "statuses": _text({status.value: count for status, count in run.statuses.items()}),
        "facts": _text(asdict(run.facts)),
        "cost": run.cost,
    }


def unpack_run(row: sqlite3.Row, setup: RunSetup | None = None) -> MonitoredRun:
    """The run that ``pack_run`` was given, with its number.

    Args:
        row: all columns.
        setup: that of the row, where it has been read before.

    Raises:
        sqlite3.DatabaseError: the row holds something else.
    """
    try:
        return _unpack(dict(row), setup or RunSetup(**orjson.loads(row["setup"])))
    except (LookupError, TypeError, ValueError) as error:
        raise sqlite3.DatabaseError(f"run {row['number']} is malformed: {error}") from error


def _unpack(row: Mapping[str, str], setup: RunSetup) -> MonitoredRun:
    cells = {name: row[name] for name in _PLAIN}
    statuses = orjson.loads(row["statuses"])
    return MonitoredRun(
        **cells,  # type: ignore[arg-type]  # SQLite's own types, as the columns declare them
        time=datetime.fromisoformat(row["time"]),
        setup=setup,
        ci95=None if row["ci95"] is None else Interval(**orjson.loads(row["ci95"])),
        statuses={Status(name): count for name, count in statuses.items()},
        facts=FactCounts(**orjson.loads(row["facts"])),
    )


_PLAIN = (
    "name",
    "digest",
    "rows",
    "items",
    "scored",
    "score",
    "spread",
    "respond_ratio",
    "coverage",
    "cost",
    "number",
)


def _text(value: object) -> str:
    return orjson.dumps(value).decode()
