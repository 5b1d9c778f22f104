"""Scores with their 95 % intervals, one below the other: a dot and a whisker a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from factscore.records import Interval
from factscore.report.html.svg import Picture, ShareAxis, fitting, number, write
from factscore.report.table import percent

_ROW = 30
_TOP = 6
_FOOT = 30
"""Height of the ticks' line."""
_COLUMN = 7.2
"""Width of a letter, about."""


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One row: shares from 0 to 1; without a score it has its name alone."""

    name: str
    score: float | None
    ci95: Interval | None
    rank: str = ""
    note: str = ""
    """What stands at the right."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Widths in the picture's units."""

    rank: float
    name: float
    chart: float
    note: float


WIDE = Columns(rank=44, name=220, chart=560, note=150)
NARROW = Columns(rank=0, name=170, chart=230, note=120)
PHONE = Columns(rank=34, name=130, chart=170, note=124)


def interval_chart(
    rows: Sequence[ScoreRow], title: str, ident: str, columns: Columns = WIDE
) -> str:
    """The picture, its rows in the order given.

    Args:
        rows: at least one.
        title: for those who do not see it.
        ident: begins its ids; one of a kind on the page.
        columns: how much room each part has.
    """
    axis = ShareAxis(columns.rank + columns.name, columns.chart)
    bottom = _TOP + _ROW * len(rows)
    parts = axis.draw(_TOP, bottom, grid=True)
    for place, row in enumerate(rows):
        parts += _row(row, _TOP + _ROW * (place + 0.5), axis, columns)
    picture = Picture(
        ident,
        title,
        "; ".join(map(_said, rows)),
        columns.rank + columns.name + columns.chart + columns.note,
        bottom + _FOOT,
    )
    return picture.draw(parts)


def shown_interval(interval: Interval | None) -> str:
    """Both ends in per cent; a dash where there is none."""
    low, high = (None, None) if interval is None else (interval.low, interval.high)
    return percent(None) if interval is None else f"{percent(low)}–{percent(high)}"


def _row(row: ScoreRow, y: float, axis: ShareAxis, columns: Columns) -> list[str]:
    base = y + 4.5
    name = fitting(row.name, int((columns.name - 16) / _COLUMN))
    parts = [write(columns.rank, base, name)]
    if row.rank:
        parts.append(write(columns.rank - 12, base, row.rank, "end", soft=True))
    if row.note:
        parts.append(write(axis.left + columns.chart + columns.note, base, row.note, "end"))
    if row.ci95 is not None:
        parts.append(_whisker(axis.x(row.ci95.low), axis.x(row.ci95.high), y))
    if row.score is not None:
        dot = f'cx="{number(axis.x(row.score))}" cy="{number(y)}"'
        parts.append(f'<circle {dot} r="5" fill="var(--mark)"/>')
    return parts


def _whisker(low: float, high: float, y: float) -> str:
    line = f"M{number(low)} {number(y)}H{number(high)}"
    caps = "".join(f"M{number(x)} {number(y - 5)}v10" for x in (low, high))
    return f'<path d="{line}{caps}" fill="none" stroke="var(--mark)" stroke-width="2"/>'


def _said(row: ScoreRow) -> str:
    if row.score is None:
        return f"{row.name}: no score"
    interval = f", 95 % interval {shown_interval(row.ci95)}" if row.ci95 else ""
    return f"{row.name}: {percent(row.score)} %{interval}"
