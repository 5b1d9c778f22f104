"""The reliability curve as a picture: a small SVG of our own, with its numbers as text beside.

Across runs the judge's mean probability of support in each bin, upwards the share of its
facts that people call supported, with its 95 % interval. A judge that means what it says lies on
the diagonal; below it the judge promises too much. The bars at the foot are the bins' share of
all facts.
"""

from __future__ import annotations

from collections.abc import Sequence

from factscore.agreement.records import ReliabilityBin
from factscore.report.page import escape

_SIZE = 320
"""Side of the square from 0 to 1, in the SVG's own units."""
_LEFT, _TOP = 60, 12
_BARS = 60
"""Height of the bars' strip below the square."""
_WIDTH, _HEIGHT = _LEFT + _SIZE + 20, _TOP + _SIZE + 60 + _BARS
_TICKS = (0, 20, 40, 60, 80, 100)


def reliability_svg(bins: Sequence[ReliabilityBin], title: str) -> str:
    """The picture; ``title`` and the text for screen readers are escaped here."""
    drawn = [each for each in bins if each.facts]
    parts = [*_frame(), *_bars(bins)]
    for each in drawn:
        parts += _whisker(each)
    parts += [_curve(drawn), *map(_dot, drawn)]
    body = "\n".join(parts)
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-labelledby="rt rd"'
        ' font-size="12" fill="currentColor">\n'
        f'<title id="rt">{escape(title)}</title>\n<desc id="rd">{escape(_said(drawn))}</desc>\n'
        f"{body}\n</svg>"
    )


def _said(bins: Sequence[ReliabilityBin]) -> str:
    return "; ".join(
        f"mean probability {100 * (each.probability or 0):.0f} %, supported"
        f" {100 * (each.supported.value or 0):.0f} % of {each.facts} facts"
        for each in bins
    )


def _x(share: float) -> str:
    return _number(_LEFT + _SIZE * share)


def _y(share: float) -> str:
    return _number(_TOP + _SIZE * (1 - share))


def _number(value: float) -> str:
    return f"{value:.1f}"


def _frame() -> list[str]:
    """Axes with their words, grid and diagonal."""
    line = 'stroke="var(--line)"'
    parts = [
        f'<rect x="{_LEFT}" y="{_TOP}" width="{_SIZE}" height="{_SIZE}" fill="none" {line}/>',
        f'<path d="M{_x(0)} {_y(0)}L{_x(1)} {_y(1)}" stroke="var(--soft)" stroke-dasharray="5 4"/>',
    ]
    for tick in _TICKS:
        share = tick / 100
        parts += [
            f'<path d="M{_x(0)} {_y(share)}H{_x(1)}" {line} stroke-width=".5"/>',
            f'<text x="{_LEFT - 8}" y="{_y(share)}" dy="4" text-anchor="end">{tick}</text>',
            f'<text x="{_x(share)}" y="{_TOP + _SIZE + 18}" text-anchor="middle">{tick}</text>',
        ]
    middle = _number(_TOP + _SIZE / 2)
    return [
        *parts,
        f'<text x="{_x(0.5)}" y="{_TOP + _SIZE + 38}" text-anchor="middle">'
        "judge's probability of support, %</text>",
        f'<text transform="translate(16 {middle}) rotate(-90)" text-anchor="middle">'
        "supported according to people, %</text>",
    ]


def _bars(bins: Sequence[ReliabilityBin]) -> list[str]:
    most = max((each.facts for each in bins), default=0) or 1
    foot = _TOP + _SIZE + 50 + _BARS
    parts = []
    for each in bins:
        height = _BARS * each.facts / most
        width = _SIZE * (each.high - each.low) - 2
        parts.append(
            f'<rect x="{_number(_LEFT + _SIZE * each.low + 1)}" y="{_number(foot - height)}"'
            f' width="{_number(width)}" height="{_number(height)}" fill="var(--line)"/>'
        )
    label = f'<text x="{_LEFT - 8}" y="{foot - _BARS // 2}" dy="4" text-anchor="end">facts</text>'
    return [*parts, label]


def _whisker(each: ReliabilityBin) -> list[str]:
    interval = each.supported.ci95
    if interval is None or each.probability is None:
        return []
    ends = f"M{_x(each.probability)} {_y(interval.low)}V{_y(interval.high)}"
    return [f'<path d="{ends}" stroke="var(--mark)" stroke-width="1.5"/>']


def _curve(bins: Sequence[ReliabilityBin]) -> str:
    places = [f"{_x(b.probability or 0)} {_y(b.supported.value or 0)}" for b in bins]
    path = f"M{'L'.join(places)}" if places else ""
    return f'<path d="{path}" fill="none" stroke="var(--mark)" stroke-width="2"/>'


def _dot(each: ReliabilityBin) -> str:
    where = f'cx="{_x(each.probability or 0)}" cy="{_y(each.supported.value or 0)}"'
    return f'<circle {where} r="4" fill="var(--mark)"/>'
