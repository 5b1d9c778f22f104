"""Adjuncts of a clause: which go together, and where they stand in a fact."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from factscore.decompose.rules.phrases import draft, variants, without_edge_marks
from factscore.decompose.rules.spread import Part
from factscore.decompose.rules.tree import Indices, subtree

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_LIMITS = frozenset("until till since apart aside".split())
_DURATIONS = frozenset("from for between through throughout".split())
_CONTENT = frozenset({"NOUN", "PROPN", "NUM", "VERB", "ADJ"})
_ENDS = frozenset({"to", "until", "till", "through", "into"})


def constituent(head: Token, cut: Indices) -> Part:
    """The constituent of ``head`` without the subtrees of ``cut``."""
    return Part(
        min(subtree(head, cut), default=head.i),
        without_edge_marks(draft(subtree(head, cut)), head.doc),
        tuple(without_edge_marks(v, head.doc) for v in variants(head, cut)),
        head.dep_ == "advcl",
    )


def after(verb: Token, part: Part) -> Part:
    """An adjunct that stood before its verb, moved behind everything that stands after it."""
    first = verb.doc[part.start]
    if part.start > verb.i:
        if first.tag_ == "VBG" and first.i and verb.doc[first.i - 1].text == ",":
            commaed = tuple((",", *v) for v in part.variants)
            return Part(part.start, (",", *part.whole), commaed, part.is_clause)
        return part
    place, leads = len(verb.doc) + part.start, first.tag_ in {"VBG", "VBN", "JJ"}
    return Part(place, part.whole, part.variants, part.is_clause, leads, opens=True)


def _is_torn(part: Part, doc: Doc) -> bool:
    """Whether it says nothing without what it followed: one word, or "during which …"."""
    tokens = [doc[i] for i in part.whole if isinstance(i, int)]
    relative = any(t.tag_ in {"WDT", "WP", "WP$"} for t in tokens[:2])
    return relative or (len(part.whole) == len(tokens) == 1 and tokens[0].pos_ != "NUM")


def linked(adjuncts: list[Part], doc: Doc) -> list[Part]:
    """ "in addition to her career" says too little alone: it goes with the adjunct before."""
    linking = [part for part in adjuncts if _is_linking(part, doc)]
    others = [part for part in adjuncts if part not in linking]
    if not others:
        return [replace(p, variants=()) for p in linking]
    if not linking:
        return adjuncts
    tail = tuple(piece for part in linking for piece in part.whole)
    last = others[-1]
    joined = tuple((*variant, *tail) for variant in last.variants[-1:] or (last.whole,))
    return [*others[:-1], Part(last.start, (*last.whole, *tail), (*last.variants[:-1], *joined))]


def _is_linking(part: Part, doc: Doc) -> bool:
    words = " ".join(doc[i].lower_ for i in part.whole[:3] if isinstance(i, int))
    return words.startswith(("in addition to", "besides", "along with"))


def limited(adjuncts: list[Part], doc: Doc, *, bare: bool) -> list[Part]:
    """ "lived in Rome *until 1950*": the limit is one of living there, so it keeps the place.

    What has no limit stays; the limits follow once more behind all of that. What stood before
    the subject is kept with them only where the verb is ``bare``: "*in Rome* she lived until …".
    """
    limits = [part for part in adjuncts if _is_limit(part, doc)]
    others = [part for part in adjuncts if part not in limits]
    places = [p for p in others if not (p.is_clause or _is_date(p, doc) or _is_when(p, doc))]
    told = [part for part in places if not part.opens] or (places if bare else [])
    if not limits or not told:
        return adjuncts
    whole = tuple(piece for part in (*told, *limits) for piece in part.whole)
    return [*others, Part(limits[-1].start, whole, is_clause=limits[-1].is_clause)]


def _is_limit(part: Part, doc: Doc) -> bool:
    word = first_word(part, doc)
    tokens = [doc[i] for i in part.whole if isinstance(i, int)]
    if word in _DURATIONS:
        return any(t.ent_type_ == "DATE" for t in tokens)
    return word in _LIMITS and len(tokens) > 1


def _is_when(part: Part, doc: Doc) -> bool:
    return first_word(part, doc) in {"before", "after", "following", "upon", "during", "prior"}


def _is_date(part: Part, doc: Doc) -> bool:
    content = [t for i in part.whole if isinstance(i, int) and (t := doc[i]).pos_ in _CONTENT]
    return all(t.ent_type_ in {"DATE", "TIME"} for t in content)


def paired(adjuncts: list[Part], doc: Doc, examples: list[int]) -> list[Part]:
    """Adjuncts with "from A" and "to B" as one, and a single word with what it follows.

    What stands after "including A and B" is said of these, so it stays with them.
    """
    found: list[Part] = []
    for part in adjuncts:
        before = found[-1] if found else None
        if _is_torn(part, doc):
            if before is not None and before.whole[-1] in {part.start - 1, part.start - 2}:
                found[-1] = Part(before.start, (*before.whole, *part.whole))
        elif before is not None and (
            any(before.start <= mark < part.start < len(doc) for mark in examples)
            or (first_word(before, doc) == "from" and first_word(part, doc) in _ENDS)
        ):
            found[-1] = Part(before.start, (*before.whole, *part.whole))
        else:
            found.append(part)
    return found


def first_word(part: Part, doc: Doc) -> str:
    """First word of a constituent, in lower case."""
    first = part.whole[0] if part.whole else ""
    return str(doc[first].lower_) if isinstance(first, int) else first


def interlaced(parts: list[Part]) -> bool:
    """Whether one part begins inside another: then the parse joins what stands apart."""
    spans = [tuple(i for i in part.whole if isinstance(i, int)) for part in parts]
    spans = [span for span in spans if span]
    return any(
        min(one) < min(other) < max(one) for one in spans for other in spans if one is not other
    )
