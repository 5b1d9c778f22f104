"""Coordinations whose parts do not match: the parser joined what does not belong together.

"a device for *firefighters*, a signal, and *the machine*": what stands after "and" was
invented, not what the device is for. Parts that open alike ("for the Giants and the
Bulldogs") are told apart; all others stay in one piece.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from factscore.decompose.rules.roles import ROLES

if TYPE_CHECKING:
    from spacy.tokens import Token

_EXAMPLES = frozenset({"as", "including", "like"})
_OBJECTS = frozenset({"dobj", "attr", "pobj"})
_NO_PEOPLE = frozenset({"GPE", "LOC", "FAC", "ORG", "WORK_OF_ART", "EVENT", "PRODUCT", "DATE"})

NEVER_PASSIVE = frozenset(
    "move die grow begin become go come return retire remain live immigrate emigrate travel arrive "
    "rise work appear continue graduate serve attend debut study tour lecture peak".split()
)


def is_uneven(parts: list[Token]) -> bool:
    """Whether nouns under one preposition can hardly all belong there."""
    head = parts[0]
    if head.dep_ != "pobj" or head.head.lower_ in _EXAMPLES:
        return False
    first = _opening(head)
    if first not in {"a", "the", "owned"} and any(_is_odd(head, p) for p in parts[1:]):
        return True
    return bool(_taken_over(head))


def shares_surname(parts: list[Token]) -> bool:
    """Whether it is "John and Agnes Hunter", where John is a Hunter as well."""
    *given, last = parts
    named = [c for c in last.lefts if c.dep_ == "compound"]
    if len(named) != 1 or any(p.pos_ != "PROPN" or p.ent_type_ in _NO_PEOPLE for p in parts):
        return False
    return all(not any(c.dep_ in {"compound", "det"} for c in part.lefts) for part in given)


def has_foreign_part(child: Token) -> bool:
    """Whether a second object of the clause is joined to a noun in ``child``, and more follows.

    "won *six titles* at Wimbledon and *two medals* in Rome", "played *baseball* for the
    Giants and *football* for the Bulldogs": what follows may be said of the second only.
    """
    verb = child.head
    later = [c.i for c in verb.rights if c.dep_ in {"prep", "agent"} and not _is_date(c)]
    return any(
        any(part.i < place for place in later)
        for head in child.subtree
        if head.dep_ == "pobj" and head.head.lower_ not in _EXAMPLES and _clause(head) == verb
        for part in _taken_over(head)
    )


def _is_date(preposition: Token) -> bool:
    return any(c.dep_ == "pobj" and c.ent_type_ == "DATE" for c in preposition.children)


def _clause(token: Token) -> Token | None:
    return next((t for t in token.ancestors if t.pos_ in {"VERB", "AUX"}), None)


def _taken_over(head: Token) -> list[Token]:
    """Odd parts of a coordination that open as an object does which stands before it."""
    openings = {_opening(noun) for noun in _objects_before(head)}
    return [part for part in _odd_parts(head) if _opening(part) in openings]


def loses_auxiliary(verb: Token, joined: Token) -> bool:
    """Whether "were stripped and *restored*" may be passive all through, though read as active.

    Of a person either may be meant, and the tag decides; of a thing it is unsure.
    """
    things = [c for c in verb.children if c.dep_ == "nsubjpass" and c.pos_ == "NOUN"]
    if not things or any(t.lemma_.lower() in ROLES for t in things):
        return False
    inside = {c.dep_ for c in joined.children}
    free = not inside & {"nsubj", "nsubjpass", "aux", "auxpass", "dobj"}
    return (
        free
        and joined.tag_ == "VBD"
        and joined.lemma_ not in NEVER_PASSIVE
        and joined.lower_.endswith("ed")
    )


def _is_odd(head: Token, part: Token) -> bool:
    """Whether a part opens unlike the first; one article may serve for all."""
    opening = _opening(part)
    if opening == "name" or opening == _opening(head):
        return False
    if not opening:
        return head.pos_ == "PROPN"
    return not {c.lower_ for c in head.lefts} & {"the"} & {c.lower_ for c in part.lefts}


def _odd_parts(head: Token) -> list[Token]:
    found = [head]
    for token in found:
        found.extend(c for c in token.children if c.dep_ in {"conj", "appos"})
    joined = any(c.dep_ == "cc" for token in found for c in token.children)
    return [token for token in found[1:] if joined and _is_odd(head, token)]


def _objects_before(head: Token) -> Iterator[Token]:
    """Objects of the same clause that stand before the preposition of ``head``."""
    for above in head.ancestors:
        if above.dep_ in _OBJECTS and above.i < head.i:
            yield above
        if above.pos_ in {"VERB", "AUX"}:
            yield from (c for c in above.rights if c.dep_ in _OBJECTS and c.i < head.head.i)
            return


def _opening(noun: Token) -> str:
    """How a noun phrase opens: a name, "a", "the", a possessive, a number, or with nothing."""
    words = list(noun.lefts)
    named = noun.pos_ != "NOUN" or noun.ent_type_ or noun.text[:1].isupper()
    if named or any(c.pos_ == "PROPN" and c.dep_ in {"compound", "nmod"} for c in words):
        return "name"
    if any(c.dep_ == "nummod" for c in words):
        return "number"
    if any(c.lower_ == "other" for c in words):
        return "name"  # "Tom and *other men*" are men all
    if any(c.dep_ == "poss" for c in words):
        return "owned"
    article = next((c.lower_ for c in words if c.dep_ == "det"), "")
    return "a" if article in {"a", "an"} else article
