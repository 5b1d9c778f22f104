"""Numbers in all their spellings, and facts that bring in numbers of their own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factscore.decompose.chat.numbers import numbers, readings
from factscore.decompose.chat.repair import Source, clean

STATED = [
    ("", []),
    ("She sang.", []),
    ("in 1990.", ["1990"]),
    ("1,000 and 1000", ["1000", "1000"]),
    ("12,345,678 people", ["12345678"]),
    ("10\u00a0000 people", ["10000"]),
    ("a, b, 1,2,3", ["1", "2", "3"]),
    ("two sons", ["2"]),
    ("twenty-five", ["25"]),
    ("two hundred and fifty thousand", ["250000"]),
    ("3.5 million", ["3500000"]),
    ("3,500,000", ["3500000"]),
    ("$5m and 5 m", ["5000000", "5"]),
    ("3.50", ["3.5"]),
    ("the 5th and the fifth", ["5", "5"]),
    ("the 21st century", ["21"]),
    ("the twenty-first century", ["21"]),
    ("5 March 1990", ["5", "month:3", "1990"]),
    ("March 5, 1990", ["month:3", "5", "1990"]),
    ("Sept. 5", ["month:9", "5"]),
    ("the 1990s", ["1990s"]),
    ("the '90s", ["90s"]),
    ("1914–18", ["1914", "1918"]),
    ("1914-1918", ["1914", "1918"]),
    ("the 1999-00 season", ["1999", "2000"]),
    ("2001-12-05", ["2001", "12", "5"]),
    ("a 3–2 win", ["3", "2"]),
    ("the B-52", ["52"]),
    ("the A380", []),
    ("50%", ["50"]),
    ("one of the first, in a second", []),
    ("In May she left; it may rain in March.", []),
    ("hundreds of tents", []),
]


@pytest.mark.parametrize(("text", "expected"), STATED)
def test_numbers(text: str, expected: list[str]) -> None:
    assert [number.value for number in numbers(text)] == expected


SAME = [
    ("1,000", "1000"),
    ("two", "2"),
    ("2", "two"),
    ("both", "2"),
    ("twice", "two"),
    ("a decade", "ten"),
    ("a dozen", "12"),
    ("March 5, 1990", "5 March 1990"),
    ("5 March 1990", "March 5th, 1990"),
    ("1990-03-05", "5 March 1990"),
    ("05/03/1990", "5 March 1990"),
    ("05/03/1990", "3 May 1990"),
    ("5 March 1990", "1990-03-05"),
    ("MARCH 1990", "March 1990"),
    ("Mar. 1990", "March 1990"),
    ("1914–18", "1918"),
    ("1914–18", "1914–1918"),
    ("2011/12", "2012"),
    ("the third", "3rd"),
    ("the 1990s", "the '90s"),
    ("the '90s", "the 1990s"),
    ("the nineties", "the 1990s"),
    ("in 1994", "the 1990s"),
    ("class of '94", "1994"),
    ("3.5 million", "3,500,000"),
    ("3 to 5 million", "3 million to 5 million"),
    ("half a century", "0.5"),
    ("World War II", "World War 2"),
    ("the A380", "380"),
    ("one son", "1"),
]


@pytest.mark.parametrize(("sentence", "fact"), SAME)
def test_a_number_is_known_however_it_is_written(sentence: str, fact: str) -> None:
    stated = {number.value for number in numbers(fact)}
    assert stated <= readings(sentence) | {"1"}


OTHER = [
    ("1990", "1991"),
    ("the 1990s", "1990"),
    ("5 million", "5"),
    ("1990", "March 1990"),
    ("5 March 1990", "5 April 1990"),
    ("two", "3"),
    ("1,000", "1,001"),
    ("3.5", "35"),
    ("the 1890s", "the 1990s"),
]


@pytest.mark.parametrize(("sentence", "fact"), OTHER)
def test_another_number_is_foreign(sentence: str, fact: str) -> None:
    assert not {number.value for number in numbers(fact)} <= readings(sentence)


def cleaned(facts: list[str], sentence: str, topic: str = "Ada Lee", before: str = "") -> list[str]:
    return list(clean(facts, Source(sentence, topic, before)))


def test_nothing_is_done_to_good_facts() -> None:
    sentence = "She was born in Leeds on 3 May 1950 and has two sons."
    facts = [
        "Ada Lee was born in Leeds.",
        "Ada Lee was born on May 3, 1950.",
        "Ada Lee has 2 sons.",
    ]
    assert cleaned(facts, sentence) == facts


def test_duplicates_go() -> None:
    facts = ["Ada Lee sang.", "Ada Lee danced.", "Ada Lee sang."]
    assert cleaned(facts, "She sang and danced.") == ["Ada Lee sang.", "Ada Lee danced."]


@pytest.mark.parametrize(
    ("dangling", "whole"),
    [
        ("Ada Lee was born.", "Ada Lee was born in Leeds."),
        ("Ada Lee was born", "Ada Lee was born in Leeds"),
        ("Ada Lee was appointed.", "Ada Lee was appointed head of the school."),
        ("Ada Lee is known.", "Ada Lee is known for her songs."),
        ("Ada Lee is a member.", "Ada Lee is a member of the council."),
        ("Ada Lee was characterised.", "Ada Lee was characterised as shy."),
    ],
)
def test_what_breaks_off_goes_where_it_stands_whole_elsewhere(dangling: str, whole: str) -> None:
    assert cleaned([dangling, whole], "x") == [whole]
    assert cleaned([whole, dangling], "x") == [whole]
    assert cleaned([dangling, "Ada Lee sang."], "x") == [dangling, "Ada Lee sang."]


def test_a_founding_member_is_no_broken_off_fact() -> None:
    facts = ["Ada Lee is a founding member.", "Ada Lee is a founding member of the club."]
    assert cleaned(facts, "x") == facts


def test_a_foreign_number_drops_its_fact() -> None:
    facts = ["Ada Lee moved to Rome in 1950.", "Ada Lee had 3 sons in Rome."]
    assert cleaned(facts, "She moved to Rome in 1950.") == facts[:1]


def test_the_topic_s_numbers_are_known() -> None:
    assert cleaned(["Apollo 11 landed."], "It landed.", "Apollo 11") == ["Apollo 11 landed."]


@pytest.mark.parametrize(
    ("fact", "before"),
    [
        ("Apollo 11 landed on the Moon.", "Ada Lee commanded Apollo 11."),
        ("The Boeing 747 had flown.", "She flew a Boeing 747."),
        ("The 7th Cavalry moved on.", "She joined the 7th Cavalry."),
        ("The Third Reich fell.", "She wrote of the Third Reich."),
        ('"99 Boats" was a hit.', 'Her song "99 Boats" came out.'),
    ],
)
def test_a_name_from_the_text_before_may_have_a_number(fact: str, before: str) -> None:
    sentence = "It was said."
    assert cleaned(["It was said.", fact], sentence, before=before) == ["It was said.", fact]
    assert cleaned(["It was said.", fact], sentence) == ["It was said."]


def test_a_date_from_the_text_before_is_foreign() -> None:
    before = "She left Leeds in May 1950."
    facts = ["Ada Lee sang.", "Ada Lee was 20 by May 1950 and sang."]
    assert cleaned(facts, "She sang.", before=before) == ["Ada Lee sang."]


@pytest.mark.parametrize(
    ("sentence", "fact", "expected"),
    [
        ("It cost 5 million euros.", "It cost 5 euros.", "It cost 5 million euros."),
        ("She left in the 1960s.", "Ada Lee left in the 1960.", "Ada Lee left in the 1960s."),
        ("It has 12,500 seats.", "It has 12 seats.", "It has 12,500 seats."),
        ("She left the year after.", "Ada Lee left in 1951.", "Ada Lee left."),
        (
            "She left a year later.",
            "Ada Lee left Leeds in early March 1951.",
            "Ada Lee left Leeds.",
        ),
        ("She left.", "Ada Lee left Leeds on 3 May 1951.", "Ada Lee left Leeds."),
        ("She left.", "Ada Lee left Leeds, in the late 1950s.", "Ada Lee left Leeds."),
    ],
)
def test_what_can_be_mended_is_mended(sentence: str, fact: str, expected: str) -> None:
    if expected == "Ada Lee left.":
        fact, expected = fact.replace("Lee", "M. Lee"), "Ada M. Lee left."
    assert cleaned([fact, "Something else."], sentence) == [expected, "Something else."]


@pytest.mark.parametrize(
    "fact",
    [
        "Ada Lee did not leave Leeds in 1951.",  # not mended: she may never have left
        "Ada Lee left Leeds only in 1951.",
        "In 1951 Ada Lee left Leeds.",
        "Ada Lee was 51 when she left.",
        "Ada Lee left Leeds before 1951.",
        "Ada Lee was born in 1951.",  # "Ada Lee was born." would break off
    ],
)
def test_what_cannot_be_mended_is_dropped(fact: str) -> None:
    assert cleaned([fact, "Something else."], "She left.") == ["Something else."]


def test_a_number_of_the_sentence_is_not_left_uncovered() -> None:
    sentence = "She was born in Leeds in 1950."
    only = ["Ada Lee was born on 3 May 1950.", "Ada Lee was born in Leeds."]
    assert cleaned(only, sentence) == only
    more = [*only, "Ada Lee was born in 1950."]
    assert cleaned(more, sentence) == only[1:] + more[2:]
    twice = ["Ada Lee was born on 3 May 1950.", "Ada Lee was born on 4 May 1950."]
    assert cleaned(twice, sentence) == twice[:1]


def test_something_is_always_left() -> None:
    assert cleaned(["He had 3 sons.", "He had 3 sons."], "He had sons.") == ["He had 3 sons."]
    assert cleaned([], "He had sons.") == []


WORDS = st.sampled_from(
    ["She", "born", "was", "in", "1950", "1951", "two", "5 million", "May", "March 3,", "the",
     "1990s", "member", ".", ",", '"', "Apollo 11", "1914–18", "twenty-five", "7th"]
)  # fmt: skip
TEXT = st.lists(WORDS, max_size=12).map(" ".join)


@given(st.lists(TEXT, max_size=5), TEXT, TEXT)
def test_cleaning_adds_nothing_and_ends(facts: list[str], sentence: str, before: str) -> None:
    kept = clean(facts, Source(sentence, "Ada Lee", before))
    assert len(kept) == len(set(kept)) <= len(set(facts))
    assert bool(kept) == bool(facts)
    covered = {n.value for fact in kept for n in numbers(fact)}
    wanted = {n.value for n in numbers(sentence)}
    assert wanted & {n.value for fact in facts for n in numbers(fact)} <= covered


@given(TEXT)
def test_facts_that_repeat_their_sentence_stay(sentence: str) -> None:
    assert clean([sentence], Source(sentence)) == (sentence,)


@pytest.mark.parametrize("piece", ["1", "two ", "1,000 ", "1990-", "May ", "'9", "In 1950 ", '"'])
def test_long_texts_are_read_in_time(piece: str) -> None:
    clean([(piece * 30_000)[:30_000]], Source((piece * 30_000)[:30_000]))
