"""The cheap signs of support, worked out by hand."""

from __future__ import annotations

from factscore.judge.signals import Signals, signals
from factscore.judge.windows import Window

LONDON = Window("Ada Byron", "She was born in London in 1815.", 0)
FATHER = Window("Ada Byron", "Her father left for Greece.", 1)


def test_all_there() -> None:
    found = signals("Ada Byron", "Ada Byron was born in London in 1815.", [LONDON, FATHER])
    assert found == Signals(words=1.0, window=1.0, sentence=1.0, numbers=1.0, names=1.0)


def test_wrong_place() -> None:
    # born, Paris, 1815: two of three; one name, and it is missing.
    found = signals("Ada Byron", "Ada Byron was born in Paris in 1815.", [LONDON])
    assert found == Signals(words=2 / 3, window=2 / 3, sentence=2 / 3, numbers=1.0, names=0.0)


def test_wrong_year() -> None:
    found = signals("Ada Byron", "Ada Byron was born in London in 1816.", [LONDON])
    assert found == Signals(words=2 / 3, window=2 / 3, sentence=2 / 3, numbers=0.0, names=1.0)


def test_words_spread_over_two_windows() -> None:
    # London, father, left: all in the evidence, two of them in one window.
    found = signals("Ada Byron", "Ada Byron's father left London.", [LONDON, FATHER])
    assert found == Signals(words=1.0, window=2 / 3, sentence=2 / 3, numbers=1.0, names=1.0)


def test_words_spread_over_two_sentences() -> None:
    # born and Paris: both in the window, one in each sentence.
    window = Window("Ada Byron", "She was born in London. She saw Paris in 1833.", 0)
    found = signals("Ada Byron", "Ada Byron was born in Paris.", [window])
    assert found == Signals(words=1.0, window=1.0, sentence=1 / 2, numbers=1.0, names=1.0)


def test_nothing_to_look_for_counts_as_found() -> None:
    found = signals("Ada Byron", "Ada Byron was.", [LONDON])
    assert found == Signals(words=1.0, window=1.0, sentence=1.0, numbers=1.0, names=1.0)


def test_no_evidence() -> None:
    found = signals("Ada Byron", "Ada Byron met Charles in 1833.", [])
    assert found == Signals(words=0.0, window=0.0, sentence=0.0, numbers=0.0, names=0.0)
