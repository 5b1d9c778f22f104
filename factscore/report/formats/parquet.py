"""Rows as a parquet file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from factscore.errors import MissingDependency
from factscore.report.formats.columns import Kind, Row

if TYPE_CHECKING:
    import pyarrow as pa


def parquet_bytes(kinds: Mapping[str, Kind], rows: Sequence[Row]) -> bytes:
    """The whole file: strings, int64, double and bool, all nullable.

    Raises:
        MissingDependency: pyarrow is not installed.
    """
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError as error:
        raise MissingDependency("writing parquet files", "parquet") from error
    schema = pa.schema([(name, _type(kind)) for name, kind in kinds.items()])
    sink = pa.BufferOutputStream()
    parquet.write_table(pa.Table.from_pylist(list(rows), schema=schema), sink)
    return bytes(sink.getvalue().to_pybytes())


def _type(kind: Kind) -> pa.DataType:
    import pyarrow as pa

    match kind:
        case Kind.TEXT:
            return pa.string()
        case Kind.WHOLE:
            return pa.int64()
        case Kind.NUMBER:
            return pa.float64()
        case Kind.TRUTH:
            return pa.bool_()
