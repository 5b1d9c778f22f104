"""Asking until the facts of a sentence are known, or it is known why they are not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from factscore.decompose.chat.cuts import halves
from factscore.decompose.chat.demonstrations import Demonstrations
from factscore.decompose.chat.reply import ParsedReply, State, parse_reply
from factscore.decompose.chat.requests import MORE_TOKENS, TOKENS, Question, request
from factscore.errors import CallError
from factscore.llm.base import Ask, Finish, Reply
from factscore.llm.reading import LOST, has_lost_characters
from factscore.records import Reason
from factscore.tasks import together

_SHOWN = 80
"""Characters of a reply that a failure quotes."""
_WHOLE = frozenset({State.FACTS, State.NONE})


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of a sentence; facts of a part of it where another part failed."""

    facts: tuple[str, ...] = ()
    failure: Reason | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Inquiry:
    """How questions are asked: whom, and with which demonstrations."""

    ask: Ask
    demonstrations: Demonstrations

    async def answer(self, asked: Iterable[Question]) -> Answer:
        """The facts of the pieces of one sentence, in order; all are asked for at once."""
        answers = await together(self._first(question) for question in asked)
        failed = next((answer for answer in answers if answer.failure), Answer())
        facts = tuple(fact for answer in answers for fact in answer.facts)
        return Answer(facts, failed.failure, failed.detail)

    async def _first(self, question: Question) -> Answer:
        try:
            reply = await self.ask(request(question, self.demonstrations), _good(question))
            parsed = _parsed(question, reply)
            if reply.finish == Finish.LENGTH and parsed.state != State.EMPTY:
                return await self._in_halves(question)
            if reply.finish == Finish.REFUSED or parsed.state in {*_WHOLE, State.REFUSED}:
                return _settled(reply, parsed)
            return await self._again(question, reply)
        except CallError as error:
            return Answer(failure=Reason.CALL_FAILED, detail=str(error))

    async def _again(self, question: Question, first: Reply) -> Answer:
        """Ask in other words; with more room where the first reply was nothing but thoughts."""
        room = MORE_TOKENS if first.finish == Finish.LENGTH else TOKENS
        again = request(question, self.demonstrations, again=True, room=room)
        reply = await self.ask(again, _good(question))
        parsed = _parsed(question, reply)
        if reply.finish == Finish.LENGTH:
            if parsed.state == State.EMPTY:
                detail = f"the model used up {room} tokens and said nothing"
                return Answer(failure=Reason.TRUNCATED, detail=detail)
            return await self._in_halves(question)
        return _settled(reply, parsed)

    async def _in_halves(self, question: Question) -> Answer:
        cut = halves(question.text)
        if cut is None:
            detail = f"the reply is cut off even for {_quoted(question.text)}"
            return Answer(failure=Reason.TRUNCATED, detail=detail)
        first = Question(question.topic, question.before, cut[0])
        return await self.answer((first, first.then(cut[1])))


def _parsed(question: Question, reply: Reply) -> ParsedReply:
    asked = f"{question.topic} {question.before} {question.text}"
    parsed = parse_reply(reply.text, asked)
    broken = any(has_lost_characters(fact, asked) for fact in parsed.facts)
    return ParsedReply(State.UNREADABLE) if broken else parsed


def _good(question: Question) -> Callable[[Reply], bool]:
    """Whether a reply is whole, and says facts or that there are none."""
    return lambda reply: reply.finish == Finish.STOP and _parsed(question, reply).state in _WHOLE


def _settled(reply: Reply, parsed: ParsedReply) -> Answer:
    """What a reply that was not cut comes to."""
    if reply.finish == Finish.REFUSED or parsed.state == State.REFUSED:
        said = f": {_quoted(reply.text)}" if reply.text.strip() else ""
        return Answer(failure=Reason.REFUSED, detail=f"the model declined{said}")
    if parsed.state in _WHOLE:
        return Answer(parsed.facts)
    if parsed.state == State.EMPTY:
        return Answer(failure=Reason.PARSE_FAILED, detail="the reply is empty, asked twice")
    what = "has lost characters" if LOST in reply.text else "is no list of facts"
    detail = f"the reply {what}, asked twice: {_quoted(reply.text)}"
    return Answer(failure=Reason.PARSE_FAILED, detail=detail)


def _quoted(text: str) -> str:
    line = " ".join(text.split())
    return repr(line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…")
