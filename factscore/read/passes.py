"""The two passes over a file: one that checks it, and those that read its items again."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import BinaryIO

from factscore.errors import InputError
from factscore.read.base import Row
from factscore.read.checking import FileCheck, to_item
from factscore.read.contents import Content, Hashed, Stamp
from factscore.read.faults import Faults
from factscore.read.left_out import left_out
from factscore.read.sampling import Sample
from factscore.read.sources import Source, rows_of
from factscore.read.timestamps import Latest, Unread, timestamp_of
from factscore.records import Generation
from factscore.repeats import Repeats


@dataclass(slots=True)
class Known:
    """What is counted of the items of all files, up to the limit."""

    latest: Latest
    rows: int = 0
    """All rows, the limit or not."""
    items: int = 0
    carried: int = 0
    bare: int = 0
    models: dict[str, None] = field(default_factory=dict)
    topics: set[str | None] = field(default_factory=set)
    left_out: list[str] = field(default_factory=list)
    unread: Unread = field(default_factory=Unread)
    repeats: Repeats = field(default_factory=Repeats)

    def remarks(self) -> tuple[str, ...]:
        """All that is to be told of the rows."""
        found = (self.repeats.remark(), self.unread.remark(), self.latest.remark())
        return (*self.left_out, *(remark for remark in found if remark))

    def count(self, item: Generation) -> None:
        """Take one more item."""
        self.items += 1
        self.models[item.model] = None
        self.topics.add(item.topic)
        self.carried += item.facts is not None
        self.bare += item.bare
        self.unread.take(item.extra, item.source)
        self.repeats.take(item)
        if stamp := timestamp_of(item.extra):
            self.latest.take(stamp, item.source)


class CheckedFile:
    """A file, as it was when it was checked."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.content = Content(source.path)
        self.digest = ""
        """SHA-256 of its bytes, once it is checked: 64 hexadecimal digits."""
        self._stamp: Stamp | None = None
        self._chosen: str | None = None

    def check(self, state: hashlib._Hash, on_item: Callable[[int, Generation], None]) -> FileCheck:
        """Take every row, hash every byte, and hand on the items with their rows' numbers.

        The items do not have the labels yet that stand beside their facts.

        Args:
            state: the hash of all files' bytes.
            on_item: takes an item and its row's number, from 0.
        """
        own = hashlib.sha256()
        check = FileCheck(self.source)
        for number, found in enumerate(rows_of(partial(self._open_first, own, state))):
            item = check.take(found)
            if item:
                on_item(number, item.generation)
        check.finish()
        self._chosen = check.chosen
        self.digest = own.hexdigest()
        return check

    @contextmanager
    def _open_first(self, *states: hashlib._Hash) -> Iterator[BinaryIO]:
        with self.content.open() as stream:
            self._stamp = self.content.stamp(stream)
            hashed = Hashed(stream, *states)
            yield io.BufferedReader(hashed)
            hashed.drain()

    def rows(self) -> Iterator[Row]:
        """The rows again.

        Raises:
            InputError: the file cannot be opened, or is not what it was.
        """
        for found in rows_of(self._open_again):
            if isinstance(found, Row):
                yield found
            elif found.line:
                raise self.changed()
            else:
                raise InputError([found.at(self.source.name)])

    @contextmanager
    def _open_again(self) -> Iterator[BinaryIO]:
        state = hashlib.sha256()
        with self.content.open() as stream:
            if self.content.stamp(stream) != self._stamp:
                raise self.changed()
            hashed = Hashed(stream, state)
            yield io.BufferedReader(hashed)
            hashed.drain()
            if state.hexdigest() != self.digest:
                raise self.changed()

    def generation(self, row: Row) -> Generation | None:
        """A row's generation; ``None`` where the row is left out.

        Raises:
            InputError: the row is not what it was.
        """
        if left_out(row.fields):
            return None
        try:
            return to_item(row, self.source).generation_with(self._chosen)
        except InputError as error:
            raise self.changed() from error

    def changed(self) -> InputError:
        """What to say where the file is not what it was."""
        return InputError(
            [
                f"{self.source.name}: changed after it was checked; run again when nobody writes"
                " to it, or on a copy of it"
            ]
        )


@dataclass(frozen=True, slots=True)
class Part:
    """The items of one file that are wanted."""

    file: CheckedFile
    count: int
    """How many."""
    rows: Collection[int] | None = None
    """Their rows' numbers, from 0; ``None``: those of the first items."""
    whole: bool = False
    """Whether these are all items of the file."""

    def generations(self) -> Iterator[Generation]:
        """Read them.

        Raises:
            InputError: the file is not what it was.
        """
        left = self.count
        if not left:
            return
        for number, row in enumerate(self.file.rows()):
            if self.rows is not None and number not in self.rows:
                continue
            generation = self.file.generation(row)
            if generation is None:
                continue
            if not left:
                raise self.file.changed()
            left -= 1
            yield generation
            if not left and not self.whole:
                return
        if left:
            raise self.file.changed()


class FirstPass:
    """Checks the files of a run one after another."""

    def __init__(self, limit: int | None, sample: Sample | None, until: datetime) -> None:
        """Args: items to keep of each file, whom to offer them, the last moment that may be."""
        self.known = Known(Latest(until))
        self._limit, self._sample = limit, sample
        self._state = hashlib.sha256()
        self._files: list[CheckedFile] = []
        self._counts: list[_Counts] = []

    def take(self, source: Source) -> Faults:
        """Check the next file, and return what is wrong with it."""
        file, counts = CheckedFile(source), _Counts()
        place = len(self._files)

        def on_item(row: int, item: Generation) -> None:
            counts.items += 1
            if self._limit is not None and counts.items > self._limit:
                return
            counts.kept += 1
            self.known.count(item)
            if self._sample is not None:
                self._sample.offer(place, row)

        check = file.check(self._state, on_item)
        self.known.rows += check.rows
        self._files.append(file)
        self._counts.append(counts)
        self.known.left_out += check.remarks()
        return check.faults

    def digest(self) -> str:
        """The hash of all bytes of all files."""
        return self._state.hexdigest()

    def parts(self) -> list[Part]:
        """What is wanted of each file."""
        return [self._part(place) for place in range(len(self._files))]

    def _part(self, place: int) -> Part:
        file, counts = self._files[place], self._counts[place]
        if self._sample is None:
            return Part(file, counts.kept, whole=counts.kept == counts.items)
        rows = self._sample.rows(place)
        return Part(file, len(rows), rows)


@dataclass(slots=True)
class _Counts:
    """One file's items, and those up to the limit."""

    items: int = 0
    kept: int = 0
