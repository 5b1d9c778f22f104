"""Values of a text and words that the signs know, read and counted by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factscore.judge.lexicon import ONCE, ROLE_GROUPS, spell_out_life, stem_of
from factscore.judge.values import read


def shown(text: str) -> list[tuple[str, str, str, float]]:
    """Spelling, kind without its number, word before, and place of each value."""
    found = read(text)
    return [
        (found.text[v.start : v.end], v.kind.split()[0], v.before, v.place) for v in found.values
    ]


def names(text: str) -> list[str]:
    return [spelled for spelled, kind, _, _ in shown(text) if kind == "name"]


def words(text: str) -> dict[str, list[float]]:
    return {word: list(places) for word, places in read(text).words.items()}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Written", "wrote"),
        ("wife", "marriage"),
        ("Death", "died"),
        ("movie", "FILM"),
        ("Élodie", "elodie"),
        ("Americans", "american"),  # six letters count
        ("1,905", "1905"),
        ("Twelve", "12"),
        ("zero", "0"),
    ],
)
def test_one_stem(one: str, other: str) -> None:
    assert stem_of(one) == stem_of(other)


@pytest.mark.parametrize(
    ("one", "other"), [("won", "lost"), ("painting", "painter"), ("1905", "1906"), ("one", "1")]
)
def test_two_stems(one: str, other: str) -> None:
    assert stem_of(one) != stem_of(other)


def test_roles_that_stand_for_each_other_are_one_group() -> None:
    assert ROLE_GROUPS["father"] == ROLE_GROUPS["mother"] == ROLE_GROUPS["wife"]
    assert ROLE_GROUPS["goals"] == ROLE_GROUPS["goal"] == ROLE_GROUPS["games"]
    assert ROLE_GROUPS["father"] != ROLE_GROUPS["goals"]
    # "lost" is with "won" and with "beat"; the first group has it.
    assert ROLE_GROUPS["lost"] == ROLE_GROUPS["won"] != ROLE_GROUPS["beat"]
    assert "house" not in ROLE_GROUPS


def test_what_holds_once() -> None:
    assert {stem_of(word) for word in ("birth", "Died", "mother", "capital")} <= ONCE
    assert stem_of("painted") not in ONCE


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("Ada (1820 – 1910) sang.", "Ada (born 1820; died 1910) sang."),
        ("Ada (1820-1910)", "Ada (born 1820; died 1910)"),
        ("Ada Holm (née Berg; 1820—1910)", "Ada Holm (née Berg; born 1820; died 1910)"),
        ("Ada of Lund (1820–1910)", "Ada of Lund (born 1820; died 1910)"),
        ("She ruled (1820–1910)", "She ruled (1820–1910)"),  # no name
        ("We met Ada (1820–1910)", "We met Ada (1820–1910)"),  # not where the text begins
        ("Ada (3 May 1820–9 July 1910)", "Ada (born 3 May 1820; died 9 July 1910)"),
        ("Ada (c. 820 – 891)", "Ada (born c. 820; died 891)"),
        ("Ada (born in 1820)", "Ada (born in 1820)"),
        ("from 1820 – 1910 in Oslo", "from 1820 – 1910 in Oslo"),
        ("pages (12 – 14)", "pages (12 – 14)"),
        ("", ""),
    ],
)
def test_a_life_in_brackets_is_spelled_out(text: str, spelled: str) -> None:
    assert spell_out_life(text) == spelled
    assert read(text).text == spelled


def test_a_life_with_the_month_first_is_spelled_out() -> None:
    text = "Ada (May 3, 1820 – July 9, 1910)"
    assert spell_out_life(text) == "Ada (born May 3, 1820; died July 9, 1910)"


def test_a_sentence_is_ten_from_the_next() -> None:
    # Berta 1, sat 2, in 3, Oslo 4; 4 + 10 = 14; Carlo 15, slept 16
    text = "Berta sat in Oslo. Carlo slept."
    assert shown(text) == [
        ("Berta", "name", "", 1),
        ("Oslo", "name", "in", 4),
        ("Carlo", "name", "", 15),
    ]
    assert words(text) == {"berta": [1], "sat": [2], "oslo": [4], "carlo": [15], "slept": [16]}
    assert [value.first for value in read(text).values] == [True, False, True]


def test_marks_are_steps() -> None:
    # Berta 1, comma 2, Carlo 3, semicolon 6 and end 16, Dora 17, colon 19 and end 29, Emil 30,
    # bracket 32, Frida 33, bracket 35, dash 36, Gerd 37, long dash 40, Hanna 41
    assert words("Berta, Carlo; Dora: Emil (Frida) – Gerd — Hanna") == {
        "berta": [1],
        "carlo": [3],
        "dora": [17],
        "emil": [30],
        "frida": [33],
        "gerd": [37],
        "hanna": [41],
    }


def test_conjunctions_are_two_steps() -> None:
    # she 1, ran 2, and 4, hid 5, before 7, dawn 8, where 10, birds 11, ran 12
    assert words("she ran and hid before dawn where birds ran") == {
        "ran": [2, 12],
        "hid": [5],
        "dawn": [8],
        "birds": [11],
    }


def test_kinds() -> None:
    text = "In May 1905 her father won 30 gold medals on 7 June."
    assert shown(text) == [
        ("May", "month", "in", 2),
        ("1905", "year", "may", 3),
        ("father", "role", "her", 5),
        ("won", "role", "father", 6),
        ("30", "number", "won", 7),
        ("gold", "role", "30", 8),
        ("7", "day", "on", 11),
        ("June", "month", "7", 12),
    ]
    groups = [value.group for value in read(text).values]
    assert groups == [0, 0, ROLE_GROUPS["father"], ROLE_GROUPS["won"], 0, ROLE_GROUPS["gold"], 0, 0]


@pytest.mark.parametrize(
    ("number", "kind", "stem"),
    [
        ("1905", "year", "1905"),
        ("2001", "year", "2001"),
        ("3005", "number", "3005"),
        ("905", "number", "905"),
        ("1,905", "number", "1905"),
        ("12,500", "number", "12500"),
        ("3.5", "number", "3.5"),
        ("three", "number", "3"),
        ("Two", "number", "2"),
    ],
)
def test_numbers(number: str, kind: str, stem: str) -> None:
    (value,) = read(f"it had {number} there").values
    assert (value.kind, set(value.stems), value.place) == (kind, {stem}, 3)


@pytest.mark.parametrize("text", ["it had one there", "in the 1960s", "it may march"])
def test_no_numbers(text: str) -> None:
    assert shown(text) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("We saw Anna Maria Holm there.", ["Anna Maria Holm"]),
        ("We saw Anna Holm of Bergen there.", ["Anna Holm of Bergen"]),
        ("We saw Anna de Holm there.", ["Anna de Holm"]),
        ("We saw Holm of old.", ["Holm"]),
        ("We met Jean-Luc Berg.", ["Jean-Luc Berg"]),
        ("We saw St. Olav there.", ["St. Olav"]),
        ("We asked Berg & Holm.", ["Berg & Holm"]),
        ("The Berg family met Holm.", ["Berg", "Holm"]),
        ("We saw Ada's Paris home.", ["Ada", "Paris"]),
        ("We saw Berg (Holm) there.", ["Berg", "Holm"]),
        ("We saw Berg. Holm slept.", ["Berg", "Holm"]),
        ("The Berg slept.", ["Berg"]),
        ("I saw A there.", []),
    ],
)
def test_names(text: str, found: list[str]) -> None:
    assert names(text) == found


def test_a_name_has_the_stems_of_its_words_and_stands_at_the_first() -> None:
    # we 1, saw 2, Anna 3, Holm 4, of 5, Bergen 6, then 8: a conjunction
    (value,) = (v for v in read("We saw Anna Holm of Bergen then.").values if v.kind == "name")
    assert (set(value.stems), value.place, value.before) == ({"anna", "holm", "bergen"}, 3, "saw")


def test_an_initial_is_part_of_a_name() -> None:
    # we 1, met 2, J 3, Smith 4; a full stop is no step
    (value,) = read("We met J. Smith.").values
    assert (set(value.stems), value.place, value.first) == ({"j", "smith"}, 3, False)
    assert names("Then we met Karl F. Berg and O'Hara.")[-2:] == ["Karl F. Berg", "O'Hara"]
    assert names("We met J. R. Berg-Holm there.") == ["J. R. Berg-Holm"]


def test_a_list_stands_where_it_begins() -> None:
    # she 1, slept 2, in 3, Oslo 4, comma 5, Bergen 6, and 8, Lund 9
    text = "She slept in Oslo, Bergen and Lund."
    assert shown(text) == [
        ("Oslo", "name", "in", 4),
        ("Bergen", "name", "in", 4),
        ("Lund", "name", "in", 4),
    ]
    assert words(text) == {"slept": [2], "oslo": [4], "bergen": [6], "lund": [9]}


def test_another_word_ends_a_list() -> None:
    # she 1, went 2, from 3, Oslo 4, comma 5, in 6, snow 7, to 8, Lund 9
    assert shown("She went from Oslo, in snow to Lund.") == [
        ("Oslo", "name", "from", 4),
        ("Lund", "name", "to", 9),
    ]


def test_a_life_is_values() -> None:
    # Ada 1, Holm 2, bracket 4, born 5, 1820 at 6, semicolon 9 and end 19, died 20, 1910 at 21
    text = "Ada Holm (1820 – 1910)"
    assert [(spelled, kind, place) for spelled, kind, _, place in shown(text)] == [
        ("Ada Holm", "name", 1),
        ("born", "role", 5),
        ("1820", "year", 6),
        ("died", "role", 20),
        ("1910", "year", 21),
    ]
    assert words(text) == {
        "ada": [1],
        "holm": [2],
        "born": [5],
        "1820": [6],
        "died": [20],
        "1910": [21],
    }


def test_negations() -> None:
    # she 1, never 2, wrote 3, and 5, did 6, not 7, sing 8
    text = "She never wrote and did not sing."
    assert list(read(text).negations) == [2, 7]
    assert words(text) == {"never": [2], "wrote": [3], "sang": [8]}
    assert list(read("She wrote.").negations) == []


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("She wasn't in Oslo.", [2]),  # with "t" at 3
        ("She didn’t sing, and could not.", [2, 9]),  # t 3, sing 4, comma 5, and 7, could 8
        ("She won it.", []),
        ("She won't.", [2]),
        ("She was not only a poet.", []),  # a poet she was
        ("She did not leave until May.", []),  # then she left
        ("She left not until May.", []),
        ("She had house No. 7.", []),
        ("She had no house.", [3]),
    ],
)
def test_what_negates(text: str, places: list[float]) -> None:
    assert list(read(text).negations) == places


def test_a_contraction_is_no_word() -> None:
    # she 1, won 2, t 3, sing 4: "won" is not what she did
    assert words("She won't sing.") == {"sang": [4]}
    assert shown("She won't sing.") == []


def test_letters_beyond_ascii() -> None:
    # we 1, met 2, Élodie 3, Ångström 4, in 5, Łódź 6; the stroke of "Ł" is no accent
    first, second = read("We met Élodie Ångström in Łódź.").values
    assert (set(first.stems), first.place) == ({"elodie", "angstr"}, 3)
    assert (set(second.stems), second.place, second.before) == ({"łodz"}, 6, "in")


def test_chinese_has_words_and_no_names() -> None:
    # A run of characters is a word, of which six characters count: 1; 1 + 10 = 11; 12
    text = "她出生于伦敦。她写诗。"
    assert shown(text) == []
    assert words(text) == {"她出生于伦敦": [1], "她写诗": [12]}


@pytest.mark.parametrize("text", ["", " \n", "?! … —", "()–“”", "\ud800", "🙂🙂", "\u0301"])
def test_without_words_nothing_is_found(text: str) -> None:
    found = read(text)
    assert (found.text, found.values, found.words, found.negations) == (text, (), {}, [])


def test_digits_alone() -> None:
    assert shown("12 345") == [("12", "number", "", 1), ("345", "number", "12", 2)]


def test_letters_whose_plain_form_is_longer() -> None:
    # "ﬃ" is three letters and "½" is three characters; places in the text stay those of the text.
    found = read("We met ﬃOlav ½ Berg.")
    assert found.text == "We met ﬃOlav ½ Berg."
    assert found.text[found.values[-1].start : found.values[-1].end].endswith("Berg")


@settings(deadline=None)
@given(st.text(st.sampled_from("AÉbs1290 ,.;:-–—()&'“中한ﬁ½²🙂\u0301\ud800\n"), max_size=80))
def test_values_stand_in_the_text_in_order(text: str) -> None:
    found = read(text)
    ends = [0, *(value.end for value in found.values)]
    for value, end in zip(found.values, ends, strict=False):
        assert end <= value.start < value.end <= len(found.text)
        assert value.stems
    assert all(list(places) == sorted(places) for places in found.words.values())
