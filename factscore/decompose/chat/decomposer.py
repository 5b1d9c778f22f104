"""Text → facts by a chat model, sentence by sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from factscore import prompts
from factscore.decompose.chat.demonstrations import Demonstrations
from factscore.decompose.chat.inquiry import Answer, Inquiry
from factscore.decompose.chat.repair import Source, clean
from factscore.decompose.chat.requests import TOKENS, Question, questions
from factscore.decompose.nonfactual import states_nothing
from factscore.decompose.provided import opening
from factscore.decompose.sentences import Sentence, split_sentences
from factscore.llm.base import Ask, ChatModel
from factscore.llm.direct import answer_each
from factscore.records import (
    Decomposition,
    Fact,
    FailedSentence,
    Generation,
    JsonValue,
    Reason,
    Status,
)
from factscore.tasks import together

VERSION = 2
"""Goes up with every change that may change a fact and is not in the prompt: how sentences are
found, how replies are read, how facts are cleaned. It is part of the cache key."""


@dataclass(frozen=True, slots=True)
class _Work:
    """A generation, read: its sentences, and what is asked about each."""

    sentences: list[Sentence]
    asked: dict[int, tuple[Question, ...]]
    """By the sentence's number; a sentence that states nothing is not asked about."""


class ChatDecomposer:
    """Asks for the facts of each sentence, with the topic and what came before as context.

    A sentence whose facts cannot be had (the model declines, the call fails, two replies
    cannot be read, or the reply is cut however small the piece) is listed in ``failed``, and
    the item goes on with the facts of the others.

    Args:
        model: whom to ask.
    """

    def __init__(self, model: ChatModel) -> None:
        self.model = model

    @property
    def name(self) -> str:
        """The model's SPEC."""
        return self.model.name

    def identity(self) -> dict[str, JsonValue]:
        """The model, the prompt and its settings, and how sentences and replies are read."""
        return {
            "decomposer": "chat",
            "version": VERSION,
            "prompt": prompts.DECOMPOSE_VERSION,
            "max_tokens": TOKENS,
            "temperature": 0.0,
            "model": self.model.identity(),
        }

    async def facts_of(self, generation: Generation, ask: Ask) -> Decomposition:
        """The facts of one generation, in the order of its sentences.

        All sentences are asked about at once; ``ask`` bounds how many calls are in flight.
        """
        opened = opening(generation, facts_count=False)
        if opened is not None:
            return opened
        work = _read(generation)
        inquiry = Inquiry(ask, self._demonstrations)
        answers = await together(inquiry.answer(asked) for asked in work.asked.values())
        return _joined(generation, work, dict(zip(work.asked, answers, strict=True)))

    def decompose(self, generations: Sequence[Generation]) -> list[Decomposition]:
        """One decomposition for each generation, in order; for use without a pipeline.

        Raises:
            ModelError: the model cannot be reached.
        """
        return answer_each(self.model, "decompose", self.facts_of, generations)

    @cached_property
    def _demonstrations(self) -> Demonstrations:
        return Demonstrations()


def _read(generation: Generation) -> _Work:
    sentences = split_sentences(generation.text)
    asked = {
        n: questions(generation.topic, sentences, n)
        for n, sentence in enumerate(sentences)
        if not states_nothing(sentence.text)
    }
    return _Work(sentences, asked)


def _joined(generation: Generation, work: _Work, answers: dict[int, Answer]) -> Decomposition:
    facts: list[Fact] = []
    failed: list[FailedSentence] = []
    empty = len(work.sentences) - len(answers)
    for n, answer in answers.items():
        texts = clean(answer.facts, _source(generation, work.asked[n], work.sentences[n]))
        facts.extend(_fact(text, work.sentences[n]) for text in texts)
        if answer.failure is not None:
            failed.append(_failed(work.sentences[n], answer.failure, answer.detail))
        empty += not texts and answer.failure is None
    return _ended(tuple(facts), len(work.sentences), empty, failed)


def _ended(
    facts: tuple[Fact, ...], total: int, empty: int, failed: Sequence[FailedSentence]
) -> Decomposition:
    if facts:
        return Decomposition(Status.SCORED, facts, total, empty, "", tuple(failed))
    if failed:
        first = f"{failed[0].reason}: {failed[0].detail}" if failed[0].detail else failed[0].reason
        detail = f"{len(failed)} of {total} sentences could not be decomposed; the first: {first}"
        return Decomposition(Status.DECOMPOSE_FAILED, (), total, empty, detail, tuple(failed))
    detail = "no sentence states a fact" if total else "the text has no sentences, only markup"
    return Decomposition(Status.NO_FACTS, (), total, empty, detail)


def _source(generation: Generation, asked: Sequence[Question], sentence: Sentence) -> Source:
    return Source(sentence.text, generation.topic or "", asked[0].before)


def _fact(text: str, sentence: Sentence) -> Fact:
    return Fact(text, sentence.text, sentence.start, sentence.end)


def _failed(sentence: Sentence, reason: Reason, detail: str) -> FailedSentence:
    return FailedSentence(_fact(sentence.text, sentence), reason, detail)
