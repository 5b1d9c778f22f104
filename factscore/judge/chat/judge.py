"""The judge that asks a chat model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from factscore import prompts
from factscore.errors import CallError
from factscore.judge.chat.answers import read_answer
from factscore.judge.chat.chances import masses
from factscore.judge.chat.choices import choices_of
from factscore.judge.chat.declining import declines
from factscore.judge.chat.requests import (
    MORE_TOKENS,
    MORE_TOP_LOGPROBS,
    TOKENS,
    TOP_LOGPROBS,
    request,
)
from factscore.judge.nli import PLACES, unscored
from factscore.llm.base import Ask, ChatModel, ChatRequest, Finish, Reply
from factscore.llm.direct import answer_each
from factscore.llm.reading import LOST, has_lost_characters
from factscore.llm.thoughts import without_thoughts
from factscore.records import Claim, JsonValue, Label, Reason, Verdict

VERSION = 2
"""Version of how replies are read, which is part of the cache key: goes up with every change
that may change a verdict."""
QUOTED = 120
"""Characters that are told of a reply that could not be read."""


class ChatJudge:
    """Asks for one word on each claim, all passages at once, the best one last.

    Where the model gives log probabilities, the probability of support is P(True) /
    (P(True) + P(False)) at the word that answers, each summed over its spellings, and a fact
    is supported above one half. With three answers it is P(Supported) over the sum of the
    three, and the likeliest answer is the verdict; of equally likely ones that which
    supports less. Where the model gives none, or they do not fit what it says, the word in
    its reply is the verdict (``factscore.judge.chat.answers`` has the rules), and the
    probability is ``None``.

    A reply without an answer is asked for once more, with more room and more insistence, and
    without log probabilities; it is not shown to the model again. What then has no answer has
    no verdict.

    Args:
        model: Whom to ask.
        three_way: Ask for the reason of what is not supported: ``contradicted`` or
            ``not_found``. Otherwise there is none.
    """

    needs_evidence = True
    batch_size = 64

    def __init__(self, model: ChatModel, *, three_way: bool = False) -> None:
        self.model = model
        self._three_way = three_way
        self._choices = choices_of(three_way=three_way)

    @property
    def name(self) -> str:
        """The model's SPEC."""
        return self.model.name

    def identity(self) -> dict[str, JsonValue]:
        """The model, the prompt and its settings, and how replies are read."""
        return {
            "judge": "chat",
            "version": VERSION,
            "prompt": prompts.JUDGE_VERSION,
            "three_way": self._three_way,
            "max_tokens": [TOKENS, MORE_TOKENS],
            "temperature": 0.0,
            "top_logprobs": [TOP_LOGPROBS, MORE_TOP_LOGPROBS],
            "model": self.model.identity(),
        }

    async def verdict(self, claim: Claim, ask: Ask) -> Verdict:
        """The verdict on one claim.

        It is ``unscored`` without a call if the claim has no evidence (``no_evidence``) or
        its fact no words (``parse_failed``); and after one or two calls if a call failed
        (``call_failed``), or the last reply was ``refused``, ``truncated``, or could not be
        read (``parse_failed``).
        """
        if not claim.fact.text.strip() or not any(p.text.strip() for p in claim.passages):
            return unscored(claim)
        first = self._request(claim)
        asked = first.messages[-1].text

        def good(reply: Reply) -> bool:
            return self.read(reply, asked).label != Label.UNSCORED

        try:
            reply = await ask(first, good)
            if not good(reply) and reply.finish != Finish.REFUSED:
                reply = await ask(self._request(claim, again=True), good)
        except CallError as error:
            return Verdict(Label.UNSCORED, None, Reason.CALL_FAILED, claim.passages, str(error))
        return replace(self.read(reply, asked), evidence=claim.passages)

    def _request(self, claim: Claim, *, again: bool = False) -> ChatRequest:
        return request(claim, three_way=self._three_way, again=again)

    def judge(self, claims: Sequence[Claim]) -> list[Verdict]:
        """One verdict for each claim, in order; for use without a pipeline.

        Raises:
            ModelError: the model cannot be reached.
        """
        return answer_each(self.model, "judge", self.verdict, claims)

    def read(self, reply: Reply, asked: str = "") -> Verdict:
        """The verdict of a reply, without evidence; ``asked`` is what it replies to."""
        if reply.finish == Finish.REFUSED:
            return _unread(Reason.REFUSED, reply)
        if _is_damaged(reply, asked):
            return _unread(Reason.PARSE_FAILED, reply)
        answer = read_answer(reply.text, self._choices, cut=reply.finish == Finish.LENGTH)
        if answer.choice is None:
            return _unread(_failure(reply), reply)
        chances = masses(reply, answer, self._choices)
        if chances is None:
            return Verdict(answer.choice.label, None, answer.choice.reason)
        likeliest = max(reversed(range(len(chances))), key=chances.__getitem__)
        choice = self._choices[likeliest]
        return Verdict(choice.label, round(chances[0] / sum(chances), PLACES), choice.reason)


def _is_damaged(reply: Reply, asked: str) -> bool:
    """Whether characters were lost on the way; a cut may have gone through the last one."""
    said = without_thoughts(reply.text)
    return has_lost_characters(said.rstrip(LOST) if reply.finish == Finish.LENGTH else said, asked)


def _failure(reply: Reply) -> Reason:
    """Why a reply that was not refused by its provider has no answer."""
    if reply.finish == Finish.LENGTH:
        return Reason.TRUNCATED
    return Reason.REFUSED if declines(without_thoughts(reply.text)) else Reason.PARSE_FAILED


def _unread(reason: Reason, reply: Reply) -> Verdict:
    said = f"the reply was {reply.text[:QUOTED]!r}" if reply.text.strip() else "an empty reply"
    return Verdict(Label.UNSCORED, reason=reason, detail=said)
