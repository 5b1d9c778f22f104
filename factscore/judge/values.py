"""Values of a text (names, numbers, dates, role words) and its other words, with their places.

A place is a number that grows along the text: by 1 with each word, and by more with marks,
conjunctions and ends of sentences. So the difference of two places is a distance.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from factscore.judge.lexicon import (
    CONJUNCTIONS,
    CONTRACTED,
    JOINTS,
    LIMITS,
    MONTHS,
    NEGATIONS,
    OPENERS,
    ROLE_GROUPS,
    SPELLED,
    spell_out_life,
    stem_of,
)
from factscore.judge.windows import FUNCTION_WORDS, plain, sentences

_TOKEN = re.compile(r"\d[\d,.]*\d|\d|[^\W\d_]+|[^\w\s]")
_COST = {",": 1, ";": 3, ":": 2, "(": 2, ")": 2, "–": 1, "—": 3}
_SENTENCE = 10
_APOSTROPHES = frozenset("'’")
_AFTER_INITIALS = _APOSTROPHES | {"."}
_INSIDE_NAMES = frozenset("-'’.&")
_INSIDE_LISTS = _INSIDE_NAMES | frozenset(',"“”')


@dataclass(frozen=True, slots=True)
class Value:
    """A name, a number, a part of a date or a role word, as it stands in a text."""

    kind: str
    """``name``, ``number``, ``year``, ``month``, ``day`` or ``role``."""
    start: int
    end: int
    stems: frozenset[str]
    place: float
    before: str
    """The word before it; before the first of a list, for each name of that list."""
    first: bool
    """Whether it opens its sentence, where any word is capitalised."""
    group: int
    """Of a role: which others it could stand for; 0 of other values."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text, read."""

    text: str
    """In composed form (NFC), with a span of life in words."""
    values: tuple[Value, ...]
    words: Mapping[str, Sequence[float]]
    """Places of each content word, by its stem, in order."""
    negations: Sequence[float]
    """Places of words such as "not"."""


# Facts of one topic meet the same windows again and again.
@lru_cache(1 << 10)
def read(text: str) -> Text:
    """Find values and content words; "Ada (1820 – 1910)" at the start is read as born and died.

    Example:
        >>> [(v.kind, v.before, v.place) for v in read("She went from Rome to Paris.").values]
        [('name', 'from', 4.0), ('name', 'to', 6.0)]
    """
    text = spell_out_life(unicodedata.normalize("NFC", text))
    reader = _Reader()
    end = 0
    for sentence in sentences(text):
        start = text.index(sentence, end)
        end = start + len(sentence)
        reader.read(sentence, start)
    return Text(text, tuple(reader.values), reader.words, reader.negations)


class _Reader:
    """Goes along the tokens of a text, sentence by sentence."""

    def __init__(self) -> None:
        self.values: list[Value] = []
        self.words: dict[str, list[float]] = {}
        self.negations: list[float] = []
        self._place = 0.0

    def read(self, sentence: str, start: int) -> None:
        """Read one sentence, which begins at ``start`` in the text."""
        self._run: Value | None = None  # the name that may go on: the last of the values
        self._listed: Value | None = None  # the name before, in a list
        self._before, self._first = "", True
        tokens = [(m.group(), start + m.start()) for m in _TOKEN.finditer(sentence)]
        words = ["", *(word for word, _ in tokens), "", ""]
        for i, (word, at) in enumerate(tokens):
            if word[0].isalnum():
                self._read_word(_Word(word, at, words[i], words[i + 2], words[i + 3]))
            else:
                self._read_mark(word, words[i])
        self._place += _SENTENCE

    def _read_mark(self, mark: str, last: str) -> None:
        self._place += _COST.get(mark, 0)
        ends = mark == "." and len(last) > 2  # "J. Smith" and "Dr. Smith" are one name
        if mark not in _INSIDE_NAMES or ends:
            self._run = None
        if mark not in _INSIDE_LISTS:
            self._listed = None

    def _read_word(self, word: _Word) -> None:
        low, stem = word.low, stem_of(word.text)
        self._place += 1 + (low in CONJUNCTIONS)
        if stem and low not in FUNCTION_WORDS and not word.is_contracted:
            self.words.setdefault(stem, []).append(self._place)
        if word.is_negation:
            self.negations.append(self._place)
        kind = word.kind(in_name=self._run is not None)
        if self._run is not None and kind == "name":
            stems = self._run.stems | {stem}
            self._run = self.values[-1] = replace(self._run, end=word.end, stems=stems)
        elif self._run is None or low not in JOINTS or not word.following[:1].isupper():
            self._run = None
            if kind:
                self._add(kind, word, stem)
            if low not in ("and", "or") and kind != "name":
                self._listed = None
        self._before, self._first = low, False

    def _add(self, kind: str, word: _Word, stem: str) -> None:
        place, before = self._place, self._before
        if kind == "name" and self._listed is not None:  # a list stands where it begins
            place, before = self._listed.place, self._listed.before
        stems, group = frozenset({stem}), ROLE_GROUPS[word.low] if kind == "role" else 0
        value = Value(kind, word.start, word.end, stems, place, before, self._first, group)
        self.values.append(value)
        if kind == "name":
            self._run = self._listed = value


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of a sentence with the tokens around it, which are empty at its ends."""

    text: str
    start: int
    last: str
    following: str
    next_but_one: str

    @property
    def low(self) -> str:
        return plain(self.text)

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def is_contracted(self) -> bool:
        """Whether it is the first part of such a word as "didn't"."""
        return (
            self.following in _APOSTROPHES and self.next_but_one == "t" and self.low in CONTRACTED
        )

    @property
    def is_negation(self) -> bool:
        if self.low == "no" and self.following == ".":  # "No. 1"
            return False
        negates = self.low in NEGATIONS or self.is_contracted
        return negates and LIMITS.isdisjoint({plain(self.following), plain(self.next_but_one)})

    def kind(self, *, in_name: bool) -> str | None:
        """Kind of the value that it is or begins."""
        if self.is_contracted:
            return None
        if self.text[0].isdigit():
            return self._kind_of_number()
        if self.low in MONTHS and self.text[0].isupper() and not in_name:
            return "month"
        if self.low in SPELLED:
            return "number"
        initial = len(self.text) == 1 and self.following not in _AFTER_INITIALS
        if self.text[0].isupper() and self.low not in OPENERS and not initial:
            return "name"
        return "role" if self.low in ROLE_GROUPS else None

    def _kind_of_number(self) -> str | None:
        if len(self.text) == 4 and self.text.isdigit() and self.text[0] in "12":
            return None if self.following == "s" else "year"  # "the 1960s" are no year
        return "day" if MONTHS.intersection({plain(self.last), plain(self.following)}) else "number"
