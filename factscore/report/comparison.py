"""Two results against each other, for people to read: a table, its items, what moved, warnings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TextIO

from factscore.compare.records import (
    Change,
    ComparisonResult,
    ItemCounts,
    ModelComparison,
    Moved,
    Permutation,
)
from factscore.records import FactCounts, Interval, Status
from factscore.report.agreement import points
from factscore.report.console import open_console, print_rows
from factscore.report.table import NO_NUMBER, percent, printable

HEADINGS = (
    "model",
    "items",
    "A %",
    "B %",
    "B − A, points",
    "95 % interval",
    "p",
    "B higher",
    "equal",
    "A higher",
)
FACTS_SHOWN = 5
"""Facts with another verdict that are told of one item."""
_LEAST_P = 0.001


def print_comparison(result: ComparisonResult, stream: TextIO) -> None:
    """The table, what stands behind each row, the items that moved most, and the warnings."""
    console = open_console(stream)
    for line in _heading(result):
        console.print(line, soft_wrap=True)
    print_rows(HEADINGS, [_cells(one) for one in result.models], console)
    for model in result.models:
        console.print(describe_items(model), soft_wrap=True)
    for line in _other_models(result):
        console.print(line, soft_wrap=True)
    for model in result.models:
        for line in _moved_lines(model):
            console.print(line, soft_wrap=True)
    for line in warning_lines(result):
        console.print(line, soft_wrap=True)


def warning_lines(result: ComparisonResult) -> list[str]:
    """Why the scores may not be comparable, one line each."""
    return [printable(f"warning: not comparable: {text}") for text in result.warnings]


def _heading(result: ComparisonResult) -> Iterable[str]:
    first, second = result.models[0].first, result.models[0].second
    # Several rows are of equal names, which stand in the table.
    named = (f" ({first})", f" ({second})") if first != second else ("", "")
    yield printable(f"A: {result.first.file}{named[0]}")
    yield printable(f"B: {result.second.file}{named[1]}")
    if result.measure == "init_score":
        yield "init scores, without the length penalty"


def row_name(model: ModelComparison) -> str:
    """What a row is called: a model, or both of them.

    >>> from factscore.compare.measure import compare_models
    >>> from factscore.compare.pairing import ModelPair, pair_items
    >>> row_name(compare_models(ModelPair("old", "new"), pair_items([], []), moved=0))
    'old and new'
    """
    names = dict.fromkeys((model.first, model.second))
    return printable(" and ".join(names))


def _cells(model: ModelComparison) -> tuple[str, ...]:
    return (
        row_name(model),
        f"{model.items.scored:,}",
        percent(model.first_mean),
        percent(model.second_mean),
        NO_NUMBER if model.difference is None else points(model.difference),
        _interval(model.ci95),
        p_value(model.permutation),
        f"{model.wins:,}",
        f"{model.ties:,}",
        f"{model.losses:,}",
    )


def p_value(permutation: Permutation | None) -> str:
    """A p-value with three decimals, or how small it is.

    >>> p_value(Permutation(0.0625, exact=True, draws=32)), p_value(Permutation(1e-4, False, 9999))
    ('0.062', '<0.001')
    """
    if permutation is None:
        return NO_NUMBER
    return f"<{_LEAST_P}" if permutation.p < _LEAST_P else f"{permutation.p:.3f}"


def _interval(interval: Interval | None) -> str:
    return NO_NUMBER if interval is None else f"{points(interval.low)} to {points(interval.high)}"


def describe_items(model: ModelComparison) -> str:
    """How many items a row is about, which are left out and why, and why numbers are missing."""
    items = model.items
    parts = [
        f"{row_name(model)}: {items.paired:,} items in both ({', '.join(_scored(items))})",
        f"{items.only_first:,} only in A",
        f"{items.only_second:,} only in B",
    ]
    if items.keyless:
        parts.append(f"{items.keyless:,} of these have nothing to be paired by")
    if items.repeated:
        parts.append(
            f"{items.repeated:,} {'occurs' if items.repeated == 1 else 'occur'} several times:"
            " paired in order, and counted as independent"
        )
    return printable("; ".join([*parts, *(f"no numbers: {why}" for why in _reasons(model))]))


def _scored(items: ItemCounts) -> Iterable[str]:
    yield f"{items.scored:,} scored in both"
    if items.first_scored:
        yield f"{items.first_scored:,} in A only: {_states(items.lost)} in B"
    if items.second_scored:
        yield f"{items.second_scored:,} in B only: {_states(items.gained)} in A"
    if items.neither:
        yield f"{items.neither:,} in neither"


def _states(states: Mapping[Status, int]) -> str:
    return " and ".join(f"{count:,} {state.replace('_', ' ')}" for state, count in states.items())


def _reasons(model: ModelComparison) -> list[str]:
    return list(dict.fromkeys(model.missing.values()))


def _other_models(result: ComparisonResult) -> Iterable[str]:
    for side in dict.fromkeys((result.first, result.second)):
        if side.others:
            yield printable(f"not compared of {side.file}: {', '.join(side.others)}")


def _moved_lines(model: ModelComparison) -> Iterable[str]:
    if not model.moved:
        return
    different = model.wins + model.losses
    yield f"\n{row_name(model)}: {len(model.moved):,} of {different:,} items that moved, most first"
    for moved in model.moved:
        yield printable(
            f"  {points(moved.difference):>6}  {moved.key.value[:80]}:"
            f" {percent(moved.first)} and {percent(moved.second)} %,"
            f" supported {_supported(moved.first_facts)} and {_supported(moved.second_facts)}"
            f"{_in_common(moved)}"
        )
        yield from map(_change, moved.changed[:FACTS_SHOWN])
        rest = len(moved.changed) - FACTS_SHOWN
        if rest > 0:
            yield f"          … and {rest:,} more"


def _supported(counts: FactCounts) -> str:
    return f"{counts.supported:,}/{counts.supported + counts.not_supported:,}"


def _in_common(moved: Moved) -> str:
    if moved.changed:
        return f"; {len(moved.changed):,} of {moved.common:,} facts in common changed:"
    return f"; {moved.common:,} facts in common, none changed" if moved.common else ""


def _change(change: Change) -> str:
    before, after = (label.replace("_", " ") for label in (change.before, change.after))
    return printable(f"          {before}, then {after}: {change.text}")
