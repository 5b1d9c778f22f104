"""Dates as templates write them: numbers in, words or ISO 8601 out."""

from __future__ import annotations

from collections.abc import Sequence

_MONTHS = (
    "January February March April May June July August September October November December".split()
)


def written_date(numbers: Sequence[str], *, english: bool, month_first: bool = False) -> str | None:
    """A date from year, month and day (the last two may be missing), or None.

    Words that are not numbers are taken as they stand.

    >>> written_date(["1815", "12", "10"], english=True)
    '10 December 1815'
    >>> written_date(["1815", "12", "10"], english=False)
    '1815-12-10'
    """
    parts = [part.strip() for part in numbers[:3]]
    while parts and not parts[-1]:
        parts.pop()
    if not parts or not parts[0]:
        return None
    if not all(part.isdecimal() for part in parts):
        return parts[0] if len(parts) == 1 else None
    values = [int(part) for part in parts]
    if len(values) > 1 and not 1 <= values[1] <= 12:
        return None
    if not english:
        return "-".join([str(values[0]), *(f"{value:02d}" for value in values[1:])])
    return _in_words(values, month_first)


def _in_words(values: Sequence[int], month_first: bool) -> str:
    year, *rest = values
    if not rest:
        return str(year)
    month = _MONTHS[rest[0] - 1]
    if len(rest) == 1:
        return f"{month} {year}"
    return f"{month} {rest[1]}, {year}" if month_first else f"{rest[1]} {month} {year}"
