"""Counting what did not become an article, with the first few of each kind by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from factscore.knowledge.rows import LeftOut

NAMED = 5
"""Of each kind, so many are named."""
_SHOWN = 80


@dataclass(frozen=True, slots=True)
class LeftOutCount:
    """How many of a kind there were."""

    what: str
    """The kind, in the plural: "pages without text"."""
    count: int
    examples: tuple[str, ...] = ()
    """The first few: their name and place, and what was wrong where that differs."""


class Tally:
    """Counts by kind; memory stays flat."""

    def __init__(self, tell: Callable[[LeftOut], None] | None = None) -> None:
        """Args: who is told of every single one."""
        self.tell = tell or (lambda row: None)
        self._counts: dict[str, int] = {}
        self._examples: dict[str, list[str]] = {}

    def add(self, row: LeftOut) -> None:
        """One more."""
        self.tell(row)
        self._counts[row.what] = self._counts.get(row.what, 0) + 1
        examples = self._examples.setdefault(row.what, [])
        if len(examples) < NAMED:
            why = f": {shortened(row.why)}" if row.why else ""
            examples.append(f"{shortened(row.name)!r} ({short_place(row.place)}){why}")

    def counts(self) -> Iterator[LeftOutCount]:
        """The most frequent kind first."""
        for what, count in sorted(self._counts.items(), key=lambda item: (-item[1], item[0])):
            yield LeftOutCount(what, count, tuple(self._examples[what]))


def shortened(text: str) -> str:
    """A name or a reason as a message can hold it: one line, not too long."""
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…"


def short_place(place: str) -> str:
    """Where a row stands, without the folders of its file."""
    return place.replace("\\", "/").rpartition("/")[2]
