"""What a judged set of labelled items leaves behind for later runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from factscore.read.facts import FactsKind
from factscore.records import Agreement, JsonValue
from factscore.score import labelled, length_penalty


class Key(NamedTuple):
    """What tells an item from others."""

    model: str
    topic: str | None
    digest: str
    """SHA-256 of the text, in hex."""


@dataclass(frozen=True, slots=True)
class LabelledItem:
    """One text whose facts all have labels, as counts: any gamma can be applied later."""

    key: Key
    facts: int
    """All of its facts, with a verdict or without."""
    supported: int
    """Those of them that people call supported."""
    agreement: Agreement
    """The facts with a verdict: who calls how many supported."""

    def human_score(self, gamma: float) -> float:
        """People's share of supported facts after the length penalty, 0 to 1."""
        return self.supported / self.facts * length_penalty(self.facts, gamma)

    def judged_score(self, gamma: float) -> float:
        """The judge's, over the facts with a verdict, as ``factscore score`` computes it."""
        found = self.agreement
        share = (found.both + found.judge_only) / labelled(found)
        return share * length_penalty(self.facts, gamma)


@dataclass(frozen=True, slots=True)
class JudgeQuality:
    """How a judge did on labelled facts; irrelevant facts count as not supported."""

    items: int
    facts: int
    """Facts with a label and a verdict."""
    threshold: float | None
    """The probability of support with the largest balanced accuracy; applied by nobody."""
    sensitivity: float | None
    """Share of the facts that people call supported that the judge calls supported, 0 to 1."""
    specificity: float | None
    """Share of the facts that people call not supported that the judge calls so, 0 to 1."""
    missing: Mapping[str, str] = field(default_factory=dict)
    """Why a number is ``None``: field name → reason."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What judged, and by what: all of it must be the same where a correction is used."""

    judge: str
    """The judge's SPEC."""
    identity: JsonValue
    """All that can change its answers."""
    decomposer: str
    """Who split the texts into facts."""
    facts: FactsKind
    """Whose facts were taken from FActScore's labelled files: people's or the model's."""
    knowledge: str | None
    """The store's fingerprint; ``None`` for a judge that needs no store."""
    retrieval: str | None
    """How passages were chosen from it, with version; ``None`` likewise."""
    top_k: int


@dataclass(frozen=True, slots=True)
class Calibration:
    """Labelled items with their verdicts, and what judged them."""

    setup: Setup
    version: str
    """The factscore that made it."""
    gamma: float
    """Length penalty of the scores that were shown when it was made; others can be had."""
    items: tuple[LabelledItem, ...]
    models: Mapping[str, JudgeQuality]
    """Of each model that has items; for people to read."""
