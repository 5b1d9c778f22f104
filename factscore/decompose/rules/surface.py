"""A sentence made easy to parse: quotations become one word, parentheses step aside.

A title such as "Salt and Smoke" or a remark such as "(1923)" breaks a dependency parse
more often than not. ``simplify`` puts a stand-in name where a quotation was and takes
parentheses out; each is remembered with its place, so that ``Surface.word`` gives the
quotation back and a fact that holds the word before a parenthesis gets it as well.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

STAND_IN = "Hamlet"

_PAREN = re.compile(r"\s?[(\[（]([^()\[\]（）]{1,160})[)\]）]")
_QUOTE = re.compile(
    r"(?<!\w)(?:\"([^\"]{2,160})\"|“([^“”]{2,160})”|«([^«»]{2,160})»"
    r"|‘([^‘’]{2,80})’|'([A-Z][^']{1,80})')(?!\w)"
)
_SMALL = "of|the|a|an|in|on|and|for|to|with|at|from|de|la|le|der|von"
_DATED = re.compile(
    rf"(?<![\w(\"“])[A-Z][\w'’.:&!?-]*(?:\s(?:{_SMALL}|[A-Z0-9][\w'’.:&!?-]*)){{0,9}}"
    r"(?=\s\((?:1[89]|20)\d\d\))"
)
_OPENERS = frozenset("In On At After Before With From His Her Their He She They The By And".split())
_INNER_STOP = re.compile(r"[,.;:]+$")


_CLOSERS = "\"”»’'"


@dataclass(frozen=True, slots=True)
class Aside:
    """A parenthesis that was taken out."""

    position: int
    """Where it stood: offset in ``Surface.text`` of the first character after it."""
    text: str
    """What it says, without the brackets."""


@dataclass(frozen=True, slots=True)
class Surface:
    """What the parser reads, and what it stands for."""

    text: str
    quotes: dict[int, str]
    """Offset of a stand-in in ``text`` → the quotation, with its marks."""
    asides: tuple[Aside, ...]

    def word(self, start: int, word: str) -> str:
        """The source of the token ``word`` that begins at ``start``."""
        return self.quotes.get(start, word) if word == STAND_IN else word


@dataclass(frozen=True, slots=True)
class _Cut:
    start: int
    end: int
    aside: str
    quote: str


def simplify(sentence: str) -> Surface:
    """Quotations replaced by a stand-in, parentheses set aside.

    >>> simplify('She wrote "Salt and Smoke," in May (1923).').text
    'She wrote Hamlet, in May.'
    """
    pieces: list[str] = []
    quotes: dict[int, str] = {}
    asides: list[Aside] = []
    length = last = 0
    for cut in _cuts(sentence):
        kept = sentence[last : cut.start]
        pieces.append(kept)
        length += len(kept)
        last = cut.end
        if cut.aside:
            asides.append(Aside(length, cut.aside))
            continue
        stop = _INNER_STOP.search(cut.quote[:-1]) if cut.quote[-1] in _CLOSERS else None
        mark = stop[0][0] if stop else ""
        if mark == "." and sentence[cut.end :].lstrip()[:1].islower():
            mark = ""
        quotes[length] = cut.quote[: stop.start()] + cut.quote[-1] if stop else cut.quote
        pieces.append(STAND_IN + mark)
        length += len(STAND_IN) + len(mark)
    pieces.append(sentence[last:])
    return Surface("".join(pieces), quotes, tuple(asides))


def _cuts(sentence: str) -> list[_Cut]:
    quotes = [
        _Cut(found.start(), found.end(), "", found[0])
        for found in _QUOTE.finditer(sentence)
        if _is_title(found[found.lastindex or 0])
    ]
    inside = [(cut.start, cut.end) for cut in quotes]
    quotes += [cut for cut in _dated(sentence) if not _meets(cut, inside)]
    inside = [(cut.start, cut.end) for cut in quotes]
    asides = [
        _Cut(found.start() + _is_glue(found), found.end(), found[1].strip(), "")
        for found in _PAREN.finditer(sentence)
        if found[1].strip()
        and found.start() > 0
        and not _meets(_Cut(found.start(), found.end(), "", ""), inside)
    ]
    return sorted(quotes + asides, key=lambda cut: cut.start)


def _is_glue(found: re.Match[str]) -> bool:
    """Whether the space before a parenthesis must stay, since a word follows without one."""
    return found[0][0].isspace() and found.string[found.end() : found.end() + 1].isalnum()


def _meets(cut: _Cut, spans: list[tuple[int, int]]) -> bool:
    return any(start < cut.end and cut.start < end for start, end in spans)


def _dated(sentence: str) -> list[_Cut]:
    """Titles without quotation marks that a year follows: "Take Me to Rome (2011)"."""
    found: list[_Cut] = []
    for match in _DATED.finditer(sentence):
        first = match[0].split(" ", 1)[0]
        start = match.start()
        if start == 0 and first in _OPENERS:
            start += len(first) + 1
        if " " in sentence[start : match.end()]:  # one word is read well enough
            found.append(_Cut(start, match.end(), "", sentence[start : match.end()]))
    return found


def _is_title(quotation: str) -> bool:
    """Whether a quotation names something; speech and scare quotes are read as they are."""
    first = quotation.strip()[:1]
    return first.isupper() or first.isdigit()
