"""Collecting what is wrong with sources, so that all of it is told at once."""

from __future__ import annotations

from factscore.errors import InputError
from factscore.knowledge.rows import Problem, SourceArticle

LISTED = 1000
"""Problems that are told one by one; beyond them only their number is."""


class ProblemList:
    """Problems in the order they were met; memory stays bounded however many there are."""

    def __init__(self) -> None:
        self._first: list[str] = []
        self._count = 0

    def add(self, problem: Problem) -> None:
        """Takes one more."""
        self._count += 1
        if self._count <= LISTED:
            self._first.append(str(problem))

    def __len__(self) -> int:
        return self._count

    def error(self) -> InputError:
        """One line for each problem; a last one counts those that are not listed."""
        more = self._count - len(self._first)
        rest = [f"… and {more:,} more problems"] if more else []
        return InputError([*self._first, *rest], total=self._count)


def differs(article: SourceArticle, first: str) -> Problem:
    """Two articles of one title; the same article twice is no problem."""
    return Problem(
        article.place,
        f"the title {article.title!r} has other text at {first}; keep one of them "
        "or tell the titles apart",
    )
