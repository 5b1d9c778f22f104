"""Sentence boundaries: a table of hard cases, spans, long texts, and people's own."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factscore.decompose.sentences import split_sentences

# "|" marks where a sentence ends; the rest is the text itself.
HARD = [
    "J. R. R. Tolkien wrote it.|He was English.",
    "The book is by J.R.R. Tolkien.|It sold well.",
    "George W. Bush met A. Merkel in May.|They talked.",
    "Martin Luther King Jr. was a minister.|He spoke well.",
    "It was led by Robert Downey Jr.|He resigned.",
    "He moved to the U.S. in 1950.|She stayed.",
    "He worked in the U.S.|He then left.",
    "The U.S. Army drafted him.|He served.",
    "She flew to Washington, D.C.|In May she returned.",
    "She holds a Ph.D. from Oslo.|She teaches.",
    "She holds a Ph.D.|She teaches.",
    "It reached No. 1 in Norway.|Then it fell.",
    "It reached No. 4 on the chart.",
    "Was it good?|No.|It was bad.",
    "Ada (b. 1 Jan. 1950) sings.|She also paints.",
    "Bruegel (b. c. 1520) painted peasants.|He died in 1569.",
    "The war began c. 1520 in the north.|It was short.",
    "She waited... and left.|Nobody came.",
    "She waited...|Nobody came.",
    "He said nothing …|Then he spoke.",
    'He wrote "Salt."|It won a prize.',
    'He said "Never." and left.',
    "“It is over.”|She closed the door.",
    '"Is it you?" he asked.|"Yes," she said.',
    "It failed.|(He had known it.)|She tried again.",
    "The band (formed in Oslo) split.|It reunited.",
    "He lives in St. Louis now.|It is warm.",
    "He climbed Mt. Fuji twice.|It was cold.",
    "Apple Inc. makes phones.|Its rival is in Korea.",
    "He founded Acme Inc.|He sold it later.",
    "The case was Roe vs. Wade.|It was famous.",
    "It opens at 9 a.m. on Sundays.|It closes early.",
    "It opens at 9 a.m.|It closes at noon.",
    "The rate rose by 3.5 per cent.|Then it fell to 2.75.",
    "See www.example.com/a.b for it.|It is free.",
    "Write to ada.l@example.org today.|She answers.",
    "What happened?!|Nobody knows.",
    "Stop!|He did not.",
    "Yahoo! is a company.|It is old.",
    "Dr. Ann Lee met Mr. and Mrs. Poe.|They dined.",
    "Prof. Lee and Gen. Poe agreed.|So did Sen. Ray.",
    "She sells apples, pears, etc. at fairs.|It pays.",
    "She sells apples, pears, etc.|The fair pays.",
    "It costs $3.50.|That is cheap.",
    "In 1950 he left.|1951 was worse.",
    "他出生于北京。|他是诗人。|他去世了！",
    "彼は東京で生まれた。|「はい。」|と言った。",
    "वह कवि थे।|वे दिल्ली में रहे।",
    "It was Vitamin C.|He took it.",
    "He drew for Vol. 3 and pp. 4-5 of it.|It sold.",
    "He plays e.g. Bach and Mozart.|She does not.",
    "Elizabeth I reigned.|Her father was Henry VIII.|He was king.",
    "The crew of the U.S.S. Maine died.|It sank.",
    "She (Ann et al. 2003) proved it.|Others agreed.",
    "He scored 103* and 45*.|India won.",
    "¿Quién era?|Era un poeta.",
]


def joined(text: str) -> str:
    """The text of a row: a space for each mark, none after a full stop of Chinese or Japanese."""
    return re.sub(r"(?<=[。！？」])\|", "", text).replace("|", " ")


@pytest.mark.parametrize("row", HARD)
def test_hard_boundaries(row: str) -> None:
    assert [s.text for s in split_sentences(joined(row))] == row.split("|")


def test_there_are_enough_hard_cases() -> None:
    assert len(HARD) >= 40


def test_a_missing_space_still_ends_a_sentence() -> None:
    found = [s.text for s in split_sentences("This is the end.Next it began.The rest is known.")]
    assert found == ["This is the end.", "Next it began.", "The rest is known."]


@pytest.mark.parametrize(
    "text", ["Use Node.js and Dev.D often.", "It sits at en.Wikipedia.org now."]
)
def test_a_stop_inside_a_word_ends_nothing(text: str) -> None:
    assert [s.text for s in split_sentences(text)] == [text]


def test_paragraphs_and_wrapped_lines() -> None:
    text = "She was born in\nOslo. She died\n\nHe lived on\nName: Ada Lee\nBorn: 1950"
    assert [s.text for s in split_sentences(text)] == [
        "She was born in Oslo.",
        "She died",
        "He lived on",
        "Name: Ada Lee",
        "Born: 1950",
    ]


def test_spans_point_into_the_source() -> None:
    text = "  **Ada** was [born](http://x.org)[1] in Oslo[2]. She left.[3]\n- Died in _Rome_"
    first, second, third = split_sentences(text)
    assert first.text == "Ada was born in Oslo."
    assert text[first.start : first.end] == "Ada** was [born](http://x.org)[1] in Oslo[2]."
    assert text[second.start : second.end] == second.text == "She left."
    assert third.text == "Died in Rome"
    assert text[third.start : third.end] == "Died in _Rome"


@given(st.text())
def test_spans_are_ordered_and_inside(text: str) -> None:
    last = 0
    for sentence in split_sentences(text):
        assert last <= sentence.start < sentence.end <= len(text)
        assert sentence.text
        assert text[sentence.start] == sentence.text[0]
        assert text[sentence.end - 1] == sentence.text[-1]
        last = sentence.end


@given(
    st.lists(st.sampled_from([*".!?…。\"')]( \n*_`[1]|#-A a1 Jr U.S"]), max_size=60).map("".join)
)
def test_no_letter_is_lost_without_markup(text: str) -> None:
    plain = re.sub(r"[^A-Za-z ]", "", text)
    found = " ".join(s.text for s in split_sentences(plain))
    assert found.split() == plain.split() or not plain.strip()


@pytest.mark.parametrize(
    "unit",
    [
        "Ada was born in Oslo. ",
        "*",
        "[",
        "J. ",
        ".",
        "`a",
        "a" * 60 + "\n",
        "\n",
        "<a ",
        "| a ",
        "~",
    ],
)
def test_megabytes_are_no_trouble(unit: str) -> None:
    size = 5_000_000 if unit.startswith("Ada") else 1_000_000
    text = unit * (size // len(unit))
    sentences = split_sentences(text)
    assert all(0 <= s.start < s.end <= len(text) for s in sentences[:100])
    if unit.startswith("Ada"):
        assert len(sentences) == size // len(unit)


def boundaries(text: str, spans: list[tuple[int, int]]) -> set[int]:
    """Where spans begin and end, counted in characters that are not white space or citations."""
    kept = [False] * len(text)
    for found in re.finditer(r"\S", re.sub(r"\[\d+\]", lambda m: " " * len(m[0]), text)):
        kept[found.start()] = True
    places = [0]
    for keep in kept:
        places.append(places[-1] + keep)
    return {places[p] for span in spans for p in span} - {0, places[-1]}


def annotated(row: dict[str, list[dict[str, str]]], text: str) -> list[tuple[int, int]]:
    """Spans of people's sentences, found in order; citation marks and spaces may differ."""
    spans, place = [], 0
    for annotation in row["annotations"]:
        words = [re.escape(c) for c in re.sub(r"\s+|\[\d+\]", "", annotation["text"])]
        found = re.compile(r"(?:\s|\[\d+\])*".join(words)).search(text, place)
        assert found is not None
        spans.append(found.span())
        place = found.end()
    return spans


def test_people_split_the_same_way(data_dir: Path) -> None:
    hits = ours = people = 0
    for path in sorted((data_dir / "factscore" / "labeled").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if row["annotations"]:
                text = row["output"]
                mine = boundaries(text, [(s.start, s.end) for s in split_sentences(text)])
                theirs = boundaries(text, annotated(row, text))
                hits, ours, people = (
                    hits + len(mine & theirs),
                    ours + len(mine),
                    people + len(theirs),
                )
    assert people > 1000
    assert hits / ours >= 0.995
    assert hits / people >= 0.995
