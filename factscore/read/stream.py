"""Generations one by one: the files are checked first, and then read as often as wanted.

Memory hardly grows with the files: JSON Lines and CSV are read row by row, and of a row stay
some 110 bytes, up to a million rows (``factscore.repeats``). A JSON list, or objects over
many lines, must be in memory as text, a file at a time, though not as rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from factscore.read.facts import FactsKind
from factscore.read.faults import Problems
from factscore.read.passes import FirstPass, Known, Part
from factscore.read.sampling import Sample
from factscore.read.sources import check_limit, given_twice, sources_of
from factscore.read.timestamps import TOLERANCE
from factscore.records import Generation


def open_generations(
    paths: Sequence[Path | str],
    *,
    facts: FactsKind = "human",
    labels: str | None = None,
    limit: int | None = None,
    documents: bool = False,
    sample: int | None = None,
    seed: int = 0,
    now: datetime | None = None,
) -> Generations:
    """Check some files, and keep of them only what it takes to read their generations.

    Every row of every file is checked now, and all that is wrong is told at once, as
    ``read_generations`` does; the rows are read again when the result is iterated.

    Args:
        paths: the files; ``-`` is standard input. It, pipes and process substitution are
            copied to a temporary file.
        facts: see ``read_generations``, as for ``labels``.
        labels: the list of labels that counts.
        limit: keep the first so many items of each file.
        documents: take ``contexts`` or ``documents`` of a row as what it is to be judged by.
        sample: keep so many items of all files together (after the limit), drawn without
            replacement as ``factscore.read.sampling`` says; all where there are no more.
        seed: draws another sample.
        now: the moment, with its zone, that timestamps may be a day later than; by default
            what the clock says.

    Raises:
        InputError: with every problem of every file, one line each (the first 50, and
            how many more).
        UsageError: no path, or an option with a value it cannot have.
    """
    sources = sources_of(paths, facts, labels, documents=documents)
    check_limit(limit)
    until = (now or datetime.now(UTC)) + TOLERANCE
    first = FirstPass(limit, None if sample is None else Sample(sample, seed), until)
    problems = Problems(given_twice(sources))
    for source in sources:
        problems.add(source.name, first.take(source))
    problems.refuse()
    return Generations(first.parts(), first.known, first.digest())


class Generations:
    """What ``open_generations`` found: facts about the rows, and the rows on iteration.

    Iterate as often as you like. Close it, or use it in a ``with`` statement, to delete the
    copies of pipes before the process ends. ``len`` is ``count``.
    """

    rows: int
    """Rows in the files, those included that are left out, or past the limit."""
    count: int
    """Items that an iteration yields."""
    items: int
    """Items up to the limit, whether they are in the sample or not."""
    models: tuple[str, ...]
    """Models in the order of their first items; this and all below but the digests speak of the
    items up to the limit, whether they are in the sample or not."""
    topics: frozenset[str | None]
    """The topics of the items."""
    carried: int
    """Items that carry facts."""
    bare: int
    """Items that carry none and have a text to take facts from."""
    latest: datetime | None
    """The latest timestamp of the items, in UTC, without those more than a day in the future;
    see ``factscore.read.timestamps``."""
    remarks: tuple[str, ...]
    """What was left out and why (rows: a line for each file that it happened in), and what else
    is odd: equal rows, timestamps that are not read or do not count."""
    digest: str
    """SHA-256 of all files' bytes one after another, as they are on disk: 64 hexadecimal digits."""
    digests: tuple[str, ...]
    """That of each file's own bytes, in the order of the files; unlike ``digest`` they tell
    where one file ends and the next begins, which a limit depends on."""

    def __init__(self, parts: Sequence[Part], known: Known, digest: str) -> None:
        """Not for callers: see ``open_generations``."""
        self._parts = tuple(parts)
        self.rows = known.rows
        self.items = known.items
        self.count = sum(part.count for part in parts)
        self.models = tuple(known.models)
        self.topics = frozenset(known.topics)
        self.carried, self.bare = known.carried, known.bare
        self.latest = known.latest.moment
        self.remarks = known.remarks()
        self.digest = digest
        self.digests = tuple(part.file.digest for part in parts)

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[Generation]:
        """The generations in the order of the files and their rows.

        Raises:
            InputError: a file is not what it was when it was checked.
        """
        for part in self._parts:
            yield from part.generations()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Delete the copies of pipes; files can still be iterated."""
        for part in self._parts:
            part.file.content.close()
