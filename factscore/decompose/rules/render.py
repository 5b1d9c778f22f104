"""Drafts → sentences: spaces, capitals, commas, the topic's name for a pronoun."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from factscore.decompose.rules.phrases import Draft, article
from factscore.decompose.rules.surface import STAND_IN, Surface

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_NO_SPACE_BEFORE = frozenset(".,;:!?%)]}’”") | {"'s", "’s", "'", "n't"}
_DANGLING = re.compile(r"^[\s,;:–—-]+|(?:\s(?:and|or|but)\b\.?|[\s,;:–—-])+$")
_SPACES = re.compile(r"\s{2,}")
_LONE_COMMA = re.compile(r"\s+([,;:.])")
_END = ".!?。！？…"


@dataclass(frozen=True, slots=True)
class Scene:
    """All that turns token numbers of one sentence into words."""

    doc: Doc
    surface: Surface
    suffixes: Mapping[int, str]
    """Token → the parenthesis that belongs behind it."""
    mentions: frozenset[int]
    """Pronouns that stand for the topic."""
    name: str
    """What to call the topic; empty: leave pronouns."""


def render(draft: Draft, scene: Scene) -> str:
    """One fact as a sentence, with a capital and a full stop."""
    pieces = _without_loose_commas(draft, scene.doc)
    words: list[str] = []
    named = not scene.name
    for place, piece in enumerate(pieces):
        following = pieces[place + 1] if place + 1 < len(pieces) else None
        if isinstance(piece, str):
            words.append(piece + ("" if following in {"'s"} else " "))
            continue
        token = scene.doc[piece]
        named = named or _names_topic(token, scene.name)
        if piece in scene.mentions and not named:
            words.append(_named(token, scene) + " ")
            named = True
            continue
        if token.lower_ in {"a", "an"} and following != piece + 1:
            words.append(_article_for(following, scene) + " ")
            continue
        words.append(_word(token, scene, first=place == 0) + _space(token, following, scene.doc))
    return finished("".join(words))


def finished(text: str) -> str:
    """Edges cleaned, first letter large, one full stop at the end."""
    text = _LONE_COMMA.sub(r"\1", _SPACES.sub(" ", text)).strip()
    text = _DANGLING.sub("", text)
    if not text:
        return ""
    if text[0].islower() and not any(map(str.isupper, text.split(None, 1)[0])):
        text = _capital(text[0]) + text[1:]
    return (
        text if text.rstrip("\"'”’»)")[-1:] and text.rstrip("\"'”’»)")[-1] in _END else text + "."
    )


def _capital(letter: str) -> str:
    """The capital of a letter that has one and is that one's small letter ("ß", "µ": not)."""
    large = letter.upper()
    return large if large.lower() == letter else letter


def _without_loose_commas(draft: Draft, doc: Doc) -> Draft:
    """A comma stays, or comes back, only between the two tokens that it stood between."""
    kept: list[int | str] = []
    for place, piece in enumerate(draft):
        if (
            isinstance(piece, int)
            and place
            and draft[place - 1] == piece - 2
            and doc[piece - 1].text in {",", ":"}
        ):
            kept.append(piece - 1)
        if (
            isinstance(piece, int)
            and doc[piece].is_punct
            and doc[piece].text in {",", ";", ":", "–", "—", "-"}
        ):
            before = draft[place - 1] if place else None
            after = draft[place + 1] if place + 1 < len(draft) else None
            if before != piece - 1 or after != piece + 1:
                continue
        kept.append(piece)
    return tuple(kept)


def _article_for(piece: int | str | None, scene: Scene) -> str:
    word = piece if isinstance(piece, str) else scene.doc[piece].text if piece is not None else ""
    return article(word.lower())


def _word(token: Token, scene: Scene, *, first: bool) -> str:
    word = scene.surface.word(token.idx, token.text)
    if token.i == 0 and not first and word != "I" and token.pos_ != "PROPN" and word[1:].islower():
        word = word[0].lower() + word[1:]
    elif token.i == 0 and not first and word == "A":
        word = "a"
    aside = scene.suffixes.get(token.i)
    return f"{word} ({aside})" if aside else word


def _space(token: Token, following: int | str | None, doc: Doc) -> str:
    if following == token.i + 1:
        return str(token.whitespace_)
    if following == "'s" or (
        isinstance(following, int) and doc[following].text in _NO_SPACE_BEFORE
    ):
        return ""
    return " "


def _named(token: Token, scene: Scene) -> str:
    owner = token.dep_ == "poss" or token.tag_ == "PRP$"
    follows = token.doc[token.i + 1] if token.i + 1 < len(token.doc) else token
    object_of = token.lower_ == "her" and token.head == follows and follows.tag_ == "JJ"
    if not owner or object_of:  # "left *her* lame" is nobody's lame
        return scene.name
    return scene.name + "'s"


def _names_topic(token: Token, name: str) -> bool:
    return token.text[:1].isupper() and token.text != STAND_IN and token.text in name.split()
