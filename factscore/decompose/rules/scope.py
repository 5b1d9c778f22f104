"""Words that reach past what they stand beside: "supposedly", "former", "in the film …".

A hedge before a verb is meant of the verbs joined to it, "a *former* teacher and nurse" may
have left both trades, and what happens in a film happened nowhere else. What such a word
may reach is not told apart from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from factscore.decompose.rules.surface import STAND_IN

if TYPE_CHECKING:
    from spacy.tokens import Token

HEDGES = frozenset(
    "allegedly reportedly supposedly purportedly apparently possibly perhaps maybe probably "
    "presumably ostensibly seemingly arguably conceivably likely".split()
)
"""Adverbs that leave open whether something is so."""

_CLAIMED = frozenset(
    "alleged supposed so-called self-proclaimed self-styled self-described self-professed "
    "purported reputed suspected accused putative presumed possible probable potential likely "
    "future would-be aspiring budding former ex ex- one-time onetime sometime erstwhile retired "
    "failed disgraced disbarred deposed honorary unofficial nominal titular ceremonial amateur "
    "part-time fictional fictitious imaginary fake mock pretend acting interim deputy vice "
    "assistant associate designate trainee apprentice".split()
)
"""Before a noun: it is not, no more, not yet, or not fully so."""

_FICTION = frozenset(
    "film movie novel novella book story tale play opera operetta series sitcom musical "
    "ballet poem drama comedy tragedy cartoon manga anime episode comic miniseries "
    "legend myth folklore saga telenovela soap".split()
)
_TOLD = frozenset(
    "die kill bear marry murder live fall leave grow lose escape move divorce drown".split()
)
"""Verbs of a life: with "in the film" behind them they tell of the film, not of the life."""


def reaches_on(verb: Token) -> bool:
    """Whether something before a verb is meant of the verbs joined to it as well."""
    before = [c for c in verb.lefts if c.dep_ in {"advmod", "prep"}]
    return any(
        c.lower_ in HEDGES or c.lower_ == "according" or is_fiction(c) for c in before
    ) or any(is_fiction(c) for c in verb.rights if c.dep_ == "prep" and verb.lemma_ in _TOLD)


def is_framed(verb: Token) -> bool:
    """Whether a clause tells what happens in a film or a book."""
    frames = [c for c in verb.children if is_fiction(c)]
    return any(c.i < verb.i or verb.lemma_ in _TOLD for c in frames)


def is_fiction(preposition: Token) -> bool:
    """Whether it opens "in the film Ash", "in Ash's novel" or 'in "Ash"'."""
    if preposition.dep_ != "prep" or preposition.lower_ not in {"in", "within"}:
        return False
    for noun in (c for c in preposition.rights if c.dep_ == "pobj"):
        named = {"compound", "appos", "nmod"} | ({"amod"} if noun.text[:1].isupper() else set())
        beside = [c for c in noun.children if c.dep_ in named]
        if noun.text == STAND_IN:
            return True
        if noun.tag_ in {"NN", "NNP"} and any(
            t.lemma_.lower() in _FICTION for t in (noun, *beside)
        ):
            return True
    return False


def is_shared_claim(parts: list[Token]) -> bool:
    """Whether a word such as "former" may be meant of a later part that has no article."""
    claimed = False
    for part in parts:
        own = [c for c in part.lefts if c.dep_ not in {"cc", "conj", "preconj", "punct"}]
        if any(c.dep_ in {"det", "poss", "nummod"} for c in own):
            claimed = False
        elif claimed:
            return True
        claimed = claimed or any(_is_claimed(c) for c in own)
    return False


def _is_claimed(modifier: Token) -> bool:
    word = modifier.lower_
    return word in _CLAIMED or word.startswith("ex-")
