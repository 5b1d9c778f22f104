"""How a verb takes its dependents: what it needs, what may be left out, what it borrows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from factscore.decompose.rules.phrases import is_example_mark
from factscore.decompose.rules.roles import NAMED_BY_NATION, ROLES, STUDIED_OR_SPOKEN
from factscore.decompose.rules.tree import COMPLEMENTS, SUBJECTS, clause_conjuncts
from factscore.decompose.rules.uneven import NEVER_PASSIVE

if TYPE_CHECKING:
    from spacy.tokens import Token

LINKING = frozenset(
    "also however additionally moreover furthermore therefore thus besides meanwhile "
    "nevertheless nonetheless similarly overall".split()
)
"""Adverbs that tie a sentence to the one before and say nothing by themselves."""

LIGHT = frozenset("begin start spend continue end launch have take play do make".split())
"""Verbs that say little with their object alone ("spent her childhood")."""

_SKIPPED = frozenset({"cc", "preconj", "punct", "intj"}) | SUBJECTS
_SEPARABLE = frozenset(
    "bear die live work play serve reside study graduate compete perform appear teach train "
    "raise educate marry retire bury kill found establish release publish elect appoint".split()
)
"""Verbs that say something with any one of their adjuncts."""

_DITRANSITIVE = frozenset("make name award appoint elect give grant call".split())
_TOGETHER = frozenset(
    "marry meet divorce separate share form found collaborate team split wed date co-found "
    "cofound reunite part have compete be become".split()
)
_DATE_WORDS = frozenset("in on since during from until till by around before after".split())
_CARRIERS = frozenset({"dobj", "attr", "xcomp", "oprd", "acomp"})
_BIRTH_CARRIERS = _CARRIERS | {"prep", "pobj", "agent"}


def chain(head: Token) -> list[Token]:
    """The clauses coordinated with ``head``, in order."""
    found = [head]
    for verb in found:
        found.extend(clause_conjuncts(verb))
    return sorted(found, key=lambda verb: verb.i)


def dependents(verb: Token) -> list[Token]:
    """Children of a verb that belong to its statement, and those it shares.

    In "wrote and directed the film" either verb may hold the film in the parse; both get it.
    """
    joined = [t for t in verb.children if t.dep_ == "conj"]
    clauses = {t.i for t in clause_conjuncts(verb)}
    skipped = _SKIPPED - {"cc"} if len(joined) > len(clauses) else _SKIPPED
    own = [
        c
        for c in verb.children
        if (c.dep_ not in skipped or _is_inner_mark(c)) and c.i not in clauses
    ]
    group = _tight_group(verb)
    if len(group) < 2:
        return own
    last = group[-1]
    binds = required_preposition(last, list(last.rights)) is not None
    if binds and verb.lemma_ != "bear":
        return own  # "was captured and put *on trial*"
    shared = [
        c
        for other in group
        if other.i != verb.i
        for c in other.rights
        if c.i > last.i and c.dep_ not in {"conj", "prt", *_SKIPPED}
    ]
    return own + shared


def _is_inner_mark(token: Token) -> bool:
    """Whether it is punctuation inside a word or name, not between parts of the sentence."""
    inside = token.i + 1 < len(token.doc) and not token.whitespace_
    return token.dep_ == "punct" and inside and token.text not in {",", ";", ":", '"', "”", "“"}


def _tight_group(verb: Token) -> list[Token]:
    """Verbs joined with nothing but "and" in between ("born and raised in")."""
    group: list[Token] = []
    for other in chain(verb.head if verb.dep_ == "conj" else verb):
        between = range(group[-1].i + 1, other.i) if group else range(0)
        if not all(verb.doc[i].lower_ in {"and", ","} for i in between):
            if any(t.i == verb.i for t in group):
                return group
            group = []
        group.append(other)
    return group if any(t.i == verb.i for t in group) else [verb]


def borrowed(verb: Token) -> tuple[int, ...]:
    """Auxiliaries of the first verb that a coordinated one leaves out ("has won and *lost*")."""
    if verb.dep_ != "conj" or any(c.dep_ in {"aux", "auxpass", *SUBJECTS} for c in verb.children):
        return ()
    first = verb.head
    while first.dep_ == "conj" and first.head.pos_ in {"VERB", "AUX"}:
        first = first.head
    helpers = [c for c in first.children if c.dep_ in {"aux", "auxpass"} and c.i < first.i]
    if verb.tag_ == "VBN" and first.tag_ == "VBN":
        return tuple(c.i for c in helpers) if _may_be_passive(verb, helpers) else ()
    modal = any(c.tag_ == "MD" or c.lower_ in {"to", "did", "does", "do"} for c in helpers)
    if verb.tag_ in {"VB", "VBP"} and modal:
        return tuple(c.i for c in helpers)
    if verb.tag_ == "VBG" and first.tag_ == "VBG":
        return tuple(c.i for c in helpers)
    return ()


def _may_be_passive(verb: Token, helpers: list[Token]) -> bool:
    """Whether "was X and *Y-ed*" can mean "was Y-ed"; taggers confuse it with the past."""
    if not any(c.dep_ == "auxpass" for c in helpers):
        return True
    if verb.lemma_ in NEVER_PASSIVE:
        return False
    return verb.lemma_ in _DITRANSITIVE or not any(c.dep_ == "dobj" for c in verb.children)


def required_preposition(verb: Token, heads: list[Token]) -> Token | None:
    """The preposition without which the verb says something else ("rose *to fame*")."""
    if verb.lemma_ in _SEPARABLE or any(c.dep_ in COMPLEMENTS for c in heads if c.i > verb.i):
        return None
    after = [c for c in heads if c.i > verb.i and c.dep_ in {"prep", "agent", "prt", "advmod"}]
    for child in after:
        if child.dep_ == "prep":
            return None if _is_time(child) and verb.lemma_ != "be" else child
        if child.dep_ == "agent":
            return None
    return None


def _is_time(preposition: Token) -> bool:
    return any(c.dep_ == "pobj" and c.ent_type_ == "DATE" for c in preposition.children)


def is_adjunct(child: Token) -> bool:
    """Whether a dependent can be said or left out."""
    if child.dep_ == "npadvmod" and is_span(child):
        return False
    if child.dep_ == "advmod":
        return child.i < child.head.i and any(
            c.dep_ in {"prep", "npadvmod"} for c in child.children
        )
    if not any(t.pos_ in {"NOUN", "PROPN", "NUM", "VERB", "ADJ"} for t in child.subtree):
        return False
    if child.dep_ == "npadvmod":
        return child.ent_type_ == "DATE" and any(t.like_num for t in child.subtree)
    return child.dep_ in {"advcl", "prep", "agent"} and not is_example_mark(child)


def is_span(child: Token) -> bool:
    """Whether it is the time that is spent ("spent *ten years* in Rome")."""
    near = min(t.i for t in child.subtree) == child.head.i + 1
    return near and child.head.lemma_ in {"spend", "last", "take", "wait"}


def dates_inside(verb: Token) -> list[Token]:
    """Dates that hang on a noun in the parse but tell when the clause holds."""
    found: list[Token] = []
    carriers = _BIRTH_CARRIERS if verb.lemma_ in {"bear", "die"} else _CARRIERS
    stack = [c for c in dependents(verb) if c.dep_ in carriers]
    while stack:
        token = stack.pop()
        for child in token.rights:
            last = not any(c.i > child.i and c.dep_ != "punct" for c in token.rights)
            if child.dep_ == "prep" and token.dep_ != "prep" and last and _may_rise(child, verb):
                found.append(child)
            elif child.dep_ in carriers and child.lower_ != "of" and not is_example_mark(child):
                stack.append(child)
    return sorted(found, key=lambda token: token.i)


def _may_rise(preposition: Token, verb: Token) -> bool:
    """Whether it tells when the clause holds, or where somebody was born or died."""
    if verb.lemma_ in {"bear", "die"} and preposition.lower_ in {"in", "at", "near"}:
        return preposition.head.ent_type_ == "DATE" or _is_date(preposition)
    return _is_date(preposition)


def is_dated(verb: Token) -> bool:
    """Whether a day or a year says when it happened ("published *in 1918*")."""
    return any(c.lower_ in {"in", "on"} and _is_date(c) for c in verb.children if c.dep_ == "prep")


def _is_date(preposition: Token) -> bool:
    if preposition.lower_ not in _DATE_WORDS or not _is_time(preposition):
        return False
    return any(t.like_num for t in preposition.subtree)


def can_singularise(verb: Token) -> bool:
    """Whether a plural subject may be told apart: no verb of togetherness, no plural form."""
    if verb.lemma_ in _TOGETHER or any(
        t.lower_ in {"together", "both", "each"} for t in verb.subtree
    ):
        return False
    if any(c.dep_ in {"aux", "auxpass"} for c in verb.children):
        return True
    return verb.tag_ == "VBD" and not any(c.dep_ == "attr" for c in verb.children)


def is_present(token: Token) -> bool:
    """Whether the clause around ``token`` is in the present tense."""
    for verb in [token, *token.ancestors]:
        if verb.pos_ not in {"VERB", "AUX"}:
            continue
        finite = [c for c in verb.children if c.dep_ in {"aux", "auxpass"}] + [verb]
        if any(t.tag_ in {"VBZ", "VBP", "MD"} for t in finite):
            return True
        if any(t.tag_ == "VBD" for t in finite):
            return False
    return True


def is_perfect(verb: Token) -> bool:
    """Whether it tells what has happened by now ("has won")."""
    return any(c.dep_ == "aux" and c.lemma_ == "have" for c in verb.children)


def is_inverted(verb: Token) -> bool:
    """Whether the subject follows its verb ("Among them was Ann")."""
    return any(c.dep_ in SUBJECTS and c.i > verb.i for c in verb.children)


def nationality(verb: Token) -> Token | None:
    """ "is a *Danish* painter": the adjective, where it is true of the person as of the noun."""
    if verb.lemma_ != "be" or any(c.dep_ == "neg" for c in verb.children):
        return None
    for noun in (c for c in verb.rights if c.dep_ == "attr"):
        for word in noun.lefts:
            if word.dep_ == "amod" and word.ent_type_ == "NORP" and word.pos_ in {"ADJ", "PROPN"}:
                return word if _is_of_person(word, noun) else None
    return None


def _is_of_person(word: Token, noun: Token) -> bool:
    role = noun.lemma_.lower()
    if role not in ROLES or role in STUDIED_OR_SPOKEN or noun.tag_ not in {"NN", "NNP"}:
        return False
    article = next((c for c in noun.lefts if c.dep_ == "det"), None)
    if (
        article is None
        or article.lower_ not in {"a", "an"}
        or min(t.i for t in word.subtree) != article.i + 1
    ):
        return False
    if any(t.ent_type_ != "NORP" for t in word.subtree):
        return False
    between = noun.doc[word.i + 1 : noun.i]
    joined = any(c.dep_ in {"cc", "conj"} for c in word.children)
    return not joined and not any(
        t.lower_ in NAMED_BY_NATION or t.ent_type_ == "NORP" for t in between
    )
