"""Words that reach far: what a fact must not lose, and whose a pronoun is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from factscore.decompose.rules import RulesDecomposer, parser
from factscore.decompose.rules.words import from_nowhere
from factscore.records import Generation

BIOS = Path(__file__).resolve().parents[2] / "benchmarks" / "bios"


def facts(rules: RulesDecomposer, text: str) -> list[str]:
    (found,) = rules.decompose([Generation(text, "Ada Lee", abstained=False)])
    return [fact.text for fact in found.facts]


KEPT = [
    # a limit of time keeps the place it limits
    ("Until 1950, she lived in Rome.",
     ["Ada Lee lived in Rome.", "Ada Lee lived in Rome until 1950."]),
    ("From 1940 until 1950, she lived with Tom Poe.",
     ["Ada Lee lived with Tom Poe.", "Ada Lee lived with Tom Poe from 1940 until 1950."]),
    ("She has lived in Oslo since 1990.",
     ["Ada Lee has lived in Oslo.", "Ada Lee has lived in Oslo since 1990."]),
    ("She lived in Rome for five years.",
     ["Ada Lee lived in Rome.", "Ada Lee lived in Rome for five years."]),
    ("She served as mayor until 1950.",
     ["Ada Lee served as mayor.", "Ada Lee served as mayor until 1950."]),
    ("She worked in Rome and Oslo until 1950.",
     ["Ada Lee worked in Rome.", "Ada Lee worked in Oslo.",
      "Ada Lee worked in Rome and Oslo until 1950."]),
    ("Except for two years in Rome, she lived in Oslo.",
     ["Except for two years in Rome, Ada Lee lived in Oslo."]),
    # names joined to what somebody is
    ("She was the mother of Tom Poe, who died in 1950, and Ann Bell.",
     ["Ada Lee was the mother of Tom Poe.", "Ada Lee was the mother of Ann Bell.",
      "Tom Poe died in 1950."]),
    ("She was the daughter of actor Tom Poe and singer Ann Bell.",
     ["Ada Lee was the daughter of actor Tom Poe and singer Ann Bell."]),
    ("She was a friend of painter Tom Poe and poet Ann Bell.",
     ["Ada Lee was a friend of painter Tom Poe.", "Ada Lee was a friend of poet Ann Bell."]),
    ("She was the sister of Tom Poe, a painter, and Ann Bell, a poet.",
     ["Ada Lee was the sister of Tom Poe.", "Ada Lee was the sister of Ann Bell.",
      "Tom Poe was a painter.", "Ann Bell was a poet."]),
    ("She is a painter and Knight of the Order of Ash.",
     ["Ada Lee is a painter and Knight of the Order of Ash."]),
    # what happens in a work happens nowhere else
    ("In the film Ash, she died in Rome in 1950.",
     ["In the film Ash, Ada Lee died in Rome in 1950."]),
    ("In Ash's novel Rain, she lived in Rome and Oslo.",
     ["In Ash's novel Rain, Ada Lee lived in Rome.",
      "In Ash's novel Rain, Ada Lee lived in Oslo."]),
    ("In the TV series Ash, she was born in Rome in 1950 and raised in Oslo.",
     ["In the TV series Ash, Ada Lee was born in Rome in 1950 and raised in Oslo."]),
    ('In "Ash", she married the king in 1950.',
     ['In "Ash", Ada Lee married the king in 1950.']),
    # hedges and half-titles reach all that is joined
    ("She is a former teacher and nurse.", ["Ada Lee is a former teacher and nurse."]),
    ("She is an aspiring singer and actress.", ["Ada Lee is an aspiring singer and actress."]),
    ("She is a former teacher and a nurse.",
     ["Ada Lee is a former teacher.", "Ada Lee is a nurse."]),
    ("She was an honorary doctor and citizen of Rome.",
     ["Ada Lee was an honorary doctor and citizen of Rome."]),
    ("She was supposedly born in Rome, raised in Oslo, and educated in Paris.",
     ["Ada Lee was supposedly born in Rome, raised in Oslo, and educated in Paris."]),
    ("She reportedly moved to Rome and married Tom Poe.",
     ["Ada Lee reportedly moved to Rome and married Tom Poe."]),
    ("She was probably born in Rome in 1950.", ["Ada Lee was probably born in Rome in 1950."]),
    ("She supposedly died in 1950, leaving two sons.",
     ["Ada Lee supposedly died in 1950, leaving two sons."]),
    # a date before a relative clause is not one of the relative clause
    ("In 1950 she founded a club that closed in Oslo.",
     ["Ada Lee founded a club that closed in Oslo.",
      "In 1950, Ada Lee founded a club that closed in Oslo."]),
    ("Unwilling to marry, she joined a convent in 1950.",
     ["Ada Lee joined a convent in 1950.", "Unwilling to marry, Ada Lee joined a convent."]),
    # what is told of the last part is not told of the others
    ("Ada Lee was a South African journalist and the first woman to win the Ash Prize.",
     ["Ada Lee was South African.", "Ada Lee was a journalist.",
      "Ada Lee was the first woman to win the Ash Prize."]),
    ("In 1888 she crossed Oslo on skis with Tom Poe.",
     ["Ada Lee crossed Oslo on skis with Tom Poe.", "Ada Lee crossed Oslo in 1888."]),
    ("She is the founder and CEO of Ash Press.",
     ["Ada Lee is the founder of Ash Press.", "Ada Lee is the CEO of Ash Press."]),
    ("She sang at La Scala and, from 1893, at the Metropolitan Opera.",
     ["Ada Lee sang at La Scala and, from 1893, at the Metropolitan Opera."]),
    # where the small parser errs
    ("She was arrested and put on trial in Rome.",
     ["Ada Lee was arrested.", "Ada Lee was put on trial.", "Ada Lee was put on trial in Rome."]),
    ("Ada Lee, baptized Ann Poe, was queen of Oslo.",
     ["Ada Lee was baptized Ann Poe.", "Ada Lee was queen of Oslo."]),
    ("Ada Lee, or Ada Poe in English, was a painter and poet.",
     ["Ada Lee, or Ada Poe in English, was a painter and poet."]),
    ("Ada Lee was an officer of the Royal Navy who succeeded Tom Poe.",
     ["Ada Lee was an officer of the Royal Navy.", "Ada Lee succeeded Tom Poe."]),
    ("She won the Ash Prize, the money from which she gave to the poor.",
     ["Ada Lee won the Ash Prize, the money from which she gave to the poor."]),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "expected"), KEPT)
def test_nothing_is_lost_that_a_fact_needs(
    rules: RulesDecomposer, sentence: str, expected: list[str]
) -> None:
    assert sorted(facts(rules, sentence)) == sorted(expected)


@pytest.mark.parametrize(
    "sentence",
    [
        "The novel, which tells the story of a queen who kills her son, was praised.",
        "The film, which is about a girl losing her mother, was praised.",
        "The play is about a woman and her daughter.",
        "The book tells of a nurse who leaves her husband.",
    ],
)
def test_a_nearer_noun_takes_the_pronoun(rules: RulesDecomposer, sentence: str) -> None:
    assert "Ada Lee" not in " ".join(facts(rules, sentence))


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        ("She is a painter who loved her son.", "Ada Lee loved her son."),
        ("The man who taught her left.", "The man who taught Ada Lee left."),
        (
            "The book that changed her life was Ash.",
            "The book that changed Ada Lee's life was Ash.",
        ),
        ("She wrote a book about her mother.", "Ada Lee wrote a book about her mother."),
    ],
)
def test_other_nouns_leave_it(rules: RulesDecomposer, sentence: str, fact: str) -> None:
    assert fact in facts(rules, sentence)


def test_the_sample_gains_function_words_only(rules: RulesDecomposer) -> None:
    for path in sorted(BIOS.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            (found,) = rules.decompose([Generation(row["output"], row["topic"])])
            for fact in found.facts:
                assert not from_nowhere(fact.text, fact.sentence, row["topic"]), fact.text


@pytest.mark.parametrize("letter", ["µ", "ß", "ŉ"])
def test_a_letter_without_a_capital_stays(rules: RulesDecomposer, letter: str) -> None:
    assert facts(rules, f"{letter}0") == [f"{letter}0."]


def test_a_folder_is_no_pipeline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "no_such_pipeline").mkdir()
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(parser, "_PACKAGES", ("no_such_pipeline",))
    assert parser.installed() is None
