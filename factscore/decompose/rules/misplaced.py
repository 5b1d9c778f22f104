"""Signs that the parser hung something where it cannot belong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from factscore.decompose.rules.phrases import is_example_mark
from factscore.decompose.rules.uneven import has_foreign_part

if TYPE_CHECKING:
    from spacy.tokens import Token


def is_misplaced(child: Token) -> bool:
    """Whether a dependent cannot be where the parser put it, so that nothing may be moved."""
    if is_example_mark(child) or has_foreign_part(child):
        return True
    if _opens_with_comma(child) and child.dep_ in {"dobj", "npadvmod"} and not _is_when(child):
        return True
    if child.dep_ in {"prep", "advcl"} and _is_joined(child):
        return True
    if child.dep_ == "dobj":
        return any(c.dep_ == "prep" and c.i < child.i for c in child.head.rights)
    if child.dep_ == "npadvmod":
        return child.pos_ == "PROPN" and child.ent_type_ not in {"DATE", "TIME"}
    if child.head.lemma_ == "bear" and any(c.dep_ == "det" for c in child.lefts):
        return child.dep_ in {"attr", "dobj", "oprd", "npadvmod"}
    if child.dep_ == "oprd":
        return _opens_with_comma(child)
    return child.dep_ in {"dep", "appos", "conj", "nmod", "meta", "parataxis"}


def _opens_with_comma(child: Token) -> bool:
    start = min(t.i for t in child.subtree)
    return start > child.head.i and child.doc[start - 1].text == ","


def _is_when(child: Token) -> bool:
    if child.ent_type_ in {"DATE", "TIME"}:
        return True
    joined = any(c.dep_ == "conj" for c in child.children)
    return not joined and any(t.like_num for t in child.subtree)


def _is_joined(child: Token) -> bool:
    """Whether "and" or "but" ties a clause to the verb that holds it: then it holds too much.

    "invited, but *because* she was ill she left"; "*as* a girl she sang, and she danced";
    "sang in Rome and, *from* 1950, in Oslo".
    """
    doc, indices = child.doc, sorted(t.i for t in child.subtree)
    if child.i > child.head.i:
        before = doc[indices[0] - 1]
        before = doc[before.i - 1] if before.text == "," and before.i else before
        return before.dep_ == "cc" and before.lower_ in {"and", "but"}
    verbal = any(t.pos_ in {"VERB", "AUX"} for t in child.subtree)
    last = doc[indices[-1]]
    after = doc[indices[-1] + 1] if indices[-1] + 1 < len(doc) else last
    return verbal and any(t.dep_ == "cc" and t.lower_ in {"and", "but"} for t in (last, after))
