"""What is asked about a sentence: the request, and what stands before the sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from factscore import prompts
from factscore.decompose.chat.cuts import pieces
from factscore.decompose.chat.demonstrations import Demonstrations
from factscore.decompose.sentences import Sentence
from factscore.llm.base import ChatRequest, Message

TOKENS = 1024
"""Tokens of a reply, at most."""
MORE_TOKENS = 8192
"""The same where a model used up ``TOKENS`` for thoughts alone."""
BEFORE_SENTENCES = 3
"""Sentences before the one that is asked about that are shown, at most."""
BEFORE_CHARACTERS = 600
"""Their characters, at most."""
LONGEST = 1200
"""Characters of the longest text that is asked about at once; a longer one is no sentence of
prose, and its facts would not fit into ``TOKENS``."""

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Question:
    """A sentence, or a piece of one, with what its facts may need to be told apart."""

    topic: str
    before: str
    text: str

    def then(self, text: str) -> Question:
        """The question about what follows in the same sentence."""
        return replace(self, before=_end_of(f"{self.before} {self.text}"), text=text)


def questions(topic: str | None, sentences: Sequence[Sentence], n: int) -> tuple[Question, ...]:
    """What is asked about the ``n``-th of some sentences: mostly one question."""
    before = " ".join(s.text for s in sentences[max(0, n - BEFORE_SENTENCES) : n])
    whole = Question(_writable(topic or ""), _end_of(_writable(before)), "")
    asked: list[Question] = []
    for piece in pieces(_writable(sentences[n].text), LONGEST):
        asked.append(asked[-1].then(piece) if asked else replace(whole, text=piece))
    return tuple(asked)


def request(
    question: Question, demonstrations: Demonstrations, *, again: bool = False, room: int = TOKENS
) -> ChatRequest:
    """The request for one question; ``again`` where the first reply could not be read."""
    text = prompts.decompose_question(question.topic, question.before, question.text)
    asked = prompts.decompose_again(text) if again else text
    return ChatRequest(
        (
            *demonstrations.beginning,
            *demonstrations.nearest(question.text),
            Message("user", asked),
        ),
        max_tokens=room,
    )


def _end_of(text: str) -> str:
    """The last characters of a text, from the beginning of a word."""
    text = text.strip()
    if len(text) <= BEFORE_CHARACTERS:
        return text
    cut = text[-BEFORE_CHARACTERS:]
    return "… " + (cut.split(" ", 1)[1] if " " in cut else cut)


def _writable(text: str) -> str:
    return _LONE_SURROGATE.sub("\ufffd", text)
