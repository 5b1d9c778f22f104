"""Rows from files, folders of files, and standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from factscore.knowledge.options import ReadOptions, SourceFile
from factscore.knowledge.rows import LeftOut, Problem, Row
from factscore.knowledge.sources.folder import files_of
from factscore.knowledge.sources.foreign import why_foreign
from factscore.knowledge.sources.formats import SUPPORTED, SourceFormat, format_of
from factscore.knowledge.sources.meter import Meter
from factscore.textfiles import UnreadableText, as_utf8

if TYPE_CHECKING:
    from factscore.textfiles import Peekable

STANDARD_INPUT = "-"
"""The name of a source that is read from standard input."""
_PEEK = 4096
_OTHER = "files of no known format"
_DEFAULTS = ReadOptions()


def read_articles(
    path: Path,
    options: ReadOptions = _DEFAULTS,
    meter: Meter | None = None,
    *,
    besides: Path | None = None,
) -> Iterator[Row]:
    """The rows of a file, or of all files in a folder in the order of their names.

    Rows are streamed. What cannot be read comes as a
    :class:`~factscore.knowledge.rows.Problem`; only in a folder a file of another kind
    is left out and counted. Files and folders whose names begin with a dot, and indexes
    of stores, are not looked at.

    Args:
        path: the file or folder; ``-`` is standard input.
        options: how passages are cut, and the like.
        meter: is told which file is being read.
        besides: a file of the folder that is no source: the store that is built.

    Raises:
        MissingDependency: a parquet file, and no reader for it is installed.
    """
    meter = meter or Meter()
    if str(path) == STANDARD_INPUT:
        yield from _read_file(path, SourceFile("standard input"), options, meter)
    elif not path.exists():
        yield Problem(str(path), "no such file or folder; check the path")
    elif path.is_dir():
        yield from _read_folder(path, options, meter, besides)
    else:
        yield from _read_file(path, SourceFile(str(path)), options, meter)


def _read_folder(
    folder: Path, options: ReadOptions, meter: Meter, besides: Path | None
) -> Iterator[Row]:
    files = files_of(folder, besides)
    if not files:
        yield Problem(str(folder), "the folder holds no files; name one that holds articles")
    for file in files:
        inside = file.relative_to(folder).as_posix()
        yield from _read_file(file, SourceFile(str(file), inside), options, meter)


def recognise(path: Path) -> SourceFormat | Problem:
    """The format of a file, or why it has none."""
    try:
        with _open(path, _DEFAULTS, Meter()) as opened:
            return _recognise(opened.stream, str(path))
    except (OSError, UnreadableText) as error:
        return _unreadable(str(path), error)


def _read_file(path: Path, file: SourceFile, options: ReadOptions, meter: Meter) -> Iterator[Row]:
    try:
        with _open(path, options, meter) as opened:
            found = _recognise(opened.stream, file.name)
            if isinstance(found, Problem):
                yield _other(_OTHER, file, found.what) if file.inside else found
            elif found.read is None:
                what = f"{found.name} cannot be read: {found.remedy}"
                yield _other(_OTHER, file, found.name) if file.inside else Problem(file.name, what)
            elif file.inside and (why := why_foreign(_head(opened.stream), found, file.inside)):
                yield _other("files of JSON that hold no articles", file, why)
            else:
                yield from found.read(opened.stream, replace(file, waits=opened.waits), options)
    except (OSError, UnreadableText) as error:
        yield _unreadable(file.name, error)


def _other(what: str, file: SourceFile, why: str) -> LeftOut:
    """A file among others that is no source."""
    return LeftOut(what, file.inside, file.name, why)


class _Opened(NamedTuple):
    stream: Peekable
    """The file's content, decompressed and in UTF-8."""
    waits: bool


@contextmanager
def _open(path: Path, options: ReadOptions, meter: Meter) -> Iterator[_Opened]:
    if str(path) == STANDARD_INPUT:
        raw: BinaryIO = sys.stdin.buffer
        with as_utf8(raw, options.max_ratio) as stream:
            yield _Opened(stream, not raw.seekable())
        return
    with path.open("rb") as raw:
        meter.follow(raw)
        try:
            with as_utf8(raw, options.max_ratio) as stream:
                yield _Opened(stream, not raw.seekable())
        finally:
            meter.leave()


def _recognise(stream: Peekable, name: str) -> SourceFormat | Problem:
    head = _head(stream)
    if not head.strip():
        return Problem(
            name,
            f"the file is {'blank' if head else 'empty'}; write one article a line: "
            '{"title": "…", "text": "…"}',
        )
    found = format_of(head, name)
    return found or Problem(name, f"not in a known format; supported: {SUPPORTED}")


def _head(stream: Peekable) -> bytes:
    return stream.peek(_PEEK)[:_PEEK]


def _unreadable(name: str, error: Exception) -> Problem:
    if isinstance(error, UnreadableText):
        return Problem(name, str(error))
    reason = (isinstance(error, OSError) and error.strerror) or str(error)
    return Problem(name, f"cannot be read ({reason}); check the path and its permissions")
