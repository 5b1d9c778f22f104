"""What goes into a score: texts, facts, evidence and verdicts."""

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


DECIDED = frozenset({Label.SUPPORTED, Label.NOT_SUPPORTED})
"""The labels that are a verdict."""


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


class ErrorType(StrEnum):
    """What went wrong where a fact is not supported; ``factscore.error_types`` has the rule."""

    CONTRADICTION = "contradiction"
    """The evidence says otherwise."""
    RETRIEVAL = "retrieval_error"
    """The evidence that would decide may be on the page, but was not retrieved."""
    GROUNDING = "grounding_error"
    """The fact goes beyond the evidence that there is."""


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
class Document:
    """A text that came with a row, to be judged by instead of the store."""

    text: str
    title: str = ""
    """Empty where the row does not say."""


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
    documents: tuple[Document, ...] | None = None
    """What the row brings to be judged by; ``None``: it brings nothing, or nobody asked."""
    extra: Mapping[str, JsonValue] = field(default_factory=dict)
    """Fields of the row that mean nothing to us; carried through to the results."""
    source: str = ""
    """Where it was read, as ``file:line``."""

    @property
    def bare(self) -> bool:
        """Whether it carries no facts and has a text to take them from.

        >>> Generation("She wrote.").bare, Generation("She wrote.", facts=()).bare
        (True, False)
        """
        return self.facts is None and not self.abstained and bool(self.text.strip())


@dataclass(frozen=True, slots=True)
class FailedSentence:
    """A sentence that could not be decomposed."""

    fact: Fact
    """The whole sentence in place of its facts, with its offsets."""
    reason: Reason
    """``REFUSED``, ``TRUNCATED``, ``PARSE_FAILED`` or ``CALL_FAILED``."""
    detail: str = ""
    """What happened, in words."""


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
    failed: tuple[FailedSentence, ...] = ()
    """Sentences whose facts nobody knows: each counts as one fact without a verdict."""


@dataclass(frozen=True, slots=True)
class Passage:
    """One passage of an article, as evidence for one fact."""

    title: str
    index: int
    """Position of the passage in its article, from 0."""
    text: str
    score: float
    """BM25 score for the query; larger is better."""
    store: str = ""
    """Path of the store that it comes from; empty where there is but one."""

    @property
    def place(self) -> str:
        """Where it stands, for people.

        >>> Passage("Ada Lovelace", 3, "…", 1.5, "own.db").place
        'Ada Lovelace, passage 3 of own.db'
        """
        return f"{self.title}, passage {self.index}" + (f" of {self.store}" if self.store else "")


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
    detail: str = ""
    """What went wrong, in words, where there is no verdict; not kept in the cache."""


@dataclass(frozen=True, slots=True)
class JudgedFact:
    """A fact and what the judge said of it."""

    fact: Fact
    verdict: Verdict
    error: ErrorType | None = None
    """What went wrong; ``None`` where nothing did, or where the judge does not tell."""
