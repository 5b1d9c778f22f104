"""Questions to a dependency parse: what hangs together, what must not be taken apart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from factscore.decompose.rules.roles import ROLES
from factscore.decompose.rules.scope import HEDGES, is_shared_claim, reaches_on
from factscore.decompose.rules.surface import STAND_IN
from factscore.decompose.rules.uneven import is_uneven, loses_auxiliary, shares_surname

if TYPE_CHECKING:
    from spacy.tokens import Token

Indices: TypeAlias = frozenset[int]

NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM", "X"})
SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass", "expl"})
COMPLEMENTS = frozenset({"dobj", "attr", "acomp", "oprd", "dative", "xcomp", "ccomp"})

_WHOLE = HEDGES | frozenset(
    "no not n't never none neither nor nobody nothing nowhere hardly scarcely barely rarely seldom "
    "few little if unless whether either lest respectively according rumored rumoured alleged "
    "without except excepting almost nearly virtually".split()
)
"""Words in whose company nothing is dropped and nothing is split off."""

_RIGID = frozenset("only first last sole solely than same most least best youngest oldest".split())
"""Words whose meaning reaches over the modifiers of the clause: these stay together."""

_REPORTING = frozenset(
    "say claim report allege believe think argue suggest state assert maintain consider rumor "
    "speculate assume suppose deny doubt hope expect imagine dream contend insist estimate".split()
)

_COLLECTIVE_VERBS = frozenset(
    "combine blend mix merge fuse unite marry compare connect link divide distinguish "
    "balance bridge alternate mediate contrast intertwine juxtapose".split()
)
_COLLECTIVE_NOUNS = frozenset(
    "combination mix mixture blend fusion merger union marriage relationship relation difference "
    "collaboration conflict war match rivalry series comparison contrast balance intersection "
    "partnership alliance border total daughter son child couple duo pair team cross".split()
)
_ABSTRACT = frozenset(
    "power importance value ability use development need idea concept way fact role work "
    "history art life culture understanding impact influence".split()
)
_ABSTRACT_ENDINGS = ("tion", "sion", "ment", "ness", "ance", "ence", "ism", "hood")
"""Heads that hardly tell what a person is: the parser joined them too high."""

_BETWEEN = frozenset({"between", "among", "amongst"})
_FIXED = frozenset(
    {
        ("rock", "roll"), ("rhythm", "blues"), ("arts", "crafts"), ("research", "development"),
        ("romeo", "juliet"), ("pride", "prejudice"), ("war", "peace"), ("sense", "sensibility"),
        ("crime", "punishment"), ("mergers", "acquisitions"), ("law", "order"), ("drum", "bass"),
        ("science", "technology"), ("food", "drink"), ("life", "work"), ("life", "times"),
        ("life", "career"), ("back", "forth"), ("more", "more"), ("track", "field"), ("r", "b"),
        ("bosnia", "herzegovina"), ("serbia", "montenegro"), ("trinidad", "tobago"),
        ("jammu", "kashmir"),
        ("antigua", "barbuda"), ("nevis", "kitts"), ("kitts", "nevis"), ("tyne", "wear"),
        ("newfoundland", "labrador"), ("vincent", "grenadines"), ("principe", "tome"),
        ("search", "rescue"), ("health", "safety"), ("husband", "wife"), ("mother", "father"),
    }
)  # fmt: skip
_SINGULAR_KINDS = frozenset(
    "film movie novel book play opera album song single show series sitcom musical ballet poem "
    "band duo group company firm magazine newspaper journal club label drama comedy painting "
    "trilogy memoir cartoon podcast".split()
)
_INSTITUTIONS = frozenset(
    "university department faculty ministry bachelor master school college institute academy "
    "center centre board council committee office order museum society association bureau "
    "secretary minister doctor commission agency house library hall journal knights federation "
    "division laboratory fellow chamber union".split()
)


def subtree(head: Token, without: Iterable[int] = ()) -> Indices:
    """``head`` and all below it, but for the subtrees of the tokens ``without``."""
    left_out = frozenset(without)
    found: set[int] = set()
    stack = [head]
    while stack:
        token = stack.pop()
        if token.i in left_out:
            continue
        found.add(token.i)
        stack.extend(token.children)
    return frozenset(found)


def conjuncts(head: Token) -> list[Token]:
    """``head`` and what is coordinated with it, in order; spaCy chains them."""
    found = [head]
    for token in found:
        found.extend(child for child in token.children if child.dep_ == "conj")
    return sorted(found, key=lambda token: token.i)


def coordinators(head: Token) -> set[str]:
    """Lower-case coordinating words among the conjuncts of ``head``."""
    return {
        child.lower_
        for token in conjuncts(head)
        for child in token.children
        if child.dep_ in {"cc", "preconj"}
    }


def clause_tokens(verb: Token) -> Iterator[Token]:
    """Tokens of one clause: below its verb, without verbs coordinated with it."""
    others = [t.i for t in clause_conjuncts(verb)]
    doc = verb.doc
    yield from (doc[i] for i in sorted(subtree(verb, others)))


def clause_conjuncts(verb: Token) -> list[Token]:
    """Verbs coordinated with ``verb`` that can be read alone; "or" ties its parts together."""
    links = {c.lower_ for c in verb.children if c.dep_ in {"cc", "preconj"}}
    if any(link in {"or", "nor", "and/or", "either", "neither"} for link in links):
        return []
    joined = [c for c in verb.children if c.dep_ == "conj" and c.pos_ in {"VERB", "AUX"}]
    joined = [c for c in joined if not loses_auxiliary(verb, c)]
    denied = any(c.dep_ == "neg" for c in verb.children) or any(
        t.lower_ == "not" and t.i + 1 < len(verb.doc) and verb.doc[t.i + 1].lower_ == "only"
        for t in verb.subtree
    )
    if denied and any(c.tag_ == "VB" for c in joined):
        return []  # "did not sing or dance", "did not only sing but dance"
    if reaches_on(verb):
        return [c for c in joined if any(s.dep_ in SUBJECTS for s in c.children)]
    return joined


def is_whole(verb: Token, skip: Indices = frozenset()) -> bool:
    """Whether a clause must stay as it is: negated, conditional, reported, about amounts."""
    for token in clause_tokens(verb):
        if token.i in skip:
            continue
        if token.dep_ == "neg" or token.lower_ in _WHOLE:
            return True
    if any(child.dep_ in {"ccomp", "csubj", "expl"} for child in verb.children):
        return True
    return verb.lemma_ in _REPORTING and any(c.dep_ == "xcomp" for c in verb.children)


def is_rigid(tokens: Iterable[Token]) -> bool:
    """Whether modifiers must stay: superlatives, "the first … to", "only", comparisons."""
    for token in tokens:
        if token.tag_ in {"JJS", "RBS"} and not _is_fame(token):
            return True
        if token.lower_ in _RIGID and not _is_own(token) and not _is_fame(token):
            return True
    return False


def _is_fame(token: Token) -> bool:
    """Whether it is the "best" of "best known for", which compares with nobody."""
    near = [token.head, *token.head.ancestors][:2]
    if any(
        other.lower_ in {"known", "remembered", "famous", "notable", "recognized"} for other in near
    ):
        return True
    return token.lower_ == "than" and any(c.like_num for c in token.head.children)


def _is_own(token: Token) -> bool:
    """Whether it is the "first" of "his first novel" or "first met", which ranks nobody else."""
    if token.dep_ == "advmod":
        return token.lower_ in {"first", "last"}
    return any(child.dep_ == "poss" for child in token.head.children)


def distributes(head: Token) -> bool:
    """Whether what is said of a coordination is said of each of its parts."""
    parts = conjuncts(head)
    if len(parts) < 2:
        return False
    if len({part.pos_ == "VERB" for part in parts}) > 1 or _is_counted_as_one(parts):
        return False
    words = coordinators(head)
    ands = [c for p in parts for c in p.children if c.dep_ == "cc" and c.lower_ == "and"]
    if len(ands) > 1 and not any(p.pos_ in {"VERB", "AUX"} for p in parts):
        return False  # "the Ministry of Arts and Sports and director": no telling what joins what
    if not words or words - {"and", "as", "both", ","}:
        return False
    if is_shared_claim(parts) or is_uneven(parts) or shares_surname(parts):
        return False
    if head.dep_ == "attr" and any(_is_strange(part, parts[0]) for part in parts[1:]):
        return False
    if head.dep_ == "pobj" and head.pos_ == "PROPN" and any(map(_is_bare_noun, parts[1:])):
        return False  # "law at Yale and fine arts in Rome"
    if head.dep_ == "pobj" and any(_is_bare_role(part) for part in parts[1:]):
        return _is_bare_role(parts[0]) or parts[0].lemma_.lower() in ROLES
    return not (_is_fixed(parts) or _is_collective(head) or _is_one_name(parts))


def _is_strange(part: Token, first: Token) -> bool:
    """Whether a part can hardly be said of the subject ("the child of the king and *his wife*")."""
    lemma = part.lemma_.lower()
    if lemma in _ABSTRACT or (lemma.endswith(_ABSTRACT_ENDINGS) and lemma not in ROLES):
        return True
    subject = next((c for c in first.head.children if c.dep_ in SUBJECTS), None)
    if first.pos_ == "NOUN" and is_bare_name(part) and _is_somebody(part, first):
        return True  # "the mother of Tom Poe and *Ann Bell*"
    if subject is not None and subject.tag_ == "NNS" and part.tag_ in {"NN", "NNP"}:
        return True  # "her parents are *Ann and Bo*"
    near = part.doc[max(0, min(t.i for t in part.subtree) - 2)]
    if near.dep_ == "pobj" and _is_one(near) and _is_one(part):
        return True  # "the daughter of *a baker* and *a nurse*"
    own = [c for t in (part, first) for c in t.children if c.dep_ == "poss" and c.tag_ == "PRP$"]
    return len(own) == 1 and own[0].head == part


def _is_somebody(name: Token, first: Token) -> bool:
    """Whether a name in a list of what somebody is can hardly be a rank ("and *Ann Bell*")."""
    of = any(t.dep_ == "pobj" and t.pos_ == "PROPN" for p in first.rights for t in p.rights)
    several = any(c.dep_ == "compound" or c.lower_ == "of" for c in name.children)
    return of or several or name.ent_type_ == "PERSON"


def is_bare_name(noun: Token) -> bool:
    """Whether it names somebody or something, and is no trade in capitals."""
    opened = any(c.dep_ in {"det", "poss"} for c in noun.lefts)
    trade = noun.lemma_.lower() in ROLES or noun.text in {"CEO", "CFO", "CTO", "COO", "MP"}
    return noun.pos_ == "PROPN" and not opened and not trade


def _is_one(noun: Token) -> bool:
    return any(c.dep_ == "det" and c.lower_ in {"a", "an"} for c in noun.lefts)


def _is_counted_as_one(parts: list[Token]) -> bool:
    """Whether a number or a superlative covers all ("20 films and plays", "the best A and B")."""
    first = parts[0]
    if any(c.tag_ in {"JJS", "RBS"} or c.lower_ in {"first", "only"} for c in first.lefts):
        return any(not any(c.dep_ in {"det", "poss"} for c in p.lefts) for p in parts[1:])
    number = any(c.dep_ == "nummod" for c in first.lefts) and first.tag_ in {"NNS", "NNPS"}
    bare = [p for p in parts[1:] if not any(c.dep_ in {"nummod", "det", "poss"} for c in p.lefts)]
    return number and bool(bare)


def _is_bare_role(part: Token) -> bool:
    """Whether it is a trade without an article, which is said of people and not after "against"."""
    bare = not any(c.dep_ in {"det", "poss", "nummod"} for c in part.lefts)
    return bare and part.tag_ == "NN" and part.lemma_.lower() in ROLES


def _is_bare_noun(part: Token) -> bool:
    told = {"det", "poss", "nummod"}
    named = part.text[:1].isupper() or any(c.pos_ == "PROPN" for c in part.lefts)
    return (
        part.pos_ == "NOUN"
        and not named
        and not any(c.dep_ in told or c.lower_ in {"other", "several"} for c in part.lefts)
    )


def _is_fixed(parts: list[Token]) -> bool:
    pairs = pairwise(parts)
    return any((a.lower_, b.lower_) in _FIXED for a, b in pairs)


def _is_collective(head: Token) -> bool:
    governor = head.head
    if head.dep_ == "pobj" and governor.lower_ in _BETWEEN:
        return True
    if head.dep_ == "pobj" and governor.head.lemma_ in _COLLECTIVE_NOUNS:
        return governor.lower_ in {"of", "between", "with", "to"}
    if head.dep_ in {"dobj", "nsubjpass"} and governor.lemma_ in _COLLECTIVE_VERBS:
        return True
    return any(t.lower_ in {"together", "each", "jointly", "respective"} for t in governor.children)


def _is_one_name(parts: list[Token]) -> bool:
    """Whether a coordination is a name or title: inside one entity, or of an institution."""
    if any(part.text == STAND_IN for part in parts):
        return False
    doc = parts[0].doc
    first, last = parts[0], parts[-1]
    cover = next((e for e in doc.ents if e.start <= first.i and last.i < e.end), None)
    if cover is not None and cover.label_ not in {"DATE", "CARDINAL", "NORP", "GPE", "PERSON"}:
        return True
    if not all(part.pos_ == "PROPN" for part in parts):
        return False
    kinds = [c for c in first.lefts if c.dep_ in {"compound", "nmod"} and c.pos_ == "NOUN"]
    if kinds and kinds[-1].lemma_.lower() in _SINGULAR_KINDS and kinds[-1].tag_ == "NN":
        return True
    if first.dep_ == "appos" and first.head.lemma_.lower() in _SINGULAR_KINDS:
        return first.head.tag_ == "NN"
    governor = first.head
    of = first.dep_ == "pobj" and governor.lower_ in {"of", "for"}
    if of and governor.head.text[:1].isupper() and governor.head.lemma_.lower() in _INSTITUTIONS:
        return not all(part.ent_type_ in {"GPE", "PERSON"} for part in parts)
    return False
