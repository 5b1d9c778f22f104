"""How the scores of one model's items are spread: ten bins, as picture and as table."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from factscore.report.html.svg import Picture, ShareAxis, number, write
from factscore.report.table import percent

BINS = 10
_WIDTH = 520
_MARGIN = 12
_TOP = 34
"""Room for the word above the mean and a number above the highest bar."""
_HEIGHT = 130
_FOOT = 26
_AXIS = ShareAxis(_MARGIN, _WIDTH - 2 * _MARGIN)


@dataclass(frozen=True, slots=True)
class ScoreBin:
    """Scores from ``low`` to below ``high``; the last bin holds 1 as well."""

    low: float
    high: float
    items: int

    @property
    def name(self) -> str:
        """As ``20–30``, in per cent."""
        return f"{100 * self.low:.0f}–{100 * self.high:.0f}"


def score_bins(scores: Sequence[float]) -> list[ScoreBin]:
    """The scores, 0 to 1, in ten bins of equal width.

    >>> [each.items for each in score_bins([0.0, 0.1, 0.3, 1.0])]
    [1, 1, 0, 1, 0, 0, 0, 0, 0, 1]
    """
    edges = [place / BINS for place in range(BINS + 1)]
    counts = [0] * BINS
    for score in scores:
        # Held against the edges themselves: 0.29 * 100 is less than 29.
        counts[min(bisect_right(edges, score), BINS) - 1] += 1
    return [ScoreBin(edges[place], edges[place + 1], counts[place]) for place in range(BINS)]


def histogram(bins: Sequence[ScoreBin], mean: float, title: str, ident: str) -> str:
    """The picture; the dashed line stands at the mean of the scores."""
    most = max(each.items for each in bins) or 1
    foot = _TOP + _HEIGHT
    bars, counts = [], []
    for each in bins:
        height = _HEIGHT * each.items / most
        left, right = _AXIS.x(each.low) + 1, _AXIS.x(each.high) - 1
        box = f'x="{number(left)}" y="{number(foot - height)}" width="{number(right - left)}"'
        bars.append(f'<rect {box} height="{number(height)}" fill="var(--bar)"/>')
        if each.items:
            middle = (left + right) / 2
            counts.append(write(middle, foot - height - 5, f"{each.items:,}", "middle", soft=True))
    ground = f'd="M{_MARGIN} {foot}H{_WIDTH - _MARGIN}"'
    bars.append(f'<path {ground} stroke="var(--soft)" stroke-width="1"/>')
    bars += _AXIS.draw(_TOP, foot, grid=False)
    said = "; ".join(f"{each.name} %: {each.items:,} items" for each in bins)
    picture = Picture(ident, title, said, _WIDTH, foot + _FOOT)
    return picture.draw([*bars, *_mean(mean, foot), *counts])


def _mean(mean: float, foot: float) -> list[str]:
    x = _AXIS.x(mean)
    line = f"M{number(x)} 16V{number(foot)}"
    anchor = "end" if mean > 0.85 else "start" if mean < 0.15 else "middle"
    return [
        f'<path d="{line}" stroke="var(--mark)" stroke-width="1.5" stroke-dasharray="4 3"/>',
        write(x, 11, f"mean {percent(mean)}", anchor),
    ]
