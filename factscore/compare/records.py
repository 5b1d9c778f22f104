"""What is compared, and what comes of it: ``first`` is A, ``second`` is B."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from factscore.records import FactCounts, Interval, Label, RunSetup, Status

Measure: TypeAlias = Literal["score", "init_score"]
"""Which score of the items is compared: with the length penalty, or without."""

TIE = 1e-12
"""Scores that differ by no more than this are equal."""


@dataclass(frozen=True, slots=True)
class Key:
    """What an item is paired by: the same field with the same value on the other side."""

    field: str
    value: str

    def __str__(self) -> str:
        return f"{self.field} {self.value!r}"


@dataclass(frozen=True, slots=True)
class KeptFact:
    """What a comparison needs of a fact."""

    text: str
    label: Label


@dataclass(frozen=True, slots=True)
class KeptItem:
    """What a comparison needs of an item."""

    model: str
    topic: str | None
    key: Key | None
    """``None`` where it has nothing to be paired by."""
    status: Status
    score: float | None
    """The score that is compared, 0 to 1; ``None`` where the item has none."""
    counts: FactCounts
    facts: tuple[KeptFact, ...]
    setup: RunSetup | None
    """By what it was made; ``None`` where the file does not say."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One item on both sides."""

    first: KeptItem
    second: KeptItem


@dataclass(frozen=True, slots=True)
class Pairing:
    """Which items two models have in common."""

    pairs: tuple[Pair, ...]
    """In the first side's order."""
    only_first: int
    only_second: int
    keyless: int
    """Of those on one side only, how many have nothing to be paired by."""
    repeated: int
    """Keys of pairs that occur several times: the nth is paired with the nth."""


@dataclass(frozen=True, slots=True)
class ItemCounts:
    """How many items stand behind a comparison, and how many do not."""

    paired: int
    scored: int
    """Scored on both sides: those that the numbers are about."""
    first_scored: int
    """Paired, and scored on the first side only."""
    second_scored: int
    only_first: int
    """Without a partner on the second side."""
    only_second: int
    keyless: int
    """Of those without a partner, how many have nothing to be paired by."""
    repeated: int
    """Keys that occur several times."""
    lost: Mapping[Status, int]
    """States on the second side of the items that are scored on the first only."""
    gained: Mapping[Status, int]
    """States on the first side of the items that are scored on the second only."""

    @property
    def neither(self) -> int:
        """Paired items without a score on either side."""
        return self.paired - self.scored - self.first_scored - self.second_scored


@dataclass(frozen=True, slots=True)
class Permutation:
    """How probable a difference as large as this is if the sides are interchangeable."""

    p: float
    exact: bool
    """Whether all ways to interchange were looked at, or a sample of them."""
    draws: int
    """How many were looked at."""


@dataclass(frozen=True, slots=True)
class Change:
    """A fact that both sides have, with different verdicts."""

    text: str
    before: Label
    after: Label


@dataclass(frozen=True, slots=True)
class Moved:
    """An item whose score differs."""

    key: Key
    topic: str | None
    first: float
    second: float
    difference: float
    """Second minus first."""
    first_facts: FactCounts
    second_facts: FactCounts
    common: int
    """Facts that both sides have, by their text."""
    changed: tuple[Change, ...]
    """Those of them that got another verdict."""


@dataclass(frozen=True, slots=True)
class ModelComparison:
    """One model against another, or against itself; a number that does not exist is ``None``."""

    first: str
    second: str
    items: ItemCounts
    first_mean: float | None
    """Mean over the items that are scored on both sides, 0 to 1."""
    second_mean: float | None
    difference: float | None
    """Mean of second minus first over these items."""
    ci95: Interval | None
    """95 % interval of it, by bootstrap over pairs."""
    permutation: Permutation | None
    wins: int
    """Items that score higher on the second side."""
    ties: int
    losses: int
    moved: tuple[Moved, ...]
    """The items that differ most, the largest difference first."""
    missing: Mapping[str, str] = field(default_factory=dict)
    """Why a number is ``None``: field name → reason."""


@dataclass(frozen=True, slots=True)
class SideSummary:
    """What is known of one side."""

    file: str
    items: int
    """Lines of the file, of all of its models."""
    setups: tuple[RunSetup | None, ...]
    """By what the compared lines were made; ``None`` for lines that do not say."""
    others: tuple[str, ...]
    """Models that are compared with none."""


@dataclass(frozen=True, slots=True)
class ComparisonResult:
    """Two results files against each other: one row for each pair of models."""

    first: SideSummary
    second: SideSummary
    measure: Measure
    key: str | None
    """The field that items are paired by, where one was named."""
    models: tuple[ModelComparison, ...]
    warnings: tuple[str, ...]
    """Why the scores may not be comparable, a line each; empty where they are."""
