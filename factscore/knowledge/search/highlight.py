"""Where the words of a query stand in a text, for people to see."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from factscore.knowledge.search.words import UNSPACED, Words

_LETTERS = re.compile(r"[^\W_]+")


class Span(NamedTuple):
    """A part of a text, as offsets of characters; ``end`` is one past the last."""

    start: int
    end: int


def matches(text: str, query: str) -> list[Span]:
    """Words of the text that are words of the query; pairs of characters that overlap are one.

    >>> matches("Ada wrote in 東京都.", "ADA 東京都")
    [Span(start=0, end=3), Span(start=13, end=16)]
    """
    words = Words()
    wanted = frozenset(words.of(query))
    found: list[Span] = []
    for span in _pieces(text):
        if wanted.isdisjoint(words.of(text[span.start : span.end])):
            continue
        if found and span.start < found[-1].end:
            span = Span(found.pop().start, span.end)
        found.append(span)
    return found


def marked(text: str, spans: Sequence[Span], mark: Callable[[str], str]) -> str:
    """The text with each span replaced by what ``mark`` makes of it."""
    parts, place = [], 0
    for span in spans:
        parts += [text[place : span.start], mark(text[span.start : span.end])]
        place = span.end
    return "".join([*parts, text[place:]])


def _pieces(text: str) -> Iterator[Span]:
    """Words, and pairs of characters where no spaces tell words apart."""
    for word in _whole_words(text):
        place = word.start
        for run in UNSPACED.finditer(text, word.start, word.end):
            if place < run.start():
                yield Span(place, run.start())
            for start in range(run.start(), max(run.start() + 1, run.end() - 1)):
                yield Span(start, min(start + 2, run.end()))
            place = run.end()
        if place < word.end:
            yield Span(place, word.end)


def _whole_words(text: str) -> Iterator[Span]:
    """Runs of letters, digits and marks; Python's classes have no marks."""
    start = end = 0
    for match in _LETTERS.finditer(text):
        if match.start() != end:
            if start < end:
                yield Span(start, end)
            start = match.start()
        end = match.end()
        while end < len(text) and unicodedata.category(text[end])[0] == "M":
            end += 1
    if start < end:
        yield Span(start, end)
