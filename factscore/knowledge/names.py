"""The names of a store, indexed in memory."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from factscore.knowledge.resolve import NEIGHBOURS, Candidate
from factscore.knowledge.titles import bare_name, normalise


class MemoryNames:
    """Answers what :class:`~factscore.knowledge.resolve.Names` asks.

    Holds every title in several forms: about 0.3 GB for each million of titles.
    """

    def __init__(self, titles: Iterable[str], aliases: Iterable[tuple[str, str]] = ()) -> None:
        """Args: all titles, and (alias, title) pairs."""
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

    def neighbours(self, normal: str) -> Iterator[Candidate]:
        """Names that come close in the alphabet, in any order, repeats allowed."""
        for form in _around(self._forwards, normal):
            yield from (Candidate(title, title) for title in self._normal[form])
        for form in _around(self._backwards, normal[::-1]):
            yield from (Candidate(title, title) for title in self._normal[form[::-1]])
        for form in _around(self._alias_forms, normal):
            yield from self._normal_aliases[form]

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
