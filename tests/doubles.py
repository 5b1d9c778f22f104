"""Small stages with rules one can follow by hand, for tests of what joins them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from factscore.records import (
    Claim,
    Decomposition,
    Fact,
    Generation,
    JsonValue,
    Label,
    Reason,
    Status,
    Verdict,
)


@dataclass
class SentenceDecomposer:
    """Every part between full stops is a fact; remembers what it was asked."""

    asked: list[str] = field(default_factory=list)
    name: str = "sentences"

    def identity(self) -> dict[str, JsonValue]:
        return {"decomposer": "sentences"}

    def decompose(self, generations: Sequence[Generation]) -> list[Decomposition]:
        self.asked += [generation.text for generation in generations]
        return [self._one(generation.text) for generation in generations]

    def _one(self, text: str) -> Decomposition:
        if text == "fail":
            return Decomposition(Status.DECOMPOSE_FAILED, detail="told to fail")
        parts = [part.strip() for part in text.split(".") if part.strip()]
        if not parts:
            return Decomposition(Status.EMPTY)
        return Decomposition(Status.SCORED, tuple(Fact(f"{part}.") for part in parts), len(parts))


@dataclass
class WordJudge:
    """Supported if the last word of the fact stands in a passage; remembers what it was asked.

    A fact that contains "mumble" cannot be read and is unscored.
    """

    asked: list[str] = field(default_factory=list)
    batches: list[int] = field(default_factory=list)
    name: str = "words"
    batch_size: int = 4
    needs_evidence: bool = True
    version: int = 1

    def identity(self) -> dict[str, JsonValue]:
        return {"judge": "words", "version": self.version}

    def judge(self, claims: Sequence[Claim]) -> list[Verdict]:
        self.asked += [claim.fact.text for claim in claims]
        self.batches.append(len(claims))
        return [self._one(claim) for claim in claims]

    def _one(self, claim: Claim) -> Verdict:
        if "mumble" in claim.fact.text:
            return Verdict(Label.UNSCORED, reason=Reason.PARSE_FAILED, evidence=claim.passages)
        word = claim.fact.text.rstrip(".").split()[-1]
        found = any(word in passage.text for passage in claim.passages)
        label = Label.SUPPORTED if found else Label.NOT_SUPPORTED
        return Verdict(label, probability=float(found), evidence=claim.passages)


@dataclass
class ThreeWayJudge(WordJudge):
    """As ``WordJudge``, with probability .9 or .2, and a reason where a fact lacks support.

    Contradicted if a passage has "no" before the fact's last word, else not found.
    """

    name: str = "three"

    def _one(self, claim: Claim) -> Verdict:
        word = claim.fact.text.rstrip(".").split()[-1]
        if any(f"no {word}" in passage.text for passage in claim.passages):
            return Verdict(Label.NOT_SUPPORTED, 0.2, Reason.CONTRADICTED, claim.passages)
        if any(word in passage.text for passage in claim.passages):
            return Verdict(Label.SUPPORTED, 0.9, None, claim.passages)
        return Verdict(Label.NOT_SUPPORTED, 0.2, Reason.NOT_FOUND, claim.passages)
