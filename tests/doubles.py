"""Small stages with rules one can follow by hand, for tests of what joins them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from factscore.errors import CallError
from factscore.llm.base import Ask, ChatRequest, Message, Reply
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


@dataclass
class TalkingModel:
    """A chat model that says what a function says; remembers requests and how many at once."""

    say: Callable[[str], Reply | Exception]
    name: str = "talking:model"
    provider: str = ""
    model: str = "model"
    delay: float = 0.0
    fault: Exception | None = None
    asked: list[str] = field(default_factory=list)
    now: int = 0
    most: int = 0
    checks: int = 0
    closed: int = 0

    def identity(self) -> dict[str, JsonValue]:
        return {"provider": "talking", "model": self.model}

    async def check(self) -> None:
        self.checks += 1
        if self.fault is not None:
            raise self.fault

    async def complete(self, request: ChatRequest) -> Reply:
        text = request.messages[-1].text
        self.asked.append(text)
        self.now += 1
        self.most = max(self.most, self.now)
        try:
            await asyncio.sleep(self.delay)
        finally:
            self.now -= 1
        said = self.say(text)
        if isinstance(said, Exception):
            raise said
        return said

    async def close(self) -> None:
        self.closed += 1


@dataclass
class TalkingDecomposer(SentenceDecomposer):
    """As ``SentenceDecomposer``, but asks a chat model, whose reply is the facts."""

    model: TalkingModel = field(default_factory=lambda: TalkingModel(lambda text: Reply(text)))
    name: str = "talking-decomposer"

    async def facts_of(self, generation: Generation, ask: Ask) -> Decomposition:
        request = ChatRequest((Message("user", generation.text),), max_tokens=10)
        try:
            reply = await ask(request, lambda reply: bool(reply.text))
        except CallError as error:
            return Decomposition(Status.DECOMPOSE_FAILED, detail=str(error))
        return self._one(reply.text)


@dataclass
class TalkingJudge(WordJudge):
    """Asks a chat model about the fact: its reply is "yes", or the fact is not supported."""

    model: TalkingModel = field(default_factory=lambda: TalkingModel(lambda text: Reply("yes")))
    name: str = "talking-judge"

    def identity(self) -> dict[str, JsonValue]:
        return {"judge": "talking", "model": self.model.identity()}

    async def verdict(self, claim: Claim, ask: Ask) -> Verdict:
        request = ChatRequest((Message("user", claim.fact.text),), max_tokens=1)
        try:
            reply = await ask(request, lambda reply: bool(reply.text))
        except CallError as error:
            return Verdict(Label.UNSCORED, None, Reason.CALL_FAILED, claim.passages, str(error))
        label = Label.SUPPORTED if reply.text == "yes" else Label.NOT_SUPPORTED
        return Verdict(label, evidence=claim.passages)
