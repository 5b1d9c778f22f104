"""A sample of rows, drawn as they pass: the same for the same rows and seed, anywhere.

Every row gets the next number of ``random.Random(seed).random()``, and the rows with the
smallest numbers are the sample. That is a draw without replacement in which all samples of
a size are equally likely; Python promises the sequence for all its versions; and a larger
sample of the same rows and seed holds the smaller one.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Collection
from dataclasses import dataclass

from factscore.errors import UsageError


@dataclass(frozen=True, slots=True, order=True)
class _Ticket:
    """Sorts the largest number first, so that a heap has the first to go on top."""

    negative: float
    file: int
    row: int


class Sample:
    """Rows are offered one by one; memory grows with the sample, not with the rows."""

    def __init__(self, size: int, seed: int) -> None:
        """Args: how many rows to draw, and what begins the sequence of numbers.

        Raises:
            UsageError: a sample of nothing.
        """
        if size < 1:
            raise UsageError(f"the sample is {size} rows; give at least 1, or none for all rows")
        self._size = size
        self._numbers = random.Random(seed)  # noqa: S311 - for statistics
        self._drawn: list[_Ticket] = []

    def offer(self, file: int, row: int) -> None:
        """The next row: which file of the run it stands in, and which row of that."""
        ticket = _Ticket(-self._numbers.random(), file, row)
        if len(self._drawn) < self._size:
            heapq.heappush(self._drawn, ticket)
        else:
            heapq.heappushpop(self._drawn, ticket)

    def rows(self, file: int) -> Collection[int]:
        """Which rows of a file were drawn."""
        return frozenset(ticket.row for ticket in self._drawn if ticket.file == file)
