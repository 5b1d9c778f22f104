"""Cutting an article's text into passages; pure.

Within a section passages are as long as the limit allows and end at a sentence end
where one can be found, so that each is an exact piece of the text. A section starts
a passage of its own unless it is short.

A "word" is a run of at most 25 characters without white space; of writing that puts
no spaces between words (Chinese, Japanese, Thai, Lao, Khmer, Burmese, Tibetan) two
characters count as one word. The finder of sentence ends is a light one: a rare wrong
end costs a passage that is shorter than it might be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from factscore.knowledge.scripts import UNSPACED
from factscore.settings import MAX_WORDS, SHORT_SECTION

CUTTER_VERSION = 2
"""Changes whenever the same text would be cut otherwise; recorded in each store."""


@dataclass(frozen=True, slots=True)
class CutSettings:
    """How long passages are."""

    max_words: int = MAX_WORDS
    """At most this many words a passage."""
    short_section: int = SHORT_SECTION
    """A section of fewer words than this shares a passage with its neighbour."""


DEFAULT_CUT = CutSettings()

_LONGEST_WORD = 25
_USUAL_WORD = 8
"""More characters than a word and its space have on average: saves counting long texts."""
_SPACED_WORD = r"\S{1,25}+"
"""A word where nothing but words with spaces between them is written; twice as fast."""
_ANY_WORD = rf"(?:[^\s{UNSPACED}]{{1,25}}+|[{UNSPACED}]{{1,2}}+)"
_ANY_WORDS = re.compile(_ANY_WORD)
_HAS_UNSPACED = re.compile(f"[{UNSPACED}]")
_STOP = re.compile("(?P<stop>[.!?…。！？｡؟۔।॥։።།။។\n]+)[\"'”’»)\\]〕」』）】]*")
_CERTAIN = frozenset("。！？｡།။។\n")
"""Stops that end a sentence whatever follows."""
_NEXT = re.compile(r"\s+[^\sa-z]")
"""What follows a sentence: white space, then anything but a small letter."""
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\"“])(?:[^\W\d_]|Mr|Mrs|Ms|Dr|Prof|Rev|Hon|Gen|Col|Capt|Lt|Sgt|Gov|Sen|Rep|Pres|"
    r"St|Ste|Mt|Ft|No|Nos|Vol|vs|ca|cf|approx|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.$"
)
_NEXT_WORD = re.compile(r"\s*+\S")
_NEAR_END = 400
"""Characters before the limit in which a sentence end is looked for first."""
_LONGEST_ABBREVIATION = 9


def cut_text(sections: Sequence[str], settings: CutSettings = DEFAULT_CUT) -> list[str]:
    """The passages of an article, in reading order; none for a text without words.

    Args:
        sections: the text, section by section (one string where it has none).
        settings: how long passages may be.
    """
    passages: list[str] = []
    for section in _join_short(sections, settings):
        if section.words > settings.max_words:
            passages += _cut_section(section.text, settings.max_words)
        elif section.words:
            passages.append(section.text)
    return passages


def count_words(text: str) -> int:
    """Words as passages are measured in; see the module's docstring.

    >>> count_words("Ada Lovelace wrote it."), count_words("東京都")
    (4, 2)
    """
    if _HAS_UNSPACED.search(text):
        return len(_ANY_WORDS.findall(text))
    words = text.split()
    if len(max(words, key=len, default="")) <= _LONGEST_WORD:
        return len(words)
    return sum(-(-len(word) // _LONGEST_WORD) for word in words)


class _Section(NamedTuple):
    text: str
    words: int
    """How many, if they fit one passage; else any number beyond that."""


def _join_short(sections: Sequence[str], settings: CutSettings) -> list[_Section]:
    """Sections, each short one joined by a line break to the one before or after it."""
    if len(sections) == 1:
        return [_Section(sections[0].strip(), settings.max_words + 1)]  # nothing to join
    joined: list[_Section] = []
    for text in filter(None, (section.strip() for section in sections)):
        words = _count_up_to(settings.max_words, text)
        if joined and _belongs(joined[-1].words, words, settings):
            last = joined.pop()
            joined.append(_Section(f"{last.text}\n{text}", last.words + words))
        else:
            joined.append(_Section(text, words))
    return joined


def _count_up_to(most: int, text: str) -> int:
    """How many words a text has, if they are at most so many; else some number beyond."""
    head = text[: most * _USUAL_WORD]
    words = count_words(head)
    return words if words > most or len(head) == len(text) else count_words(text)


def _belongs(before: int, length: int, settings: CutSettings) -> bool:
    """Whether a section joins the one before: either is short, and both fit one passage."""
    short = min(before, length) < settings.short_section
    return short and before + length <= settings.max_words


@lru_cache(maxsize=16)
def _first_words(word: str, most: int) -> re.Pattern[str]:
    """The first words of a text; possessive, so that each character is looked at once."""
    return re.compile(rf"(?:\s*+{word}){{1,{most}}}+")


def _cut_section(text: str, max_words: int) -> Iterator[str]:
    word = _ANY_WORD if _HAS_UNSPACED.search(text) else _SPACED_WORD
    first_words = _first_words(word, max_words)
    start = 0
    while words := first_words.match(text, start):
        limit = words.end()
        # A sentence may end inside a "word" of two Chinese characters: what is left of
        # it begins the next passage.
        end = _best_end(text, start, limit) if _NEXT_WORD.match(text, limit) else len(text)
        if passage := text[start:end].strip():
            yield passage
        start = end


def _best_end(text: str, start: int, limit: int) -> int:
    """The last sentence end after ``start`` and not beyond ``limit``, else ``limit``.

    Thai and Lao know no full stop, and a space where others have one: without any other
    end, the last space near the limit is one.
    """
    for begin in {max(start, limit - _NEAR_END): None, start: None}:
        # Stops beyond the limit are not looked for: where they are far apart, each
        # passage would look through the rest of the text.
        near = _STOP.finditer(text, begin, limit + 1)
        stops = list(takewhile(lambda stop: stop.end() <= limit, near))
        for stop in reversed(stops):
            if _ends_sentence(text, stop):
                return stop.end()
    if _HAS_UNSPACED.match(text, limit - 1) and _HAS_UNSPACED.match(text, limit):
        space = text.rfind(" ", max(start + 1, limit - _NEAR_END), limit)
        return limit if space < 0 else space
    return limit


def _ends_sentence(text: str, match: re.Match[str]) -> bool:
    if not _CERTAIN.isdisjoint(match["stop"]):
        return True
    end = match.end()
    if not _NEXT.match(text, end):
        return False
    return not _ABBREVIATION.search(text[max(0, end - _LONGEST_ABBREVIATION) : end])
