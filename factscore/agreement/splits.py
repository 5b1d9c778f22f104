"""A field of the rows, and the groups that its values make.

A field is ``model`` or ``topic``, or one that the row carries. Dots lead into what it
holds: ``meta.region`` is a member of an object, ``cat.0`` the first entry of a list,
``tags.name`` that member of every entry. A row whose field holds a list belongs to the
group of each entry, so that groups of such a field overlap: FActScore's
``cat: ["rare", "Asia/Pacific"]`` splits by rarity and by region at once, ``cat.0`` by
rarity alone. A field that is missing, null or an empty list makes the group ``None``.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Sequence

from factscore.errors import UsageError
from factscore.records import Generation, JsonValue

_ROW = ("model", "topic")


def split_rows(rows: Sequence[Generation], path: str) -> dict[str | None, list[int]]:
    """Positions of the rows of each group.

    Groups come in the order of first entries before second ones, then of appearance; the
    group without a value comes last.

    Raises:
        UsageError: no row has the field.

    Example:
        >>> rows = [Generation("", extra={"cat": c}) for c in (["rare", "Asia"], ["freq"], None)]
        >>> split_rows(rows, "cat")
        {'rare': [0], 'freq': [1], 'Asia': [0], None: [2]}
    """
    ranks: dict[str | None, int] = {}
    groups: dict[str | None, list[int]] = {}
    for position, row in enumerate(rows):
        for rank, value in enumerate(_values(row, path)):
            ranks[value] = min(rank, ranks.get(value, rank))
            groups.setdefault(value, []).append(position)
    if set(groups) <= {None}:
        raise UsageError(_unknown(rows, path))
    order = sorted(groups, key=lambda value: (value is None, ranks[value]))
    return {value: groups[value] for value in order}


def _values(row: Generation, path: str) -> list[str | None]:
    """The row's values in order, each once."""
    fields: dict[str, JsonValue] = {"model": row.model, "topic": row.topic, **row.extra}
    # A column of a table may itself have a dot in its name.
    parts = [path] if path in fields else path.split(".")
    found = [_text(value) for value in _reach(fields, parts) if value is not None]
    return list(dict.fromkeys(found)) or [None]


def _reach(value: JsonValue, parts: Sequence[str]) -> list[JsonValue]:
    if not parts:
        return value if isinstance(value, list) else [value]
    first, rest = parts[0], parts[1:]
    if isinstance(value, dict):
        return _reach(value[first], rest) if first in value else []
    if isinstance(value, list):
        if first.isdecimal():
            return _reach(value[int(first)], rest) if int(first) < len(value) else []
        return [found for entry in value for found in _reach(entry, parts)]
    return []


def _text(value: JsonValue) -> str:
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _unknown(rows: Sequence[Generation], path: str) -> str:
    known = [*_ROW, *dict.fromkeys(name for row in rows for name in row.extra)]
    near = difflib.get_close_matches(path.partition(".")[0], known, n=1)
    hint = f"; did you mean {near[0]}?" if near and near[0] != path else ""
    listed = ", ".join(known[:20])
    return f"no row has a value in the field {path!r}; choose one of {listed}{hint}"
