"""Passages as they are shown, and how many; what all kinds of retrieval share."""

from __future__ import annotations

import re

from factscore.errors import UsageError

_MARKS = re.compile("(?:</?s>)+")


def shown_text(passage: str) -> str:
    """A passage as judges and people read it: marks become one space, nothing else changes.

    >>> shown_text("<s>Ada Lovelace</s><s>Life. Born in 1815")
    'Ada Lovelace Life. Born in 1815'
    """
    return " ".join(piece.strip() for piece in _MARKS.split(passage)).strip()


def require_positive(k: int) -> None:
    """Refuse to look for fewer than one passage.

    Raises:
        UsageError: ``k`` is below 1.
    """
    if k < 1:
        raise UsageError(f"k must be at least 1, not {k}")
