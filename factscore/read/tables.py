"""CSV as RFC 4180 has it, with a header; commas, semicolons or tabs.

Cells are strings, except ``facts``, ``annotations`` and label lists, which hold JSON, and
``abstained``, which holds true or false. Where such a cell is empty the row does not have
the field. Columns without a name are ignored.
"""

from __future__ import annotations

import csv
import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from factscore.read.base import LABELS_SUFFIX, TEXT_FIELDS, Fault, Row
from factscore.read.strict_json import JsonError, parse
from factscore.read.turns import MESSAGES
from factscore.records import JsonValue
from factscore.textfiles import not_utf8

if TYPE_CHECKING:
    import _csv

_TELLING = frozenset({*TEXT_FIELDS, MESSAGES, "facts", "annotations"})
_DELIMITERS = (",", ";", "\t")
_LARGEST_CELL = 2**31 - 1
_SWITCH = {"true": True, "false": False}


def table_rows(lines: Iterable[bytes], first: int) -> Iterator[Row | Fault]:
    """Rows of a table whose header is the first of ``lines``, which has number ``first``.

    Every record must have as many cells as the header; line numbers count the lines
    inside quoted cells.
    """
    undecoded: list[Fault] = []
    texts = _decoded(lines, first, undecoded)
    top = next(texts, "")
    delimiter = _delimiter(top)
    if delimiter is None:
        yield from undecoded or [_unknown_format(top, first)]
        return
    reader = csv.reader(itertools.chain([top], texts), delimiter=delimiter, strict=True)
    header = [name.strip() for name in next(reader)]
    yield from _header_faults(header, first)
    for found in _records(reader, header, first):
        yield from undecoded
        undecoded.clear()
        yield found
    yield from undecoded


def _records(reader: _csv.Reader, header: Sequence[str], first: int) -> Iterator[Row | Fault]:
    while True:
        number = first + reader.line_num
        try:
            cells = _next_record(reader)
        except csv.Error as error:
            yield _broken(number, error)
            continue
        if cells is None:
            return
        if cells:
            yield _row(header, cells, number)


def _next_record(reader: _csv.Reader) -> list[str] | None:
    # The module's own limit of 128 kB a cell is process-wide, so it is raised only
    # while a record is read.
    before = csv.field_size_limit(_LARGEST_CELL)
    try:
        return next(reader, None)
    finally:
        csv.field_size_limit(before)


def _decoded(lines: Iterable[bytes], first: int, faults: list[Fault]) -> Iterator[str]:
    """Lines as text; one that is not UTF-8 goes on with marks in it, so that all are found."""
    for number, line in enumerate(lines, first):
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            faults.append(Fault(number, not_utf8(error)))
            text = line.decode(errors="replace")
        yield text


def _delimiter(top: str) -> str | None:
    """The delimiter that finds most of our fields in the header; ``None`` if none does."""

    def known(delimiter: str) -> int:
        try:
            names = next(csv.reader([top], delimiter=delimiter))
        except csv.Error:
            return 0
        stripped = {name.strip() for name in names}
        return len(_TELLING & stripped) and len(({"topic", "model"} | _TELLING) & stripped)

    best = max(_DELIMITERS, key=known)
    return best if known(best) else None


def _unknown_format(top: str, line: int) -> Fault:
    shown = top.strip()
    shown = shown if len(shown) <= 60 else f"{shown[:60]}…"
    return Fault(
        line,
        f"neither a JSON row nor a CSV header with output or facts: {shown!r}; "
        'write one object a line: {"topic": "…", "output": "…"}',
    )


def _header_faults(header: Sequence[str], line: int) -> Iterator[Fault]:
    named = [name for name in header if name]
    for name in sorted({name for name in named if named.count(name) > 1}):
        yield Fault(line, f"the header has {name!r} more than once; rename or delete a column")


def _broken(line: int, error: csv.Error) -> Fault:
    if "unexpected end of data" in str(error):
        return Fault(
            line, 'a quote that opens in this row is never closed; close it, write " inside as ""'
        )
    return Fault(line, f'broken CSV ({error}); put the cell in quotes and write " inside as ""')


def _row(header: Sequence[str], cells: Sequence[str], line: int) -> Row | Fault:
    if len(cells) != len(header):
        return Fault(
            line,
            f"cells: {len(cells)}, but {len(header)} in the header; "
            "put cells that hold the delimiter in quotes",
        )
    fields: dict[str, JsonValue] = {}
    for name, cell in zip(header, cells, strict=True):
        if not name or (_is_typed(name) and not cell.strip()):
            continue
        try:
            fields[name] = _value(name, cell)
        except JsonError as error:
            return Fault(line, f"{name} is not JSON ({error.problem}); write it as a JSON list")
    return Row(line, fields)


def _is_typed(name: str) -> bool:
    return name in {"facts", "annotations", "abstained"} or name.endswith(LABELS_SUFFIX)


def _value(name: str, cell: str) -> JsonValue:
    if name == "abstained":
        return _SWITCH.get(cell.strip().lower(), cell)
    return parse(cell) if _is_typed(name) else cell
