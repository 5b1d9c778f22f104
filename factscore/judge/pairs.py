"""A fact and a window as the numbers that the embedded judge reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tokenizers import Tokenizer

CLS, SEP = 101, 102
"""Ids of the two marks in the vocabulary of uncased BERT and its kin, MiniLM among them."""
FACT_TOKENS = 128
"""Tokens of a fact in one pair, at most; a longer fact is judged in pieces of this length."""
WINDOW_TOKENS = 256
"""Tokens of a window in one pair, at most; a longer window gives several pairs."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """A text as token ids, and the word (counted from 0) that each token is part of."""

    ids: tuple[int, ...]
    words: tuple[int, ...]

    def pieces(self, size: int) -> list[Tokens]:
        """Cut into stretches of at most ``size`` tokens; one empty piece if there are none."""
        starts = range(0, max(len(self.ids), 1), size)
        return [Tokens(self.ids[i : i + size], self.words[i : i + size]) for i in starts]


@dataclass(frozen=True, slots=True)
class Pair:
    """``[CLS] fact [SEP] window [SEP]``."""

    ids: tuple[int, ...]
    types: tuple[int, ...]
    """1 where a token's word stands, letter for letter, on the other side too; else 0."""
    fact_length: int
    """How many tokens the fact has; they stand at positions 1 to ``fact_length``."""


def tokenize(tokenizer: Tokenizer, text: str) -> Tokens:
    """A text's tokens, without the special ones and without any limit on their number."""
    # A lone surrogate cannot cross into the tokenizer, which takes UTF-8.
    encoding = tokenizer.encode(
        text.encode("utf-8", "replace").decode("utf-8"), add_special_tokens=False
    )
    return Tokens(tuple(encoding.ids), tuple(word or 0 for word in encoding.word_ids))


def make_pair(fact: Tokens, window: Tokens) -> Pair:
    """Join a fact and a window."""
    fact_words = _spelled(fact)
    window_words = _spelled(window)
    return Pair(
        ids=(CLS, *fact.ids, SEP, *window.ids, SEP),
        types=(0, *_marks(fact_words, window_words), 0, *_marks(window_words, fact_words), 0),
        fact_length=len(fact.ids),
    )


def _spelled(tokens: Tokens) -> list[tuple[int, ...]]:
    """For each token, its whole word as token ids."""
    words: dict[int, tuple[int, ...]] = {}
    for token, word in zip(tokens.ids, tokens.words, strict=True):
        words[word] = (*words.get(word, ()), token)
    return [words[word] for word in tokens.words]


def _marks(words: Sequence[tuple[int, ...]], others: Sequence[tuple[int, ...]]) -> list[int]:
    known = set(others)
    return [int(word in known) for word in words]
