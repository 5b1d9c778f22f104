"""From what a user calls a topic to the title of an article.

One set of rules serves every kind of store; a store only answers small questions
about its names (:class:`Names`). In order: the exact title (the stores ask that
themselves too, it is the hot path), an alias, both again in MediaWiki's own spelling
(:func:`~factscore.knowledge.spellings.canonical`), the normalised title, a normalised
alias, a title or alias that is the same name written otherwise
(:func:`~factscore.knowledge.spellings.forms`), and "Name (qualifier)" where it is the
only article of that bare name. The first rule that finds anything decides; if it finds
several articles, or one that only lists others, the topic is ambiguous.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from factscore.errors import TopicNotFound
from factscore.knowledge.nearest import NEAREST, suggestions
from factscore.knowledge.spellings import canonical, forms, hashes, keys, topic_forms, unwrapped
from factscore.knowledge.titles import is_listing, normalise, split_qualifier

__all__ = [
    "MOST_SCANNED",
    "NEAREST",
    "NEIGHBOURS",
    "Candidate",
    "How",
    "Names",
    "Resolution",
    "is_storable",
    "resolution",
    "resolve",
]

NEIGHBOURS = 64
"""How many names on each side, in each direction, are compared with a missed topic."""
MOST_SCANNED = 20_000
"""How many titles with one last word are looked through for a first word."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A name that may have been meant, and the title of its article."""

    name: str
    title: str


class How(StrEnum):
    """The rule that led from a topic to its article."""

    EXACT = "exact"
    """The title, letter for letter or as MediaWiki would read it."""
    ALIAS = "alias"
    """Another name that the article is filed under."""
    NORMALISED = "normalised"
    """The title or an alias, but for case, accents and punctuation."""
    SPELLING = "spelling"
    """The same name written otherwise: initials, umlauts, "&", numerals, order."""
    QUALIFIED = "qualified"
    """The only "Name (qualifier)"."""
    CONTEXT = "context"
    """One of several, by the text to be checked."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """A topic's article, or what else may be meant by it."""

    title: str | None
    how: How | None
    """``None``: no rule found anything."""
    candidates: tuple[str, ...] = ()
    """Titles that may be meant, sorted; empty where one title was found."""

    @property
    def ambiguous(self) -> bool:
        """Whether several articles may be meant."""
        return self.title is None and bool(self.candidates)


class Names(Protocol):
    """What the rules need to know of a store; all answers are titles of articles."""

    def has_title(self, title: str) -> bool:
        """Whether an article has exactly this title."""
        ...

    def is_disambiguation(self, title: str) -> bool:
        """Whether the article of that title only lists others (by its source's mark)."""
        ...

    def of_alias(self, alias: str) -> Sequence[str]:
        """Whose alias this is, letter for letter."""
        ...

    def of_normal(self, normal: str) -> Sequence[str]:
        """Whose normalised title this is."""
        ...

    def of_normal_alias(self, normal: str) -> Sequence[str]:
        """Whose alias has this normalised form."""
        ...

    def of_bare(self, bare: str) -> Sequence[str]:
        """Titles "Name (qualifier)" whose normalised name this is."""
        ...

    def of_any(self, normals: Collection[str]) -> Iterable[Candidate]:
        """Titles, then aliases, with one of these normalised forms."""
        ...

    def neighbours(self, normal: str) -> Iterable[Candidate]:
        """Names that come close in the alphabet, in any order, repeats allowed."""
        ...

    def starting(self, normals: Collection[str], each: int) -> Iterable[Candidate]:
        """For each of some beginnings, the first few titles that begin so."""
        ...

    def ending(self, words: Collection[str], each: int) -> Iterable[Candidate]:
        """For each of some words, a few titles of several words that end with it."""
        ...

    def framed(self, first: str, last: str) -> Iterable[Candidate]:
        """Some titles of several words, the first beginning so, the last being this."""
        ...


def resolve(topic: str, names: Names) -> str:
    """The title of a topic's article.

    Raises:
        TopicNotFound: none, with the nearest titles, or several (``ambiguous=True``).
    """
    found = resolution(topic, names)
    if found.title is not None:
        return found.title
    if found.ambiguous:
        raise TopicNotFound(topic, found.candidates[:NEAREST], ambiguous=True)
    raise TopicNotFound(topic, suggestions(unwrapped(topic), names))


def resolution(topic: str, names: Names) -> Resolution:
    """By which rule a topic leads where; a miss is an answer here, not an error."""
    for how, found in _rules(topic, names):
        titles = sorted(set(found))
        if how is How.EXACT and titles and is_listing(titles[0]):
            return Resolution(titles[0], how)  # it was asked for by its full name
        # A page that lists others is nobody's article, but it tells that there are several.
        real = [title for title in titles if not names.is_disambiguation(title)]
        if len(real) == 1:
            return Resolution(real[0], how)
        if titles:
            meant = real or _listed(topic, titles, names)
            return Resolution(None, how if meant else None, tuple(meant))
    return Resolution(None, None)


def is_storable(topic: str) -> bool:
    """Whether a topic could be in a store at all: lone surrogates have no UTF-8 form."""
    try:
        topic.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _rules(topic: str, names: Names) -> Iterator[tuple[How, Iterable[str]]]:
    """Rule after rule, what each of them finds; later ones are only asked if need be."""
    yield from _as_spelled(topic, names)
    plain = canonical(topic)
    if plain != topic:
        yield from _as_spelled(plain, names)
    normal = normalise(plain)
    if not normal:
        return
    yield How.NORMALISED, _as_qualified(plain, _as_sharp(plain, names.of_normal(normal)))
    yield How.NORMALISED, [] if hashes(plain) else names.of_normal_alias(normal)
    others = keys(unwrapped(topic))
    wanted = topic_forms(unwrapped(topic)) if others else frozenset()
    same = [one for one in names.of_any(others) if not wanted.isdisjoint(forms(one.name))]
    yield How.SPELLING, [one.title for one in same if one.name == one.title]
    yield How.SPELLING, [one.title for one in same]
    yield How.QUALIFIED, _as_sharp(plain, names.of_bare(normal))
    yield (
        How.QUALIFIED,
        (
            title
            for other in others
            for title in names.of_bare(other)
            if not wanted.isdisjoint(forms(_bare(title)))
        ),
    )


def _as_spelled(name: str, names: Names) -> Iterator[tuple[How, Iterable[str]]]:
    yield How.EXACT, [name] if names.has_title(name) else []
    yield How.ALIAS, names.of_alias(name)


def _as_sharp(topic: str, titles: Iterable[str]) -> list[str]:
    return [title for title in titles if hashes(title) == hashes(topic)]


def _as_qualified(topic: str, titles: Iterable[str]) -> list[str]:
    """Those with a "(qualifier)" if the topic has one, else those without, else all."""
    found = list(titles)
    qualified = split_qualifier(topic) is not None
    same = [title for title in found if (split_qualifier(title) is not None) is qualified]
    return same or found


def _bare(title: str) -> str:
    parts = split_qualifier(title)
    return parts.name if parts else title


def _listed(topic: str, pages: Iterable[str], names: Names) -> list[str]:
    """The articles that the name of a page of names leads to."""
    heard = {normalise(_bare(page)) for page in pages} | {normalise(topic)}
    found = {title for name in heard for title in names.of_bare(name)}
    found.update(title for name in heard for title in names.of_normal(name))
    found.update(title for name in heard for title in names.of_normal_alias(name))
    return sorted(title for title in found if not names.is_disambiguation(title))
