"""Articles as JSON: one a line, or a list of them."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator

import orjson

from factscore.knowledge.options import ReadOptions, SourceFile
from factscore.knowledge.rows import Problem, Row, parse_line, parse_row


def read_lines(lines: Iterable[bytes], file: SourceFile, options: ReadOptions) -> Iterator[Row]:
    """One article a line, streamed."""
    for number, line in enumerate(lines, 1):
        # A mark within the file is what is left of files joined with cat.
        text = line.removeprefix(BOM_UTF8)
        if not text.isspace() and text:
            yield parse_line(text, f"{file.name}:{number}", options.cut)


def read_list(lines: Iterable[bytes], file: SourceFile, options: ReadOptions) -> Iterator[Row]:
    """The whole list is held in memory; a large collection belongs into JSONL."""
    data = b"".join(lines)
    try:
        rows = orjson.loads(data)
    except orjson.JSONDecodeError as error:
        yield Problem(
            f"{file.name}:{error.lineno}",
            f"invalid JSON at column {error.colno}: {error.msg}; correct it, as nothing was read",
        )
        return
    for number, row in enumerate(rows, 1):
        yield parse_row(row, f"{file.name}: item {number}", options.cut)
