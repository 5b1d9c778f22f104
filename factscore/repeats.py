"""Items that are there twice: a file that was copied, a log that was joined with itself.

They are scored like all others, but an interval takes them for independent, so it is told.
"""

from __future__ import annotations

import hashlib

from factscore.records import Generation, ItemResult, Status

MOST = 1_000_000
"""Items that are remembered; what comes after them is not looked at, lest memory grow."""

_FILES = 1 << 20
"""More files than a run can have."""


class Repeats:
    """Counts the items whose model, topic and text an earlier one had, and whose documents.

    Of an item stays a digest of 64 bits and its place. Among a million items two different
    ones have the same digest with a probability of 3 in 100 million (n² / 2⁶⁵).
    """

    def __init__(self, most: int = MOST) -> None:
        """Args: how many items to remember."""
        self._most = most
        self._places: dict[int, int] = {}
        self._files: dict[str, int] = {}
        self._full = False
        self._looked_at = 0
        self._repeated = 0
        self._first = ""

    def take(self, item: Generation | ItemResult) -> None:
        """One more item; one without a text, or that abstains, is equal to none."""
        if self._full:
            return
        self._looked_at += 1
        if _is_silent(item):
            return
        digest = _digest(item)
        earlier = self._places.get(digest)
        if earlier is None:
            self._remember(digest, item.source)
            return
        self._first = self._first or f"{item.source} equals {self._source(earlier)}"
        self._repeated += 1

    def remark(self) -> str | None:
        """How many there are, and the first of them."""
        if not self._repeated:
            return None
        verb = "is" if self._repeated == 1 else "are"
        counted = f"{self._repeated:,} of {'the first ' * self._full}{self._looked_at:,} rows"
        equal = f"{verb} equal to an earlier row of the same model in topic and text"
        return f"{counted} {equal} (the first: {self._first})"

    def _remember(self, digest: int, source: str) -> None:
        self._places[digest] = self._place(source)
        if len(self._places) >= self._most:
            self._full = True
            self._places.clear()

    def _place(self, source: str) -> int:
        """A source as a number, which takes less room than its name."""
        name, _, line = source.rpartition(":")
        if not line.isdecimal():  # not read from a file
            name, line = source, "0"
        return int(line) * _FILES + self._files.setdefault(name, len(self._files))

    def _source(self, place: int) -> str:
        line, number = divmod(place, _FILES)
        name = list(self._files)[number]
        return f"{name}:{line}" if line else name


def _is_silent(item: Generation | ItemResult) -> bool:
    if isinstance(item, ItemResult):
        return item.status == Status.ABSTAINED or not item.text.strip()
    return bool(item.abstained) or not item.text.strip()


def _digest(item: Generation | ItemResult) -> int:
    documents = item.documents if isinstance(item, Generation) else None
    # Of the names as Python writes them, as no other names begin like that.
    content = f"{(item.model, item.topic, documents)!r}{item.text}".encode()
    return int.from_bytes(hashlib.blake2b(content, digest_size=8).digest())
