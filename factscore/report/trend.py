"""A series in a terminal: a line of blocks, or a chart with a column a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TextIO

from factscore.monitor.records import MonitoredRun
from factscore.report.console import PLAIN_WIDTH, open_console
from factscore.report.table import percent, printable

HEIGHT = 12
"""Rows of the chart."""
_WIDTH = 100
"""Columns where the output is no terminal."""
_SCALE = 8
"""Columns of the scale on the left."""
_APART = 4
"""Columns from one run to the next, where there is room."""
_GAP = " "


@dataclass(frozen=True, slots=True)
class Marks:
    """What series are drawn with."""

    blocks: str
    score: str
    interval: str
    axis: str


_MARKS = Marks("▁▂▃▄▅▆▇█", "●", "│", "┤")
_PLAIN = Marks("_.,-=+*#", "o", ":", "|")
"""Where a terminal's encoding lacks the others."""


def marks(stream: TextIO) -> Marks:
    """The marks that a stream's encoding has."""
    wanted = _MARKS.blocks + _MARKS.score + _MARKS.interval + _MARKS.axis
    try:
        wanted.encode(getattr(stream, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return _PLAIN
    return _MARKS


def sparkline(scores: Sequence[float | None], blocks: str = _MARKS.blocks) -> str:
    """Scores as a line of blocks from the lowest to the highest; a gap where there is none.

    >>> sparkline([0.2, 0.3, None, 0.9])
    '▁▂ █'
    """
    known = [score for score in scores if score is not None]
    if not known:
        return _GAP * len(scores)
    scale = _Scale(min(known), max(known), len(blocks))
    return "".join(_GAP if score is None else blocks[scale.place(score)] for score in scores)


def print_chart(name: str, runs: Sequence[MonitoredRun], stream: TextIO) -> None:
    """A chart of the runs, a column each: the score, and the interval around it.

    The scale goes from the lowest end of an interval to the highest. Where there are more runs
    than columns, the last ones are shown.
    """
    console = open_console(stream)
    width = _WIDTH if console.width >= PLAIN_WIDTH else console.width
    shown = list(runs)[-max(1, width - _SCALE) :]
    apart = max(1, min(_APART, (width - _SCALE) // len(shown)))
    for line in (_heading(name, shown, len(runs)), *_rows(shown, apart, marks(stream))):
        console.print(printable(line.rstrip()), soft_wrap=True)
    console.print(_dates(shown, apart), soft_wrap=True)


@dataclass(frozen=True, slots=True)
class _Scale:
    low: float
    high: float
    steps: int

    def place(self, value: float) -> int:
        """The step of a value, 0 for the lowest; the middle where all are equal."""
        top = self.steps - 1
        if self.high <= self.low:
            return top // 2
        return round(top * (value - self.low) / (self.high - self.low))

    def value(self, place: int) -> float:
        """The value at a step."""
        return self.low + (self.high - self.low) * place / (self.steps - 1)


def _heading(name: str, shown: Sequence[MonitoredRun], count: int) -> str:
    last = "" if len(shown) == count else f"the last {len(shown):,} of "
    runs = "1 run" if count == 1 else f"{count:,} runs"
    return f"{name}: {last}{runs}, score % with 95 % interval"


def _rows(runs: Sequence[MonitoredRun], apart: int, drawn: Marks) -> list[str]:
    ends = [run.score for run in runs if run.score is not None]
    for run in runs:
        ends += [run.ci95.low, run.ci95.high] if run.ci95 else []
    if not ends:
        return ["no run has a score"]
    scale = _Scale(min(ends), max(ends), HEIGHT)
    columns = [_column(run, scale, drawn) for run in runs]
    labelled = {0, HEIGHT - 1, *([(HEIGHT - 1) // 2] if scale.high > scale.low else [])}
    if scale.high <= scale.low:
        labelled = {scale.place(scale.low)}
    rows = []
    for place in range(HEIGHT - 1, -1, -1):
        label = percent(scale.value(place)) if place in labelled else ""
        cells = "".join(column[place].ljust(apart) for column in columns)
        rows.append(f"{label:>{_SCALE - 3}} {drawn.axis} {cells}")
    return rows


def _column(run: MonitoredRun, scale: _Scale, drawn: Marks) -> list[str]:
    """The marks of a run, lowest row first."""
    column = [_GAP] * scale.steps
    if run.ci95 is not None:
        low, high = scale.place(run.ci95.low), scale.place(run.ci95.high)
        column[low : high + 1] = [drawn.interval] * (high + 1 - low)
    if run.score is not None:
        column[scale.place(run.score)] = drawn.score
    return column


def _dates(runs: Sequence[MonitoredRun], apart: int) -> str:
    """The first and the last day under their columns, as far as they fit."""
    first, last = f"{runs[0].time:%Y-%m-%d}", f"{runs[-1].time:%Y-%m-%d}"
    if first == last:
        return _GAP * _SCALE + first
    # The last day ends at the last column, where there is room for both.
    width = max((len(runs) - 1) * apart + 1, len(first) + 1 + len(last))
    return _GAP * _SCALE + first + last.rjust(width - len(first))
