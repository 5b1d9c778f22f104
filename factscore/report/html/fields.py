"""The score by a field that the rows carry, such as rarity or region; fields are found, not named.

A field is taken if it has 2 to 20 different values over all items, and if they group items:
some model has two items with one value, as no field of identifiers has. Members of objects are
fields of their own (``meta.region``), and a list puts an item into a group for each entry, as
``factscore agree --by`` does. Long texts and lists that repeat an entry name no groups.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from factscore.records import Interval, ItemResult, JsonValue
from factscore.splits import Groups, as_text
from factscore.statistics import bootstrap_interval, mean

FEWEST, MOST = 2, 20
"""How many different values a field may have."""
LONGEST = 60
"""Characters of a value; what is longer is a text."""
MOST_FIELDS = 12
"""Scores are shown by so many fields, the first ones: a table of columns may have hundreds."""

_Keys: TypeAlias = tuple[str, ...]
"""Where a field is: a name, and those within the objects below it."""


@dataclass(frozen=True, slots=True)
class CarriedField:
    """A field and its groups over the items of all models."""

    name: str
    groups: Mapping[str | None, frozenset[int]]
    """Value → positions of the items; ``None`` for those without one, which come last."""


@dataclass(frozen=True, slots=True)
class CarriedFields:
    """The fields that items can be split by, in order of first appearance."""

    shown: tuple[CarriedField, ...] = ()
    left_out: tuple[str, ...] = ()
    """Names of those beyond ``MOST_FIELDS``."""


@dataclass(frozen=True, slots=True)
class FieldScore:
    """One model's items with one value of a field."""

    value: str | None
    items: int
    scored: int
    score: float | None
    """Mean of the scored items' scores, 0 to 1."""
    ci95: Interval | None
    """Of the mean, by bootstrap over these items."""


class FieldFinder:
    """Finds the fields to split by while items come; keeps short values and nothing else.

    Example:
        >>> from factscore.records import Status
        >>> finder = FieldFinder()
        >>> for cat in ("rare", "freq", "rare"):
        ...     finder.add(ItemResult("m", None, Status.SCORED, extra={"cat": cat}))
        >>> [(each.name, list(each.groups)) for each in finder.found().shown]
        [('cat', ['rare', 'freq'])]
    """

    def __init__(self) -> None:
        self._items = 0
        self._candidates: dict[_Keys, _Candidate | None] = {}

    def add(self, item: ItemResult) -> None:
        """Take one item; items are numbered from 0 in the order of the calls."""
        for keys, value in _leaves(item.extra):
            if keys not in self._candidates:
                self._candidates[keys] = _Candidate()
            candidate = self._candidates[keys]
            if candidate is not None and not candidate.add(self._items, item.model, value):
                self._candidates[keys] = None
        self._items += 1

    def found(self) -> CarriedFields:
        """The fields among those of the items so far."""
        fit = [
            (_shown(keys), candidate)
            for keys, candidate in self._candidates.items()
            if candidate is not None and candidate.groups_items()
        ]
        shown = [
            CarriedField(name, candidate.by_value(self._items))
            for name, candidate in fit[:MOST_FIELDS]
        ]
        return CarriedFields(tuple(shown), tuple(name for name, _ in fit[MOST_FIELDS:]))


@dataclass(slots=True)
class _Candidate:
    """A field whose values are short and few so far."""

    groups: Groups = field(default_factory=Groups)
    seen: set[tuple[str, str]] = field(default_factory=set)
    """Values, each with the models that have an item with it."""
    together: bool = False
    """Whether some model has two items with one value."""

    def add(self, position: int, model: str, value: JsonValue) -> bool:
        """Take an item's value; whether the field still may be one to split by."""
        entries = value if isinstance(value, list) else [value]
        if any(isinstance(entry, list | dict) for entry in entries):
            return False
        texts = [as_text(entry) for entry in entries if entry is not None]
        if len(set(texts)) < len(texts) or any(len(text) > LONGEST for text in texts):
            return False
        self.groups.add(position, texts)
        pairs = {(text, model) for text in texts}
        self.together |= not self.seen.isdisjoint(pairs)
        self.seen |= pairs
        return len(self.groups) <= MOST

    def groups_items(self) -> bool:
        """Whether there are groups, and one of more than one item."""
        return self.together and len(self.groups) >= FEWEST

    def by_value(self, items: int) -> dict[str | None, frozenset[int]]:
        """The groups of so many items in the order that people read."""
        groups = self.groups.ordered()
        found: dict[str | None, frozenset[int]] = {
            value: frozenset(groups[value]) for value in _by_size(groups)
        }
        without = frozenset(range(items)).difference(*found.values())
        return {**found, **({None: without} if without else {})}


def field_scores(
    carried: CarriedField, items: Sequence[ItemResult], positions: Sequence[int]
) -> list[FieldScore]:
    """The groups of one model's items, which stand at ``positions``; without empty ones."""
    scores = []
    for value, members in carried.groups.items():
        own = [items[place] for place in positions if place in members]
        if own:
            scores.append(_field_score(value, own))
    return scores


def _field_score(value: str | None, items: Sequence[ItemResult]) -> FieldScore:
    scores = [item.score for item in items if item.score is not None]
    return FieldScore(value, len(items), len(scores), mean(scores), bootstrap_interval(scores))


def _leaves(
    fields: Mapping[str, JsonValue], above: _Keys = ()
) -> Iterator[tuple[_Keys, JsonValue]]:
    """Where each value is, and the value; objects are gone into."""
    for name, value in fields.items():
        if isinstance(value, dict):
            yield from _leaves(value, (*above, name))
        else:
            yield (*above, name), value


def _by_size(groups: Mapping[str, object]) -> list[str]:
    """As they are; by size where all are numbers."""
    try:
        return sorted(groups, key=float)
    except ValueError:
        return list(groups)


def _shown(keys: _Keys) -> str:
    """What a field is called; a key with a dot of its own is quoted among others.

    >>> _shown(("meta", "region")), _shown(("a.b",)), _shown(("a.b", "c"))
    ('meta.region', 'a.b', '"a.b".c')
    """
    if len(keys) == 1:
        return keys[0]
    return ".".join(f'"{key}"' if "." in key else key for key in keys)
