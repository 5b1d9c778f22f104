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
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from factscore.errors import UsageError
from factscore.records import JsonValue

_ROW = ("model", "topic")


class SplitRow(Protocol):
    """What can be split: a ``Generation``, or an ``ItemResult`` that was made of one."""

    @property
    def model(self) -> str:
        """Who wrote it."""
        ...

    @property
    def topic(self) -> str | None:
        """What it is about."""
        ...

    @property
    def extra(self) -> Mapping[str, JsonValue]:
        """The fields that the row carries."""
        ...


def split_rows(rows: Sequence[SplitRow], path: str) -> dict[str | None, list[int]]:
    """Positions of the rows of each group.

    Groups come in the order of first entries before second ones, then of appearance; the
    group without a value comes last.

    Raises:
        UsageError: no row has a value in the field.

    Example:
        >>> from factscore.records import Generation
        >>> rows = [Generation("", extra={"cat": c}) for c in (["rare", "Asia"], ["freq"], None)]
        >>> split_rows(rows, "cat")
        {'rare': [0], 'freq': [1], 'Asia': [0], None: [2]}
    """
    groups, without = Groups(), []
    for position, row in enumerate(rows):
        values = row_values(row, path)
        groups.add(position, values)
        if not values:
            without.append(position)
    if not len(groups):
        raise UsageError(unknown_field(path, (name for row in rows for name in row.extra)))
    found: dict[str | None, list[int]] = {}
    found.update(groups.ordered())
    return found | ({None: without} if without else {})


class Groups:
    """Positions of rows by value; takes the rows as they come.

    Example:
        >>> groups = Groups()
        >>> for position, values in enumerate((["rare", "Asia"], ["freq"])):
        ...     groups.add(position, values)
        >>> groups.ordered()
        {'rare': [0], 'freq': [1], 'Asia': [0]}
    """

    def __init__(self) -> None:
        self._ranks: dict[str, int] = {}
        self._rows: dict[str, list[int]] = {}

    def __len__(self) -> int:
        """How many different values there are."""
        return len(self._rows)

    def add(self, position: int, values: Iterable[str]) -> None:
        """Put a row into the group of each of its values, which are different ones."""
        for rank, value in enumerate(values):
            self._ranks[value] = min(rank, self._ranks.get(value, rank))
            self._rows.setdefault(value, []).append(position)

    def ordered(self) -> dict[str, list[int]]:
        """Value → positions: first entries before second ones, then by appearance."""
        order = sorted(self._rows, key=lambda value: self._ranks[value])
        return {value: self._rows[value] for value in order}


def row_values(row: SplitRow, path: str) -> list[str]:
    """The values in a row's field, in order, each once; none: the row has no value there."""
    fields: dict[str, JsonValue] = {"model": row.model, "topic": row.topic, **row.extra}
    # A column of a table may itself have a dot in its name.
    parts = [path] if path in fields else path.split(".")
    found = [as_text(value) for value in _reach(fields, parts) if value is not None]
    return list(dict.fromkeys(found))


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


def as_text(value: JsonValue) -> str:
    """A value as the name of its group: a text as it is, anything else as JSON."""
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def unknown_field(path: str, names: Iterable[str]) -> str:
    """What to say where no row has a value in a field; ``names`` are those that rows carry."""
    known = [*_ROW, *dict.fromkeys(names)]
    near = difflib.get_close_matches(path.partition(".")[0], known, n=1)
    hint = f"; did you mean {near[0]}?" if near and near[0] != path else ""
    listed = ", ".join(known[:20])
    return f"no row has a value in the field {path!r}; choose one of {listed}{hint}"
