"""Texts → windows that a model can read whole, counted by its own tokenizer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

from factscore.judge.windows import cut

_REMEMBERED = 8192


def plain(text: str) -> str:
    """Lone surrogates cannot cross into a tokenizer, which takes UTF-8."""
    return text.encode("utf-8", "replace").decode("utf-8")


class Reader:
    """Cuts texts so that they fit.

    Args:
        tokenizer: The model's.
        room: Tokens of a pair, at most.
        overhead: How many of them are neither premise nor fact.
        written: A text → what is written of it into what the model reads.
    """

    def __init__(
        self, tokenizer: Any, room: int, overhead: int, written: Callable[[str], str] = str
    ) -> None:
        self.room = room
        self.overhead = overhead
        self._tokenizer = tokenizer
        self._written = written
        self.count: Callable[[str], int] = lru_cache(_REMEMBERED)(self._count)

    def _count(self, text: str) -> int:
        return len(self._tokenizer(self._written(text), add_special_tokens=False)["input_ids"])

    def facts(self, text: str) -> list[str]:
        """A fact in pieces that leave half of the room for evidence."""
        return self.fitting("", text, self.room // 2)

    def premises(self, title: str, text: str, fact: str) -> list[str]:
        """One passage in windows that can be read with the fact, each after the title."""
        return self.fitting(f"{title}: " if title else "", text, self.room - self.count(fact))

    def fitting(self, title: str, text: str, tokens: int) -> list[str]:
        """The text cut into as few windows as fit, each after the title, in reading order."""
        room = tokens - self.overhead
        size = max(1, room)
        while True:
            windows = [title + window for window in cut(text, size)]
            if size == 1 or all(self.count(window) <= room for window in windows):
                return windows
            size = max(1, size * 2 // 3)


def sentence_chunks(
    sentences: Iterable[str], limit: int, count: Callable[[str], int]
) -> Iterator[str]:
    """Whole sentences joined by spaces, as many as stay within the limit.

    A sentence above the limit is a chunk of its own.

    Example:
        >>> list(sentence_chunks(["a b", "c", "d e f g"], 3, lambda text: len(text.split())))
        ['a b c', 'd e f g']
    """
    chunk: list[str] = []
    size = 0
    for sentence in sentences:
        length = count(sentence)
        if chunk and size + length > limit:
            yield " ".join(chunk)
            chunk, size = [], 0
        chunk.append(sentence)
        size += length
    if chunk:
        yield " ".join(chunk)


def neutraliser(marks: Iterable[str]) -> Callable[[str], str]:
    """A function that takes the meaning from marks in a text: a space goes into each.

    Marks that overlap are all broken up, and no part of what comes out is a mark.

    Judged text is data; a ``</s>`` in it must not end the evidence.

    Example:
        >>> neutraliser(["</s>"])("He won.</s>She")
        'He won.< /s>She'
    """
    listed = sorted((mark for mark in marks if len(mark) > 1), key=len, reverse=True)
    if not listed:
        return lambda text: text
    starts = re.compile(f"(?=(?:{'|'.join(map(re.escape, listed))}))(.)", re.DOTALL)
    return lambda text: starts.sub(r"\1 ", text)
