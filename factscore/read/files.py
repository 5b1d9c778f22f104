"""Files → rows: compression, encoding and format are told by content, never by name.

Known are JSON Lines, a JSON list, JSON objects one after another over many lines, and
CSV with a header; each in UTF-8 (or UTF-16 and UTF-32 with a byte-order mark), plain or
packed with gzip, bzip2 or zstd. JSON Lines and CSV are read row by row; the others must be in
memory whole, as text.
"""

from __future__ import annotations

import codecs
import itertools
import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from factscore.read.base import Fault, Row
from factscore.read.strict_json import JsonError, Parsed, parse, parse_at
from factscore.read.tables import table_rows
from factscore.records import JsonValue
from factscore.textfiles import UnreadableText, as_utf8, kind_of, not_utf8

_SPACE = re.compile(r"[ \t\r\n]*")


def read_rows(stream: BinaryIO) -> Iterator[Row | Fault]:
    """Rows of one file in order, with a ``Fault`` in the place of what cannot be read.

    Args:
        stream: the file's bytes; need not be seekable.

    Raises:
        OSError: the stream itself cannot be read.
    """
    try:
        with as_utf8(stream) as text:
            yield from _rows(text)
    except UnreadableText as error:
        yield Fault(0, str(error))


def _rows(stream: BinaryIO) -> Iterator[Row | Fault]:
    """Pick the format by the first line that is not blank."""
    for number, line in enumerate(stream, 1):
        if not line.strip():
            continue
        lines = itertools.chain([line], stream)
        start = line.strip()
        if start.startswith(b"[") or start == b"{":
            yield from _document_rows(b"".join(lines), number)
        elif start.startswith(b"{"):
            yield from _line_rows(lines, number)
        else:
            yield from table_rows(lines, number)
        return


def _line_rows(lines: Iterable[bytes], first: int) -> Iterator[Row | Fault]:
    """JSON Lines: one object a line, blank lines skipped."""
    for number, line in enumerate(lines, first):
        if not line.strip():
            continue
        try:
            # A mark within the file is what is left of files joined with cat.
            yield _row(number, parse(line.removeprefix(codecs.BOM_UTF8).decode()))
        except UnicodeDecodeError as error:
            yield Fault(number, not_utf8(error))
        except JsonError as error:
            yield _line_fault(number, error)


def _line_fault(number: int, error: JsonError) -> Fault:
    if error.offset is None:
        return Fault(number, error.problem)
    where = f"invalid JSON at column {error.offset + 1}: {error.problem}"
    return Fault(number, f"{where}; each line must be one whole JSON object")


def _row(number: int, value: JsonValue) -> Row | Fault:
    if isinstance(value, dict):
        return Row(number, value)
    return Fault(
        number, f'a row is {kind_of(value)}; write an object: {{"topic": "…", "output": "…"}}'
    )


def _document_rows(data: bytes, first: int) -> Iterator[Row | Fault]:
    """A JSON list, or objects one after another, over any number of lines."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        yield Fault(first + data.count(b"\n", 0, error.start), not_utf8(error))
        return
    del data  # It may be large, and the text is all that is needed.
    begin = _skip(text, 0)
    is_list = text[begin] == "["
    values = _list_values(text, begin + 1) if is_list else _joined_values(text, begin)
    line, seen = first, 0
    try:
        for value in values:
            line += text.count("\n", seen, value.begin)
            seen = value.begin
            yield _row(line, value.value)
    except _DocumentError as error:
        yield _document_fault(text, first, error)


class _DocumentError(Exception):
    """A fault somewhere in a document of many lines; what follows it cannot be read."""

    def __init__(self, problem: str, begin: int, offset: int | None) -> None:
        self.problem = problem
        self.begin = begin
        self.offset = offset


def _value_at(text: str, begin: int) -> Parsed:
    try:
        return parse_at(text, begin)
    except JsonError as error:
        raise _DocumentError(error.problem, begin, error.offset) from None


def _list_values(text: str, position: int) -> Iterator[Parsed]:
    """Elements of a list whose opening bracket is just before ``position``."""
    position = _skip(text, position)
    if text[position : position + 1] != "]":
        while True:
            value = _value_at(text, position)
            yield value
            position = _skip(text, value.end)
            mark = text[position : position + 1]
            if mark == "]":
                break
            if mark != ",":
                raise _DocumentError("Expecting ',' or ']'", position, position)
            position = _skip(text, position + 1)
    after = _skip(text, position + 1)
    if after < len(text):
        raise _DocumentError("more text after the end of the list", after, after)


def _joined_values(text: str, position: int) -> Iterator[Parsed]:
    """Values one after another with nothing but space between them."""
    while position < len(text):
        value = _value_at(text, position)
        yield value
        position = _skip(text, value.end)


def _document_fault(text: str, first: int, error: _DocumentError) -> Fault:
    at = error.begin if error.offset is None else error.offset
    line = first + text.count("\n", 0, at)
    if error.offset is None:
        return Fault(line, error.problem)
    column = at - text.rfind("\n", 0, at)
    where = f"invalid JSON at column {column}: {error.problem}"
    return Fault(line, f"{where}; correct it, as nothing after it was read")


def _skip(text: str, position: int) -> int:
    found = _SPACE.match(text, position)
    return found.end() if found else position
