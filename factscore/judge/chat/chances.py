"""Log probabilities of a reply's tokens → how likely each answer was, where it was given."""

from __future__ import annotations

import math
from collections.abc import Sequence

from factscore.judge.chat.answers import Answer
from factscore.judge.chat.choices import Choice
from factscore.llm.base import Reply, Token

UNLIKE = 0.1
"""A reply whose own answer has less than this share of the likeliest one's probability has
tokens that do not belong to its text."""

_ROUNDING = 1e-3
"""By so much the log probability of what is certain may be above 0."""
_EDGES = " \t\r\n\"'“”‘’*_`()[]{}<>:;.,!?-–—$#=|\\/▁ĠĊ"
"""What a token may have around the letters of a word; the last three are vocabularies' own
signs for a space and a line break."""


def masses(reply: Reply, answer: Answer, choices: Sequence[Choice]) -> tuple[float, ...] | None:
    """The probability of each choice at the place of the answer.

    It is summed over the alternatives that spell the choice: in any case, with a space,
    quotes or markup around it, or as the first piece of it. A piece counts if it begins one
    choice only and is at least half of it, or three letters: "Tr", "Fal" and "Con" do, "F"
    and "Su" do not. (Where the reply itself spells its answer in shorter pieces, these count
    too.) Alternatives that the server did not list count nothing.

    Returns:
        One number for each choice; ``None`` where the reply has no log probabilities, none of
        alternatives, or one above 0, which is no log probability; where they do not belong to
        its text, or where the answer is "not true" and the like.
    """
    token = None if answer.start is None else _token_at(reply, answer.start)
    if token is None or answer.choice is None:
        return None
    own = _letters(token.text)
    if not _has_alternatives(token) or any(c.logprob > _ROUNDING for c in token.chances):
        return None
    if not own or not answer.choice.word.lower().startswith(own):
        return None
    sums = [0.0] * len(choices)
    for chance in token.chances:
        spelled = _spelled(_letters(chance.token), choices, len(own))
        if spelled is not None and not math.isnan(chance.logprob):
            sums[spelled] += math.exp(min(0.0, chance.logprob))
    if sums[choices.index(answer.choice)] <= UNLIKE * max(sums):
        return None
    return tuple(sums)


def _has_alternatives(token: Token) -> bool:
    """Of a token alone nothing is known of the other answers: they are not impossible."""
    return any(c.token != token.text and not math.isnan(c.logprob) for c in token.chances)


def _token_at(reply: Reply, start: int) -> Token | None:
    """The token that holds a character of the reply's text."""
    written = "".join(token.text for token in reply.tokens)
    # A provider may have stripped the text; what else differs cannot be matched.
    position = written.find(reply.text)
    if position < 0:
        return None
    position += start
    for token in reply.tokens:
        if position < len(token.text):
            return token
        position -= len(token.text)
    return None


def _letters(token: str) -> str:
    return token.strip(_EDGES).lower()


def _spelled(piece: str, choices: Sequence[Choice], own: int) -> int | None:
    """Which choice a token begins; ``None``: none, or not surely."""
    fits = [i for i, choice in enumerate(choices) if choice.word.lower().startswith(piece)]
    if not piece or len(fits) != 1:
        return None
    enough = min((len(choices[fits[0]].word) + 1) // 2, 3, own)
    return fits[0] if len(piece) >= enough else None
