"""The titles that come nearest to a topic that has no article.

Comparing with millions would take minutes, so only names are compared that an index
leads to: the neighbours in the alphabet, read forwards (a slip near the end) and
backwards (near the beginning); every name one slip away, wherever the slip is; names
that begin with the first word, one slip mended, and the next letters; names with the
same first and last word (something between them is missing); names that end with the
only word, one slip mended; and the topic with words left out, shortened to initials or
in another order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import islice
from typing import TYPE_CHECKING

from factscore.knowledge.spellings import rearranged
from factscore.knowledge.titles import normalise, split_qualifier

if TYPE_CHECKING:
    from factscore.knowledge.resolve import Candidate, Names

NEAREST = 5
"""How many titles an error names at most."""
SIMILAR = 0.6
"""Names that are less alike than this (0 to 1) are not offered."""
COMPARED = 80
"""How many names are compared letter by letter; the rest shares fewer letters."""
_LONGEST = 80
"""Letters of a topic that count; nobody's name is longer."""
_EACH = 3
"""How many titles are looked at for each mended beginning."""
_BEYOND = 3
"""How many letters at the end of a topic may be wrong besides a slip in its first word."""
_PARTIAL = 0.3
"""What whole words in common add to the least likeness, times the share of letters."""
_SLIPPED = 0.8
"""How alike (difflib's ratio) two words with a slip are at least, and how much they count."""
_PARTICLE = 2
"""Words of so few letters ("de", "II") make no name on their own."""
_SURE = 5
"""Shorter words are other words when a letter differs."""
_MOVED = 4
"""How far a letter may stand from its place: "Ghandi"."""
_ALPHABETS = (
    "abcdefghijklmnopqrstuvwxyz",
    "абвгдежзийклмнопрстуфхцчшщъыьэюя",
    "αβγδεζηθικλμνξοπρστυφχψω",
)


def suggestions(topic: str, names: Names) -> list[str]:
    """The nearest titles of a store for a missed topic, best first; see the module."""
    best: dict[str, float] = {}
    for written in (topic, *rearranged(topic)):
        if normal := normalise(written)[:_LONGEST].strip():
            for title, likeness in _alike(normal, _leads(written, normal, names)).items():
                best[title] = max(likeness, best.get(title, 0.0))
    usable = (title for title in _ranked(best) if not names.is_disambiguation(title))
    return list(islice(usable, NEAREST))


def _ranked(likeness: Mapping[str, float]) -> list[str]:
    return sorted(likeness, key=lambda title: (-likeness[title], title))


def _alike(normal: str, candidates: Iterable[Candidate]) -> dict[str, float]:
    """How alike the titles are that are alike enough."""
    asked = _Asked(normal)
    shapes = {one: _shapes(one.name) for one in set(candidates)}
    rated = sorted(shapes, key=lambda one: (-asked.rough(shapes[one]), one.name, one.title))
    best: dict[str, float] = {}
    for candidate in rated[:COMPARED]:
        likeness = asked.likeness(shapes[candidate])
        if likeness >= SIMILAR:
            best[candidate.title] = max(likeness, best.get(candidate.title, 0.0))
    return best


def slips(word: str) -> Iterator[str]:
    """Every text one letter left out, added, moved or taken for another away from this.

    Letters are those of the script that the text is in; about 54 for each of its letters.
    """
    known = next(
        (some for some in _ALPHABETS if not set(some).isdisjoint(word)), "".join(set(word))
    )
    for place in range(len(word) + 1):
        before, after = word[:place], word[place:]
        yield from (before + letter + after for letter in known)
        if after:
            without = before + after[1:]
            yield without
            yield from (before + letter + after[1:] for letter in known)
            reach = range(max(0, place - _MOVED), min(len(without), place + _MOVED) + 1)
            yield from (without[:other] + after[0] + without[other:] for other in reach)


def _leads(topic: str, normal: str, names: Names) -> Iterator[Candidate]:
    """Names worth a comparison, repeats allowed."""
    words = normal.split()
    first, last = words[0], words[-1]
    yield from names.neighbours(normal)
    yield from names.of_any(sorted({*slips(normal), *_other_words(words), *_unqualified(topic)}))
    if len(words) > 1:
        rest = normal.removeprefix(first)
        if len(rest) > _BEYOND + 1:
            begun = rest[:-_BEYOND]
            yield from names.starting(sorted({slip + begun for slip in slips(first)}), _EACH)
        yield from names.framed(first, last)
        if len(first) > 1:
            yield from names.framed(first[0] + " ", last)
    else:
        yield from names.ending(sorted({normal, *slips(normal)}), _EACH)


def _other_words(words: Sequence[str]) -> Iterator[str]:
    """The name with a word left out, without all between first and last, with initials."""
    for place in range(len(words) if len(words) > 1 else 0):
        yield " ".join([*words[:place], *words[place + 1 :]])
        yield " ".join([*words[:place], words[place][0], *words[place + 1 :]])
    for count in range(1, len(words)):
        yield " ".join(words[:count])
        yield " ".join(words[count:])
        yield " ".join([*words[count:], *words[:count]])
    if len(words) > 2:
        yield f"{words[0]} {words[-1]}"
        yield " ".join([*(word[0] for word in words[:-1]), words[-1]])


def _unqualified(topic: str) -> Iterator[str]:
    if parts := split_qualifier(topic):
        yield normalise(parts.name)


class _Asked:
    """A normalised topic, to be compared with many names."""

    def __init__(self, normal: str) -> None:
        self._normal = normal
        self._words = normal.split()
        self._letters = Counter(normal)
        self._matcher = SequenceMatcher(b=normal, autojunk=False)

    def rough(self, shapes: Iterable[str]) -> float:
        """The share of letters in common, or of words where all words are there; cheap."""
        return max(map(self._rough, shapes))

    def _rough(self, form: str) -> float:
        shared = (self._letters & Counter(form)).total()
        share = 2 * shared / ((len(form) + len(self._normal)) or 1)
        words = form.split()
        asked = set(self._words)
        inside = asked <= set(words) or (len(words) > 1 and asked >= set(words))
        return max(share, SIMILAR) if inside else share

    def likeness(self, shapes: Iterable[str]) -> float:
        """How alike a name is, 0 to 1: letter by letter or word by word, what is more."""
        return max(max(self._by_letters(form), self._by_words(form)) for form in shapes)

    def _by_letters(self, form: str) -> float:
        self._matcher.set_seq1(form)
        # The two upper bounds are cheap and spare most of the quadratic comparison.
        if self._matcher.real_quick_ratio() < SIMILAR or self._matcher.quick_ratio() < SIMILAR:
            return 0.0
        return self._matcher.ratio()

    def _by_words(self, form: str) -> float:
        """The share of letters that stand in words in common, in whatever order.

        An initial has its word in common, with its one letter; so has a word with a slip.
        """
        left = form.split()
        total = sum(map(len, left)) + sum(map(len, self._words))
        shared, found, whole = 0.0, 0, 0
        for word in self._words:
            match = _match(word, left)
            if match is None:
                continue
            left.remove(match)
            found += 1
            short = len(match) == 1 < len(word) or len(word) == 1 < len(match)
            whole += not short and len(word) > _PARTICLE
            shared += 2 * min(len(match), len(word)) * (1.0 if short or match == word else _SLIPPED)
        # Words in another order are not quite the same name.
        share = min(shared / (total or 1), 0.99)
        # All of the topic is in the name, or all of a name of several words in the topic.
        inside = found == len(self._words) or (found > 1 and not left)
        return max(share, SIMILAR + _PARTIAL * share) if inside and whole else share


def _match(word: str, others: Sequence[str]) -> str | None:
    """The word itself among others, or its initial or long form, or one a slip away."""
    for fits in (str.__eq__, _initial, _slipped):
        for other in others:
            if fits(other, word):
                return other
    return None


def _initial(one: str, other: str) -> bool:
    return one[0] == other[0] and min(len(one), len(other)) == 1


def _slipped(one: str, other: str) -> bool:
    if min(len(one), len(other)) < _SURE or abs(len(one) - len(other)) > 1:
        return False
    if one[0] != other[0] and one[-1] != other[-1]:
        return False
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return matcher.quick_ratio() >= _SLIPPED and matcher.ratio() >= _SLIPPED


def _shapes(name: str) -> frozenset[str]:
    """The normalised name and its part before "(…)"."""
    parts = split_qualifier(name)
    written = (name, parts.name) if parts else (name,)
    return frozenset(normalise(one)[:_LONGEST] for one in written)
