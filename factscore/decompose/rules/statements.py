"""One parsed sentence → its facts as text, without repetition and without gaps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from factscore.decompose.rules.clauses import Reader, clause_drafts
from factscore.decompose.rules.lifedates import is_bare_span, is_lifelong, predicates
from factscore.decompose.rules.phrases import Draft
from factscore.decompose.rules.render import Scene, finished, render
from factscore.decompose.rules.surface import Surface
from factscore.decompose.rules.tree import subtree

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_CONTENT = frozenset({"NOUN", "PROPN", "NUM", "VERB", "ADJ"})
_ENOUGH = 0.6
"""Share of a sentence's content words that its facts must cover; else it stands whole as well."""
_NAME_PARTS = frozenset({"compound", "flat", "nmod", "amod", "nummod", "punct"})


def statements(
    sentence: str, doc: Doc, surface: Surface, mentions: frozenset[int], name: str
) -> tuple[str, ...]:
    """The facts of one sentence.

    Args:
        sentence: what it says in full, for facts that are not taken apart.
        doc: the parse of ``surface.text``.
        surface: the sentence without quotations and parentheses, and the way back.
        mentions: token numbers of pronouns that stand for the topic.
        name: what to call the topic; empty where it has none.
    """
    suffixes, lives = _asides(doc, surface)
    scene = Scene(doc, surface, suffixes, mentions, name)
    drafts = [*clause_drafts(doc), *lives]
    drafts = [d for d in drafts if not _is_degenerate(d, drafts, doc)]
    if _coverage(drafts, doc) < _ENOUGH:
        drafts = [tuple(range(len(doc))), *lives]
    texts = dict.fromkeys(text for d in drafts if (text := render(d, scene)))
    return tuple(texts) or (finished(sentence),)


def _coverage(drafts: list[Draft], doc: Doc) -> float:
    said = {piece for draft in drafts for piece in draft if isinstance(piece, int)}
    content = [token.i for token in doc if token.pos_ in _CONTENT]
    return sum(i in said for i in content) / len(content) if content else float(bool(drafts))


def _is_degenerate(draft: Draft, drafts: list[Draft], doc: Doc) -> bool:
    """Whether a draft ends at its verb ("She was born.") and another says that and more.

    One that ends at a preposition ("She starred in.") says nothing.
    """
    tokens = [piece for piece in draft if isinstance(piece, int)]
    content = {i for i in tokens if doc[i].pos_ in _CONTENT}
    if not tokens or (len(drafts) > 1 and not _has_verb(draft, doc)):
        return True
    last = doc[tokens[-1]]
    if len(drafts) > 1 and last.dep_ == "prep" and not list(last.children):
        return True
    if last.pos_ not in {"VERB", "AUX"} and len(content) > 1:
        return False
    return any(
        content < {i for i in other if isinstance(i, int)} for other in drafts if other != draft
    )


def _has_verb(draft: Draft, doc: Doc) -> bool:
    """Whether anything is said of anything: a verb that is not part of a name's description."""
    return any(
        isinstance(piece, str) or (doc[piece].pos_ in {"VERB", "AUX"} and doc[piece].dep_ != "amod")
        for piece in draft
    )


def _asides(doc: Doc, surface: Surface) -> tuple[dict[int, str], list[Draft]]:
    """Parentheses that stay behind their words, and facts from those that tell a life's dates."""
    suffixes: dict[int, str] = {}
    lives: list[Draft] = []
    reader = Reader(doc) if surface.asides else None
    for aside in surface.asides:
        before = [token for token in doc if token.idx < aside.position and not token.is_space]
        if not before or reader is None:
            continue
        person = _named_by(before[-1])
        said = predicates(aside.text)
        if said and _can_have_lived(person, aside.text):
            subject = tuple(
                i for i in reader.name(person) if isinstance(i, int) and i <= before[-1].i
            )
            lives.extend((*subject, text) for text in said)
        else:
            last = before[-1].i
            suffixes[last] = f"{suffixes[last]}; {aside.text}" if last in suffixes else aside.text
    return suffixes, lives


def _named_by(token: Token) -> Token:
    """Head of the name that ends with ``token``."""
    while token.dep_ in _NAME_PARTS and token.head.i != token.i:
        token = token.head
    return token


def _can_have_lived(person: Token, aside: str) -> bool:
    if person.pos_ not in {"PROPN", "NOUN", "PRON", "X"}:
        return False
    if not is_bare_span(aside):
        return True
    return (
        is_lifelong(aside) and person.dep_ in {"nsubj", "nsubjpass"} and min(subtree(person)) == 0
    )
