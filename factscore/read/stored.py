"""Results files → items, as ``factscore score --out`` wrote them: nothing is computed anew.

Scores are taken as they stand. What a line does not spell out follows from its facts as it
did in the run: how many have which label, how many are graded, which errors were made, and
whether judge and input agree. So the numbers of the models come out as they were.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from factscore.errors import InputError
from factscore.read.base import Fault, Row
from factscore.read.faults import Faults, Problems
from factscore.read.result_lines import is_result
from factscore.read.sources import Source, given_twice, opened_once, rows_of, sources_of
from factscore.read.stored_rows import to_item, to_setup
from factscore.records import ItemResult, RunSetup


@dataclass(frozen=True, slots=True)
class StoredItem:
    """One line of a results file."""

    item: ItemResult
    setup: RunSetup | None
    """By what it was made; ``None`` in files of older versions, which do not say."""
    source: str
    """Where it stands, as ``file:line``."""


def read_stored(paths: Sequence[Path | str]) -> Iterator[StoredItem]:
    """The items of some results files, in the files' order, one at a time.

    Formats, compression and encodings are those of input rows. What ``item`` lacks is the
    place of its input row, in whose stead ``item.source`` is its place among the results.
    A field of the input that has a name of ours is called in ``extra`` as in the file
    (``input_score``).

    Args:
        paths: the files; ``-`` is standard input.

    Raises:
        UsageError: no file is named, or ``paths`` is a single path.
        InputError: with all that is wrong in any of them, at the end: after the first fault
            no item comes any more, and the rest is read for its faults only.

    Example:
        >>> for stored in read_stored(["results.jsonl"]):  # doctest: +SKIP
        ...     print(stored.item.topic, stored.item.score)
    """
    return _read(sources_of(paths, "human", None, documents=False))


def _read(sources: Sequence[Source]) -> Iterator[StoredItem]:
    again = given_twice(sources)
    problems, faulty = Problems(again), bool(again)
    for source in sources:
        faults = Faults()
        for stored in _read_file(source, faults):
            if not faulty and not faults.total:
                yield stored
        faulty = faulty or faults.total > 0
        problems.add(source.name, faults)
    problems.refuse()


def _read_file(source: Source, faults: Faults) -> Iterator[StoredItem]:
    others, results = Faults(), 0
    for found in rows_of(partial(opened_once, source.path)):
        if isinstance(found, Fault):
            faults.add(found)
        elif is_result(found.fields):
            results += 1
            try:
                yield _stored(found, source)
            except InputError as error:
                for problem in error.problems:
                    faults.add(Fault(found.line, problem))
        else:
            others.add(Fault(found.line, "no line of results; delete it, or score it first"))
    if results:
        faults.extend(others)
    elif others.total:
        # Of rows that are yet to be scored, one line says more than one for each.
        faults.add(Fault(0, "no results file; make one with: factscore score FILE --out RESULTS"))
    elif not faults.total:
        faults.add(Fault(0, "no results in it; was the run that wrote it stopped at once?"))


def _stored(row: Row, source: Source) -> StoredItem:
    place = f"{source.name}:{row.line}"
    faults: list[str] = []
    setup = to_setup(row.fields, faults)
    item = to_item(row.fields, model=source.model, setup=setup, source=place, faults=faults)
    if faults:
        raise InputError(faults)
    return StoredItem(item, setup, place)
