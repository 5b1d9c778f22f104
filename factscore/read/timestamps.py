"""When a row was written, as far as it says so.

The fields ``timestamp``, ``time``, ``created``, ``created_at`` and ``date`` are looked at in
this order, and the first that holds a timestamp counts: ISO 8601 (without a zone it is UTC;
without a time, midnight), or seconds, milliseconds, microseconds or nanoseconds since 1970,
as a number or its digits. What falls before 1990 or after 2099 is taken for something else,
a duration, say, or a placeholder such as 9999-12-31; that is no fault of the row's.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from factscore.records import JsonValue
from factscore.textfiles import kind_of

FIELDS = ("timestamp", "time", "created", "created_at", "date")
"""Where a row may say when it was written."""

_PROMISING = frozenset({"timestamp", "created", "created_at"})
"""Those that hold nothing but a moment; a ``time`` may be a duration, a ``date`` one in history."""

TOLERANCE = timedelta(days=1)
"""How far a clock that is ahead, or set to local time, may be from ours."""

_EARLIEST = datetime(1990, 1, 1, tzinfo=UTC)
_LATEST = datetime(2100, 1, 1, tzinfo=UTC)
_SECONDS = range(int(_EARLIEST.timestamp()), int(_LATEST.timestamp()))
_UNITS = (1, 10**3, 10**6, 10**9)
_NUMBER = re.compile(r"\d+(?:\.\d+)?", re.ASCII)
_SHOWN = 40


def timestamp_of(fields: Mapping[str, JsonValue]) -> datetime | None:
    """A row's timestamp in UTC; ``None`` where it has none.

    Example:
        >>> timestamp_of({"time": 0.25, "created": 1_700_000_000}).isoformat()
        '2023-11-14T22:13:20+00:00'
    """
    for name in FIELDS:
        found = _parsed(fields[name]) if name in fields else None
        if found:
            return found
    return None


def unread_of(fields: Mapping[str, JsonValue]) -> JsonValue:
    """The value that should have been a row's timestamp and is not read; ``None`` without one.

    It is that of the first of ``timestamp``, ``created`` and ``created_at`` which is neither
    null nor blank (as the empty cell of a table is), unless a field before it is read.

    Example:
        >>> unread_of({"time": 0.25, "timestamp": "12/11/2026 10:00"})
        '12/11/2026 10:00'
    """
    for name in FIELDS:
        value = fields.get(name)
        if value is None or (isinstance(value, str) and not value.strip()):
            continue
        if _parsed(value):
            return None
        if name in _PROMISING:
            return value
    return None


@dataclass(slots=True)
class Unread:
    """The rows of some whose timestamp is not read."""

    rows: int = 0
    """All rows that were looked at."""
    unread: int = 0
    first: str = ""
    """The first of them and where it stands, in words."""

    def take(self, fields: Mapping[str, JsonValue], place: str) -> None:
        """One more row, and where it stands."""
        self.rows += 1
        value = unread_of(fields)
        if value is not None:
            self.first = self.first or f"{_shown(value)} in {place}"
            self.unread += 1

    def remark(self) -> str | None:
        """How many there are, and what to do about it."""
        if not self.unread:
            return None
        verb = "has" if self.unread == 1 else "have"
        counted = f"{self.unread:,} of {self.rows:,} rows {verb} a timestamp that is not read"
        return f"{counted} (the first: {self.first}); write ISO 8601 or Unix time"


@dataclass(slots=True)
class Latest:
    """The latest timestamp of some rows, as far as it may be true."""

    limit: datetime
    """What is later does not count."""
    moment: datetime | None = None
    future: int = 0
    """How many are later than the limit."""
    first_future: str = ""
    """The first of them and where it stands, in words."""

    def take(self, moment: datetime, place: str) -> None:
        """One more row's timestamp, and where the row stands."""
        if moment > self.limit:
            self.first_future = self.first_future or f"{moment.isoformat()} in {place}"
            self.future += 1
        elif self.moment is None or moment > self.moment:
            self.moment = moment

    def remark(self) -> str | None:
        """What did not count, and why."""
        if not self.future:
            return None
        counted = "1 timestamp is" if self.future == 1 else f"{self.future:,} timestamps are"
        return (
            f"{counted} in the future, and do not count as the latest of the rows"
            f" (the first is {self.first_future})"
        )


def _shown(value: JsonValue) -> str:
    """A value in one short line that any terminal can print."""
    if isinstance(value, str):
        return repr(value if len(value) <= _SHOWN else f"{value[:_SHOWN]}…")
    if isinstance(value, int | float):
        return json.dumps(value)
    return kind_of(value)


def _parsed(value: JsonValue) -> datetime | None:
    if isinstance(value, str):
        text = value.strip()
        # A date may be all digits too (20240131), and is no number of any unit then.
        unix = _of_unix(float(text)) if _NUMBER.fullmatch(text) else None
        return unix or _of_iso(text)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return _of_unix(value)
    return None


def _of_unix(number: float) -> datetime | None:
    for unit in _UNITS:
        # The spans of the units do not touch: 2099 in seconds is 1970 in milliseconds.
        if _SECONDS.start <= number / unit < _SECONDS.stop:
            return datetime.fromtimestamp(number / unit, UTC)
    return None


def _of_iso(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    if not _EARLIEST.year - 1 <= found.year <= _LATEST.year:
        return None  # A zone cannot bring it in, and at either end of time it may not be applied.
    found = found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    return found if _EARLIEST <= found < _LATEST else None
