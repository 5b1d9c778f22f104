"""From what a user calls a topic to the title of an article.

One set of rules serves every kind of store; a store only answers small questions
about its names (:class:`Names`). In order: the exact title (the stores ask that
themselves, it is the hot path), an alias, the normalised title, a normalised alias,
and "Name (qualifier)" where it is the only article of that bare name. The first rule
that finds anything decides; if it finds several articles, the topic is ambiguous.

A miss is answered with the nearest titles. Comparing with millions would take
minutes, so only the neighbours in the alphabet are compared: the names that sort
next to the topic when they are read forwards (a slip near the end) and, for titles,
backwards (a slip near the beginning). A name wrong at both ends can be missed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Protocol

from factscore.errors import TopicNotFound
from factscore.knowledge.titles import normalise, split_qualifier

NEIGHBOURS = 64
"""How many names on each side, in each direction, are compared with a missed topic."""
NEAREST = 5
"""How many titles an error names at most."""
SIMILAR = 0.6
"""Names that are less alike than this (difflib's ratio, 0 to 1) are not offered."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A name that may have been meant, and the title of its article."""

    name: str
    title: str


class Names(Protocol):
    """What the rules need to know of a store; all answers are titles of articles."""

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

    def neighbours(self, normal: str) -> Iterable[Candidate]:
        """Names that come close in the alphabet, in any order, repeats allowed."""
        ...


def resolve(topic: str, names: Names) -> str:
    """The title of the article for a topic that is no article's exact title.

    Raises:
        TopicNotFound: none, with the nearest titles, or several (``ambiguous=True``).
    """
    normal = normalise(topic)
    rules: tuple[tuple[Callable[[str], Sequence[str]], str], ...] = (
        (names.of_alias, topic),
        (names.of_normal, normal),
        (names.of_normal_alias, normal),
        (names.of_bare, normal),
    )
    if not normal:
        raise TopicNotFound(topic)
    for look_up, key in rules:
        found = sorted(set(look_up(key)))
        if len(found) > 1:
            raise TopicNotFound(topic, found[:NEAREST], ambiguous=True)
        if found:
            return found[0]
    raise TopicNotFound(topic, nearest_titles(normal, names.neighbours(normal)))


def is_storable(topic: str) -> bool:
    """Whether a topic could be in a store at all: lone surrogates have no UTF-8 form."""
    try:
        topic.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def nearest_titles(normal: str, candidates: Iterable[Candidate]) -> list[str]:
    """The titles most like a normalised topic, best first, at most :data:`NEAREST`."""
    best: dict[str, float] = {}
    for candidate in set(candidates):
        likeness = _likeness(normal, candidate.name)
        if likeness >= SIMILAR:
            best[candidate.title] = max(likeness, best.get(candidate.title, 0.0))
    return sorted(best, key=lambda title: (-best[title], title))[:NEAREST]


def _likeness(normal: str, name: str) -> float:
    """difflib's ratio with the name or, if that is more, with its part before "(…)"."""
    matcher = SequenceMatcher(b=normal, autojunk=False)
    parts = split_qualifier(name)
    forms = {normalise(name), normalise(parts.name if parts else name)}
    return max(_ratio(matcher, form) for form in forms)


def _ratio(matcher: SequenceMatcher[str], form: str) -> float:
    matcher.set_seq1(form)
    # The two upper bounds are cheap and spare most of the quadratic comparison.
    if matcher.real_quick_ratio() < SIMILAR or matcher.quick_ratio() < SIMILAR:
        return 0.0
    return matcher.ratio()
