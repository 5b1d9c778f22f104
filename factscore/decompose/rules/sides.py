"""Appositions, relative and participial clauses: statements of their own inside a clause."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING

from factscore.decompose.rules.beside import (
    has_comma,
    is_first,
    is_near,
    is_next,
    is_stranded,
)
from factscore.decompose.rules.mentions import KIN
from factscore.decompose.rules.scope import reaches_on
from factscore.decompose.rules.tree import NOMINAL, conjuncts, is_rigid, is_whole, subtree

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_REPORTED = frozenset({"ccomp", "csubj", "csubjpass", "parataxis"})
_GENERIC = frozenset(
    "man woman person one someone somebody figure people anyone those that".split()
)
_SUFFIXES = frozenset("jr jr. sr sr. inc inc. ltd ltd. ii iii iv phd md esq esq.".split())
_PLACES = frozenset({"GPE", "LOC", "FAC"})
_NO_EVENTS = frozenset(
    "include follow accord concern regard hope seek make bring mark result prompt spark cause "
    "allow enable ensure cement signal force be have try aim depend start range consider owe "
    "solidify establish leave pave give mean".split()
)
"""Participles that work as prepositions, or whose subject is the whole clause before."""

_OUTCOMES = frozenset(
    "make bring mark result prompt spark cause allow enable ensure cement signal force help "
    "inspire require pave give mean".split()
)
"""Verbs whose "which" may be the whole clause before."""

_NOT_STATES = frozenset("give compare follow provide concern regard".split())


class Kind(Enum):
    """How a side clause becomes a statement."""

    APPOSITION = "N, a writer → N is a writer"
    PLACE = "Bergen, Norway → Bergen is in Norway"
    SUBJECT = "N, who moved → N moved"
    OBJECT = "N, which she wrote → she wrote N"
    WHERE = "N, where she lived → she lived in N"
    WHOSE = "N, whose father taught → N's father taught"
    PARTICIPLE = "N, born in 1900 → N was born in 1900"
    GERUND = "they left, taking the boat → they took the boat"
    FINITE = "although she was ill → she was ill"


@dataclass(frozen=True, slots=True)
class Side:
    """One side clause: its head, what it is about, and how to read it."""

    kind: Kind
    head: Token
    about: Token
    link: Token | None = None
    """The relative pronoun, where there is one."""


def side_clauses(doc: Doc) -> list[Side]:
    """Those that can be taken out; all others stay where they are."""
    found: list[Side] = []
    for token in doc:
        if not _is_reported(token):
            side = _side(token)
            if side is not None:
                found.append(_with_whole_name(side))
    return found


def _with_whole_name(side: Side) -> Side:
    """ "the Order of *Ash*, an award": about the order, not about Ash."""
    noun = side.about
    governor = noun.head
    named = noun.pos_ == "PROPN" and noun.dep_ == "pobj" and governor.lower_ == "of"
    if side.kind is Kind.PLACE or not named or governor.head.pos_ != "PROPN":
        return side
    return replace(side, about=governor.head)


def _is_reported(token: Token) -> bool:
    return any(t.dep_ in _REPORTED for t in [token, *token.ancestors])


def _side(token: Token) -> Side | None:
    if token.dep_ == "appos":
        return _apposition(token)
    if token.dep_ == "relcl":
        return _relative(token)
    if token.dep_ in {"acl", "advcl"} and token.tag_ == "VBN":
        return _participle(token)
    if token.dep_ == "advcl" and token.tag_ == "VBG":
        return Side(Kind.GERUND, token, token.head) if _is_event(token) else None
    if token.dep_ == "advcl" and any(c.dep_ == "nsubj" for c in token.children):
        marks = {c.lower_ for c in token.children if c.dep_ == "mark"}
        return Side(Kind.FINITE, token, token.head) if marks & {"although", "though"} else None
    return None


def predicated(noun: Token) -> Token | None:
    """The verb whose subject ``noun`` describes ("she is a *writer*"), if there is one."""
    first = noun
    while first.dep_ == "conj" and (first.head.pos_ in NOMINAL or first.head.dep_ == "attr"):
        first = first.head
    if first.dep_ == "attr" and first.head.lemma_ in {"be", "become"}:
        return first.head
    return None


def is_named(noun: Token) -> bool:
    """Whether a phrase says by itself who or what is meant."""
    return noun.pos_ == "PROPN" or any(c.dep_ == "poss" for c in noun.children)


def _apposition(token: Token) -> Side | None:
    noun = token.head
    if token.lower_ == "one" and any(c.lower_ == "of" for c in token.rights):
        fits = is_named(noun) and is_next(noun, token)
        return Side(Kind.APPOSITION, token, noun) if fits else None
    if token.lower_ in _SUFFIXES or token.ent_type_ in {"DATE", "CARDINAL"} or token.like_num:
        return None
    if noun.ent_type_ in _PLACES and token.ent_type_ in _PLACES and token.pos_ == "PROPN":
        return Side(Kind.PLACE, token, noun) if has_comma(noun, token) else None
    if token.pos_ not in {"NOUN", "PROPN"} or not is_next(noun, token):
        return None
    listed = noun.dep_ == "conj" or any(c.dep_ == "conj" for c in noun.children)
    determined = any(c.dep_ in {"det", "poss"} for c in token.children)
    if token.lemma_ in {"age", "aged"} or is_stranded(token):
        return None
    if (listed and not determined) or _is_gapped(noun, token) or _is_in_title(noun):
        return None
    describes = token.pos_ == "NOUN" and (determined or noun.ent_type_ == "PERSON")
    names = token.pos_ == "PROPN" and noun.pos_ == "NOUN" and _is_owned(noun)
    if predicated(noun) is not None and determined and token.pos_ == "NOUN":
        return Side(Kind.APPOSITION, token, noun)
    if not (describes and is_named(noun)) and not (names and len(conjuncts(token)) == 1):
        return None
    return Side(Kind.APPOSITION, token, noun)


def _is_gapped(noun: Token, token: Token) -> bool:
    """Whether it is a second subject ("his father was a baker, *his mother* a nurse")."""
    verb = predicated(noun)
    if noun.dep_ == "acomp" or verb is None:
        return noun.dep_ == "acomp"
    subjects = [c for c in verb.lefts if c.dep_ == "nsubj"]
    owners = [{p.lower_ for p in t.lefts if p.tag_ == "PRP$"} for t in (token, *subjects[:1])]
    return bool(owners[0]) and owners[0] == owners[-1]


def _is_in_title(noun: Token) -> bool:
    """Whether a comma before a name joins it to nothing ("Cry, the Beloved *Country*, a novel")."""
    return noun.dep_ == "conj" and noun.head.tag_ in {"VB", "VBP"} and noun.pos_ == "PROPN"


def _is_owned(noun: Token) -> bool:
    return noun.tag_ == "NN" and any(c.dep_ == "poss" for c in noun.children)


def _relative(verb: Token) -> Side | None:
    noun = verb.head
    link = next((t for t in verb.subtree if t.tag_ in {"WDT", "WP", "WP$", "WRB"}), None)
    if link is None or noun.pos_ not in NOMINAL or not _can_leave(noun, verb):
        return None
    told = verb.lemma_ == "be" or any(c.dep_ == "auxpass" for c in verb.children)
    loose = noun.ent_type_ in _PLACES and not told
    if link.lower_ == "which" and (loose or verb.lemma_ in _OUTCOMES):
        return None  # ", which forced her to stop" may be about all that was said before
    person = predicated(noun) is not None and link.lower_ == "who"
    person = person or (
        link.lower_ == "whose" and link.head.lemma_.lower() in KIN and is_first(noun, link)
    )
    if not (person or is_near(noun, link)) or (
        link.lower_ == "which" and noun.ent_type_ == "PERSON"
    ):
        return None
    if link.head == verb and link.dep_ in {"nsubj", "nsubjpass"}:
        return Side(Kind.SUBJECT, verb, noun, link)
    if predicated(noun) is not None and not is_named(noun):
        return None
    if link.lower_ == "where" and link.head == verb:
        return Side(Kind.WHERE, verb, noun, link) if is_named(noun) else None
    if (
        link.lower_ == "whose"
        and not (noun.ent_type_ in _PLACES and link.head.lemma_.lower() in KIN)
        and link.head.dep_ in {"nsubj", "nsubjpass"}
        and link.head.head == verb
    ):
        return Side(Kind.WHOSE, verb, noun, link)
    if link.head == verb and link.dep_ == "dobj" and noun.pos_ == "PROPN":
        return Side(Kind.OBJECT, verb, noun, link)
    return None


def _can_leave(noun: Token, clause: Token) -> bool:
    """Whether the noun still says the same without the clause."""
    if predicated(noun) is not None:
        return (
            noun.lemma_ not in _GENERIC
            and noun.tag_ in {"NN", "NNP", "JJ"}
            and not is_rigid(noun.doc[i] for i in subtree(noun, {clause.i}))
        )
    if noun.pos_ == "PROPN":
        return True
    return is_named(noun) and has_comma(noun, clause)


def _is_event(verb: Token) -> bool:
    """Whether ", winning the title" tells what the subject did next or by it."""
    main = verb.head
    own = any(c.dep_ == "dobj" and any(p.tag_ == "PRP$" for p in c.lefts) for c in verb.rights)
    if (
        (verb.lemma_ in _NO_EVENTS and not (verb.lemma_ == "make" and own))
        or main.pos_ not in {"VERB", "AUX"}
        or min(subtree(verb)) < main.i
    ):
        return False
    objects = [c for c in verb.children if c.dep_ in {"dobj", "dative", "nsubj", "nsubjpass"}]
    if verb.lemma_ in {"receive", "pass", "rush"} and any(not list(c.lefts) for c in objects):
        return False  # "receiving yards" is a thing
    if any(c.tag_ == "PRP" or c.dep_ in {"nsubj", "nsubjpass"} for c in objects):
        return False
    if (
        reaches_on(main)
        or any(c.dep_ in {"mark", "aux", "auxpass", "neg"} for c in verb.children)
        or is_whole(main)
    ):
        return False
    helpers = {c.lower_ for c in main.children if c.dep_ in {"aux", "auxpass"}}
    told = main.tag_ in {"VBD", "VBZ", "VBP"} or helpers & set(
        "was were is are has have had".split()
    )
    if verb.lemma_ == "lead" and any(c.dep_ == "prep" and c.lower_ == "to" for c in verb.children):
        return False
    return bool(told) and has_comma(main, verb) and not any(c.tag_ == "MD" for c in main.children)


def _is_described(noun: Token) -> bool:
    """Whether a noun after a comma takes what follows it ("the club, *a group* known for")."""
    opened = any(c.lower_ in {"a", "an"} for c in noun.lefts)
    return opened and noun.dep_ in {"appos", "conj", "npadvmod", "dep"}


def _is_in_row(verb: Token) -> bool:
    """Whether it goes on with the clause ("was educated in Rome, *trained* in Oslo, and left")."""
    town = verb.head
    main = next((t for t in town.ancestors if t.pos_ in {"VERB", "AUX"}), None)
    if main is None or town.ent_type_ not in _PLACES or town.dep_ != "pobj":
        return False
    later = any(c.dep_ == "conj" and c.i > verb.i for c in main.children)
    return later and has_comma(town, verb) and any(c.dep_ == "auxpass" for c in main.children)


def _participle(verb: Token) -> Side | None:
    children = list(verb.children)
    if any(c.dep_ in {"mark", "nsubj", "nsubjpass", "aux", "auxpass", "neg"} for c in children):
        return None
    based_on = verb.lemma_ == "base" and any(c.lower_ in {"on", "upon"} for c in verb.children)
    if (
        based_on
        or verb.lower_ == "aged"
        or verb.lemma_ in _NOT_STATES
        or any(c.lower_ in {"as", "when", "once", "if"} and c.i < verb.i for c in children)
    ):
        return None
    about = verb.head
    if about.dep_ == "ROOT" and about.pos_ in NOMINAL:
        return None  # a name with a verb that the parser took for a participle
    if verb.dep_ == "advcl" and verb.i > about.i and reaches_on(about):
        return None  # "was supposedly born in Rome, *raised* in Oslo"
    described = [t for t in verb.doc[about.i + 1 : verb.i] if t.pos_ == "NOUN" and _is_described(t)]
    if described:
        return None
    if _is_in_row(verb):
        return None
    if verb.dep_ == "acl":
        noun = about.pos_ in NOMINAL or about.dep_ == "attr"
        return Side(Kind.PARTICIPLE, verb, about) if noun and _can_leave(about, verb) else None
    opens = min(subtree(verb)) == 0
    return Side(Kind.PARTICIPLE, verb, about) if opens or has_comma(about, verb) else None
