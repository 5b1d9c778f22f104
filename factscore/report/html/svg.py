"""What the report's pictures share: frame, numbers, names that fit, the axis of shares."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from factscore.report.page import escape

TICKS = (0, 20, 40, 60, 80, 100)


@dataclass(frozen=True, slots=True)
class Picture:
    """What a picture says of itself, and how large it is in its own units (CSS pixels)."""

    ident: str
    """Begins the ids of its title and description; one of a kind on the page."""
    title: str
    said: str
    """Its numbers in words, for those who do not see it."""
    width: float
    height: float

    def draw(self, parts: Iterable[str]) -> str:
        """The picture; ``parts`` are SVG elements, whose texts are escaped already."""
        body = "\n".join(parts)
        ids = f"{self.ident}-t", f"{self.ident}-d"
        return (
            f'<svg viewBox="0 0 {number(self.width)} {number(self.height)}" role="img"'
            f' aria-labelledby="{ids[0]} {ids[1]}" font-size="13" fill="currentColor">\n'
            f'<title id="{ids[0]}">{escape(self.title)}</title>\n'
            f'<desc id="{ids[1]}">{escape(self.said)}</desc>\n{body}\n</svg>'
        )


@dataclass(frozen=True, slots=True)
class ShareAxis:
    """Shares from 0 to 1 from left to right."""

    left: float
    width: float

    def x(self, share: float) -> float:
        """Where a share stands; what lies outside is at the end."""
        return self.left + self.width * min(max(share, 0.0), 1.0)

    def draw(self, top: float, bottom: float, *, grid: bool) -> list[str]:
        """Ticks in per cent below ``bottom``, with lines up to ``top`` if ``grid``."""
        parts = []
        for tick in TICKS:
            x = number(self.x(tick / 100))
            if grid:
                line = f"M{x} {number(top)}V{number(bottom)}"
                parts.append(f'<path d="{line}" stroke="var(--line)" stroke-width="1"/>')
            parts.append(write(self.x(tick / 100), bottom + 18, str(tick), "middle", soft=True))
        return parts


def write(x: float, y: float, text: str, anchor: str = "start", *, soft: bool = False) -> str:
    """A line of text; ``y`` is its base line. A rim in the paper's colour keeps it readable."""
    rim = ' stroke="var(--paper)" stroke-width="3" paint-order="stroke"'
    colour = f' fill="var(--soft)"{rim}' if soft else rim
    place = f'x="{number(x)}" y="{number(y)}"'
    return f'<text {place} text-anchor="{anchor}"{colour}>{escape(text)}</text>'


def number(value: float) -> str:
    """A coordinate to a tenth.

    >>> number(12.0), number(0.25)
    ('12', '0.2')
    """
    return f"{value:.1f}".removesuffix(".0")


def fitting(text: str, columns: int) -> str:
    """Text of at most so many columns of a terminal, which is about how wide it is drawn.

    >>> fitting("a-rather-long-name", 10), fitting("日本語のモデル", 10)
    ('a-rather-…', '日本語の…')
    """
    if sum(map(_columns, text)) <= columns:
        return text
    kept, used = "", 1
    for character in text:
        used += _columns(character)
        if used > columns:
            break
        kept += character
    return f"{kept}…"


def _columns(character: str) -> int:
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
