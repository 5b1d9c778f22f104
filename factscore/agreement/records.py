"""What a comparison of a judge with people's labels consists of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Literal, TypeAlias

from factscore.records import (
    Interval,
    JsonValue,
    KnowledgeInfo,
    Label,
    Passage,
    Reason,
)

Irrelevant: TypeAlias = Literal["not-supported", "drop"]
"""What becomes of facts that people call irrelevant: not supported, the published way, or
left out."""

BINS = 10
"""Bins of the reliability curve: [0, .1), [.1, .2), … [.9, 1]."""


@dataclass(frozen=True, slots=True)
class ComparedFact:
    """A fact that has both a label and a verdict."""

    supported: bool
    """What the label says."""
    judged: bool
    """What the judge says."""
    probability: float | None = None
    """The judge's probability of support, 0 to 1."""


@dataclass(frozen=True, slots=True)
class ComparedItem:
    """One row: its compared facts, and how many facts could not be compared and why."""

    facts: tuple[ComparedFact, ...] = ()
    labelled: int = 0
    """Facts with a label, compared or not."""
    supported: int = 0
    """Those of them whose label says supported."""
    unlabelled: int = 0
    irrelevant: int = 0
    """Facts that people call irrelevant; part of ``labelled`` unless they are left out."""
    unscored: Mapping[str, int] = field(default_factory=dict)
    """Labelled facts without a verdict: reason → how many."""


@dataclass(frozen=True, slots=True)
class Measure:
    """A number with its 95 % interval by bootstrap over items."""

    value: float | None
    ci95: Interval | None = None
    missing: str = ""
    """Why there is no number, or no interval."""


@dataclass(frozen=True, slots=True)
class Measures:
    """How well a judge agrees with people; all are fractions, ``score_error`` may be negative."""

    accuracy: Measure
    """Share of facts on which judge and label agree."""
    balanced_accuracy: Measure
    """Mean of the recalls of supported and of not supported."""
    precision_not_supported: Measure
    """Of the facts that the judge calls not supported, the share that people call so."""
    recall_not_supported: Measure
    """Of the facts that people call not supported, the share that the judge calls so."""
    auc: Measure
    """Chance that a supported fact has a higher probability than one that is not."""
    calibration_error: Measure
    """Expected calibration error of the probability of support, in ``BINS`` equal bins."""
    brier: Measure
    """Mean squared distance of the probability of support from the label."""
    human_score: Measure
    """Mean over items of the share of compared facts that people call supported."""
    judged_score: Measure
    """The same with the judge's verdicts: FActScore's score without length penalty."""
    score_error: Measure
    """``judged_score - human_score``: how much the judge flatters."""

    def items(self) -> list[tuple[str, Measure]]:
        """Name and measure, in the order above."""
        return [(each.name, getattr(self, each.name)) for each in fields(self)]


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """The facts whose probability of support lies in one range."""

    low: float
    """Least probability; belongs to the bin."""
    high: float
    """Upper end; belongs to the next bin, but 1 to the last."""
    facts: int
    probability: float | None
    """Mean probability of support; ``None`` in an empty bin."""
    supported: Measure
    """Share of the facts that people call supported."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What was compared and what was not."""

    items: int
    compared_items: int
    """Items with at least one compared fact."""
    items_without_labels: int
    items_without_verdict: int
    """Items with labels of which no fact has a verdict."""
    labelled: int
    """Facts with a label (without irrelevant ones where these are left out)."""
    compared: int
    """Facts with a label and a verdict."""
    unlabelled: int
    irrelevant: int
    """Facts that people call irrelevant."""
    with_probability: int
    """Compared facts for which the judge gives a probability."""
    unscored: Mapping[str, int]
    """Labelled facts without a verdict: reason → how many."""

    @property
    def coverage(self) -> float | None:
        """Share of the labelled facts that have a verdict."""
        return self.compared / self.labelled if self.labelled else None


@dataclass(frozen=True, slots=True)
class GroupAgreement:
    """The comparison for one file, one value of a field, or everything."""

    name: str | None
    """The file's short name or the field's value; ``None``: the field has no value."""
    counts: Counts
    measures: Measures
    human_score_all: float | None
    """People's score over all labelled facts, judged or not."""
    reliability: tuple[ReliabilityBin, ...]
    """``BINS`` bins; empty where the judge gives no probabilities."""
    file: str | None = None
    """The file's path, for a file."""


@dataclass(frozen=True, slots=True)
class WrongFact:
    """A fact that the judge got wrong, with the evidence it was shown."""

    file: str
    model: str
    topic: str | None
    source: str
    """Where the row stands, as ``file:line``."""
    fact: str
    sentence: str
    label: Label
    """What people say."""
    label_reason: Reason | None
    judged: Label
    probability: float | None
    confidence: float | None
    """Probability of the label that the judge gave."""
    evidence: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class AgreementResult:
    """A judge against people: over all, for each file, and for each value of a field."""

    judge: str
    identity: JsonValue
    """What exactly judged: version, model, digest."""
    knowledge: KnowledgeInfo | None
    irrelevant: Irrelevant
    overall: GroupAgreement
    files: tuple[GroupAgreement, ...]
    by: str | None
    """The field that the items are split by."""
    groups: tuple[GroupAgreement, ...]
    """One for each of its values; they overlap where a row has a list of values."""
    wrong: tuple[WrongFact, ...]
    """The facts where the judge is most confidently wrong, worst first."""
