"""What the small parser joins wrongly must not become a fact; whole is right, false is not."""

from __future__ import annotations

import pytest

from factscore.decompose.abstain import is_abstention
from factscore.decompose.rules import RulesDecomposer
from factscore.decompose.rules.lifedates import labelled
from factscore.records import Generation


def facts(rules: RulesDecomposer, text: str) -> list[str]:
    (found,) = rules.decompose([Generation(text, "Ada Lee", abstained=False)])
    return [fact.text for fact in found.facts]


ATTACHED = [
    # whose father it is
    ("Ada Lee, born in Erlangen, whose father Max was also a mathematician, proved a theorem.",
     ["Ada Lee proved a theorem.", "Ada Lee was born in Erlangen.",
      "Ada Lee's father Max was a mathematician."]),
    ("She died in 1865, aged 47, in an asylum.",
     ["Ada Lee died in 1865.", "Ada Lee died aged 47, in an asylum."]),
    # a second object joined to the noun after a preposition
    ("She created a breathing device for firefighters, a traffic signal, and the sewing machine.",
     ["Ada Lee created a breathing device.",
      "Ada Lee created a breathing device for firefighters, a traffic signal, and the sewing "
      "machine."]),
    ("She played baseball for the Giants and football for the Bulldogs.",
     ["Ada Lee played baseball for the Giants and football for the Bulldogs."]),
    ("She won six singles titles at Wimbledon and two gold medals.",
     ["Ada Lee won six singles titles.",
      "Ada Lee won six singles titles at Wimbledon and two gold medals."]),
    ("She crossed Greenland on skis with Amundsen and five other men.",
     ["Ada Lee crossed Greenland.",
      "Ada Lee crossed Greenland on skis with Amundsen and five other men."]),
    # lists behind a preposition are told apart all the same
    ("She wrote books for children and adults.",
     ["Ada Lee wrote books for children.", "Ada Lee wrote books for adults."]),
    ("She was survived by her husband, Bo, and three children.",
     ["Ada Lee was survived by her husband, Bo.", "Ada Lee was survived by three children."]),
    ("Her father was Scottish, her mother Jamaican.",
     ["Ada Lee's father was Scottish, her mother Jamaican."]),
    # verbs that share an auxiliary, or do not
    ("Her medals were stripped in 1913 and restored in 1983.",
     ["Ada Lee's medals were stripped in 1913 and restored in 1983."]),
    ("She was sent to China and studied in Chang'an and Luoyang.",
     ["Ada Lee was sent to China.", "Ada Lee studied in Chang'an.", "Ada Lee studied in Luoyang."]),
    ("She was a merchant and godson of Nelson.",
     ["Ada Lee was a merchant.", "Ada Lee was a godson of Nelson."]),
    ("She was born to John and Agnes Hunter in Kilbride.",
     ["Ada Lee was born to John and Agnes Hunter.", "Ada Lee was born in Kilbride."]),
    ("In 1865 she drowned, although some say that she died in an asylum.",
     ["Ada Lee drowned in 1865.", "Some say that Ada Lee died in an asylum."]),
    ("She was given the name Rain, meaning 'Bright Path'.",
     ["Ada Lee was given the name Rain, meaning 'Bright Path'."]),
    ("Cry, the Beloved Country, her novel, was published in 1948.",
     ["Cry, the Beloved Country, Ada Lee's novel, was published in 1948."]),
    # the pronoun of another named person
    ("Smith allegedly sold her house.", ["Smith allegedly sold her house."]),
    # lines of a list
    ("- Born: March 4, 1877, in Paris, Kentucky\n- Died: 1963",
     ["Ada Lee was born on March 4, 1877.", "Ada Lee was born in Paris, Kentucky.",
      "Ada Lee died in 1963."]),
    ("Ada Lee was [bold]born[/bold] in<script>alert(1)</script> Rome.",
     ["Ada Lee was born in Rome."]),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "expected"), ATTACHED)
def test_attached(rules: RulesDecomposer, sentence: str, expected: list[str]) -> None:
    assert facts(rules, sentence) == expected


@pytest.mark.parametrize("line", ["Born: Paris", "Born: unknown", "Known for: 1900 songs"])
def test_a_label_without_a_date_says_nothing(line: str) -> None:
    assert labelled(line) == ()


def test_a_date_behind_a_label() -> None:
    assert labelled("Date of birth: 4 May 1900") == ("was born on 4 May 1900",)
    assert labelled("Died: 12 May 1900 (aged 33) in Rome") == (
        "died on 12 May 1900",
        "died in Rome",
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('Ada Lee\'s students said "I do not know anyone better." She taught in Rome.', False),
        ("As an AI, I cannot verify this. However, Ada Lee was a German mathematician.", False),
        ("I cannot verify anything about Ada Lee. However, Bo Lee was a boxer.", True),
        ("Ada Lee is not someone I know about.", True),
        ("No known person named Ada Lee exists in my data.", True),
    ],
)
def test_who_declines(text: str, expected: bool) -> None:
    assert is_abstention(text) is expected
