"""Scores of passages for a question, over the passages of one store or several; pure.

BM25 as Lucene and tantivy have it (Robertson and Zaragoza 2009, section 3.2, with an idf that
is never negative, k1 1.2, b 0.75), with exact lengths. The title is a field of its own, that
counts half: on other fields' terms alone the passages of a page that call their subject "she"
would not be found, and with more weight common words in titles would outdo the text.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

K1 = 1.2
B = 0.75
TITLE = 0.5
"""What the title counts beside the text. On FActScore's biographies among 10,000 others,
0.25 to 1 find the page of a fact that names the person equally well."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word of a question, with how many passages have it."""

    word: str
    in_text: int
    in_title: int
    """Passages whose title has it."""


@dataclass(frozen=True, slots=True)
class Collection:
    """The passages that are searched, in numbers."""

    passages: int
    text_length: float
    """Mean length of a passage in words."""
    title_length: float
    """Mean length of a passage's title in words."""


def score(
    terms: Sequence[Term], of: Collection, text: Sequence[str], title: Sequence[str]
) -> float:
    """The score of one passage; larger is better, 0 where it has none of the terms.

    Args:
        terms: the distinct words of the question.
        of: all the passages.
        text: the passage's words.
        title: the words of its title.

    Example:
        One of two passages has the word, and is of mean length: idf ln(1 + 1.5/1.5), and
        2.2 / (1 + 1.2) for the one time that it stands there.

        >>> round(score([Term("ada", 1, 0)], Collection(2, 3, 1), ["ada", "was", "born"], []), 4)
        0.6931
    """
    in_text, in_title = Counter(text), Counter(title)
    total = 0.0
    for term in terms:
        times = in_text[term.word]
        if times:
            total += _part(times, len(text), of.text_length, term.in_text, of.passages)
        times = in_title[term.word]
        if times:
            part = _part(times, len(title), of.title_length, term.in_title, of.passages)
            total += TITLE * part
    return total


def _part(times: int, length: int, mean: float, holders: int, passages: int) -> float:
    idf = math.log(1 + (passages - holders + 0.5) / (holders + 0.5))
    return idf * times * (K1 + 1) / (times + K1 * (1 - B + B * length / mean))
