"""The words that texts are found by, and where they are shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factscore.knowledge.search.highlight import Span, marked, matches
from factscore.knowledge.search.words import Words, prepared


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Ada's notes, 1843", ["ada", "s", "notes", "1843"]),
        ("ZOË Müller-Straße", ["zoe", "muller", "strasse"]),
        ("Mu\u0308ller", ["muller"]),
        ("ｆｕｌｌ　width", ["full", "width"]),
        ("Жуковский ИЗУЧАЛ", ["жуковский", "изучал"]),
        ("नमस्ते दुनिया", ["नमस्ते", "दुनिया"]),
        ("東京都", ["東京", "京都"]),
        ("in 京 1868", ["in", "京", "1868"]),
        ("서울에서", ["서울", "울에", "에서"]),
        ("ไทย", ["ไท", "ทย"]),
        ("x" * 121, []),
        ("", []),
        ("... !?", []),
    ],
)
def test_words(text, words):
    assert Words().of(text) == words


@given(st.text())
def test_any_text_has_words(text):
    assert all(Words().of(text + "\ud800"))


def test_plain_text_is_prepared_as_it_is():
    assert prepared("Ada wrote.") == "Ada wrote."


@pytest.mark.parametrize(
    ("text", "query", "found"),
    [
        ("Ada wrote notes.", "NOTES ada", ["Ada", "notes"]),
        ("Müller sang.", "muller", ["Müller"]),
        ("Mu\u0308ller sang.", "muller", ["Mu\u0308ller"]),
        ("in 東京都の首都", "東京都", ["東京都"]),
        ("first東京last", "東京", ["東京"]),
        ("नमस्ते दुनिया", "दुनिया", ["दुनिया"]),
        ("Ada wrote.", "painted", []),
        ("a", "", []),
    ],
)
def test_matches(text, query, found):
    assert [text[span.start : span.end] for span in matches(text, query)] == found


@given(st.text(), st.text())
def test_spans_are_in_order_and_within_the_text(text, query):
    spans = matches(text, query)
    ends = [0, *(end for span in spans for end in span), len(text)]
    assert ends == sorted(ends)
    assert marked(text, spans, lambda part: part) == text


def test_marked():
    assert marked("Ada wrote.", [Span(0, 3), Span(4, 9)], lambda part: f"<{part}>") == (
        "<Ada> <wrote>."
    )
