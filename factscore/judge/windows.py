"""Evidence cut into windows, and the windows that speak of what a fact speaks of.

A small judge reads about a hundred words well, and a passage of an article has two hundred.
So passages are cut into windows of about 75 words that end where sentences end. Every word
of the evidence is in some window. Where only the best windows are read, they are chosen by
the content words they share with the fact (``best_windows``), never by position.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from factscore.records import Passage

SIZE = 75
"""Words in a window, at most."""

# A CJK character counts as a word of its own; a run without spaces is cut every 40
# characters, so that no text, however odd, makes a window without bound.
_CJK = r"\u2e80-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
_UNIT = re.compile(rf"[{_CJK}]|[^\s{_CJK}]{{1,40}}")
_SENTENCE_END = re.compile(r"[.!?;:][\"'”’)\]]*$|[。！？]")
_ABBREVIATION = re.compile(r"(?:^|\W)(?:[A-Za-z]|Mr|Mrs|Ms|Dr|Jr|Sr|St|No|vs|ca|c|b|d)\.$")
_WORD = re.compile(r"\d[\d,.]*\d|[^\W_]+")
STEM = 6
"""Letters of a word that count: "American" meets "America", "acted" meets "acts" is lost."""

FUNCTION_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a about after all also am an and any are as at be been before being but by can could did "
        "do does during for from had has have he her hers him his how i in into is it its may "
        "more most no nor not of on one or other our over own s she so some such t than that the "
        "their them then there these they this those through to under until up was we were what "
        "when where which while who whom whose why will with would you your",
    )
)


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of one passage, as the judge reads it."""

    title: str
    """Title of its article; empty where evidence has none."""
    text: str
    rank: int
    """Position of its passage in the evidence, from 0."""

    @property
    def premise(self) -> str:
        """What is read: the text, after its title, so that "he" has someone to stand for."""
        return f"{self.title}: {self.text}" if self.title else self.text


def content_words(text: str) -> list[str]:
    """Stems of the words that carry meaning, in order, with repetitions.

    Case and accents are dropped, as are function words and what follows a word's sixth
    letter. Numbers stay whole, without the commas between their digits.

    Example:
        >>> content_words("He was born in São Paulo in 1,905.")
        ['born', 'sao', 'paulo', '1905']
    """
    words = (match.group() for match in _WORD.finditer(plain(text)))
    return [_stem(word) for word in words if word not in FUNCTION_WORDS]


def plain(text: str) -> str:
    """A text without case and accents."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def _stem(word: str) -> str:
    return word.replace(",", "") if word[0].isdigit() else word[:STEM]


def cut(text: str, size: int = SIZE) -> list[str]:
    """Cut a text into windows of at most ``size`` words, at sentence ends where possible.

    Neighbouring windows share their common sentence if it is shorter than a third of a
    window, so that what two sentences say together is read together. A sentence longer than
    a window is cut between words. Every word is in some window; a text without words has none.

    Raises:
        ValueError: ``size`` is below 1.
    """
    if size < 1:
        raise ValueError(f"a window needs at least one word, not {size}")
    spans = _sentences(text, size)
    windows: list[str] = []
    first = 0
    while first < len(spans):
        last = first
        words = spans[first].words
        while last + 1 < len(spans) and words + spans[last + 1].words <= size:
            last += 1
            words += spans[last].words
        windows.append(text[spans[first].start : spans[last].end])
        if last + 1 == len(spans):
            break
        # Go on from the shared sentence, unless that would not get us further.
        room = spans[last].words + spans[last + 1].words <= size
        shared = last > first and spans[last].words * 3 <= size and room
        first = last if shared else last + 1
    return windows


def sentences(text: str) -> list[str]:
    """A text's sentences, roughly; a longer one than ``SIZE`` words in several parts.

    Example:
        >>> sentences("Ada met Dr. Babbage in 1833. She was 17!")
        ['Ada met Dr. Babbage in 1833.', 'She was 17!']
    """
    return [text[span.start : span.end] for span in _sentences(text, SIZE)]


@dataclass(frozen=True, slots=True)
class _Sentence:
    start: int
    end: int
    words: int


def _sentences(text: str, size: int) -> list[_Sentence]:
    """Sentences as spans of the text; rough, and none longer than ``size`` words."""
    spans: list[_Sentence] = []
    start, words = 0, 0
    for unit in _UNIT.finditer(text):
        if words == 0:
            start = unit.start()
        words += 1
        if words == size or _ends_sentence(unit.group()):
            spans.append(_Sentence(start, unit.end(), words))
            words = 0
    if words:
        spans.append(_Sentence(start, len(text.rstrip()), words))
    return spans


def _ends_sentence(word: str) -> bool:
    return bool(_SENTENCE_END.search(word)) and not _ABBREVIATION.search(word)


def cut_passages(passages: Iterable[Passage], size: int = SIZE) -> list[Window]:
    """All windows of the evidence, best passage first, each passage in reading order."""
    return [
        Window(passage.title, text, rank)
        for rank, passage in enumerate(passages)
        for text in cut(passage.text, size)
    ]


def best_windows(fact: str, windows: Sequence[Window], limit: int) -> list[Window]:
    """The ``limit`` windows that share most with the fact, in the order of the evidence.

    A content word of the fact counts ``log(1 + windows / windows that have it)``, so that
    the subject's name, which is everywhere, weighs little. Ties go to the better passage,
    then to the earlier window.
    """
    if len(windows) <= limit:
        return list(windows)
    wanted = set(content_words(fact))
    found = [wanted.intersection(content_words(window.premise)) for window in windows]
    frequency = Counter(word for words in found for word in words)
    weight = {word: math.log(1 + len(windows) / count) for word, count in frequency.items()}
    # fsum: the sum must not depend on the order in which a set gives its words.
    overlap = [math.fsum(weight[word] for word in words) for words in found]
    ranked = sorted(range(len(windows)), key=lambda i: (-overlap[i], i))
    return [windows[i] for i in sorted(ranked[:limit])]
