"""Coordinations that the small parser hangs in the wrong place, put right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from factscore.decompose.rules.roles import ROLES
from factscore.decompose.rules.surface import STAND_IN
from factscore.decompose.rules.tree import NOMINAL, is_bare_name, subtree

if TYPE_CHECKING:
    from spacy.tokens import Token

FINITE = frozenset({"VBD", "VBZ", "VBP"})
VERBAL = frozenset({"VERB", "AUX"})


def raise_finite(token: Token) -> None:
    """ "began acting and *became* a star" with the second joined to "acting"."""
    above = next((t for t in token.head.ancestors if t.tag_ in FINITE), None)
    links = [c for c in token.head.children if c.dep_ == "cc" and c.i < token.i]
    helped = any(c.dep_ in {"aux", "auxpass"} for c in token.head.children)
    if above is None or not links or (helped and token.tag_ == "VBP"):
        return
    token.head = above
    for link in links:
        link.head = above


def _place(token: Token) -> int:
    return token.i


def raise_parallel(token: Token) -> None:
    """ "*his* style of playing guitar and *his* voice": joined where the same word opens."""
    opening = _opening(token)
    if not opening and token.head.text == STAND_IN:
        opening = "the" if any(c.lower_ == "the" for c in token.lefts) else ""
    if not opening or _opening(token.head) == opening or token.head.pos_ not in NOMINAL:
        return
    links = [c for c in token.head.children if c.dep_ == "cc" and c.i < token.i]
    for above in token.head.ancestors:
        last = above.pos_ in VERBAL
        found = [c for c in above.rights if c.dep_ == "dobj" and c.i < token.i] if last else [above]
        alike = [n for n in found if _opening(n) == opening or n.lemma_ == token.lemma_]
        listed = any(c.dep_ == "conj" for c in token.children)
        if (links or listed) and alike and alike[0].pos_ in NOMINAL:
            for moved in (token, *links):
                moved.head = alike[0]
            return
        if last:
            return


def _opening(noun: Token) -> str:
    """The possessive or the indefinite article that a noun phrase opens with."""
    for child in noun.lefts:
        if child.dep_ == "poss" and child.pos_ == "PRON":
            return str(child.lower_)
        if child.dep_ == "det" and child.lower_ == "the" and noun.pos_ == "PROPN":
            return "the"
        if child.dep_ == "det" and child.lower_ in {"a", "an"}:
            return "a"
    return ""


def join_noun(token: Token) -> None:
    """ "was an engraver and *printmaker*" joined to the verb: join it to the noun."""
    verb = token.head
    if any(c.dep_ in {"nsubj", "nsubjpass"} or c.tag_ in {"VBN", "VBD"} for c in token.children):
        return
    near = [c for c in verb.rights if c.i < token.i]
    objects = [c for p in near if p.dep_ == "prep" for c in p.rights if c.dep_ == "pobj"]
    objects = [c for c in objects if _is_time(c) == _is_time(token)]
    before = sorted([c for c in near if c.dep_ in {"attr", "dobj", "oprd"}] + objects, key=_place)
    if not before:
        return
    links = [c for c in verb.children if c.dep_ == "cc" and before[-1].i < c.i < token.i]
    if not links:
        return
    alike = [c for c in before if _opening(c) == _opening(token)]
    token.head = (alike or before)[-1]
    for link in links:
        link.head = token.head


def join_name(token: Token) -> None:
    """ "the mother of Tom Poe and *Ann Bell*" joined to the mother: join it to the name."""
    noun = token.head
    if noun.pos_ != "NOUN" or token.i < noun.i:
        return
    before = [c for c in noun.rights if c.dep_ == "prep" and c.i < token.i]
    names = [c for p in before for c in p.rights if c.dep_ == "pobj" and is_bare_name(c)]
    if not names:
        return
    links = [c for c in noun.children if c.dep_ == "cc" and names[-1].i < c.i < token.i]
    for moved in (token, *links):
        moved.head = names[-1]


def read_role(token: Token) -> None:
    """ "was a mathematician and *astronomer*" with the second taken for a verb."""
    verb = token.head
    nouns = [c for c in verb.rights if c.dep_ == "attr" and c.i < token.i]
    if token.lower_ not in ROLES or verb.lemma_ != "be" or not nouns:
        return
    if any(
        c.dep_ in {"nsubj", "nsubjpass", "aux", "auxpass"} and c.i < token.i for c in token.lefts
    ):
        return
    links = [c for c in verb.children if c.dep_ == "cc" and nouns[-1].i < c.i < token.i]
    named = next((c for c in token.rights if c.dep_ == "dobj" and c.pos_ == "PROPN"), None)
    token.pos_, token.tag_, token.lemma_ = "NOUN", "NN", token.lower_
    token.head, token.dep_ = nouns[-1], "conj"
    if named is not None:
        named.head, named.dep_ = nouns[-1], "conj"
        token.head, token.dep_ = named, "compound"
    for link in links:
        link.head = nouns[-1]


def _is_time(noun: Token) -> bool:
    return noun.ent_type_ in {"DATE", "TIME"} or noun.like_num


def join_list(token: Token) -> None:
    """ "was a painter, *engraver*, and printer" with the second hung on the verb."""
    verb = token.head
    links = {c.dep_ for c in token.children}
    if verb.pos_ not in VERBAL or not {"cc", "conj"} <= links or token.dep_ in {"dobj", "attr"}:
        return
    start = min(subtree(token))
    if start < 2 or token.doc[start - 1].text != ",":
        return
    near = token.doc[start - 2]
    before = [c for c in verb.rights if c.dep_ == "attr" and c.i < token.i]
    governed = near.dep_ == "pobj" and near.pos_ == "NOUN" and near.head.head == verb
    if governed and _articles(near) == _articles(token) and not _is_time(token):
        before = [near]  # "took gold in the decathlon, *the pentathlon*, and the high jump"
    if before:
        token.head = before[-1]
        token.dep_ = "conj"


def _articles(noun: Token) -> set[str]:
    return {str(c.lower_) for c in noun.lefts if c.dep_ == "det"}


def join_participle(token: Token) -> None:
    """ "was born in Leeds and *educated* in Rome" with the second hung on the town."""
    link = token.doc[token.i - 1]
    if link.dep_ != "cc" or link.lower_ != "and" or min(subtree(token)) != token.i:
        return
    verb = next((t for t in token.ancestors if t.pos_ in VERBAL), None)
    if verb is not None and verb.tag_ == "VBN":
        token.head, token.dep_ = verb, "conj"
        link.head = verb


def part_roles(token: Token) -> None:
    """ "an Austrian *inventor* and computer scientist": two roles, not a kind of scientist."""
    last = token.head
    joined = [c for c in token.children if c.dep_ == "conj" and c.i < last.i]
    if last.lemma_.lower() not in ROLES or len(joined) != 1 or last.i < token.i:
        return
    if not any(c.dep_ == "cc" for c in token.children) or last.dep_ not in {"attr", "appos"}:
        return
    before = [c for c in last.lefts if c.i < token.i]
    token.head, token.dep_ = last.head, last.dep_
    last.head, last.dep_ = token, "conj"
    joined[0].head, joined[0].dep_ = last, "compound"
    for child in before:
        child.head = token


def hand_down(verb: Token, child: Token) -> None:
    """ "Ann, who made films, and *music*": joined to what was made, not to Ann."""
    nouns = [t for t in verb.subtree if t.i < child.i and t.dep_ in {"pobj", "dobj"}]
    links = [c for c in verb.head.children if c.dep_ == "cc" and verb.i < c.i < child.i]
    listed = any(c.dep_ == "cc" for c in child.children) and _articles(child)
    if nouns and (links or (listed and _articles(nouns[-1]) == _articles(child))):
        child.head = nouns[-1]
        for link in links:
            link.head = nouns[-1]


def is_in_list(noun: Token, token: Token) -> bool:
    """ "Ash, *Rain*, and Salt" with the middle one as an apposition."""
    joined = [c for c in token.children if c.dep_ == "conj"] + [
        c for c in noun.children if c.dep_ == "conj" and c.i > token.i
    ]
    roles = noun.lemma_.lower() in ROLES and token.lemma_.lower() in ROLES
    same = noun.pos_ == token.pos_ or roles
    bare = _opening(token) == _opening(noun) if noun.pos_ == "PROPN" else not _opening(token)
    return bool(joined) and same and bare and noun.ent_type_ == token.ent_type_
