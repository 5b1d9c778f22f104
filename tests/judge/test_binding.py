"""Binding, worked out by hand: what stands with its predicate, and which rivals are asked.

Nearness of a place to a predicate is the mean over the predicate's words of
1 / (1 + distance / 4), weighted with log(1 + 20 · (windows + 1) / times a word is there).
A margin is a value's nearness less that of its nearest rival.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from dataclasses import astuple
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factscore.judge.binding import LONGEST, RIVALS, RIVALS_OF_VALUE, Binding, Bindings, Rival
from factscore.judge.windows import Window

NOTHING = Binding(misplaced=0.0, misplaced_once=0.0, bound_roles=0.0, denied=0.0, denies=0.0)


def bind(fact: str, *texts: str, topic: str = "Ada") -> Bindings:
    windows = [Window("", text, rank) for rank, text in enumerate(texts)]
    return Bindings(topic, fact, windows)


def near(value: float) -> Any:
    """A float that is compared up to rounding."""
    return pytest.approx(value)


def rival_texts(fact: str, *texts: str, topic: str = "Ada") -> list[str]:
    return [rival.text for rival in bind(fact, *texts, topic=topic).rivals()]


def check(signs: Binding, *expected: float) -> None:
    """Compare with misplaced, misplaced_once, bound_roles, denied and denies."""
    assert astuple(signs) == pytest.approx(expected)


# Signs


def test_a_fact_that_the_evidence_has_word_for_word() -> None:
    # born 3, in 4, Oslo 5: "born" beside Oslo has 1 / (1 + 2/4) and no rival.
    check(bind("Ada was born in Oslo.", "Ada was born in Oslo.").signs(), 0, 0, 2 / 3, 0, 0)


def test_a_place_of_birth_and_another_place() -> None:
    # born 3, Oslo 5, and 7, worked 8, in 9, Bergen 10
    text = "Ada was born in Oslo and worked in Bergen."
    check(bind("Ada was born in Oslo.", text).signs(), 0, 0, 2 / 3, 0, 0)
    # Bergen has 1 / (1 + 7/4) = 4/11, Oslo 2/3: 22/33 - 12/33. "born" beside Bergen has 4/11.
    check(bind("Ada was born in Bergen.", text).signs(), 0, 10 / 33, 4 / 11, 0, 0)
    # "worked" holds of several places: 3/4 - 4/11, and nothing to see.
    check(bind("Ada worked in Oslo.", text).signs(), 0, 0, 0, 0, 0)


def test_parts_of_a_date() -> None:
    # born 3, on 4, 3 at 5, June 6, 1840 at 7, and 9, died 10, on 11, 7 at 12, May 13, 1901 at 14
    text = "Ada was born on 3 June 1840 and died on 7 May 1901."
    # Beside "died": the day 2/3 - 4/9 = 2/9, the month 4/7 - 1/2 = 1/14, and the year
    # 1/2 - 4/7 = -1/14, because 1840 is nearer by a word. "died" beside 7 and 1901 ("may" is
    # no content word) has (2/3 + 1/2) / 2 = 7/12, and "born" there (4/13 + 4/15) / 2 = 56/195:
    # 455/780 - 224/780 = 77/260.
    signs = bind("Ada died on 7 May 1901.", text).signs()
    check(signs, 1 / 14, 1 / 14, 77 / 260, 0, 0)


def test_rare_words_of_the_predicate_weigh_more() -> None:
    # Two windows: "sold" is there twice, log(1 + 20·3/2), and "boats" once, log(1 + 20·3/1).
    # 9 at 3 is one word from "sold" and has no "boats" near it; 4 at 3 is one word from both.
    sold, boats = math.log(31), math.log(61)
    signs = bind("Ada sold 9 boats.", "Ada sold 9 goats.", "Ada sold 4 boats.").signs()
    check(signs, 0.8 - 0.8 * sold / (sold + boats), 0, 0, 0, 0)


def test_a_name_after_another_kind_of_preposition_counts_less() -> None:
    # died 2, with 3, Holm 4, in 5, Bergen 6: Holm has 2/3 and Bergen 1/2.
    text = "Ada died with Holm in Bergen."
    check(bind("Ada died in Lund.", "Ada died with Holm.").signs(), 0, 0.6 * 2 / 3, 0, 0, 0)
    check(bind("Ada died in Lund.", text).signs(), 0, 1 / 2, 0, 0, 0)
    check(bind("Ada died with Lund.", text).signs(), 0, 2 / 3, 0, 0, 0)


def test_a_role_and_its_rival() -> None:
    # mother 2, painted 3, boats 4, semicolon 7 and end 17, her 18, father 19, sold 20, nets 21
    text = "Her mother painted boats; her father sold nets."
    # Beside "painted" and "boats" the mother has (4/5 + 2/3) / 2 = 11/15 = 418/570, and the
    # father (1/5 + 4/19) / 2 = 39/190 = 117/570.
    found = bind("Ada's father painted boats.", text)
    check(found.signs(), 0, 301 / 570, 0, 0, 0)
    assert found.rivals() == [Rival("role", "Ada's mother painted boats.", 0, near(11 / 15))]
    # "painted" is a role too: beside "mother" and "boats" it has 4/5, which is more.
    found = bind("Ada's mother painted boats.", text)
    check(found.signs(), 0, 0, 301 / 570, 0, 0)
    assert found.rivals() == []


def test_a_span_of_life_that_the_evidence_has() -> None:
    found = bind("Ada (1820 – 1910)", "Ada (1820 – 1910)")
    assert (found.signs().misplaced_once, found.rivals()) == (0.0, [])


def test_a_wrong_span_of_life() -> None:
    # born 4, 1820 at 5, semicolon 8 and end 18, died 19, 1910 at 20. Beside "born" and "died",
    # 1910 has (1/5 + 4/5) / 2, and 1911 is nowhere. "born" beside "died" and 1820 has
    # (4/19 + 4/5) / 2 = 48/95; "died" beside "born" and 1820 has (4/19 + 2/9) / 2 = 37/171.
    found = bind("Ada (1820–1911)", "Ada (1820 – 1910)")
    check(found.signs(), 1 / 2, 1 / 2, 37 / 171, 0, 0)
    assert found.rivals() == []  # a number is not asked about


def test_a_year_beside_a_span_of_life() -> None:
    # As above: beside "born", 1820 has 1 / (1 + 1/4) and 1910 has 1 / (1 + 16/4). Beside 1910,
    # "born" has 1/5, and "died" 4/5, which stands for "born" as a role.
    found = bind("Ada was born in 1910.", "Ada (1820 – 1910)")
    check(found.signs(), 3 / 5, 3 / 5, 0, 0, 0)
    assert found.rivals() == [Rival("role", "Ada was died in 1910.", 0, near(4 / 5))]


def test_a_word_that_only_opens_a_sentence_is_no_rival() -> None:
    check(bind("Ada was born in Lund.", "Sadly she was born.").signs(), 0, 0, 0, 0, 0)
    # Holm 1, born 3: 2/3, but not after "in". That Holm is a name is seen elsewhere.
    text = "Holm was born. They met Holm."
    check(bind("Ada was born in Lund.", text).signs(), 0, 0.6 * 2 / 3, 0, 0, 0)


@pytest.mark.parametrize(
    ("fact", "evidence", "denied", "denies"),
    [
        # never 2, married 6: four words on; with one more it is too far
        ("Ada married.", "Ada never at any time married.", 1, 0),
        ("Ada married.", "Ada never at any one time married.", 0, 0),
        # not 3, marry 6: three words on; with one more it is too far
        ("Ada did not at once marry.", "Ada married.", 0, 1),
        ("Ada did not all at once marry.", "Ada married.", 0, 0),
        ("Ada did not marry.", "Ada had no wish to be married.", 0, 0),  # no 3, married 7
        ("Ada was not only a poet.", "Ada was a poet.", 0, 0),
        ("Ada didn't marry.", "Ada married.", 0, 1),
        ("Ada was 12.", "Ada was never 12.", 0, 0),  # numbers are not denied
        ("Ada slept.", "Ada ran.", 0, 0),
        ("Ada never slept.", "Ada ran.", 0, 0),
    ],
)
def test_negations(fact: str, evidence: str, denied: int, denies: int) -> None:
    signs = bind(fact, evidence).signs()
    assert (signs.denied, signs.denies) == (denied, denies)


def test_a_negation_beside_the_topic_says_nothing() -> None:
    text = "No Stone was there. Ada slept."
    assert bind("Ada Stone slept.", text).signs().denied == 1.0
    assert bind("Ada Stone slept.", text, topic="Ada Stone").signs().denied == 0.0


def test_denial_looks_at_all_windows() -> None:
    assert bind("Ada married.", "Ada never married.", "Ada slept.").signs().denied == 1.0
    assert bind("Ada married.", "Ada never married.", "Ada married.").signs().denied == 0.0


# Rivals


def test_a_rival_has_its_text_its_window_and_its_nearness() -> None:
    # Lund stands in a window without "born"; in the other, born 3 and Oslo 5.
    found = bind("Ada was born in Bergen.", "Ada painted in Lund.", "Ada was born in Oslo.")
    assert found.rivals() == [Rival("name", "Ada was born in Oslo.", 1, near(2 / 3))]


def test_a_rival_is_read_where_it_is_nearest() -> None:
    # born 3, in 5, Oslo 6 in the first; 3 and 5 in the second; once more in the third.
    texts = ("Ada was born then in Oslo.", "Ada was born in Oslo.", "Ada was born in Oslo.")
    (rival,) = bind("Ada was born in Bergen.", *texts).rivals()
    assert (rival.window, rival.nearness) == (1, near(2 / 3))


def test_a_name_of_several_words_is_replaced_whole() -> None:
    text = "Ada was taught by Carl Holm of Lund."
    assert rival_texts("Ada was taught by Eva Berg.", text) == [
        "Ada was taught by Carl Holm of Lund."
    ]


def test_a_topics_own_words_are_no_rivals() -> None:
    fact, text = "Ada was taught by Berta.", "She was taught by Holm."
    assert rival_texts(fact, text) == ["Ada was taught by Holm."]
    assert rival_texts(fact, text, topic="Ada Holm") == []


def test_a_topics_own_words_have_no_rivals() -> None:
    assert rival_texts("They met Ada.", "They met Holm.") == []
    assert rival_texts("They met Ada.", "They met Holm.", topic="") == ["They met Holm."]


def test_what_the_fact_says_is_no_rival() -> None:
    text = "Ada went from Oslo to Bergen."
    assert rival_texts("Ada went from Bergen to Oslo.", text) == []
    # But for that, Oslo would be one.
    assert rival_texts("Ada went from Bergen to Lund.", text)[0] == "Ada went from Oslo to Lund."


@pytest.mark.parametrize("preposition", ["near", "with", "from"])
def test_a_name_after_another_preposition_is_not_asked_about(preposition: str) -> None:
    assert rival_texts("Ada died in Bergen.", f"Ada died {preposition} Oslo.") == []
    assert rival_texts("Ada died in Bergen.", "Ada died in Oslo.") == ["Ada died in Oslo."]
    # It is enough that the name stands after the same one somewhere.
    texts = (f"Ada died {preposition} Oslo.", "She slept in Oslo.")
    assert rival_texts("Ada died in Bergen.", *texts) == ["Ada died in Oslo."]


def test_a_rival_needs_a_lead() -> None:
    # painted 2, Oslo 5, and 7, in 8, Bergen 9: 4/7 - 4/11 = .208
    fact = "Ada painted in Bergen."
    assert rival_texts(fact, "Ada painted snow in Oslo and in Bergen.") == ["Ada painted in Oslo."]
    # painted 2, Oslo 11, comma 12, Bergen 14: 4/13 - 4/16 = .058, less than .1
    far = "Ada painted with great joy these many long years in Oslo, in Bergen."
    assert rival_texts(fact, far) == []
    # A role needs .05. mother 2, and 4, father 5, taught 6: 4/5 - 1/2
    text = "Her mother and father taught her."
    assert rival_texts("Ada's mother taught her.", text) == ["Ada's father taught her."]
    # mother 14, and 16, father 17; taught 2: 1/4 - 4/19 = .039
    text = "She taught for so many long and good and very happy years mother and father."
    assert rival_texts("Ada taught her father.", text) == []


def test_a_value_has_two_rivals_at_most_and_a_fact_four() -> None:
    assert (RIVALS_OF_VALUE, RIVALS) == (2, 4)
    # All three of a list stand where it begins, so they are equally near, in their order.
    text = "Ada painted in Oslo, Lund and Bern."
    assert rival_texts("Ada painted in Arles.", text) == [
        "Ada painted in Oslo.",
        "Ada painted in Lund.",
    ]
    assert rival_texts("Ada painted in Arles, Basel and Cologne.", text) == [
        "Ada painted in Oslo, Basel and Cologne.",
        "Ada painted in Lund, Basel and Cologne.",
        "Ada painted in Arles, Oslo and Cologne.",
        "Ada painted in Arles, Lund and Cologne.",
    ]


def test_the_nearest_rivals_come_first() -> None:
    # painted 2, snow 3, in 4, Lund 5; in the other window Oslo 4
    text = "Ada painted snow in Lund."
    found = bind("Ada painted in Arles.", text, "Ada painted in Oslo.").rivals()
    assert [(rival.text, rival.window, rival.nearness) for rival in found] == [
        ("Ada painted in Oslo.", 1, near(2 / 3)),
        ("Ada painted in Lund.", 0, near(4 / 7)),
    ]
    # painted 2, in 3, Oslo 4, with 5, Holm 6: whichever value the fact has first
    found = bind("Ada painted with Basel in Arles.", "Ada painted in Oslo with Holm.").rivals()
    assert [(rival.text, rival.nearness) for rival in found] == [
        ("Ada painted with Basel in Oslo.", near(2 / 3)),
        ("Ada painted with Holm in Arles.", near(1 / 2)),
    ]


# Nothing to say


def test_a_fact_that_is_too_long_is_not_looked_at() -> None:
    text = "Ada was never born in Bergen."
    longest = "Ada was born in Oslo" + " so" * (LONGEST - 5)
    # never 3, born 4, Bergen 6
    check(bind(longest, text).signs(), 0, 2 / 3, 0, 1, 0)
    assert len(bind(longest, text).rivals()) == 1
    longer = bind(longest + " so", text)
    assert (longer.signs(), longer.rivals()) == (NOTHING, [])


@pytest.mark.parametrize("fact", ["", " ", "… ?!", "Ada.", "She was.", "🙂", "\ud800"])
def test_a_fact_without_content_says_nothing(fact: str) -> None:
    found = bind(fact, "Ada was never born in Oslo in 1901.")
    assert (found.signs(), found.rivals()) == (NOTHING, [])


@pytest.mark.parametrize("texts", [(), ("",), (" \n", "… ?!"), ("🙂", "\ud800")])
def test_evidence_without_words_says_nothing(texts: tuple[str, ...]) -> None:
    for fact in ("Ada was never born in Oslo in 1901.", "Her father won 3 games."):
        found = bind(fact, *texts)
        assert (found.signs(), found.rivals()) == (NOTHING, [])


ODD = [
    "12 345 6,7,8 1.2.3",
    "\ud800 born \udfff",
    "🙂 Born 🙂 in 🙂",
    "e\u0301" * 40,
    "A\u0301da was born in A\u030arhus",
    "ﬃ ﬁ ½ ² Ⅷ ª",
    "İstanbul ẞ ΐ ǅ",
    "١٩٨٤ 令和3年",
    "born\x00in\x1cOslo",
    "ﾊﾞﾝﾄﾞ",
    "A" * 5000,
    "1" * 5000,
    "(1820 – 1910)(1820 – 1910)",
    "- ' . & _ __ a_b",
]


@pytest.mark.parametrize("odd", ODD)
def test_odd_text_is_measured(odd: str) -> None:
    plain = "Ada was never born in Oslo in 1901."
    for topic, fact, text in (("Ada", odd, plain), ("Ada", plain, odd), (odd, plain, odd)):
        found = bind(fact, text, topic=topic)
        assert all(0 <= sign <= 1 for sign in astuple(found.signs()))
        assert all(rival.window == 0 for rival in found.rivals())


@pytest.mark.parametrize("fact", ["ﾞ", "Ada saw ﾟ there."])
def test_a_word_of_nothing_but_a_voice_mark_is_measured(fact: str) -> None:
    assert bind(fact, "Ada was born in Oslo.").signs() == NOTHING


def test_a_number_with_a_comma_that_the_fact_says_is_no_rival() -> None:
    fact = "Ada sold 1,200 of 3,400 boats."
    assert bind(fact, fact).signs().misplaced == 0.0


WORDS = (
    "Ada Oslo Lund Holm Berta born died father mother won lost painted never not and in with by "
    "three 12 1901 1,200 May . , ; ( ) – é 中"
).split()
TEXTS = st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join)


@settings(deadline=None)
@given(TEXTS, st.lists(TEXTS, max_size=3))
def test_signs_and_rivals_of_any_words(fact: str, texts: list[str]) -> None:
    found = bind(fact, *texts)
    assert all(0 <= sign <= 1 for sign in astuple(found.signs()))
    rivals = found.rivals()
    assert len(rivals) <= RIVALS
    for rival in rivals:
        assert 0 <= rival.window < len(texts)
        assert 0 < rival.nearness <= 1
        assert rival.text != fact


SCRIPT = """
import json
from dataclasses import astuple
from factscore.judge.binding import Bindings
from factscore.judge.windows import Window
texts = [
    "Eva Lind (3 May 1871 – 9 June 1940) was born in Ystad and taught in Lund, Malmö and Visby.",
    "Her mother sold 40 boats and 12 houses; her father never left Turku. She married Nils Berg.",
    "In 1902 she won a gold medal in Bergen, and in 1910 a silver one in Graz with Karl Moe.",
]
windows = [Window("Eva Lind", text, rank) for rank, text in enumerate(texts)]
facts = [
    "Eva Lind was born in Lund.",
    "Eva Lind was born in Ystad on 9 June 1871.",
    "Eva Lind died in 1871 in Graz, Turku and Oslo.",
    "Her father sold 12 boats and 40 houses in Ystad.",
    "Her mother left Turku.",
    "Eva Lind never married Nils Berg.",
    "Eva Lind married Karl Moe in Visby in 1910.",
    "She won a silver medal in Bergen with Nils Berg.",
    "She lost a bronze medal in Rome in 1902.",
    "Eva Lind studied in Paris, Rome and Uppsala and taught Karl Holm.",
    "Her sister was born in Kiel and died in Riga in 1940.",
    "Eva (1870 – 1941)",
]
found = [Bindings("Eva Lind", fact, windows) for fact in facts]
print(json.dumps([[astuple(f.signs()), [astuple(r) for r in f.rivals()]] for f in found]))
"""


def test_the_seed_of_hashes_changes_nothing() -> None:
    seen = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "4242")
    ]
    assert seen[0] == seen[1]
    found = json.loads(seen[0])
    assert len(found) == 12
    assert sum(len(rivals) for _, rivals in found) > 0
    assert all(any(signs[place] for signs, _ in found) for place in range(5))


@pytest.mark.parametrize(
    ("fact", "evidence"),
    [
        ("Ada didn't marry.", "Ada did not marry."),
        ("Ada wasn’t a doctor.", "Ada was not a doctor."),
        ("Ada cannot read.", "Ada could not read."),
        ("Ada couldn't walk.", "Ada was unable to walk."),
        ("Her song topped the charts.", "It reached No. 1 on the charts."),
        ("Ada was a physicist.", "She was not only a physicist but a poet."),
        ("Ada retired in 1950.", "She did not retire until 1950."),
        ("Ada lived in Paris.", "Her health declined in Paris."),
        ("Ada was born in the 1810s.", "Ada was born in 1815."),
        ("Ada died in Rome in 1860.", "Ada was mayor (1850–1860). She died in 1860 in Rome."),
        ("Ada F. Moe worked for the state.", "Ada Moe worked for the state and its president."),
    ],
)
def test_nothing_speaks_against_a_fact_in_other_words(fact: str, evidence: str) -> None:
    found = bind(fact, evidence)
    signs = found.signs()
    assert (signs.misplaced, signs.misplaced_once, signs.denied, signs.denies) == (0, 0, 0, 0)
    assert found.rivals() == []
