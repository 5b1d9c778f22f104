"""Files that articles can be read from.

To add a format, write a reader and put it into :data:`FORMATS`; nothing else knows
the formats. Compression and encoding are undone before a format is looked for, and
all are recognised by content, never by a file's name.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import orjson

from factscore.knowledge.rows import Problem, Row, parse_line, parse_row
from factscore.knowledge.wikiextractor import read_pages
from factscore.textfiles import UnreadableText, as_utf8

if TYPE_CHECKING:
    from factscore.textfiles import Peekable

SUPPORTED = (
    "articles as JSONL or a JSON list ({title, text} or {title, passages}), WikiExtractor's "
    "output (--json lines or <doc> files, or a folder of them), each plain, gzip or bzip2"
)
_PEEK = 4096

Reader: TypeAlias = Callable[[Iterable[bytes], str], Iterator[Row]]


@dataclass(frozen=True, slots=True)
class SourceFormat:
    """A kind of file: how to recognise it by its first characters, and how to read it."""

    name: str
    begins: tuple[bytes, ...]
    """What the file may begin with, after white space."""
    read: Reader | None
    """Lines and the file's name → rows; ``None``: known, but not to be read."""
    remedy: str = ""
    """What to do about a file of a format that cannot be read."""


def read_articles(path: Path) -> Iterator[Row]:
    """The articles of a file, or of all files in a folder in the order of their names.

    Rows are streamed. What cannot be read comes as a :class:`Problem`; nothing is raised.
    """
    if not path.exists():
        yield Problem(str(path), "no such file or folder; check the path")
        return
    if not path.is_dir():
        yield from _read_file(path)
        return
    files = sorted(file for file in path.rglob("*") if file.is_file() and file.name[0] != ".")
    if not files:
        yield Problem(str(path), "the folder holds no files; name one that holds articles")
    for file in files:
        yield from _read_file(file)


def recognise(path: Path) -> SourceFormat | Problem:
    """The format of a file, or why it has none."""
    try:
        with _open(path) as stream:
            return _recognise(stream, str(path))
    except (OSError, UnreadableText) as error:
        return _unreadable(str(path), error)


def _read_file(path: Path) -> Iterator[Row]:
    try:
        with _open(path) as stream:
            found = _recognise(stream, str(path))
            if isinstance(found, Problem):
                yield found
            elif found.read is None:
                yield Problem(str(path), f"{found.name} cannot be read: {found.remedy}")
            else:
                yield from found.read(stream, str(path))
    except (OSError, UnreadableText) as error:
        yield _unreadable(str(path), error)


@contextmanager
def _open(path: Path) -> Iterator[Peekable]:
    """The file's content, decompressed and in UTF-8."""
    with path.open("rb") as raw, as_utf8(raw) as stream:
        yield stream


def _recognise(stream: Peekable, name: str) -> SourceFormat | Problem:
    head = stream.peek(_PEEK)[:_PEEK]
    start = head.lstrip()
    if not start:
        return Problem(
            name,
            f"the file is {'blank' if head else 'empty'}; write one article a line: "
            '{"title": "…", "text": "…"}',
        )
    for known in FORMATS:
        if start.startswith(known.begins):
            return known
    return Problem(name, f"not in a known format; supported: {SUPPORTED}")


def _unreadable(name: str, error: Exception) -> Problem:
    if isinstance(error, UnreadableText):
        return Problem(name, str(error))
    reason = (isinstance(error, OSError) and error.strerror) or str(error)
    return Problem(name, f"cannot be read ({reason}); check the path and its permissions")


def _read_lines(lines: Iterable[bytes], name: str) -> Iterator[Row]:
    for number, line in enumerate(lines, 1):
        # A mark within the file is what is left of files joined with cat.
        text = line.removeprefix(BOM_UTF8)
        if not text.isspace() and text:
            yield parse_line(text, f"{name}:{number}")


def _read_list(lines: Iterable[bytes], name: str) -> Iterator[Row]:
    """The whole list is held in memory; a large collection belongs into JSONL."""
    data = b"".join(lines)
    try:
        rows = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        yield Problem(
            f"{name}:{error.lineno}",
            f"invalid JSON at column {error.colno}: {error.msg}; correct it, as nothing was read",
        )
        return
    for number, row in enumerate(rows, 1):
        yield parse_row(row, f"{name}: item {number}")


FORMATS: tuple[SourceFormat, ...] = (
    SourceFormat("articles as JSONL", (b"{",), _read_lines),
    SourceFormat("a JSON list of articles", (b"[",), _read_list),
    SourceFormat("WikiExtractor's <doc> files", (b"<doc ",), read_pages),
    SourceFormat(
        "a MediaWiki XML dump",
        (b"<mediawiki", b"<?xml"),
        None,
        f"run WikiExtractor on it and build from its output; supported: {SUPPORTED}",
    ),
    SourceFormat(
        "an SQLite database",
        (b"SQLite format 3\0",),
        None,
        f"open it as it is with --knowledge; to build, supported: {SUPPORTED}",
    ),
)
"""All formats, in the order in which they are tried."""
