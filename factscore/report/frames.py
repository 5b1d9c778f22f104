"""A run's models, items or facts as rows and as data frames, one column a number.

``models`` has the columns of ``factscore.report.formats.columns``. ``items`` has what a results
line has (``factscore.report.results``), the facts counted, and ``item``, the item's number from
0; then the fields that its row carried, ``input_`` before those that have a name of ours.
``facts`` has ``item`` to join by, ``fact``, the fact's number within its item, and of its
evidence the number of ``passages`` and the best of them (``evidence_title``,
``evidence_passage``, ``evidence_text``).

What does not exist is a null. Shares and probabilities are fractions between 0 and 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import orjson

from factscore.errors import MissingDependency, UsageError
from factscore.ranking import in_input_order, rank_models
from factscore.records import ItemResult, JsonValue, JudgedFact, RunResult
from factscore.report.formats.columns import (
    ERROR_KINDS,
    MODEL_KINDS,
    Kind,
    Row,
    error_cells,
    model_row,
)

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

What: TypeAlias = Literal["models", "items", "facts"]

ITEM_KINDS: dict[str, Kind] = {
    "item": Kind.WHOLE,
    **dict.fromkeys(("model", "topic", "status", "detail"), Kind.TEXT),
    **dict.fromkeys(("score", "init_score", "f1_at_k", "partial"), Kind.NUMBER),
    **dict.fromkeys(("graded", "supported", "not_supported", "unscored"), Kind.WHOLE),
    **ERROR_KINDS,
    **dict.fromkeys(("sentences", "non_factual"), Kind.WHOLE),
    **dict.fromkeys(("output", "source"), Kind.TEXT),
}
"""Column → kind, in order; carried fields come after these."""

FACT_KINDS: dict[str, Kind] = {
    **dict.fromkeys(("item", "fact"), Kind.WHOLE),
    **dict.fromkeys(("model", "topic", "text", "sentence"), Kind.TEXT),
    **dict.fromkeys(("start", "end"), Kind.WHOLE),
    "label": Kind.TEXT,
    "probability": Kind.NUMBER,
    **dict.fromkeys(("reason", "error", "detail", "given_label", "given_reason"), Kind.TEXT),
    "passages": Kind.WHOLE,
    "evidence_title": Kind.TEXT,
    "evidence_passage": Kind.WHOLE,
    "evidence_text": Kind.TEXT,
}
"""Column → kind, in order."""

_INT64 = range(-(2**63), 2**63)


def to_rows(result: RunResult, what: What = "items") -> list[dict[str, JsonValue]]:
    """One flat mapping for each model, item or fact, all with the same keys.

    A carried field is whatever the input had there, lists and objects included.

    Raises:
        UsageError: another ``what``.
    """
    return _table(result, what).rows


def to_pandas(result: RunResult, what: What = "items") -> pd.DataFrame:
    """The same as a pandas frame: ``float64``, ``Int64``, ``boolean`` and ``string`` columns.

    A carried field whose values are not all numbers, all texts or all true and false becomes a
    column of JSON texts.

    Raises:
        MissingDependency: pandas is not installed.
        UsageError: another ``what``.
    """
    try:
        import pandas as pd
    except ImportError as error:
        raise MissingDependency("to_pandas", "pandas", package=True) from error
    dtypes = {
        Kind.TEXT: "string",
        Kind.WHOLE: "Int64",
        Kind.NUMBER: "float64",
        Kind.TRUTH: "boolean",
    }
    table = _table(result, what)
    return pd.DataFrame(
        {
            name: pd.Series(table.values(name), dtype=dtypes[kind])
            for name, kind in table.kinds.items()
        }
    )


def to_polars(result: RunResult, what: What = "items") -> pl.DataFrame:
    """The same as a polars frame: ``Float64``, ``Int64``, ``Boolean`` and ``String`` columns.

    Carried fields are as in ``to_pandas``.

    Raises:
        MissingDependency: polars is not installed.
        UsageError: another ``what``.
    """
    try:
        import polars as pl
    except ImportError as error:
        raise MissingDependency("to_polars", "polars", package=True) from error
    dtypes = {
        Kind.TEXT: pl.String(),
        Kind.WHOLE: pl.Int64(),
        Kind.NUMBER: pl.Float64(),
        Kind.TRUTH: pl.Boolean(),
    }
    table = _table(result, what)
    return pl.DataFrame(
        {name: table.values(name) for name in table.kinds},
        schema={name: dtypes[kind] for name, kind in table.kinds.items()},
    )


@dataclass(frozen=True, slots=True)
class _Table:
    """Rows, and what their columns hold."""

    kinds: Mapping[str, Kind]
    rows: list[dict[str, JsonValue]]
    mixed: frozenset[str] = frozenset()
    """Columns whose values have no kind in common."""

    def values(self, name: str) -> list[JsonValue]:
        """A column's values, each ``None`` or of its kind."""
        values = [row[name] for row in self.rows]
        if name in self.mixed:
            return [None if value is None else orjson.dumps(value).decode() for value in values]
        if self.kinds[name] == Kind.NUMBER:
            return [float(value) if isinstance(value, int) else value for value in values]
        return values


def _table(result: RunResult, what: What) -> _Table:
    if what == "models":
        return _models(result)
    if what == "items":
        return _items(result.items)
    if what == "facts":
        return _facts(result.items)
    raise UsageError(f"a frame is of models, items or facts, not {what!r}")


def _models(result: RunResult) -> _Table:
    f1_k = result.setup.f1_k if result.setup else None
    ranked = in_input_order(rank_models(result.models))
    return _Table(MODEL_KINDS, [{**model_row(each, f1_k)} for each in ranked])


def _items(items: Sequence[ItemResult]) -> _Table:
    names = _column_names(items)
    rows: list[dict[str, JsonValue]] = []
    for number, item in enumerate(items):
        carried = {column: item.extra.get(name) for name, column in names.items()}
        rows.append({**_item_row(number, item), **carried})
    kinds = {column: _common_kind(row[column] for row in rows) for column in names.values()}
    return _Table(
        ITEM_KINDS | {column: kind or Kind.TEXT for column, kind in kinds.items()},
        rows,
        frozenset(column for column, kind in kinds.items() if kind is None),
    )


def _column_names(items: Sequence[ItemResult]) -> dict[str, str]:
    """Carried field → column, in order of first appearance."""
    names: dict[str, str] = {}
    taken = set(ITEM_KINDS)
    for field in dict.fromkeys(name for item in items for name in item.extra):
        column = field
        while column in taken:
            column = f"input_{column}"
        names[field] = column
        taken.add(column)
    return names


def _common_kind(values: Iterable[JsonValue]) -> Kind | None:
    """What all values are, nulls aside; ``None`` where they have nothing in common."""
    kinds = {_kind(value) for value in values if value is not None}
    if kinds == {Kind.WHOLE, Kind.NUMBER}:
        return Kind.NUMBER
    return kinds.pop() if len(kinds) == 1 else None if kinds else Kind.TEXT


def _kind(value: JsonValue) -> Kind | None:
    if isinstance(value, bool):
        return Kind.TRUTH
    if isinstance(value, int):
        return Kind.WHOLE if value in _INT64 else None
    if isinstance(value, float):
        return Kind.NUMBER
    return Kind.TEXT if isinstance(value, str) else None


def _item_row(number: int, item: ItemResult) -> Row:
    return {
        "item": number,
        "model": item.model,
        "topic": item.topic,
        "status": str(item.status),
        "detail": item.detail or None,
        "score": item.score,
        "init_score": item.init_score,
        "f1_at_k": item.f1_at_k,
        "partial": item.partial,
        "graded": item.graded,
        "supported": item.counts.supported,
        "not_supported": item.counts.not_supported,
        "unscored": item.counts.unscored,
        **error_cells(item.errors),
        "sentences": item.sentences,
        "non_factual": item.non_factual,
        "output": item.text,
        "source": item.source or None,
    }


def _facts(items: Sequence[ItemResult]) -> _Table:
    rows: list[dict[str, JsonValue]] = [
        {
            "item": number,
            "fact": position,
            "model": item.model,
            "topic": item.topic,
            **_fact(judged),
        }
        for number, item in enumerate(items)
        for position, judged in enumerate(item.facts)
    ]
    return _Table(FACT_KINDS, rows)


def _fact(judged: JudgedFact) -> Row:
    fact, verdict = judged.fact, judged.verdict
    best = verdict.evidence[0] if verdict.evidence else None
    return {
        "text": fact.text,
        "sentence": fact.sentence or None,
        "start": fact.start,
        "end": fact.end,
        "label": str(verdict.label),
        "probability": verdict.probability,
        "reason": verdict.reason and str(verdict.reason),
        "error": judged.error and str(judged.error),
        "detail": verdict.detail or None,
        "given_label": fact.label and str(fact.label),
        "given_reason": fact.reason and str(fact.reason),
        "passages": len(verdict.evidence),
        "evidence_title": None if best is None else best.title,
        "evidence_passage": None if best is None else best.index,
        "evidence_text": None if best is None else best.text,
    }
