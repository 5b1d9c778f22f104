"""What flows: ``Generation`` → ``Fact`` → ``Claim`` → ``Verdict`` → ``ItemResult`` → ``RunResult``.

All of them are frozen, so a stage can hand them on without copying, and none knows
how it is stored or shown. Enumerations are strings: ``Label.SUPPORTED == "supported"``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

JsonValue: TypeAlias = "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"


class Label(StrEnum):
    """What a judge says of one fact."""

    SUPPORTED = "supported"
    NOT_SUPPORTED = "not_supported"
    UNSCORED = "unscored"


class Reason(StrEnum):
    """Why a fact is not supported (the first three) or has no verdict (the rest)."""

    CONTRADICTED = "contradicted"
    NOT_FOUND = "not_found"
    IRRELEVANT = "irrelevant"
    PARSE_FAILED = "parse_failed"
    REFUSED = "refused"
    TRUNCATED = "truncated"
    CALL_FAILED = "call_failed"
    NO_EVIDENCE = "no_evidence"
    NO_LABEL = "no_label"


class Status(StrEnum):
    """The state an item ends in; only ``SCORED`` items have a score."""

    SCORED = "scored"
    ABSTAINED = "abstained"
    EMPTY = "empty"
    NO_FACTS = "no_facts"
    TOPIC_NOT_FOUND = "topic_not_found"
    DECOMPOSE_FAILED = "decompose_failed"
    JUDGE_FAILED = "judge_failed"


@dataclass(frozen=True, slots=True)
class Fact:
    """One atomic statement."""

    text: str
    """The statement, self-contained."""
    sentence: str = ""
    """The sentence of the generation that it was taken from; empty where unknown."""
    start: int | None = None
    """Offset of the sentence's first character in ``Generation.text``."""
    end: int | None = None
    """Offset one past the sentence's last character."""
    label: Label | None = None
    """The label that came with the input; ``None`` where it had none."""
    reason: Reason | None = None
    """The reason that came with the input's label."""


@dataclass(frozen=True, slots=True)
class Generation:
    """One text to be scored."""

    text: str
    """What the model wrote; empty if it wrote nothing."""
    topic: str | None = None
    """Title of the article that the text is about."""
    model: str = ""
    """Who wrote it; the file's name where a row does not say."""
    facts: tuple[Fact, ...] | None = None
    """Facts that came with the input; ``None``: none did, ``()``: it says there are none."""
    abstained: bool | None = None
    """Whether the model declined to answer, if the input says so."""
    extra: Mapping[str, JsonValue] = field(default_factory=dict)
    """Fields of the row that mean nothing to us; carried through to the results."""
    source: str = ""
    """Where it was read, as ``file:line``."""


@dataclass(frozen=True, slots=True)
class Decomposition:
    """The facts of one generation, or why there are none.

    ``status`` is ``SCORED`` when there are facts to judge, otherwise ``ABSTAINED``,
    ``EMPTY``, ``NO_FACTS`` or ``DECOMPOSE_FAILED``, with words in ``detail``.
    """

    status: Status
    facts: tuple[Fact, ...] = ()
    sentences: int = 0
    """How many sentences the text has (0 where facts were given)."""
    non_factual: int = 0
    """How many of them state no fact ("I hope this helps!")."""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Passage:
    """One passage of an article, as evidence for one fact."""

    title: str
    index: int
    """Position of the passage in its article, from 0."""
    text: str
    score: float
    """BM25 score for the query; larger is better."""


@dataclass(frozen=True, slots=True)
class Claim:
    """One fact with the evidence it is to be judged by, best passage first."""

    topic: str
    fact: Fact
    passages: tuple[Passage, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judge's answer for one claim."""

    label: Label
    probability: float | None = None
    """Probability of support, 0 to 1; ``None`` where the judge gives none."""
    reason: Reason | None = None
    evidence: tuple[Passage, ...] = ()
    """The passages that the judge was given, best first."""


@dataclass(frozen=True, slots=True)
class JudgedFact:
    """A fact and what the judge said of it."""

    fact: Fact
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class FactCounts:
    """How many facts ended with which label."""

    supported: int = 0
    not_supported: int = 0
    unscored: int = 0


@dataclass(frozen=True, slots=True)
class Agreement:
    """Judged facts against the labels that came with the input: who calls how many supported."""

    both: int = 0
    judge_only: int = 0
    input_only: int = 0
    neither: int = 0


@dataclass(frozen=True, slots=True)
class ItemResult:
    """Everything about one generation; a number that does not exist is ``None``."""

    model: str
    topic: str | None
    status: Status
    text: str = ""
    facts: tuple[JudgedFact, ...] = ()
    counts: FactCounts = FactCounts()
    agreement: Agreement | None = None
    """``None`` where no fact came with a label, or where the label is the verdict."""
    score: float | None = None
    """Share of supported facts after the length penalty, 0 to 1."""
    init_score: float | None = None
    """Share of supported facts, 0 to 1."""
    f1_at_k: float | None = None
    sentences: int = 0
    non_factual: int = 0
    detail: str = ""
    """Why the item is not scored, in words."""
    extra: Mapping[str, JsonValue] = field(default_factory=dict)
    source: str = ""


@dataclass(frozen=True, slots=True)
class Interval:
    """A range of values, both ends included."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class ModelScore:
    """One model's numbers; ``items`` says how many items stand behind the means."""

    model: str
    items: int
    statuses: Mapping[Status, int]
    facts: FactCounts
    score: float | None
    """Mean of the scored items' ``score``."""
    init_score: float | None
    ci95: Interval | None
    """95 % interval of ``score`` by bootstrap over items."""
    respond_ratio: float | None
    facts_per_response: float | None
    f1_at_k: float | None
    coverage: float | None
    """Share of facts that have a verdict."""
    non_factual: int = 0
    """Sentences that state no fact, over all items."""
    agreement: Agreement | None = None
    missing: Mapping[str, str] = field(default_factory=dict)
    """Why a number is ``None``: field name → reason."""


@dataclass(frozen=True, slots=True)
class KnowledgeInfo:
    """Which store the evidence came from."""

    path: str
    fingerprint: str
    articles: int


@dataclass(frozen=True, slots=True)
class RunResult:
    """A whole run: one row for each model, and one for each item in input order."""

    models: tuple[ModelScore, ...]
    items: tuple[ItemResult, ...]
    decomposer: str
    judge: str
    knowledge: KnowledgeInfo | None
