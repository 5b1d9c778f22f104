"""A judge that remembers its answers, and is asked equal questions once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from factscore.cache import Cache, content_key
from factscore.cache.answers import judge_request, pack_verdict, refuse_offline, unpack_verdict
from factscore.judge.base import Judge
from factscore.records import Claim, Fact, Label, Reason, Verdict
from factscore.retrieval import RETRIEVAL
from factscore.settings import Settings
from factscore.topics import Topic

NO_EVIDENCE = Verdict(Label.UNSCORED, reason=Reason.NO_EVIDENCE)


@dataclass(frozen=True, slots=True)
class Question:
    """A fact to be judged, with the topic whose article is the evidence."""

    name: str
    """The topic as the row spells it."""
    topic: Topic | None
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

    def known(self, question: Question) -> Verdict | None:
        """The verdict where nobody need be asked: no evidence, or a stored answer."""
        topic = question.topic
        if self._judge.needs_evidence and (topic is None or not any(topic.shown)):
            return NO_EVIDENCE
        if self._cache is None:
            return None
        value = self._cache.get(self._key(question))
        if value is not None:
            article = topic.article.title if topic else ""
            return unpack_verdict(value, article, topic.shown if topic else ())
        if self._settings.offline:
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
        if not questions:
            return {}
        verdicts = self._judge.judge([self._claim(question) for question in questions.values()])
        fresh = dict(zip(questions, verdicts, strict=True))
        if self._cache is not None:
            good = {key: v for key, v in fresh.items() if v.label != Label.UNSCORED}
            self._cache.put("judge", {key: pack_verdict(v) for key, v in good.items()})
        return fresh

    def _key(self, question: Question) -> str:
        topic = question.topic
        request = judge_request(
            self._identity or {},
            RETRIEVAL,
            question.name,
            topic.article.digest if topic else None,
            self._settings.top_k,
            question.fact.text,
        )
        return content_key("judge", request)

    def _claim(self, question: Question) -> Claim:
        topic = question.topic
        passages = topic.top(question.fact.text, self._settings.top_k) if topic else ()
        return Claim(question.name, question.fact, passages)
