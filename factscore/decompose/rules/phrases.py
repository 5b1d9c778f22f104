"""Noun phrases and what they govern, one variant for each part of a coordination.

A *draft* is a fact in the making: token numbers of the parse, in the order in which they
will be read, and literal function words in between.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from factscore.decompose.rules.roles import ROLES
from factscore.decompose.rules.tree import Indices, conjuncts, distributes, is_rigid, subtree

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

Piece: TypeAlias = "int | str"
Draft: TypeAlias = "tuple[Piece, ...]"

LIMIT = 16
"""More variants than this are not spelled out; the phrase stays whole."""

_SPINE = frozenset(
    {"prep", "pobj", "dobj", "xcomp", "attr", "oprd", "agent", "acomp", "pcomp", "appos"}
)
_MARKS = frozenset([*",;:–—-&", "and", "both", "as", "including", "such", "but"])
_LINKS = frozenset({"cc", "conj", "preconj"})
_AMOUNTS = frozenset(
    "number variety range series host string slew lot dozen some many several array couple "
    "multitude handful plethora".split()
)
_HELD = frozenset("position role post title capacity office job rank".split())
"""What is held: "held posts, including chair" does not make "held chair" English."""
_PLURAL = frozenset({"NNS", "NNPS"})


def variants(head: Token, cut: Indices) -> list[Draft]:
    """The phrase of ``head`` without the subtrees of ``cut``, once for each part.

    "novels and plays about war" gives "novels" and "plays about war"; what does not
    distribute ("between Paris and Rome", "Salt and Smoke") comes back in one piece.
    """
    if _joined_verbs(head):
        return [draft(subtree(head, cut))]
    if not distributes(head):
        return [draft(subtree(head, cut))] if len(conjuncts(head)) > 1 else _single(head, cut)
    found: list[Draft] = []
    parts = conjuncts(head)
    for part in parts:
        links = {child.i for child in part.children if child.dep_ in _LINKS}
        shared = _shared(part, parts, cut)
        singles = _single(part, cut | links | {token.i for token in _late(part, parts)})
        found.extend(
            (*_article(part, parts), *without_edge_marks(single, part.doc), *shared)
            for single in singles
        )
    smooth = _adjoin(parts, cut) and all(_is_smooth(p, head.doc, cut) for p in found)
    return found if smooth and len(found) <= LIMIT else [draft(subtree(head, cut))]


def _is_smooth(pieces: Draft, doc: Doc, cut: Indices) -> bool:
    """Whether a phrase reads in order and skips only what stood between marks or was cut out.

    Anything else shows that the parser joined what does not belong together.
    """
    numbers = [piece for piece in pieces if isinstance(piece, int)]
    for one, other in pairwise(numbers):
        if other <= one:
            return False
        edges = {doc[one + 1].lower_, doc[other - 1].lower_}
        if other > one + 1 and not edges & _MARKS and not cut & frozenset(range(one, other)):
            return False
    return True


def _adjoin(parts: list[Token], cut: Indices) -> bool:
    """Whether no foreign noun stands between the parts ("on *skis* with Tom and *five men*")."""
    own = {i for part in parts for i in subtree(part)}
    between = range(parts[0].i, parts[-1].i)
    doc = parts[0].doc
    return all(
        i in own or i in cut or doc[i].pos_ not in {"NOUN", "PROPN"} or doc[i].ent_type_ == "DATE"
        for i in between
    )


def _joined_verbs(head: Token) -> bool:
    """Whether verbs are coordinated that share what follows ("to write and direct films")."""
    parts = conjuncts(head)
    if len(parts) < 2 or head.pos_ not in {"VERB", "AUX"}:
        return False
    return parts[1].i - head.i == 2 or any(p.pos_ not in {"VERB", "AUX"} for p in parts)


def draft(tokens: Indices) -> Draft:
    """Token numbers in reading order."""
    return tuple(sorted(tokens))


def without_edge_marks(pieces: Draft, doc: Doc) -> Draft:
    """A phrase without the commas that it begins or ends with, and without a last "and"."""
    left, right = 0, len(pieces)
    while right > left and isinstance(i := pieces[right - 1], int) and _is_loose(doc[i]):
        right -= 1
    while left < right and isinstance(i := pieces[left], int) and doc[i].text in {",", ";"}:
        left += 1
    return pieces[left:right]


def _is_loose(token: Token) -> bool:
    return token.text in {",", ";"} or (token.dep_ == "cc" and token.lower_ in {"and", "but"})


def _late(part: Token, parts: list[Token]) -> list[Token]:
    """Modifiers that hang on an early part but stand after the last: they belong to all."""
    if part.i == parts[-1].i:
        return []
    return [c for c in part.rights if c.i > parts[-1].i and c.dep_ not in _LINKS]


def _shared(part: Token, parts: list[Token], cut: Indices) -> Draft:
    late = [token for other in parts for token in _late(other, parts) if token.i not in cut]
    opened = any(c.dep_ in {"det", "poss"} for c in parts[-1].lefts)
    opened = opened and not is_rigid(part.lefts)
    if late and part.i != parts[-1].i and (opened or not _is_shared(parts, late)):
        return ()
    if late:
        return draft(frozenset().union(*(subtree(token, cut) for token in late)))
    last = parts[-1]
    has_own = any(c.dep_ == "det" for c in last.children)
    definite = any(c.dep_ == "det" and c.lower_ == "the" for c in parts[0].children)
    bare = all(not [c for c in p.rights if c.dep_ == "prep"] for p in parts[:-1])
    if part.i == last.i or has_own or not definite or not bare:
        return ()
    return draft(frozenset().union(*(subtree(c, cut) for c in last.rights if c.dep_ == "prep")))


def _is_shared(parts: list[Token], late: list[Token]) -> bool:
    """Whether "of the club" after "founder and captain" is of both: trades, or one article.

    "a merchant and godson of Nelson": a merchant is nobody's merchant.
    """
    if any(c.dep_ == "det" and c.lower_ == "the" for c in parts[0].children):
        return True
    roles = [part.lemma_.lower() in ROLES for part in parts]
    return all(roles) or (roles[0] and not any(token.lower_ == "of" for token in late))


def _article(part: Token, parts: list[Token]) -> tuple[str, ...]:
    """The article of the first part, where a later one leaves it out."""
    first = parts[0]
    if part.i == first.i or any(c.dep_ in {"det", "poss", "nummod"} for c in part.children):
        return ()
    given = next((c for c in first.children if c.dep_ in {"det", "poss"} and c.i < first.i), None)
    if given is not None and given.dep_ == "poss" and given.pos_ != "PRON":
        role = part.tag_ == "NN" and part.lower_ in ROLES
        return (article(part.doc[min(subtree(part))].lower_),) if role else ()
    if given is None or part.pos_ == "PROPN":
        return ()
    if given.lower_ in {"a", "an"}:
        start = part.doc[min(subtree(part))].lower_
        return (article(start),) if part.tag_ == "NN" or part.lower_ in ROLES else ()
    return (given.lower_,) if given.lower_ in {"the", "his", "her", "their", "its"} else ()


def article(word: str) -> str:
    """``an`` before a vowel sound, as far as spelling tells."""
    hard = word.startswith(("eu", "uni", "use", "one", "ewe", "ukr"))
    soft = word.startswith(("hour", "heir", "honor", "honour", "honest"))
    return "an" if soft or (word[:1] in "aeiou" and not hard) else "a"


def _single(head: Token, cut: Indices) -> list[Draft]:
    """One part: whole, or once for each variant of the first thing in it that has several."""
    examples = _examples(head, cut) or _listed(head, cut)
    if examples:
        return examples
    own = subtree(head, cut)
    for child in head.children:
        if (
            child.i in cut
            or child.dep_ not in _SPINE
            or (child.dep_ == "prep" and child.i < head.i)
        ):
            continue
        parts = variants(child, cut)
        if len(parts) > 1 and not (child.dep_ == "appos" and _is_uneven(child)):
            below = subtree(child)
            before = tuple(i for i in sorted(own) if i < min(below))
            after = tuple(i for i in sorted(own) if i > max(below))
            return [(*before, *part, *after) for part in parts]
    return [draft(own)]


def _is_uneven(name: Token) -> bool:
    """Whether a row of names goes on with a phrase that opens anew ("Ash and *the film* Rain")."""
    return any(c.dep_ == "det" for part in conjuncts(name)[1:] for c in part.lefts)


def _examples(head: Token, cut: Indices) -> list[Draft]:
    """ "several films, including Ash and Rain": the films, then each of them for the films."""
    noun, mark = _exemplified(head)
    if noun is None or mark is None or head.dep_ not in {"dobj", "pobj"}:
        return []
    named = next((c for c in mark.children if c.dep_ in {"pobj", "pcomp"}), None)
    if named is None or named.pos_ not in {"NOUN", "PROPN", "NUM"}:
        return []
    before = frozenset(i for i in subtree(head, cut | {mark.i}) if i < mark.i)
    rest = without_edge_marks(draft(before), head.doc)
    if noun.lemma_ in _HELD:
        whole = draft(subtree(head, cut | {named.i}))
        return [rest, *((*whole, *part) for part in variants(named, cut))]
    if is_rigid(head.doc[i] for i in subtree(head)):
        return []
    return [rest, *variants(named, cut)]


def _listed(head: Token, cut: Indices) -> list[Draft]:
    """ "two albums, Ash and Rain": the albums, then each of them for the albums."""
    names = [c for c in head.rights if c.dep_ == "appos" and c.i not in cut]
    if head.tag_ != "NNS" or len(names) != 1 or head.dep_ not in {"dobj", "pobj"}:
        return []
    if not distributes(names[0]) or (head.dep_ == "pobj" and head.head.lower_ == "of"):
        return []
    rest = without_edge_marks(draft(subtree(head, cut | {names[0].i})), head.doc)
    return [rest, *variants(names[0], cut)]


def _exemplified(head: Token) -> tuple[Token | None, Token | None]:
    candidates = [head]
    if head.lemma_ in _AMOUNTS:
        of = [c for c in head.children if c.lower_ == "of"]
        candidates += [c for preposition in of for c in preposition.children if c.dep_ == "pobj"]
    for noun in candidates:
        mark = next((c for c in noun.rights if is_example_mark(c)), None)
        if mark is not None and (noun.tag_ in _PLURAL or noun.lemma_ in _AMOUNTS):
            if mark.lower_ == "including" and _is_ambiguous(noun):
                return None, None
            governed_amount = head.dep_ == "pobj" and head.head.head.lemma_ in _AMOUNTS
            return (None, None) if governed_amount and head.head.lower_ == "of" else (noun, mark)
    return None, None


def _is_ambiguous(noun: Token) -> bool:
    """Whether examples may be of a plural further up ("*awards* for his *books*, including")."""
    above = [noun, *noun.ancestors]
    plurals = 0
    for token in above:
        if token.pos_ in {"VERB", "AUX"}:
            plurals += sum(
                c.dep_ == "dobj" and c.tag_ in _PLURAL for c in token.children if c not in above
            )
            break
        plurals += token.tag_ in _PLURAL
    return plurals > 1


def is_example_mark(token: Token) -> bool:
    """Whether it is "including", or the "as" of "such as"."""
    if token.lower_ == "including":
        return True
    return token.lower_ == "as" and any(c.lower_ == "such" for c in token.children)
