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
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

CUTTER_VERSION = 1
"""Changes whenever the same text would be cut otherwise; recorded in each store."""


@dataclass(frozen=True, slots=True)
class CutSettings:
    """How long passages are."""

    max_words: int = 190
    """At most this many words a passage: about 256 RoBERTa tokens of English."""
    short_section: int = 40
    """A section of fewer words than this shares a passage with its neighbour."""


DEFAULT_CUT = CutSettings()

_UNSPACED = (
    "\u0e00-\u109f\u1780-\u17ff"  # Thai, Lao, Tibetan, Burmese, Khmer
    "\u2e80-\u2fff\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Han, Kana
)
_WORD = re.compile(rf"[{_UNSPACED}]{{1,2}}|[^\s{_UNSPACED}]{{1,25}}")
_STOP = re.compile("(?P<stop>[.!?…。！？｡\n]+)[\"'”’»)\\]〕」』）】]*")
_CERTAIN = frozenset("。！？｡\n")
"""Stops that end a sentence whatever follows."""
_NEXT = re.compile(r"\s+[^\sa-z]")
"""What follows a sentence: white space, then anything but a small letter."""
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\"“])(?:[^\W\d_]|Mr|Mrs|Ms|Dr|Prof|Rev|Hon|Gen|Col|Capt|Lt|Sgt|Gov|Sen|Rep|Pres|"
    r"St|Ste|Mt|Ft|No|Nos|Vol|vs|ca|cf|approx|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.$"
)
_LONGEST_ABBREVIATION = 9


def cut_text(sections: Sequence[str], settings: CutSettings = DEFAULT_CUT) -> list[str]:
    """The passages of an article, in reading order; none for a text without words.

    Args:
        sections: the text, section by section (one string where it has none).
        settings: how long passages may be.
    """
    return [
        passage
        for section in _join_short(sections, settings)
        for passage in _cut_section(section, settings.max_words)
    ]


def count_words(text: str) -> int:
    """Words as passages are measured in; see the module's docstring.

    >>> count_words("Ada Lovelace wrote it."), count_words("東京都")
    (4, 2)
    """
    return len(_WORD.findall(text))


def _join_short(sections: Sequence[str], settings: CutSettings) -> list[str]:
    """Sections, each short one joined by a line break to the one before or after it."""
    if len(sections) == 1:
        return [sections[0].strip()]
    joined: list[str] = []
    lengths: list[int] = []
    for section in filter(None, (section.strip() for section in sections)):
        length = count_words(section)
        if lengths and _belongs(lengths[-1], length, settings):
            joined[-1] += "\n" + section
            lengths[-1] += length
        else:
            joined.append(section)
            lengths.append(length)
    return joined


def _belongs(before: int, length: int, settings: CutSettings) -> bool:
    """Whether a section joins the one before: either is short, and both fit one passage."""
    short = min(before, length) < settings.short_section
    return short and before + length <= settings.max_words


def _cut_section(text: str, max_words: int) -> list[str]:
    word_ends = [match.end() for match in _WORD.finditer(text)]
    if len(word_ends) <= max_words:
        return [text] if word_ends else []
    sentence_ends = _sentence_ends(text)
    passages = []
    start = first = 0
    while first < len(word_ends):
        last = first + max_words - 1
        if last < len(word_ends):
            end = _best_end(sentence_ends, start, word_ends[last])
        else:
            end = len(text)
        if passage := text[start:end].strip():
            passages.append(passage)
        start = end
        # A sentence may end inside a "word" of two Chinese characters: what is left of
        # it begins the next passage.
        first = bisect_right(word_ends, end)
    return passages


def _best_end(sentence_ends: Sequence[int], start: int, limit: int) -> int:
    """The last sentence end after ``start`` and not beyond ``limit``, else ``limit``."""
    position = bisect_right(sentence_ends, limit) - 1
    if position >= 0 and sentence_ends[position] > start:
        return sentence_ends[position]
    return limit


def _sentence_ends(text: str) -> list[int]:
    """Offsets one past the last character of each sentence, ascending."""
    return [match.end() for match in _STOP.finditer(text) if _ends_sentence(text, match)]


def _ends_sentence(text: str, match: re.Match[str]) -> bool:
    if not _CERTAIN.isdisjoint(match["stop"]):
        return True
    end = match.end()
    if not _NEXT.match(text, end):
        return False
    return not _ABBREVIATION.search(text[max(0, end - _LONGEST_ABBREVIATION) : end])
