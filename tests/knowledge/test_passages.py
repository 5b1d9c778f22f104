"""Cutting text into passages."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factscore.knowledge.passages import CutSettings, count_words, cut_text

SMALL = CutSettings(max_words=6, short_section=3)


def test_text_that_fits_is_one_passage():
    assert cut_text(["Ada wrote notes. She knew Babbage."]) == [
        "Ada wrote notes. She knew Babbage."
    ]


def test_ends_at_the_last_sentence_that_fits():
    text = "Ada wrote notes. She knew him. He built engines."
    assert cut_text([text], SMALL) == ["Ada wrote notes. She knew him.", "He built engines."]


def test_a_sentence_too_long_is_cut_between_words():
    text = "one two three four five six seven eight nine"
    assert cut_text([text], SMALL) == ["one two three four five six", "seven eight nine"]


@pytest.mark.parametrize(
    "text",
    [
        "He met Dr. Brown and Mr. Hill there often.",
        "It was J. S. Bach who wrote them.",
        "They moved to St. Louis and stayed there on.",
    ],
)
def test_abbreviations_end_no_sentence(text):
    first = cut_text([text], SMALL)[0]
    assert first == " ".join(text.split()[:6])


def test_a_line_break_ends_a_sentence():
    text = "Works of hers\nA list of notes and of letters"
    assert cut_text([text], SMALL)[0] == "Works of hers"


def test_closing_quotes_stay_with_their_sentence():
    text = 'She said "It works." He did not hear her say it.'
    assert cut_text([text], SMALL)[0] == 'She said "It works."'


def test_sections_start_passages_of_their_own():
    assert cut_text(["Ada wrote some notes.", "She knew Babbage well."], SMALL) == [
        "Ada wrote some notes.",
        "She knew Babbage well.",
    ]


@pytest.mark.parametrize("sections", [["Life.", "Ada wrote some notes."]])
def test_a_short_section_joins_the_next(sections):
    assert cut_text(sections, SMALL) == ["Life.\nAda wrote some notes."]


def test_a_short_section_joins_the_one_before():
    assert cut_text(["Ada wrote some notes.", "The end."], SMALL) == [
        "Ada wrote some notes.\nThe end."
    ]


def test_a_short_section_that_does_not_fit_stays_alone():
    full = "Ada wrote notes about one engine."
    assert cut_text([full, "The end."], SMALL) == [full, "The end."]


def test_chinese_and_japanese_are_cut_at_their_full_stops():
    text = "她写了笔记。她认识他。他造了机器。"  # 6, 5 and 6 characters; 12 make six words
    assert cut_text([text], SMALL) == ["她写了笔记。她认识他。", "他造了机器。"]


def test_text_without_any_stop_is_cut_by_characters():
    assert cut_text(["東" * 30], SMALL) == ["東" * 12, "東" * 12, "東" * 6]


def test_thai_is_cut_at_its_spaces():
    # 8, 7 and 8 characters; 12 make six words, so no two parts fit together.
    assert cut_text(["ฉันรักแม วตัวนี้ มากจริงๆ"], SMALL) == ["ฉันรักแม", "วตัวนี้", "มากจริงๆ"]


@pytest.mark.parametrize("stop", ["।", "॥", "؟", "۔", "։", "።"])
def test_full_stops_of_other_scripts(stop):
    one, two = f"अ आ इ ई{stop}", f"उ ऊ ए ऐ{stop}"
    assert cut_text([f"{one} {two}"], SMALL) == [one, two]


@pytest.mark.parametrize("stop", ["།", "။", "។"])
def test_full_stops_of_scripts_without_spaces(stop):
    one = "က" * 7 + stop
    assert cut_text([one * 3], SMALL) == [one, one, one]


def test_a_giant_token_is_cut():
    assert [len(passage) for passage in cut_text(["x" * 400], SMALL)] == [150, 150, 100]


@pytest.mark.parametrize("sections", [[], [""], [" \n\t "], ["", "  "]])
def test_nothing_to_cut(sections):
    assert cut_text(sections) == []


def test_count_words():
    assert count_words("Ada Lovelace wrote it.") == 4
    assert count_words("東京都") == 2
    assert count_words("") == 0


TEXT = st.text(alphabet=st.sampled_from(list("abAB.!? \n東。\"'")), max_size=300)


@settings(max_examples=200, deadline=None)
@given(st.lists(TEXT, max_size=4), st.integers(1, 12), st.integers(0, 6))
def test_nothing_is_lost_added_or_too_long(sections, most, short):
    passages = cut_text(sections, CutSettings(most, short))
    assert re.sub(r"\s", "", "".join(passages)) == re.sub(r"\s", "", "".join(sections))
    assert all(0 < count_words(passage) <= most for passage in passages)
    assert all(passage == passage.strip() for passage in passages)


def test_at_most_190_words_by_default():
    text = " ".join(f"Sentence number {n} has exactly seven words." for n in range(100))
    passages = cut_text([text])
    assert [len(passage.split()) for passage in passages] == [189, 189, 189, 133]
    assert all(passage.endswith("words.") for passage in passages)


def test_a_text_without_sentence_ends_takes_no_longer_than_its_length():
    text = "word " * 400_000
    passages = cut_text([text])
    assert len(passages) == 2106  # 400,000 words, 190 each
    assert "".join(passages).count("word") == 400_000
