"""Rows from files, folders of files, and standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from factscore.knowledge.options import ReadOptions
from factscore.knowledge.rows import LeftOut, Problem, Row
from factscore.knowledge.sources.formats import SUPPORTED, SourceFormat, format_of
from factscore.knowledge.sources.meter import Meter
from factscore.textfiles import UnreadableText, as_utf8

if TYPE_CHECKING:
    from factscore.textfiles import Peekable

STANDARD_INPUT = "-"
"""The name of a source that is read from standard input."""
_PEEK = 4096
_DEFAULTS = ReadOptions()


def read_articles(
    path: Path, options: ReadOptions = _DEFAULTS, meter: Meter | None = None
) -> Iterator[Row]:
    """The rows of a file, or of all files in a folder in the order of their names.

    Rows are streamed. What cannot be read comes as a
    :class:`~factscore.knowledge.rows.Problem`; only in a folder a file of another kind
    is left out and counted. Files and folders whose names begin with a dot are not
    looked at.

    Args:
        path: the file or folder; ``-`` is standard input.
        options: how passages are cut, and the like.
        meter: is told which file is being read.

    Raises:
        MissingDependency: a parquet file, and no reader for it is installed.
    """
    meter = meter or Meter()
    if str(path) == STANDARD_INPUT:
        yield from _read_file(path, "standard input", options, meter)
    elif not path.exists():
        yield Problem(str(path), "no such file or folder; check the path")
    elif path.is_dir():
        yield from _read_folder(path, options, meter)
    else:
        yield from _read_file(path, str(path), options, meter)


def _read_folder(folder: Path, options: ReadOptions, meter: Meter) -> Iterator[Row]:
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    files = [file for file in files if not _is_hidden(file.relative_to(folder))]
    if not files:
        yield Problem(str(folder), "the folder holds no files; name one that holds articles")
    for file in files:
        inside = replace(options, inside=file.relative_to(folder).as_posix())
        yield from _read_file(file, str(file), inside, meter)


def _is_hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def recognise(path: Path) -> SourceFormat | Problem:
    """The format of a file, or why it has none."""
    try:
        with _open(path, _DEFAULTS, Meter()) as stream:
            return _recognise(stream, str(path))
    except (OSError, UnreadableText) as error:
        return _unreadable(str(path), error)


def _read_file(path: Path, name: str, options: ReadOptions, meter: Meter) -> Iterator[Row]:
    try:
        with _open(path, options, meter) as stream:
            found = _recognise(stream, name)
            if isinstance(found, Problem):
                inside = options.inside
                other = LeftOut("files of no known format", inside, found.place, found.what)
                yield other if inside else found
            elif found.read is None:
                yield Problem(name, f"{found.name} cannot be read: {found.remedy}")
            else:
                yield from found.read(stream, name, options)
    except (OSError, UnreadableText) as error:
        yield _unreadable(name, error)


@contextmanager
def _open(path: Path, options: ReadOptions, meter: Meter) -> Iterator[Peekable]:
    """The file's content, decompressed and in UTF-8."""
    if str(path) == STANDARD_INPUT:
        with as_utf8(sys.stdin.buffer, options.max_ratio) as stream:
            yield stream
        return
    with path.open("rb") as raw:
        meter.follow(raw)
        try:
            with as_utf8(raw, options.max_ratio) as stream:
                yield stream
        finally:
            meter.leave()


def _recognise(stream: Peekable, name: str) -> SourceFormat | Problem:
    head = stream.peek(_PEEK)[:_PEEK]
    if not head.strip():
        return Problem(
            name,
            f"the file is {'blank' if head else 'empty'}; write one article a line: "
            '{"title": "…", "text": "…"}',
        )
    found = format_of(head, name)
    return found or Problem(name, f"not in a known format; supported: {SUPPORTED}")


def _unreadable(name: str, error: Exception) -> Problem:
    if isinstance(error, UnreadableText):
        return Problem(name, str(error))
    reason = (isinstance(error, OSError) and error.strerror) or str(error)
    return Problem(name, f"cannot be read ({reason}); check the path and its permissions")
