"""A judge that remembers its answers, and is asked equal questions once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NoReturn

from factscore.cache import Cache, content_key
from factscore.cache.answers import judge_request, pack_verdict, refuse_offline, unpack_verdict
from factscore.judge.base import CallingJudge, Judge
from factscore.llm.base import Ask, ChatModel
from factscore.records import Claim, Fact, JsonValue, Label, Reason, Verdict
from factscore.retrieval import RETRIEVAL
from factscore.settings import Settings
from factscore.topics import Evidence

NO_EVIDENCE = Verdict(Label.UNSCORED, reason=Reason.NO_EVIDENCE)


@dataclass(frozen=True, slots=True)
class Question:
    """A fact to be judged, with where its evidence comes from."""

    name: str
    """The topic as the row spells it."""
    topic: Evidence | None
    """``None``: the topic has no article, or the judge needs none."""
    fact: Fact
    source: str
    """Where it comes from, as ``file:line``."""


class CachedJudge:
    """Verdicts on questions, from the cache where it has them.

    Raises:
        CacheMiss: the run is offline, and an answer is not known.
    """

    def __init__(self, judge: Judge, cache: Cache | None, settings: Settings) -> None:
        self._judge = judge
        self._identity = judge.identity()
        self._cache = cache if self._identity is not None else None
        self._settings = settings

    @property
    def batch_size(self) -> int:
        """How many questions the judge likes to be asked at once."""
        return self._judge.batch_size

    @property
    def model(self) -> ChatModel | None:
        """The chat model that the judge asks, if it does."""
        return self._judge.model if isinstance(self._judge, CallingJudge) else None

    def known(self, question: Question) -> Verdict | None:
        """The verdict where nobody need be asked: no evidence, or a stored answer."""
        topic = question.topic
        if self._judge.needs_evidence and (topic is None or topic.empty):
            return NO_EVIDENCE
        if self._cache is None:
            return None
        value = self._cache.get(self._key(question))
        if value is not None:
            return unpack_verdict(value, topic.unpack if topic else _no_evidence)
        if self._settings.offline and self.model is None:
            raise refuse_offline(question.source, f"verdict on {question.fact.text!r}")
        return None

    def ask(self, questions: Sequence[Question]) -> Iterator[list[Verdict]]:
        """Verdicts in order, a batch at a time; each batch is stored before it is returned.

        Equal questions are put to the judge once.
        """
        answers: dict[str, Verdict] = {}
        if self._identity is None:
            # The fact's own label may be the answer, so that equal texts may differ.
            keys = [str(position) for position in range(len(questions))]
        else:
            keys = [self._key(question) for question in questions]
        remaining = zip(keys, questions, strict=True)
        while batch := list(islice(remaining, self._judge.batch_size)):
            new = {key: question for key, question in batch if key not in answers}
            answers |= self._answers(new)
            yield [answers[key] for key, _ in batch]

    def _answers(self, questions: dict[str, Question]) -> dict[str, Verdict]:
        claims = {key: self._claim(question) for key, question in questions.items()}
        asked = {key: claim for key, claim in claims.items() if self._can_be_judged(claim)}
        verdicts = self._judge.judge(list(asked.values())) if asked else []
        fresh = dict(zip(asked, verdicts, strict=True))
        self._keep(questions, fresh)
        return {key: fresh.get(key, NO_EVIDENCE) for key in questions}

    def _can_be_judged(self, claim: Claim) -> bool:
        """A whole store may have no passage with any word of a fact."""
        return bool(claim.passages) or not self._judge.needs_evidence

    async def call(self, question: Question, ask: Ask) -> Verdict:
        """The verdict of a judge that asks a chat model; stored before it is returned."""
        assert isinstance(self._judge, CallingJudge)  # noqa: S101 - see ``model``
        claim, key = self._claim(question), self._key(question)
        if not self._can_be_judged(claim):
            return NO_EVIDENCE
        verdict = await self._judge.verdict(claim, ask)
        self._keep({key: question}, {key: verdict})
        return verdict

    def _keep(self, questions: dict[str, Question], verdicts: dict[str, Verdict]) -> None:
        if self._cache is not None:
            good = {key: v for key, v in verdicts.items() if v.label != Label.UNSCORED}
            packed = {key: _packed(questions[key], verdict) for key, verdict in good.items()}
            self._cache.put("judge", packed)

    def _key(self, question: Question) -> str:
        topic = question.topic
        request = judge_request(
            self._identity or {},
            topic.retrieval if topic else RETRIEVAL,
            question.name,
            topic.state if topic else None,
            self._settings.top_k,
            question.fact.text,
        )
        return content_key("judge", request)

    def _claim(self, question: Question) -> Claim:
        topic = question.topic
        passages = topic.top(question.fact.text, self._settings.top_k) if topic else ()
        return Claim(question.name, question.fact, passages)


def _packed(question: Question, verdict: Verdict) -> JsonValue:
    topic = question.topic
    return pack_verdict(verdict, topic.pack if topic else _no_evidence)


def _no_evidence(passage: object) -> NoReturn:
    """For judges that are given none."""
    raise ValueError(f"evidence that nobody was given: {passage}")
