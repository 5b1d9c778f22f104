"""Which of several pages of one name a text is about; pure.

A text tells whom it is about by the names and numbers in it: places, years, clubs,
works. They are found by their form (a capital letter inside a sentence, a digit), in
writing without capitals every word counts. A page's *fit* is the share of them that
stand on the page, plus the share of pairs (two in a row, "New York", "May 1881") that
stand there in a row: 0 to 2. What all candidates are called does not count. Plain words
are left out because they only tell long pages from short ones.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from factscore.knowledge.titles import ACCENTS, split_qualifier

CLEARLY = 0.5
"""By how much the best page must fit better than the next one (``benchmarks/topic_choice.py``)."""
ENOUGH = 8
"""How many names and numbers of the text must stand on the page at least."""
MOST_COMPARED = 250
"""How many pages of one name are worth reading; see :func:`named_first`."""

_WORD = re.compile(r"\w+")
_SENTENCE = re.compile(r"[.!?:]\s+|\n+")
_RUN = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0eff]{2,}")
"""Writing without spaces between words, which is read by pairs of letters."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The page that a text fits clearly best."""

    title: str
    fit: float
    """Share of the text's names and numbers on the page plus share of pairs; 0 to 2."""
    margin: float
    """By how much it fits better than the next page; a share, as ``fit``."""


@dataclass(frozen=True, slots=True)
class _Marks:
    """What a text can be known by."""

    words: frozenset[str]
    pairs: frozenset[tuple[str, str]]


def choose(
    text: str, candidates: Mapping[str, Sequence[str]], *, margin: float = CLEARLY
) -> Choice | None:
    """The candidate that a text is about, if it fits clearly better than all others.

        >>> choose(
        ...     "Weber, born in Kiel in 1901, went to Turin in May 1921. With Enrico Fermi she "
        ...     "wrote on light, and in 1938 she moved to Chicago.",
        ...     {
        ...         "Maria Weber (painter)": ["Weber painted lakes near Kiel."],
        ...         "Maria Weber (physicist)": [
        ...             "From May 1921 Enrico Fermi was her teacher in Turin. She left for Chicago "
        ...             "in 1938. Born in Kiel in 1901, Weber died in 1990."
        ...         ],
        ...     },
        ... ).title
        'Maria Weber (physicist)'

    Args:
        text: what is to be checked, all of it.
        candidates: passages by title, at least two of them.
        margin: by how much the best one must fit better than the next.

    Returns:
        ``None`` where the text says too little, or fits several pages or none.
    """
    if len(candidates) < 2:
        return None
    marks = _marks(text, frozenset(_called(candidates)))
    rated = sorted(
        ((_fit(marks, passages), title) for title, passages in candidates.items()),
        key=lambda one: (-one[0].fit, one[1]),
    )
    (best, title), (second, _) = rated[:2]
    lead = best.fit - second.fit
    if best.words < ENOUGH or lead < margin:
        return None
    return Choice(title, best.fit, lead)


def named_first(text: str, titles: Sequence[str]) -> list[str]:
    """Titles in the order of how many of their words stand in the text; equal ones as given.

    >>> named_first("Weber taught physics in Turin.", ["Weber (poet)", "Weber (physics)"])
    ['Weber (physics)', 'Weber (poet)']
    """
    words = frozenset(_words(text))
    return sorted(titles, key=lambda title: -len(words.intersection(_words(title))))


@dataclass(frozen=True, slots=True)
class _Fit:
    words: int
    fit: float


def _fit(marks: _Marks, passages: Iterable[str]) -> _Fit:
    words: set[str] = set()
    pairs: set[tuple[str, str]] = set()
    for passage in passages:
        read = _words(passage)
        words.update(read)
        pairs.update(pairwise(read))
    shared = len(marks.words & words)
    share = shared / (len(marks.words) or 1)
    return _Fit(shared, share + len(marks.pairs & pairs) / (len(marks.pairs) or 1))


def _marks(text: str, called: frozenset[str]) -> _Marks:
    words: set[str] = set()
    pairs: set[tuple[str, str]] = set()
    for sentence in _SENTENCE.split(text):
        before = None
        for place, word in enumerate(_WORD.findall(sentence)):
            telling = [one for one in _words(word) if one not in called]
            if not telling or not _tells(word, place):
                before = None
                continue
            words.update(telling)
            pairs.update(pairwise([before, *telling] if before else telling))
            before = telling[-1]
    return _Marks(frozenset(words), frozenset(pairs))


def _tells(word: str, place: int) -> bool:
    """Whether a word is a number, a name, or in writing that does not set names apart."""
    if any(map(str.isdigit, word)):
        return True
    first = word[0]
    cased = first.lower() != first.upper()
    return first.isupper() and place > 0 if cased else len(word) > 1


def _called(titles: Iterable[str]) -> Iterator[str]:
    """The words of the candidates' names, without their qualifiers."""
    for title in titles:
        parts = split_qualifier(title)
        yield from _words(parts.name if parts else title)


def _words(text: str) -> list[str]:
    """The words of a text without case and accents; pairs of letters where it has no spaces."""
    plain = unicodedata.normalize("NFKC", ACCENTS.sub("", unicodedata.normalize("NFKD", text)))
    return _WORD.findall(_RUN.sub(_spaced, plain.casefold()))


def _spaced(run: re.Match[str]) -> str:
    pairs = (first + second for first, second in pairwise(run[0]))
    return f" {' '.join(pairs)} "
