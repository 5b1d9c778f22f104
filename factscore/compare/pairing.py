"""Which items of two models are the same one, and which models are to be compared."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from factscore.compare.records import KeptItem, Key, Pair, Pairing
from factscore.compare.sides import Side
from factscore.errors import InputError, UsageError

SHOWN = 3
"""Keys of each side that an error shows."""


@dataclass(frozen=True, slots=True)
class _Numbered:
    """The nth item with a key."""

    key: Key
    number: int


def pair_items(first: Sequence[KeptItem], second: Sequence[KeptItem]) -> Pairing:
    """Pair the items of two models by their keys, the nth with the nth of the same key.

    >>> from factscore.records import FactCounts
    >>> def item(topic: str) -> KeptItem:
    ...     return KeptItem(
    ...         "m", topic, Key("topic", topic), "scored", 1.0, FactCounts(), (), None
    ...     )
    >>> found = pair_items([item("a"), item("b"), item("a")], [item("a"), item("c")])
    >>> len(found.pairs), found.only_first, found.only_second
    (1, 2, 1)
    """
    left, right = _numbered(first), _numbered(second)
    common = [key for key in left if key in right]
    again = {numbered.key for numbered in common if numbered.number}
    keyless = sum(item.key is None for items in (first, second) for item in items)
    return Pairing(
        pairs=tuple(Pair(left[key], right[key]) for key in common),
        only_first=len(first) - len(common),
        only_second=len(second) - len(common),
        keyless=keyless,
        repeated=len(again),
    )


def _numbered(items: Iterable[KeptItem]) -> dict[_Numbered, KeptItem]:
    seen: Counter[Key] = Counter()
    found = {}
    for item in items:
        if item.key is not None:
            found[_Numbered(item.key, seen[item.key])] = item
            seen[item.key] += 1
    return found


@dataclass(frozen=True, slots=True)
class ModelPair:
    """The names of two models that are compared."""

    first: str
    second: str


def choose_models(first: Side, second: Side, names: Sequence[str]) -> list[ModelPair]:
    """Which models of two files are compared.

    One with one, whatever their names; of several, those of equal names.

    Args:
        first: a side.
        second: the other.
        names: only these; a side that has a single model need not have them.

    Raises:
        UsageError: neither side has a named model.
        InputError: no model of one side has the name of one of the other's.
    """
    _refuse_unknown(names, (*first.models, *second.models))
    left, right = _chosen(first.models, names), _chosen(second.models, names)
    if len(left) == len(right) == 1:
        return [ModelPair(left[0], right[0])]
    common = [ModelPair(name, name) for name in left if name in right]
    if not common:
        raise InputError(
            [
                f"no common model: {first.file} has {_listed(first.models)}; {second.file} has"
                f" {_listed(second.models)}; choose one of each file that has several with --model"
            ]
        )
    return common


def choose_two(side: Side, names: Sequence[str]) -> ModelPair:
    """The two models of one file that are compared: the named ones, or all that it has.

    Raises:
        UsageError: these are not two.
    """
    _refuse_unknown(names, side.models)
    chosen = list(dict.fromkeys(names)) or list(side.models)
    if len(chosen) != 2:
        raise UsageError(
            f"{side.file} alone: choose two of its models with --model A --model B"
            f" ({_listed(side.models)}), or name a second file"
        )
    return ModelPair(chosen[0], chosen[1])


def _refuse_unknown(names: Sequence[str], known: Sequence[str]) -> None:
    for name in names:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise UsageError(f"no model {name!r}; there is {_listed(dict.fromkeys(known))}{hint}")


def _chosen(models: Sequence[str], names: Sequence[str]) -> Sequence[str]:
    named = [model for model in models if model in names]
    return named if named or (names and len(models) > 1) else models


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(repr, names))


def no_common_item(first: Side, second: Side, models: ModelPair) -> InputError:
    """The error for two models of which no item is the same one."""
    return InputError(
        [
            f"no common item: {_keys(first, models.first)}; {_keys(second, models.second)};"
            " name a field whose values both have with --key"
        ]
    )


def _keys(side: Side, model: str) -> str:
    items = side.of(model)
    keys = list(dict.fromkeys(str(item.key)[:80] for item in items if item.key is not None))
    if not keys:
        return f"{side.file} has neither topics nor identifiers in its {len(items):,} items"
    rest = f" and {len(keys) - SHOWN:,} more" if len(keys) > SHOWN else ""
    return f"{side.file} has {', '.join(keys[:SHOWN])}{rest}"
