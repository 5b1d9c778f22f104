"""Small words that a fact needs and its sentence left out: "is", "the", "in"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from factscore.decompose.rules.adjuncts import first_word
from factscore.decompose.rules.phrases import Draft
from factscore.decompose.rules.spread import Part

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

PAST_STATES = frozenset({"bear", "raise", "found", "educate"})
"""Participles that are told in the past, whatever the tense around them."""

_SINGULAR = {"were": "was", "are": "is", "have": "has"}
_PLACE_WORDS = frozenset({"at", "in", "on"})
_WITH_ARTICLE = frozenset(
    "USA US U.S. U.S.A. UK U.K. States Kingdom Republic Netherlands Union Philippines Emirates "
    "Bahamas USSR UAE".split()
)


def singular(part: Part, doc: Doc) -> Part:
    """An auxiliary of a plural subject for one of its parts: "were" → "was"."""
    word = first_word(part, doc)
    return Part(part.start, (_SINGULAR[word],)) if word in _SINGULAR else part


def left_out_be(verb: Token) -> str:
    """The "was" of "Ann, born in Oslo, is …" when the parser took the participle for the verb."""
    helped = any(c.dep_ in {"aux", "auxpass"} for c in verb.children)
    subject = next((c for c in verb.lefts if c.dep_ == "nsubj"), None)
    if not (verb.tag_ == "VBN" or _is_misread(verb)) or helped or subject is None:
        return ""
    if not any(t.text == "," for t in verb.doc[subject.i + 1 : verb.i]):
        return ""
    present = any(c.dep_ == "conj" and c.tag_ in {"VBZ", "VBP"} for c in verb.children)
    return form_of_be(plural=False, present=present and verb.lemma_ not in PAST_STATES)


def _is_misread(verb: Token) -> bool:
    """Whether a past tense has another behind a comma and no "and": then it is a participle."""
    if verb.tag_ != "VBD" or not verb.lower_.endswith("ed"):
        return False
    main = next((c for c in verb.rights if c.dep_ == "conj" and c.tag_ in {"VBD", "VBZ"}), None)
    if main is None or any(c.dep_ == "cc" and c.i < main.i for c in verb.rights):
        return False
    return bool(verb.doc[main.i - 1].text == ",")


def form_of_be(*, plural: bool, present: bool) -> str:
    """The form of "be" for a number and a tense."""
    if present:
        return "are" if plural else "is"
    return "were" if plural else "was"


def is_plural(subject: Draft, doc: Doc) -> bool:
    """Whether a subject takes "are": the head noun is plural, or it is "they" or "A and B"."""
    tokens = [doc[piece] for piece in subject if isinstance(piece, int)]
    inside = {token.i for token in tokens}
    heads = [t for t in tokens if t.head.i not in inside or t.head.i == t.i]
    if not heads:
        return False
    head = heads[0]
    either = any(c.dep_ == "cc" and c.lower_ == "or" for c in head.children)
    joined = not either and any(c.dep_ == "conj" and c.i in inside for c in head.children)
    the = any(c.lower_ == "the" and c.i in inside for c in head.children)
    return (
        joined
        or head.tag_ == "NNS"
        or (head.tag_ == "NNPS" and the)
        or head.lower_ in {"they", "these", "those"}
    )


def the(country: Token) -> tuple[str, ...]:
    """The article that some names of countries have, where the text left it out."""
    bare = not any(c.dep_ == "det" for c in country.children)
    return ("the",) if bare and country.text in _WITH_ARTICLE else ()


def place_word(noun: Token) -> str:
    """The preposition with which something happens at a place."""
    before = noun.head
    if noun.dep_ == "pobj" and before.lower_ in _PLACE_WORDS:
        return str(before.lower_)
    return "in" if noun.ent_type_ in {"GPE", "LOC"} else "at"
