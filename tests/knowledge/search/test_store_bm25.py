"""Scores by hand."""

from math import log

import pytest

from factscore.knowledge.search.bm25 import Collection, Term, score

FOUR = Collection(passages=4, text_length=4.0, title_length=2.0)


def test_a_word_of_the_text():
    # One of four passages has it: idf ln(1 + 3.5/1.5). Twice in 8 words, of 4 on average:
    # 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 2)).
    text = ["moss", "moss", *"abcdef"]
    expected = log(1 + 3.5 / 1.5) * 4.4 / (2 + 1.2 * 1.75)
    assert score([Term("moss", 1, 0)], FOUR, text, []) == pytest.approx(expected)


def test_a_word_of_the_title_counts_half():
    # Two passages have it in the title, which is of mean length: idf ln(1 + 2.5/2.5).
    expected = 0.5 * log(2) * 2.2 / 2.2
    assert score([Term("lind", 0, 2)], FOUR, ["x"], ["vera", "lind"]) == pytest.approx(expected)


def test_words_add_up():
    terms = [Term("moss", 1, 0), Term("lind", 1, 2), Term("absent", 3, 3)]
    parts = [score([term], FOUR, ["moss", "lind"], ["lind"]) for term in terms]
    assert parts[2] == 0
    assert score(terms, FOUR, ["moss", "lind"], ["lind"]) == pytest.approx(sum(parts))


def test_words_that_all_passages_have_never_count_against():
    assert score([Term("the", 4, 0)], FOUR, ["the"], []) > 0
