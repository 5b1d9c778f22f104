"""Parts of a whole: a bar of coloured pieces, and the same as a table with their colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from factscore.report.html.svg import Picture, number
from factscore.report.page import Html, escape, table
from factscore.report.table import percent

_WIDTH, _HEIGHT = 520, 24
_GAP = 1.5


@dataclass(frozen=True, slots=True)
class Part:
    """One piece; those of a part (``of_last``) are told in the table and not drawn."""

    name: str
    count: int
    colour: str = ""
    """A colour of the page, as ``--good``."""
    of_last: bool = False


def share_bar(parts: Sequence[Part], title: str, ident: str) -> str:
    """The bar; empty where there is nothing to divide."""
    drawn = [part for part in parts if part.count and not part.of_last]
    total = sum(part.count for part in drawn)
    if not total:
        return ""
    pieces, left = [], 0.0
    for part in drawn:
        width = _WIDTH * part.count / total
        box = f'x="{number(left)}" y="0" width="{number(max(width - _GAP, 0.5))}"'
        pieces.append(f'<rect {box} height="{_HEIGHT}" fill="var({part.colour})"/>')
        left += width
    said = "; ".join(f"{p.name} {p.count:,} ({percent(p.count / total)} %)" for p in drawn)
    return Picture(ident, title, said, _WIDTH, _HEIGHT).draw(pieces)


def share_table(parts: Sequence[Part], caption: str, noun: str) -> str:
    """Name, count and share of each part."""
    total = sum(part.count for part in parts if not part.of_last)
    rows = [
        (_named(part), f"{part.count:,}", percent(part.count / total if total else None))
        for part in parts
    ]
    return table(caption, ["", noun, "%"], rows)


def _named(part: Part) -> Html:
    if part.of_last:
        return Html(f'<span class="of">{escape(part.name)}</span>')
    swatch = f'<rect width="12" height="12" fill="var({part.colour})"/>'
    return Html(
        f'<svg class="swatch" viewBox="0 0 12 12" aria-hidden="true">{swatch}</svg>'
        f"{escape(part.name)}"
    )
