"""Which pronouns stand for the topic of a biography.

A text about one person has one pronoun for that person: the commoner of he and she, or
"they" where neither occurs. Such a pronoun means the topic unless somebody else became
the subject, in its own sentence or in one before, and could be meant as well.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from factscore.decompose.rules.roles import ROLES

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_MASCULINE = frozenset("he him his himself".split())
_FEMININE = frozenset("she her hers herself".split())
_PLURAL = frozenset("they them their theirs themselves".split())
_NEXT_SENTENCE, _FOR_LONG = 2, 10**6
"""How many sentences somebody else may be meant: "her mother" this one and the next, a name
until the topic is named again."""

_SUBORDINATE = frozenset({"relcl", "acl", "advcl", "ccomp", "csubj", "pcomp"})

_TITLES = frozenset(
    "Dr. Dr Mr. Mr Mrs. Mrs Ms. Ms Sir Dame Lord Lady Professor Prof. President Prime Minister "
    "King Queen Prince Princess Emperor Empress Pope Saint St. Senator Governor General Captain "
    "Colonel Major Admiral Reverend Rev. Father Baron Baroness Count Countess Duke Duchess Young "
    "Jr. Sr. Hamlet".split()
)
"""Words before a name that do not make it another name (and the stand-in for a nickname)."""

_REFERRING = frozenset("he him his she her hers they them their".split())
_COUNTED = re.compile(r"\b(?:(he|him|his)|(she|hers?))\b", re.IGNORECASE)

_MEN = frozenset(
    "father grandfather son grandson brother uncle nephew husband king prince emperor man boy "
    "stepfather widower boyfriend duke lord".split()
)
_WOMEN = frozenset(
    "mother grandmother daughter granddaughter sister aunt niece wife queen princess empress "
    "woman girl stepmother widow girlfriend actress duchess lady".split()
)
_PEOPLE = frozenset(
    "parent partner spouse friend teacher cousin child colleague mentor coach manager student "
    "rival ancestor successor predecessor couple siblings brothers sisters".split()
)
KIN = (_MEN | _WOMEN | _PEOPLE) - {"man", "boy", "woman", "girl", "king", "queen", "actress"}
"""Nouns for people by whose they are."""


def main_pronouns(text: str) -> frozenset[str]:
    """The pronouns that mean the person whom ``text`` is about."""
    men = women = 0
    for found in _COUNTED.finditer(text):
        men += found[1] is not None
        women += found[2] is not None
    if men == women == 0:
        return _PLURAL
    return _MASCULINE if men >= women else _FEMININE


def short_name(topic: str | None) -> str:
    """The topic as a name: without "(inventor)" and without ", Baroness of …"."""
    name = re.sub(r"\s*\([^()]*\)\s*$", "", topic or "").strip()
    return name.split(",")[0].strip()


class Tracker:
    """Follows one text sentence by sentence, in order."""

    def __init__(self, text: str, name: str) -> None:
        self._pronouns = main_pronouns(text)
        self._full = frozenset(name.split()) - _TITLES
        self._words = self._full
        self._rival = 0

    def mentions(self, doc: Doc) -> frozenset[int]:
        """Token numbers of the pronouns in the next sentence that stand for the topic."""
        found: set[int] = set()
        self._rival = max(0, self._rival - 1)
        for token in doc:
            lower = token.lower_
            if lower in _REFERRING and lower in self._pronouns and token.pos_ == "PRON":
                if not self._rival and self._governs(token) is not False:
                    found.add(token.i)
            elif token.dep_ in {"nsubj", "nsubjpass"} and token.i < 60:
                self._note(token)
        return frozenset(found)

    def _note(self, subject: Token) -> None:
        """Remember whether ``subject`` takes the topic's place as the one spoken of."""
        if any(t.dep_ in _SUBORDINATE for t in subject.ancestors):
            return
        if self.is_topic(subject):
            self._rival = 0
            self._words |= _aliases(subject)
        elif self._could_be_meant(subject):
            relative = any(c.dep_ == "poss" for c in subject.children)
            self._rival = _NEXT_SENTENCE if relative else _FOR_LONG

    def is_topic(self, noun: Token) -> bool:
        """Whether a noun phrase is the topic's name or part of it."""
        parts = {t.text for t in _name_parts(noun) if t.text[:1].isupper()} - _TITLES
        return bool(parts & self._words) and (parts <= self._words or parts >= self._full)

    def _could_be_meant(self, noun: Token) -> bool:
        lemma = noun.lemma_.lower()
        if self._pronouns is _PLURAL:
            return noun.tag_ in {"NNS", "NNPS"} and (lemma in _PEOPLE | _MEN | _WOMEN)
        if lemma in _MEN:
            return self._pronouns is _MASCULINE
        if lemma in _WOMEN:
            return self._pronouns is _FEMININE
        if noun.tag_ in {"NNS", "NNPS"}:
            return False
        return lemma in _PEOPLE or (noun.pos_ == "PROPN" and noun.ent_type_ in {"PERSON", ""})

    def _governs(self, pronoun: Token) -> bool | None:
        """Whether the subject that a pronoun stands under is the topic; ``None``: no person."""
        for above in pronoun.ancestors:
            if self._is_nearer(above, pronoun):
                return False
            for child in above.children:
                if child.dep_ not in {"nsubj", "nsubjpass"}:
                    continue
                if _opens(pronoun, child, above) and self._is_another(child, pronoun):
                    return False
                if child.i < pronoun.i:
                    if self.is_topic(child) or child.lower_ in self._pronouns:
                        return True
                    if self._is_another(child, pronoun):
                        return False
                    if self._could_be_meant(child):
                        return self._own_possessor(child)
        return None

    def _is_another(self, subject: Token, pronoun: Token) -> bool:
        """Whether "his" can be that of a named subject ("*Smith* sold his house").

        The small parser takes a bare surname for a company as often as not.
        """
        if pronoun.dep_ != "poss" or subject.pos_ != "PROPN" or self.is_topic(subject):
            return False
        if subject.is_ancestor(pronoun) or not subject.text.isalpha():
            return False  # "*his* album Rain was released"
        bare = not any(c.dep_ in {"det", "poss"} for c in subject.lefts)
        surname = bare and subject.ent_type_ == "ORG" and subject.text.istitle()
        return self._could_be_meant(subject) or (surname and len(_name_parts(subject)) == 1)

    def _is_nearer(self, above: Token, pronoun: Token) -> bool:
        """Whether the noun that ``above`` describes, or is joined to, may be meant.

        "a queen who kills *her* son", "a girl losing *her* way", "a woman and *her* son"; but
        not "a teacher who taught *her*": the subject would be "herself".
        """
        noun = above.head
        if noun.i > pronoun.i or noun.pos_ not in {"NOUN", "PROPN"} or self._means_topic(noun):
            return False
        if above.dep_ == "conj" and pronoun.dep_ == "poss":
            owned = any(c.lower_ in self._pronouns for c in noun.children)
            return not owned and self._could_be_meant(noun)
        if above.dep_ not in {"relcl", "acl"} or _is_object_of(pronoun, above):
            return False
        subject = next((c for c in above.children if c.dep_ in {"nsubj", "nsubjpass"}), None)
        if subject is not None and subject.tag_ not in {"WP", "WDT"}:
            return False
        role = noun.lemma_.lower() in ROLES and noun.tag_ in {"NN", "NNP"}
        return self._could_be_meant(noun) or (role and noun.lemma_.lower() not in _MEN | _WOMEN)

    def _means_topic(self, noun: Token) -> bool:
        """Whether a noun is the topic's name, stands beside it, or says what the topic is."""
        if self.is_topic(noun):
            return True
        if noun.dep_ in {"appos", "conj"} and noun.head.i < noun.i:
            return self._means_topic(noun.head)
        subjects = [c for c in noun.head.children if c.dep_ in {"nsubj", "nsubjpass"}]
        described = noun.dep_ in {"attr", "oprd"} or noun.head.lower_ == "as"
        if noun.head.lower_ == "as":
            subjects = [c for c in noun.head.head.children if c.dep_ in {"nsubj", "nsubjpass"}]
        return described and any(
            self.is_topic(c) or c.lower_ in self._pronouns or c.tag_ == "WP" for c in subjects
        )

    def _own_possessor(self, subject: Token) -> bool | None:
        return False if subject.pos_ == "PROPN" else None


def _opens(pronoun: Token, subject: Token, verb: Token) -> bool:
    """Whether it stands in "unlike *his* brother, Smith …", before the subject that it means."""
    preposition = pronoun.head.head
    before = pronoun.i < subject.i < verb.i
    return before and preposition.dep_ == "prep" and preposition.head == verb


def _is_object_of(pronoun: Token, verb: Token) -> bool:
    """Whether it is an object of the verb, at most with a preposition in between."""
    above = pronoun.head.head if pronoun.head.dep_ in {"prep", "dative", "agent"} else pronoun.head
    return pronoun.dep_ != "poss" and above.i == verb.i and pronoun.dep_ != "nsubj"


def _aliases(subject: Token) -> frozenset[str]:
    """Other names of the topic in "Ann *Bell* Lee, known as *Bo*, …"."""
    names = _name_parts(subject)
    for clause in (c for c in subject.children if c.dep_ in {"acl", "amod", "appos"}):
        if clause.lemma_ in {"know", "call", "nickname"}:
            names.extend(t for t in clause.subtree if t.dep_ in {"pobj", "oprd", "compound"})
    return frozenset(t.text for t in names if t.pos_ == "PROPN" and len(t.text) > 1)


def _name_parts(noun: Token) -> list[Token]:
    """A noun with the names before it: compounds, and compounds of these."""
    parts = [noun]
    for part in parts:
        parts.extend(c for c in part.children if c.dep_ in {"compound", "flat"})
    return parts
