"""The names of a store, indexed in memory."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice, takewhile

from factscore.knowledge.resolve import MOST_SCANNED, NEIGHBOURS, Candidate
from factscore.knowledge.titles import bare_name, is_listing, normalise


class MemoryNames:
    """Answers what :class:`~factscore.knowledge.resolve.Names` asks.

    Holds every title in several forms: about 0.3 GB for each million of titles.
    """

    def __init__(
        self,
        titles: Iterable[str],
        aliases: Iterable[tuple[str, str]] = (),
        listings: Iterable[str] = (),
    ) -> None:
        """Args: all titles, (alias, title) pairs, and titles of disambiguation pages."""
        self._listings = frozenset(listings)
        self._normal: dict[str, list[str]] = defaultdict(list)
        self._bare: dict[str, list[str]] = defaultdict(list)
        self._aliases: dict[str, list[str]] = defaultdict(list)
        self._normal_aliases: dict[str, list[Candidate]] = defaultdict(list)
        for title in titles:
            self._normal[normalise(title)].append(title)
            if bare := bare_name(title):
                self._bare[bare].append(title)
        for alias, title in aliases:
            self._aliases[alias].append(title)
            self._normal_aliases[normalise(alias)].append(Candidate(alias, title))

    def has_title(self, title: str) -> bool:
        """Whether an article has exactly this title."""
        return title in self._normal.get(normalise(title), ())

    def is_disambiguation(self, title: str) -> bool:
        """Whether the article of that title only lists others."""
        return title in self._listings or is_listing(title)

    def of_alias(self, alias: str) -> Sequence[str]:
        """Whose alias this is, letter for letter."""
        return self._aliases.get(alias, ())

    def of_normal(self, normal: str) -> Sequence[str]:
        """Whose normalised title this is."""
        return self._normal.get(normal, ())

    def of_normal_alias(self, normal: str) -> Sequence[str]:
        """Whose alias has this normalised form."""
        return [candidate.title for candidate in self._normal_aliases.get(normal, ())]

    def of_bare(self, bare: str) -> Sequence[str]:
        """Titles "Name (qualifier)" whose normalised name this is."""
        return self._bare.get(bare, ())

    def of_any(self, normals: Collection[str]) -> Iterator[Candidate]:
        """Titles, then aliases, with one of these normalised forms."""
        for normal in normals:
            yield from (Candidate(title, title) for title in self._normal.get(normal, ()))
        for normal in normals:
            yield from self._normal_aliases.get(normal, ())

    def neighbours(self, normal: str) -> Iterator[Candidate]:
        """Names that come close in the alphabet, in any order, repeats allowed."""
        for form in _around(self._forwards, normal):
            yield from (Candidate(title, title) for title in self._normal[form])
        for form in _around(self._backwards, normal[::-1]):
            yield from (Candidate(title, title) for title in self._normal[form[::-1]])
        for form in _around(self._alias_forms, normal):
            yield from self._normal_aliases[form]

    def starting(self, normals: Collection[str], each: int) -> Iterator[Candidate]:
        """For each of some beginnings, the first few titles that begin so."""
        for begun in normals:
            place = bisect_left(self._forwards, begun)
            for form in self._forwards[place : place + each]:
                if form.startswith(begun):
                    yield from (Candidate(title, title) for title in self._normal[form])

    def ending(self, words: Collection[str], each: int) -> Iterator[Candidate]:
        """For each of some words, a few titles of several words that end with it."""
        for word in words:
            ended = f"{word[::-1]} "
            place = bisect_left(self._backwards, ended)
            for form in self._backwards[place : place + each]:
                if form.startswith(ended):
                    yield from (Candidate(title, title) for title in self._normal[form[::-1]])

    def framed(self, first: str, last: str) -> Iterator[Candidate]:
        """Some titles of several words, the first beginning so, the last being this."""
        ending, begun = f"{last[::-1]} ", first[::-1]
        place = bisect_left(self._backwards, ending)
        scanned = self._backwards[place : place + MOST_SCANNED]
        found = (
            form
            for form in takewhile(lambda form: form.startswith(ending), scanned)
            if form.endswith(begun)
        )
        for form in islice(found, NEIGHBOURS):
            yield from (Candidate(title, title) for title in self._normal[form[::-1]])

    @cached_property
    def _forwards(self) -> list[str]:
        return sorted(self._normal)

    @cached_property
    def _backwards(self) -> list[str]:
        return sorted(form[::-1] for form in self._normal)

    @cached_property
    def _alias_forms(self) -> list[str]:
        return sorted(self._normal_aliases)


def _around(forms: Sequence[str], form: str) -> Sequence[str]:
    """The neighbours of a form in a sorted list, on both sides."""
    place = bisect_left(forms, form)
    return forms[max(0, place - NEIGHBOURS) : place + NEIGHBOURS]
