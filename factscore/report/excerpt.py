"""The part of some evidence that speaks most of a fact, short enough to be read at once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from factscore.records import Passage

WORDS = 40
_STEP = 10
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Some words of a passage."""

    passage: Passage
    text: str
    """With … at an end that is not the passage's own."""


def best_excerpt(fact: str, passages: Sequence[Passage], words: int = WORDS) -> Excerpt | None:
    """The stretch of ``words`` words with most of the fact's different words.

    The first of several equal ones, of the first passage; ``None`` without passages.

    >>> passage = Passage("Ada", 0, "Ada Lovelace wrote notes. She died in London in 1852.", 1.0)
    >>> best_excerpt("She died in 1852.", [passage], words=6).text
    '… She died in London in 1852.'
    """
    wanted = _words(fact)
    best: Excerpt | None = None
    most = -1
    for passage in passages:
        spoken = passage.text.split()
        for start in _starts(len(spoken), words):
            part = spoken[start : start + words]
            shared = len(wanted & _words(" ".join(part)))
            if shared > most:
                most, best = shared, Excerpt(passage, _joined(spoken, start, words))
    return best


def _starts(length: int, words: int) -> list[int]:
    last = max(0, length - words)
    return [*range(0, last, min(_STEP, words)), last]


def _joined(spoken: Sequence[str], start: int, words: int) -> str:
    text = " ".join(spoken[start : start + words])
    before = "… " if start else ""
    return f"{before}{text}{' …' if start + words < len(spoken) else ''}"


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))
