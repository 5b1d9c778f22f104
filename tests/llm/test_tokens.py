"""Estimated tokens, against counts by hand and by a real vocabulary."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factscore.llm.base import ChatRequest, Message
from factscore.llm.tokens import count_request_tokens, count_tokens, most_request_tokens

PROSE = (
    "Mary Anning was born in Lyme Regis, on the Dorset coast, in May 1799. Her father, a cabinet "
    "maker, sold fossils to visitors and taught his children to look for them in the cliffs. In "
    "1811 her brother found a skull more than a metre long, and a year later she dug out the rest "
    "of the animal: the first complete ichthyosaur to draw the attention of scholars in London. "
    "She went on to find two plesiosaurs, a pterosaur and a great many fish. Although she knew "
    "more of these animals than most of the gentlemen who bought them from her, the Geological "
    "Society did not admit women, and her name is missing from nearly all of their papers."
)


def test_pieces_by_hand() -> None:
    assert count_tokens("Ada Lovelace") == 2
    assert count_tokens("1815") == 2  # 181|5
    assert count_tokens(" in 1815.") == 5  # " in"," ","181","5","."
    assert count_tokens("unquestionably") == 2
    assert count_tokens("\n\n  \n") == 1
    assert count_tokens("") == 0


def test_request_by_hand() -> None:
    # Two messages: 2 * 4 + 3 frame, and 2 + 5 tokens of text.
    messages = (Message("system", "Ada Lovelace", fixed=True), Message("user", " in 1815."))
    assert count_request_tokens(ChatRequest(messages, 100)) == 18


def test_prose_is_within_a_tenth() -> None:
    # Counted with OpenAI's own vocabularies: 145 in o200k_base, 147 in cl100k_base.
    assert 0.9 * 147 <= count_tokens(PROSE) <= 1.1 * 145


@given(st.text(alphabet=st.characters(codec=None)))
def test_every_character_is_counted_and_bytes_are_the_most(text: str) -> None:
    request = ChatRequest((Message("user", text),), 1)
    assert count_tokens(text) <= len(text)
    assert (count_tokens(text) == 0) == (text == "")
    assert count_request_tokens(request) <= most_request_tokens(request)


@given(st.text(), st.text())
def test_joining_texts_hardly_changes_their_count(one: str, other: str) -> None:
    apart = count_tokens(one) + count_tokens(other)
    assert apart // 2 <= count_tokens(one + other) <= apart + 1


@pytest.mark.parametrize("unit", ["a", "A", "é", "字", " ", "\n", "!", "9", "\u0301", "\x00", "a "])
def test_no_text_takes_long(unit: str) -> None:
    count_tokens(unit * 200_000)
