"""Cheap signs of support: which of a fact's words the evidence has at all.

They see all the evidence at once, where the network sees one window, and they are exact
about numbers and names, where the network is vague.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass

from factscore.judge.windows import Window, content_words, sentences

_CAPITALISED = re.compile(r"(?<!^)(?<![.!?] )\b[^\W\d_a-z]\w+")


@dataclass(frozen=True, slots=True)
class Signals:
    """Shares between 0 and 1; a share of nothing (a fact without numbers) is 1."""

    words: float
    """Of the fact's content words, the topic's aside: how many the evidence has."""
    window: float
    """The same for the one window that has most of them."""
    sentence: float
    """The same for the one sentence that has most of them."""
    numbers: float
    """Of its numbers (days, years, amounts): how many the evidence has."""
    names: float
    """Of its capitalised words, the first and the topic's aside: how many the evidence has."""


def signals(topic: str, fact: str, windows: Sequence[Window]) -> Signals:
    """Measure a fact against all windows of its evidence.

    Example:
        >>> window = Window("Ada Lovelace", "Her mother raised her. She was born in 1815.", 0)
        >>> signals("Ada Lovelace", "Her mother was born in Paris in 1815.", [window])
        Signals(words=0.75, window=0.75, sentence=0.5, numbers=1.0, names=0.0)
    """
    own = set(content_words(topic))
    wanted = set(content_words(fact)) - own
    each = [_sentence_words(window) for window in windows]
    whole = [set().union(*words) for words in each]
    evidence = set().union(*whole)
    names = set(content_words(" ".join(_CAPITALISED.findall(fact)))) - own
    return Signals(
        words=_share(wanted, evidence),
        window=max((_share(wanted, words) for words in whole), default=0.0),
        sentence=max((_share(wanted, words) for window in each for words in window), default=0.0),
        numbers=_share(_numbers(wanted), evidence),
        names=_share(names, evidence),
    )


def _sentence_words(window: Window) -> list[set[str]]:
    """Content words of each sentence; those of the title, which each speaks of, in all."""
    title = set(content_words(window.title))
    return [title.union(content_words(sentence)) for sentence in sentences(window.text)]


def _numbers(words: Iterable[str]) -> set[str]:
    return {word for word in words if word[0].isdigit()}


def _share(wanted: Set[str], found: Set[str]) -> float:
    return len(wanted & found) / len(wanted) if wanted else 1.0
