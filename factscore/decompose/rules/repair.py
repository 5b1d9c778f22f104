"""Attachments that the small parser gets wrong in a way that can be told, put right.

Each rule looks for a shape that cannot be meant: a noun coordinated with a verb, an
apposition on the far side of a verb, ", which" as an adverbial clause, a relative clause
on a year, a list without "and" between city and country.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from factscore.decompose.rules.joins import (
    FINITE,
    VERBAL,
    hand_down,
    is_in_list,
    join_list,
    join_name,
    join_noun,
    join_participle,
    part_roles,
    raise_finite,
    raise_parallel,
    read_role,
)
from factscore.decompose.rules.mentions import KIN
from factscore.decompose.rules.roles import ROLES
from factscore.decompose.rules.tree import NOMINAL, SUBJECTS, conjuncts, is_bare_name, subtree

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_PLACES = frozenset({"GPE", "LOC"})
_BODIES = _PLACES | {"ORG", "FAC"}
_LOOSE = frozenset({"npadvmod", "dep", "nmod", "dobj", "attr", "oprd", "appos"})


def repair(doc: Doc) -> Doc:
    """The same parse, mended in place."""
    for token in doc:
        if token.dep_ == "acl" and token.tag_ == "VBN" and token.head.dep_ == "ROOT":
            _raise_predicate(token)
        if token.dep_ == "advcl" and token.tag_ == "VBG":
            _lower_participle(token)
        if token.tag_ == "WP$":
            _mend_whose(token)
        if token.dep_ == "conj" and token.head.dep_ == "appos":
            _raise_from_name(token)
        if token.dep_ in {"nsubj", "nsubjpass"} and token.ent_type_ in _PLACES:
            _free_subject(token)
        if token.dep_ in _LOOSE and token.head.pos_ in VERBAL:
            _hang_name(token)
        if token.ent_type_ in _PLACES and token.dep_ in _LOOSE:
            _join_place(token)
        if token.dep_ in _LOOSE and token.pos_ == "NOUN":
            join_list(token)
        if token.dep_ in {"nmod", "compound", "amod"} and token.lemma_.lower() in ROLES:
            part_roles(token)
        if token.dep_ == "acl" and token.tag_ == "VBN":
            join_participle(token)
        if token.dep_ in {"acl", "relcl"} and token.pos_ in VERBAL:
            _gather(token)
        if token.dep_ == "conj" and token.pos_ == "VERB":
            read_role(token)
        if token.dep_ == "conj" and token.pos_ in NOMINAL:
            raise_parallel(token)
        if token.dep_ == "conj" and token.tag_ in FINITE and token.head.tag_ in {"VBG", "VB"}:
            raise_finite(token)
        if token.dep_ == "conj" and token.pos_ in NOMINAL and token.head.pos_ in VERBAL:
            join_noun(token)
        elif token.dep_ == "conj" and _is_city_and_country(token):
            token.dep_ = "appos"
        elif token.dep_ == "appos":
            _mend_apposition(token)
        elif token.dep_ in {"advcl", "relcl"} and token.head.i < token.i:
            _mend_relative(token)
        if token.dep_ == "conj" and is_bare_name(token):
            join_name(token)
    return doc


def _lower_participle(token: Token) -> None:
    """ "was the son of a baker and was called Bo, *meaning* rain": tells of the last verb."""
    joined = [c for c in token.head.rights if c.dep_ == "conj" and c.i < token.i]
    own = [c for t in joined for c in t.children if c.dep_ in SUBJECTS]
    if joined and joined[-1].pos_ in VERBAL and not own and token.doc[token.i - 1].text == ",":
        token.head = joined[-1]


def _raise_predicate(verb: Token) -> None:
    """ "Ann, who was born in Rome, *studied* in Oslo" read as a name and no more."""
    name = verb.head
    relative = any(c.dep_ == "relcl" and c.i < verb.i for c in name.rights)
    if name.pos_ != "PROPN" or not relative or verb.doc[verb.i - 1].text != ",":
        return
    marks = [c for c in name.children if c.i > verb.i or c.i == verb.i - 1]
    verb.head, verb.dep_, verb.tag_ = verb, "ROOT", "VBD"
    name.head, name.dep_ = verb, "nsubj"
    for mark in marks:
        if mark.i != verb.i:
            mark.head = verb


def _raise_from_name(token: Token) -> None:
    """ "his wife, Ann, and *three children*" joined to Ann, who is one: join it to the wife."""
    name = token.head
    noun = name.head
    links = [c for c in name.children if c.dep_ == "cc" and name.i < c.i < token.i]
    one = noun.tag_ == "NN" and any(c.dep_ == "poss" for c in noun.children)
    if not links or not one or name.pos_ != "PROPN" or token.doc[links[0].i - 1].text != ",":
        return
    for moved in (token, *links):
        moved.head = noun


def _mend_whose(link: Token) -> None:
    """ "Ann, born in Rome, *whose father* taught" hung on the town: a father is a person's."""
    clause = link.head.head
    town = clause.head
    if clause.dep_ != "relcl" or link.head.lemma_.lower() not in KIN or town.dep_ != "pobj":
        return
    person = town.ent_type_ == "PERSON" or (town.pos_ == "NOUN" and not town.ent_type_)
    above = next((t for t in town.ancestors if t.dep_ in SUBJECTS and t.pos_ == "PROPN"), None)
    if not person and above is not None:
        clause.head = above


def _join_place(token: Token) -> None:
    """ "in Palermo, *Sicily*, in 1952" with the island hung on the verb: hang it on the city."""
    start = min(subtree(token))
    if token.dep_ == "appos" or start < 2 or token.doc[start - 1].text != ",":
        return
    city = token.doc[start - 2]
    fits = city.ent_type_ in _PLACES and city.dep_ == "pobj" and not token.is_ancestor(city)
    if fits and not any(c.dep_ in {"cc", "conj"} for c in token.children):
        token.head = city
        token.dep_ = "appos"


def _hang_name(token: Token) -> None:
    """ "born to farmers, *Ann and Bo Lee*" with the names hung on the verb: farmers' names."""
    start = min(subtree(token))
    if (
        start < 2
        or token.doc[start - 1].text != ","
        or token.pos_ != "PROPN"
        or token.ent_type_ == "DATE"
    ):
        return
    near = _nominal_before(token.doc, start)
    fits = near is not None and near.dep_ == "pobj" and near.pos_ == "NOUN"
    if near is not None and fits and not token.is_ancestor(near):
        token.head = near
        token.dep_ = "appos"


def _free_subject(token: Token) -> None:
    """ "Born in Oslo, *Norway*, Ann left" with the country as the subject: Ann is."""
    near = token.doc[token.i - 2] if token.i >= 2 else token
    if near.ent_type_ not in _PLACES or token.doc[token.i - 1].text != "," or near.dep_ != "pobj":
        return
    names = [c for c in token.rights if c.dep_ == "appos" and c.i < token.head.i]
    if not names or near.is_ancestor(token) or token.is_ancestor(near):
        return
    names[0].head, names[0].dep_ = token.head, token.dep_
    token.head, token.dep_ = near, "appos"


def _gather(verb: Token) -> None:
    """What follows a clause inside a noun phrase belongs to the clause, not to the noun."""
    noun = verb.head
    if noun.i > verb.i:
        return
    for child in [c for c in noun.rights if c.i > verb.i]:
        if child.dep_ == "conj" and noun.pos_ == "PROPN" and child.pos_ == "NOUN":
            hand_down(verb, child)
        if child.dep_ in {"prep", "npadvmod", "appos"}:
            city = _last_noun(verb, child) if child.dep_ == "appos" else None
            child.head = city or verb
            child.dep_ = "appos" if city else "prep" if child.dep_ == "prep" else "npadvmod"


def _last_noun(verb: Token, child: Token) -> Token | None:
    """The noun in a clause that an apposition after it can belong to."""
    nouns = [t for t in verb.subtree if t.i < child.i and t.dep_ in {"pobj", "dobj"}]
    places = [t for t in nouns if t.ent_type_ in _PLACES]
    found = places if child.ent_type_ in _PLACES else nouns
    return found[-1] if found else None


def _is_city_and_country(token: Token) -> bool:
    city = token.head
    if city.ent_type_ not in _PLACES or token.ent_type_ not in _PLACES:
        return False
    first = city
    while first.dep_ in {"conj", "appos"}:
        first = first.head
    listed = any(c.dep_ == "cc" for part in conjuncts(first) for c in part.children)
    start = min(subtree(token))
    return not listed and start > 0 and token.doc[start - 1].text == "," and first.dep_ == "pobj"


def _mend_apposition(token: Token) -> None:
    noun = token.head
    start = min(subtree(token))
    if any(t.pos_ in VERBAL and t.dep_ not in {"amod", "acl"} for t in token.doc[noun.i : start]):
        near = _nominal_before(token.doc, start)
        if near is not None and not near.is_ancestor(token) and not token.is_ancestor(near):
            token.head = near
    elif is_in_list(noun, token):
        token.dep_ = "conj"
        raise_parallel(token)


def _nominal_before(doc: Doc, start: int) -> Token | None:
    if start < 2 or doc[start - 1].text != ",":
        return None
    near = doc[start - 2]
    while near.dep_ in {"compound", "amod", "nummod", "punct"} and near.head.i > near.i:
        near = near.head
    return near if near.pos_ in NOMINAL and near.i < start else None


def _mend_relative(verb: Token) -> None:
    link = next((c for c in verb.children if c.tag_ in {"WDT", "WP", "WRB"}), None)
    if link is None or link.lower_ not in {"which", "who", "where"} or link.i != min(subtree(verb)):
        return
    noun = verb.head
    if link.lower_ == "who" and noun.ent_type_ in _BODIES and noun.dep_ == "pobj":
        person = next((t for t in noun.ancestors if t.pos_ == "NOUN" and not t.ent_type_), None)
        verb.head = person or noun
        return
    if verb.dep_ == "relcl" and not (noun.ent_type_ == "DATE" or noun.like_num):
        return
    if verb.dep_ == "advcl" and noun.pos_ not in VERBAL:
        return
    found = _antecedent(verb, link)
    if found is not None:
        verb.dep_ = "relcl"
        verb.head = found


def _antecedent(verb: Token, link: Token) -> Token | None:
    """The last noun before the link that is no date and hangs on the same clause."""
    above = next((t for t in verb.ancestors if t.pos_ in VERBAL), None)
    if above is None:
        return None
    found: Token | None = None
    stack = [c for c in above.rights if c.i < link.i]
    while stack:
        token = stack.pop()
        thing = token.pos_ in {"NOUN", "PROPN"} and token.ent_type_ not in {"DATE", "TIME"}
        last = found is None or token.i > found.i
        if thing and last and token.dep_ in {"dobj", "pobj", "attr"}:
            found = token
        if token.dep_ in {"prep", "agent", "dobj", "attr"}:
            stack.extend(c for c in token.rights if c.i < link.i and c.lower_ != "of")
    return found
