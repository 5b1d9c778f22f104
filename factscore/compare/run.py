"""Results files in, comparison out."""

from __future__ import annotations

from collections.abc import Sequence
from os import fspath
from pathlib import Path
from typing import get_args

from factscore.compare.comparable import setup_warnings, setups_of
from factscore.compare.measure import compare_models
from factscore.compare.pairing import (
    ModelPair,
    choose_models,
    choose_two,
    no_common_item,
    pair_items,
)
from factscore.compare.records import (
    ComparisonResult,
    KeptItem,
    Measure,
    SideSummary,
)
from factscore.compare.sides import Side, make_side
from factscore.errors import InputError, UsageError
from factscore.read.names import repeated, shown_name
from factscore.read.stored import read_stored

MOVED = 5
"""Items that are told of those that differ most."""


def compare_results(
    first: Path | str,
    second: Path | str | None = None,
    *,
    models: Sequence[str] = (),
    key: str | None = None,
    measure: Measure = "score",
    moved: int = MOVED,
) -> ComparisonResult:
    """Compare two results files, or two models of one; the same as ``factscore compare``.

    Items are paired by their topic, those without one by ``id``, ``custom_id``, ``prompt``,
    ``input`` or ``question``. Differences are second minus first.

    Args:
        first: A, as ``factscore score --out`` wrote it.
        second: B; ``None``: two models of A are compared with each other.
        models: Only these. If each side has but one model, they are compared whatever their
            names; otherwise those of equal names.
        key: The field to pair items by instead.
        measure: Which score.
        moved: How many of the items that differ most to tell.

    Raises:
        UsageError: an argument is wrong.
        InputError: a file holds no results, or the two have no model or no item in common.
    """
    if measure not in get_args(Measure):
        raise UsageError(f"measure is {measure!r}; choose {' or '.join(get_args(Measure))}")
    paths = [fspath(path) for path in (first, second) if path is not None]
    if repeated(paths):
        raise UsageError(f"A and B are the same file, {paths[1]}; name two different ones")
    sides = _read_sides(paths, measure, key)
    if len(sides) == 1:
        names = [choose_two(sides[0], models)]
    else:
        names = choose_models(sides[0], sides[1], models)
    return _compare(sides[0], sides[-1], names, key, measure, moved)


def _read_sides(paths: Sequence[str], measure: Measure, key: str | None) -> list[Side]:
    """Each file by itself; what is wrong with both is told at once."""
    sides, faults = [], []
    for path in paths:
        try:
            items = read_stored([path])
            sides.append(make_side(shown_name(path), items, measure=measure, key=key))
        except InputError as error:
            faults.append(error)
    if faults:
        problems = [problem for error in faults for problem in error.problems]
        raise InputError(problems, total=sum(error.total for error in faults))
    return sides


def _compare(
    first: Side,
    second: Side,
    names: Sequence[ModelPair],
    key: str | None,
    measure: Measure,
    moved: int,
) -> ComparisonResult:
    pairings = [pair_items(first.of(one.first), second.of(one.second)) for one in names]
    if not any(pairing.pairs for pairing in pairings):
        raise no_common_item(first, second, names[0])
    left = [item for one in names for item in first.of(one.first)]
    right = [item for one in names for item in second.of(one.second)]
    # Of one file with itself, both sides are the same one.
    both = [*left, *right] if first is second else None
    return ComparisonResult(
        first=_summary(first, left, both or left),
        second=_summary(second, right, both or right),
        measure=measure,
        key=key,
        models=tuple(
            compare_models(one, pairing, moved=moved)
            for one, pairing in zip(names, pairings, strict=True)
        ),
        warnings=setup_warnings(left, right, [pair for one in pairings for pair in one.pairs]),
    )


def _summary(side: Side, compared: Sequence[KeptItem], told: Sequence[KeptItem]) -> SideSummary:
    used = {item.model for item in told}
    return SideSummary(
        file=side.file,
        items=len(side.items),
        setups=setups_of(compared),
        others=tuple(model for model in side.models if model not in used),
    )
