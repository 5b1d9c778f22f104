"""Rows that have no text through no fault of theirs: left out, counted and told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from factscore.read.base import Fault
from factscore.read.batches import failed_request
from factscore.read.rows import is_unanswered
from factscore.records import JsonValue


class Cause(StrEnum):
    """Why rows are left out, in words that go after "as"."""

    FAILED = "their requests failed"
    UNANSWERED = "their chats have no turn of the assistant"


_REMEDIES = {
    Cause.FAILED: "send them again",
    Cause.UNANSWERED: "give each the turn, or its text as output",
}


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Why one row is left out."""

    cause: Cause
    words: str = ""
    """What the row says of it itself."""


def left_out(fields: Mapping[str, JsonValue]) -> LeftOut | None:
    """Why a row is left out; ``None`` for one that is an item, or faulty.

    Example:
        >>> left_out({"messages": []}).cause.value
        'their chats have no turn of the assistant'
    """
    failed = failed_request(fields)
    if failed is not None:
        return LeftOut(Cause.FAILED, failed)
    return LeftOut(Cause.UNANSWERED) if is_unanswered(fields) else None


@dataclass(slots=True)
class _Count:
    first: str
    """Where the first row is, and its words."""
    rows: int = 0


class LeftOutRows:
    """Those of one file, by cause."""

    def __init__(self) -> None:
        self._counts: dict[Cause, _Count] = {}

    def __bool__(self) -> bool:
        return bool(self._counts)

    def add(self, line: int, row: LeftOut) -> None:
        """Take one more."""
        words = f": {row.words}" if row.words else ""
        count = self._counts.setdefault(row.cause, _Count(f"line {line}{words}"))
        count.rows += 1

    def remarks(self, rows: int) -> list[str]:
        """What was left out of so many rows, a line for each cause."""
        return [self._told(cause, rows) for cause in self._counts]

    def faults(self, rows: int) -> list[Fault]:
        """What to say of a file in which nothing remains."""
        return [
            Fault(0, f"{self._told(cause, rows)}, and none remains; {_REMEDIES[cause]}")
            for cause in self._counts
        ]

    def _told(self, cause: Cause, rows: int) -> str:
        count = self._counts[cause]
        counted = f"{count.rows:,} of {rows:,} rows left out, as {cause}"
        return f"{counted} (the first is in {count.first})"
