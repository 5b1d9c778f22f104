"""What a side clause gets from the clause around it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from factscore.decompose.rules.inflect import past, present
from factscore.decompose.rules.phrases import Draft

if TYPE_CHECKING:
    from spacy.tokens import Token


@dataclass(frozen=True, slots=True)
class Extra:
    """What a side clause brings to its own clause."""

    be: str = ""
    link: int = -1
    tense: str = ""
    """``past``, ``present`` or ``plural`` (present): how an -ing form is to be read."""
    adjunct: Draft = ()
    object: Draft = ()


def said(verb: Token, extra: Extra) -> int | str:
    """The verb, in a finite form where it stands in -ing."""
    if not extra.tense or verb.tag_ != "VBG":
        return verb.i
    if extra.tense == "plural":
        return str(verb.lemma_)
    return past(verb.lemma_, verb.lower_) if extra.tense == "past" else present(verb.lemma_)
