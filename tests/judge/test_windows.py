"""Windows: every word is in one, they end where sentences end, the fitting ones are chosen."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factscore.judge.windows import Window, best_windows, content_words, cut, cut_passages
from factscore.records import Passage


def test_short_text_is_one_window() -> None:
    assert cut("  She wrote poems. She died in Rome.\n") == ["She wrote poems. She died in Rome."]


def test_text_without_words_has_no_window() -> None:
    assert cut("") == []
    assert cut(" \n\t") == []


def test_windows_end_at_sentences() -> None:
    text = "One two three four. Five six seven eight. Nine ten eleven twelve."
    assert cut(text, 9) == [
        "One two three four. Five six seven eight.",
        "Nine ten eleven twelve.",
    ]


def test_a_short_sentence_is_shared_by_neighbours() -> None:
    text = "Her father was a lord. He left. She never saw him."
    # "He left." has 2 of 7 words, so it is read with what stands before and after it.
    assert cut(text, 7) == ["Her father was a lord. He left.", "He left. She never saw him."]


def test_a_long_sentence_is_cut_between_words() -> None:
    assert cut("one two three four five six seven", 3) == [
        "one two three",
        "four five six",
        "seven",
    ]


def test_an_initial_does_not_end_a_sentence() -> None:
    text = "He met John F. Kennedy and Dr. Smith there. Then he left home early."
    assert cut(text, 9) == [
        "He met John F. Kennedy and Dr. Smith there.",
        "Then he left home early.",
    ]


def test_chinese_characters_count_as_words() -> None:
    # Seven with its full stop, then four: together they are more than a window holds.
    assert cut("他出生于伦敦。他写诗。", 7) == ["他出生于伦敦。", "他写诗。"]


def test_a_size_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one word"):
        cut("word", 0)


@given(st.lists(st.sampled_from(["", ".", "!", ";", " ", "\n"]), max_size=60), st.integers(1, 20))
def test_every_word_is_in_some_window_in_order(ends: list[str], size: int) -> None:
    words = [f"w{number}{end.strip()}" for number, end in enumerate(ends)]
    text = " ".join(f"w{number}{end}" for number, end in enumerate(ends))
    read = [word for window in cut(text, size) for word in window.split()]
    assert list(dict.fromkeys(read)) == words


@given(st.lists(st.integers(1, 6), max_size=40), st.integers(1, 12))
def test_no_window_is_longer_than_its_size(lengths: list[int], size: int) -> None:
    text = " ".join(" ".join(["word"] * n) + "." for n in lengths)
    assert all(len(window.split()) <= size for window in cut(text, size))


def test_a_run_without_spaces_is_cut() -> None:
    windows = cut("x" * 400, 5)
    assert [len(window) for window in windows] == [200, 200]  # 5 units of 40 letters each


def test_content_words() -> None:
    assert content_words("He was born in São Paulo, in 1,905.") == ["born", "sao", "paulo", "1905"]
    assert content_words("the of and") == []
    assert content_words("American actresses") == ["americ", "actres"]


def test_windows_know_their_passage() -> None:
    passages = [Passage("Ada", 4, "One two. Three four.", 2.0), Passage("", 0, "Five.", 1.0)]
    windows = cut_passages(passages, 2)
    assert windows == [
        Window("Ada", "One two.", 0),
        Window("Ada", "Three four.", 0),
        Window("", "Five.", 1),
    ]
    assert [window.premise for window in windows] == [
        "Ada: One two.",
        "Ada: Three four.",
        "Five.",
    ]


def _windows(*texts: str) -> list[Window]:
    return [Window("Ada Byron", text, rank) for rank, text in enumerate(texts)]


def test_the_best_windows_are_those_that_share_words() -> None:
    windows = _windows("She liked horses.", "She died in London.", "Her mother taught her.")
    best = best_windows("Ada Byron died in London.", windows, 1)
    assert best == [windows[1]]


def test_rare_words_weigh_more() -> None:
    # Two windows have "mother", one has "Nottingham"; log(1 + 3/1) > log(1 + 3/2).
    windows = _windows("Her mother.", "Her mother again.", "In Nottingham.")
    best = best_windows("Her mother was in Nottingham.", windows, 1)
    assert best == [windows[2]]


def test_ties_go_to_the_better_passage_and_order_is_kept() -> None:
    windows = _windows("Horses.", "Cats.", "Dogs.")
    assert best_windows("She wrote.", windows, 2) == windows[:2]
    assert best_windows("Dogs, horses.", windows, 2) == [windows[0], windows[2]]


def test_few_windows_are_all_kept() -> None:
    windows = _windows("Horses.", "Cats.")
    assert best_windows("anything", windows, 2) == windows
