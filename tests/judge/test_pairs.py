"""Pairs of fact and window as token ids, with a tokenizer small enough to read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from factscore.judge.pairs import CLS, SEP, Tokens, make_pair, tokenize

if TYPE_CHECKING:
    from tokenizers import Tokenizer

VOCABULARY = ["[UNK]", "she", "was", "born", "##e", "in", "rome", "romeo", "."]


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

    words = {word: number for number, word in enumerate(VOCABULARY)}
    made = Tokenizer(models.WordPiece(words, unk_token="[UNK]"))
    made.normalizer = normalizers.BertNormalizer()
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return made


def test_words_of_a_text(tokenizer: Tokenizer) -> None:
    # "borne" is one word of two tokens.
    assert tokenize(tokenizer, "She was borne.") == Tokens((1, 2, 3, 4, 8), (0, 1, 2, 2, 3))


def test_odd_text(tokenizer: Tokenizer) -> None:
    assert tokenize(tokenizer, "") == Tokens((), ())
    assert tokenize(tokenizer, "\ud800").ids in {(0,), ()}


def test_a_pair_marks_words_found_on_the_other_side(tokenizer: Tokenizer) -> None:
    fact = tokenize(tokenizer, "She was born in Rome")
    window = tokenize(tokenizer, "borne in romeo . rome .")
    pair = make_pair(fact, window)
    assert pair.ids == (CLS, 1, 2, 3, 5, 6, SEP, 3, 4, 5, 7, 8, 6, 8, SEP)
    # Of the fact "in" and "Rome"; "born" is not "borne" and "rome" is not "romeo".
    assert pair.types == (0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0)
    assert pair.fact_length == 5


def test_pieces_keep_every_token() -> None:
    tokens = Tokens((5, 6, 7, 8, 9), (0, 0, 1, 2, 3))
    assert tokens.pieces(2) == [
        Tokens((5, 6), (0, 0)),
        Tokens((7, 8), (1, 2)),
        Tokens((9,), (3,)),
    ]
    assert Tokens((), ()).pieces(2) == [Tokens((), ())]
