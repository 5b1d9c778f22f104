"""Rows as CSV (RFC 4180, but for line ends of one character), with a header."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from factscore.report.formats.columns import Row, Value


def csv_text(columns: Iterable[str], rows: Sequence[Row]) -> str:
    """One line a row; numbers with every digit, nothing where there is no value.

    Texts stand in quotation marks and are otherwise as they are, so that programs that read
    CSV read back the same. A spreadsheet takes one that begins with ``=``, ``+``, ``-`` or
    ``@`` for a formula, quoted or not: import the column as text there.
    """
    names = tuple(columns)
    lines = [",".join(_field(row[name]) for name in names) for row in rows]
    return "\n".join([",".join(names), *lines, ""])


def _field(value: Value) -> str:
    """One value.

    >>> print(*map(_field, (None, True, 0.1, 'say "b".')), sep=",")
    ,true,0.1,"say ""b""."
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return '"' + value.replace('"', '""') + '"'
    return str(value).lower() if isinstance(value, bool) else repr(value)
