"""Where a sentence is cut when a reply about it was, or would be, too long."""

from __future__ import annotations

import re
from itertools import takewhile

SHORTEST = 8
"""Words of the shortest text that is cut; a model that runs on over less than that would run
on over its halves."""
SHORTEST_CHARACTERS = 40
"""The same in characters where words are not parted by spaces; four times as many where they
are, for texts of a few very long words."""

_PLACES = (
    re.compile(r"[;；]\s*"),
    re.compile(r",\s+(?=(?:and|but|or|which|who|whose|where|when|while|as|after|before|with)\b)"),
    re.compile(r"\s+(?=(?:and|but|which|who|whose|where|when|while|after|before)\s)"),
    re.compile(r"[,:]\s+|[，、：]\s*|\s+[–—-]\s+"),
    re.compile(r"\s+"),
)
"""Ends of clauses, the best kind first, and then any space."""


def halves(text: str) -> tuple[str, str] | None:
    """A text in two at the end of a clause near its middle; ``None``: it is too short.

    Nothing but white space at the cut is lost. The best kind of place within the middle half
    is taken, and of that kind the one nearest to the middle.

    Example:
        >>> halves("She was born in Leeds to a baker, and moved to Rome in 1950.")
        ('She was born in Leeds to a baker,', 'and moved to Rome in 1950.')
    """
    text = text.strip()
    few = SHORTEST_CHARACTERS * (4 if " " in text else 1)
    if len(text.split()) < SHORTEST and len(text) < few:
        return None
    place = _place(text)
    return text[:place].rstrip(), text[place:].lstrip()


def pieces(text: str, longest: int) -> tuple[str, ...]:
    """A text in as few halvings as make no piece longer than ``longest`` characters."""
    cut = halves(text) if len(text) > longest else None
    if cut is None:
        return (text,)
    return tuple(piece for half in cut for piece in pieces(half, longest))


def _place(text: str) -> int:
    middle = len(text) // 2
    first, last = len(text) // 4, len(text) - len(text) // 4
    for kind in _PLACES:
        # Looked for to the text's own end: what follows a place decides whether it is one.
        found = takewhile(lambda match: match.end() <= last, kind.finditer(text, first))
        ends = [match.end() for match in found]
        if ends:
            return min(ends, key=lambda end: abs(end - middle))
    return middle
