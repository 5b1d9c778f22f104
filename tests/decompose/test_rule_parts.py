"""The small parts of the rules: verb forms, life dates, simplified sentences, word origin."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factscore.decompose.nonfactual import states_nothing
from factscore.decompose.rules.inflect import finite_forms, past, present
from factscore.decompose.rules.lifedates import is_bare_span, is_lifelong, predicates
from factscore.decompose.rules.mentions import main_pronouns, short_name
from factscore.decompose.rules.phrases import article
from factscore.decompose.rules.surface import simplify
from factscore.decompose.rules.words import from_nowhere


@pytest.mark.parametrize(
    ("lemma", "participle", "expected"),
    [
        ("appear", "appearing", "appeared"),
        ("release", "releasing", "released"),
        ("plan", "planning", "planned"),
        ("study", "studying", "studied"),
        ("play", "playing", "played"),
        ("win", "winning", "won"),
        ("become", "becoming", "became"),
        ("write", "writing", "wrote"),
        ("die", "dying", "died"),
    ],
)
def test_past(lemma: str, participle: str, expected: str) -> None:
    assert past(lemma, participle) == expected
    assert lemma == "die" or expected in finite_forms(participle)


@pytest.mark.parametrize(
    ("lemma", "expected"),
    [
        ("win", "wins"),
        ("teach", "teaches"),
        ("study", "studies"),
        ("play", "plays"),
        ("have", "has"),
    ],
)
def test_present(lemma: str, expected: str) -> None:
    assert present(lemma) == expected


@pytest.mark.parametrize(
    ("aside", "said"),
    [
        ("born 3 May 1950 in Oslo", ("was born on 3 May 1950", "was born in Oslo")),
        ("born in 1950", ("was born in 1950",)),
        ("b. 1 Jan. 1950", ("was born on 1 Jan. 1950",)),
        ("born May 1950", ("was born in May 1950",)),
        ("1867–1934", ("was born in 1867", "died in 1934")),
        ("1867-1934", ("was born in 1867", "died in 1934")),
        ("c. 1520 – 1569", ("was born in c. 1520", "died in 1569")),
        ("469–399 BC", ("was born in 469 BC", "died in 399 BC")),
        ("May 3, 1867 – July 4, 1934", ("was born on May 3, 1867", "died on July 4, 1934")),
        ("d. 1990", ("died in 1990",)),
        ("died 4 July 1934 in Paris", ("died on 4 July 1934", "died in Paris")),
        ("born 1950; died 1990", ("was born in 1950", "died in 1990")),
        ("born 1950, Oslo – died 1990", ("was born in 1950", "was born in Oslo", "died in 1990")),
        ("born Ada Poe; 1867 – 1934", ("was born Ada Poe", "was born in 1867", "died in 1934")),
        ("née Poe", ("was born Poe",)),
        ("1936–present", ("was born in 1936",)),
        ("1990", ()),
        ("WHO", ()),
        ("singer", ()),
        ("see below", ()),
    ],
)
def test_life_dates(aside: str, said: tuple[str, ...]) -> None:
    assert predicates(aside) == said


def test_two_years_may_be_a_reign() -> None:
    assert is_bare_span("1715–1774")
    assert not is_bare_span("born 1715")
    assert is_lifelong("1867-1934")
    assert not is_lifelong("2001–2005")


@given(st.text(max_size=60))
def test_any_parenthesis_is_read(aside: str) -> None:
    assert isinstance(predicates(aside), tuple)


def test_quotations_become_a_word_and_parentheses_step_aside() -> None:
    surface = simplify('She wrote "Salt and Smoke," in May (1923) and “Rain”.')
    assert surface.text == "She wrote Hamlet, in May and Hamlet."
    assert list(surface.quotes.values()) == ['"Salt and Smoke"', "“Rain”"]
    (aside,) = surface.asides
    assert aside.text == "1923"
    assert surface.text[: aside.position].endswith("May")


def test_a_title_with_a_year_is_one_word() -> None:
    surface = simplify("In Take Me to Rome (2011), she sang; in Jaws of Ice (1999) as well.")
    assert surface.text == "In Hamlet, she sang; in Hamlet as well."
    assert list(surface.quotes.values()) == ["Take Me to Rome", "Jaws of Ice"]


@pytest.mark.parametrize("text", ['He called it "a bad idea" then.', "Ann (", '"', "(1990)", ""])
def test_what_names_nothing_is_left(text: str) -> None:
    assert simplify(text).text == text


@pytest.mark.parametrize(
    ("fact", "strange"),
    [
        ("Ada Lee won in Rome.", []),
        ("Ada Lee was born in Rome.", []),
        ("Ada Lee won twice in Rome.", ["twice"]),
        ("Ada Lee sings in Oslo.", ["sings", "oslo"]),
    ],
)
def test_words_from_nowhere(fact: str, strange: list[str]) -> None:
    assert from_nowhere(fact, "She left early, winning in Rome.", "Ada Lee") == strange


@pytest.mark.parametrize(
    ("word", "expected"),
    [("actor", "an"), ("singer", "a"), ("university", "a"), ("hour", "an"), ("european", "a")],
)
def test_articles(word: str, expected: str) -> None:
    assert article(word) == expected


def test_names_and_pronouns_of_a_text() -> None:
    assert short_name("Ada Lee (singer)") == "Ada Lee"
    assert short_name("Ada Lee, Baroness Lee") == "Ada Lee"
    assert short_name(None) == ""
    assert "he" in main_pronouns("He met his wife. She left.")
    assert "she" in main_pronouns("She met him. Her brother left her.")
    assert "they" in main_pronouns("The band split. They left.")


@pytest.mark.parametrize(
    "sentence",
    [
        "Ada Lee was a nun.",
        "I Will Survive is a song.",
        "He hoped that this would help.",
        "Her songs include Hello, Sure, and Thanks.",
        "Here she met her husband, a painter.",
        "Sorry was her first album.",
        "She could not read.",
    ],
)
def test_statements_are_statements(sentence: str) -> None:
    assert not states_nothing(sentence)
