"""Articles in parquet files: columns ``title`` and ``text``, or ``passages``."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, BinaryIO, cast

from factscore.errors import MissingDependency
from factscore.knowledge.options import ReadOptions, SourceFile
from factscore.knowledge.rows import Problem, Row, parse_row
from factscore.textfiles import not_utf8

if TYPE_CHECKING:
    from pyarrow import RecordBatch

    from factscore.textfiles import Peekable

_COLUMNS = ("title", "text", "passages", "aliases", "disambiguation")
_ROWS = 256
"""Rows that are decoded at once."""


def read_parquet(stream: Peekable, file: SourceFile, options: ReadOptions) -> Iterator[Row]:
    """The rows of a file; other columns than an article's are not looked at.

    Raises:
        MissingDependency: pyarrow is not installed.
    """
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError as error:
        raise MissingDependency("reading parquet files", "parquet") from error
    with _seekable(stream) as whole:
        try:
            table = ParquetFile(whole)
            columns = [column for column in table.schema_arrow.names if column in _COLUMNS]
            if not {"text", "passages"} & set(columns) or "title" not in columns:
                yield Problem(
                    file.name,
                    f"the columns are {', '.join(table.schema_arrow.names)}; an article needs "
                    '"title" and "text"',
                )
                return
            number = 0
            for batch in table.iter_batches(batch_size=_ROWS, columns=columns):
                for row in _decoded(batch):
                    number += 1
                    place = f"{file.name}: row {number}"
                    if isinstance(row, UnicodeDecodeError):
                        yield Problem(place, not_utf8(row))
                    else:
                        yield parse_row(row, place, options.cut)
        except (ArrowException, OSError) as error:
            what = str(error).partition("\n")[0]
            yield Problem(file.name, f"the parquet file is damaged ({what}); copy it again")


def _decoded(batch: RecordBatch) -> list[object]:
    """The rows; for one whose texts are not UTF-8, which nobody checks before, the error."""
    try:
        return cast("list[object]", batch.to_pylist())
    except UnicodeDecodeError as error:
        if batch.num_rows == 1:
            return [error]
    half = batch.num_rows // 2
    return _decoded(batch.slice(0, half)) + _decoded(batch.slice(half))


@contextmanager
def _seekable(stream: Peekable) -> Iterator[BinaryIO]:
    """Its content in a file that can be read in any order, as parquet must be."""
    with tempfile.TemporaryFile() as file:
        shutil.copyfileobj(stream, file)
        file.seek(0)
        yield cast("BinaryIO", file)
