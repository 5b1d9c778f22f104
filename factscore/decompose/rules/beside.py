"""What stands between a noun and the side clause that follows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from factscore.decompose.rules.tree import subtree

if TYPE_CHECKING:
    from spacy.tokens import Token

_TOWNS = frozenset({"GPE", "LOC", "FAC", "ORG", "DATE"})


def is_stranded(noun: Token) -> bool:
    """Whether a clause behind it looks back past it ("the prize, *the money* from which …")."""
    clauses = [c for c in noun.rights if c.dep_ == "relcl"]
    return any(
        t.tag_ in {"WDT", "WP"} and t.dep_ == "pobj" and t.head.dep_ == "prep"
        for clause in clauses
        for t in clause.subtree
    )


def is_next(noun: Token, token: Token) -> bool:
    """Whether an apposition follows its noun with no other noun between them."""
    start = min(subtree(token))
    between = noun.doc[noun.i + 1 : start]
    nouns = [t for t in between if t.pos_ in {"NOUN", "PROPN"} and t.dep_ not in {"compound"}]
    return has_comma(noun, token) and not nouns


def has_comma(noun: Token, token: Token) -> bool:
    """Whether a comma, a dash or a colon opens the phrase of ``token``, which follows a noun."""
    start = min(subtree(token))
    return start > 0 and noun.doc[start - 1].text in {",", "–", "—", ":", "-"}


def is_first(person: Token, link: Token) -> bool:
    """Whether no other person stands between a subject and a relative pronoun."""
    between = person.doc[person.i + 1 : link.i]
    names = [t for t in between if t.pos_ in {"NOUN", "PROPN"}]
    return person.dep_ == "nsubj" and all(t.ent_type_ in _TOWNS for t in names)


def is_near(noun: Token, link: Token) -> bool:
    """Whether a relative pronoun follows its noun with no other noun that it could mean."""
    between = noun.doc[noun.i + 1 : link.i]
    return not any(
        t.pos_ in {"NOUN", "PROPN"} and t.dep_ != "compound" and t.ent_type_ not in {"DATE", "TIME"}
        for t in between
        if not (t.head.lower_ == "of" and t.head.head == noun and t.pos_ == "PROPN")
    )
