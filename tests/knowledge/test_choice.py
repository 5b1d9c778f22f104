"""Which of several pages a text is about."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factscore.knowledge.choice import CLEARLY, choose, named_first

PAINTER = "Otto Brandt (painter)"
FOOTBALLER = "Otto Brandt (footballer)"
PAGES = {
    PAINTER: [
        "Otto Brandt was born in Kiel on 4 March 1871. He studied at the Royal Academy in "
        "Munich under Karl Raupp and showed his work at the Glaspalast in 1899.",
        "From 1905 he lived in Worpswede. The Kunsthalle Bremen owns his Winter Canal.",
    ],
    FOOTBALLER: [
        "Otto Brandt, born in Graz on 9 May 1958, played 212 games for Sturm Graz and 31 for "
        "Austria. In 1982 he went to the World Cup in Spain.",
        "He coached Rapid Wien until 1999. There he won the Austrian Cup twice.",
    ],
}
ABOUT_THE_PAINTER = (
    "Otto Brandt (4 March 1871 – 1934) was a German painter. Born in Kiel, he went to the Royal "
    "Academy in Munich, where Karl Raupp taught him. In 1905 he moved to Worpswede; his Winter "
    "Canal hangs in the Kunsthalle Bremen."
)
ABOUT_THE_FOOTBALLER = (
    "Otto Brandt is a former footballer from Graz, born on 9 May 1958. He spent his career at "
    "Sturm Graz, played for Austria at the World Cup in Spain in 1982, and later coached Rapid "
    "Wien, with whom he won the Austrian Cup."
)
ABOUT_NEITHER = (
    "Otto Brandt is a Swiss chemist. He was born in Lugano in 1940, took his degree at Geneva in "
    "1966 and worked for Sandoz in Basel until 2001. He holds the Marcel Benoist Prize."
)


@pytest.mark.parametrize(
    ("text", "title"), [(ABOUT_THE_PAINTER, PAINTER), (ABOUT_THE_FOOTBALLER, FOOTBALLER)]
)
def test_the_page_that_fits(text, title):
    choice = choose(text, PAGES)
    assert choice.title == title
    assert CLEARLY <= choice.margin <= choice.fit <= 2


@pytest.mark.parametrize("text", [ABOUT_NEITHER, "", "He was a painter.", "Otto Brandt"])
def test_no_page_fits(text):
    assert choose(text, PAGES) is None


def test_a_text_about_both_is_about_neither():
    assert choose(f"{ABOUT_THE_PAINTER} {ABOUT_THE_FOOTBALLER}", PAGES) is None


def test_one_page_is_no_choice():
    assert choose(ABOUT_THE_PAINTER, {PAINTER: PAGES[PAINTER]}) is None
    assert choose(ABOUT_THE_PAINTER, {}) is None


def test_equal_pages_are_not_told_apart():
    assert choose(ABOUT_THE_PAINTER, {"A": PAGES[PAINTER], "B": PAGES[PAINTER]}) is None


def test_case_and_accents_of_the_page_do_not_matter():
    page = [passage.upper().replace("KIEL", "KÍEL") for passage in PAGES[PAINTER]]
    assert choose(ABOUT_THE_PAINTER, {**PAGES, PAINTER: page}).title == PAINTER


def test_the_fit_by_hand():
    """Nine marks, 1901 to 1909; eight on one page, in a row; one and no pair on the other."""
    text = "in " + " ".join(str(year) for year in range(1901, 1910))
    pages = {
        "A": [" ".join(str(year) for year in range(1901, 1909))],
        "B": ["1909"],
    }
    choice = choose(text, pages)
    assert choice.title == "A"
    assert choice.fit == pytest.approx(8 / 9 + 7 / 8)
    assert choice.margin == pytest.approx(8 / 9 + 7 / 8 - 1 / 9)


def test_what_the_candidates_are_called_does_not_count():
    """The page of the one repeats the name, that of the other does not."""
    text = " ".join(["It was Otto Brandt, and Otto Brandt again."] * 5)
    assert choose(text, {PAINTER: ["Otto Brandt and Otto Brandt"], FOOTBALLER: ["x"]}) is None


def test_seven_marks_are_too_few():
    seven = "in 1901 1902 1903 1904 1905 1906 1907"
    assert choose(seven, {"A": [seven], "B": ["x"]}) is None
    assert choose(f"{seven} 1908", {"A": [f"{seven} 1908"], "B": ["x"]}).title == "A"


def test_writing_without_capitals_or_spaces():
    pages = {
        "王伟（画家）": ["王伟生于青岛，毕业于中央美术学院，擅长山水画，作品藏于上海博物馆。"],
        "王伟（球员）": ["王伟是足球运动员，曾效力于北京国安队，参加过亚洲杯比赛。"],
    }
    text = "王伟毕业于中央美术学院，生于青岛，作品藏于上海博物馆。"
    assert choose(text, pages).title == "王伟（画家）"


@settings(deadline=None)
@given(st.text(), st.dictionaries(st.text(), st.lists(st.text(), max_size=3), max_size=4))
def test_any_text_and_pages(text, pages):
    choice = choose(text, pages)
    assert choice is None or choice.title in pages


def test_titles_that_the_text_names_come_first():
    titles = ["Li Na (born 1970)", "Li Na (cyclist)", "Li Na (cyclist, born 1982)", "Li Na (diver)"]
    text = "Li Na, born in Chengdu in 1982, is a CYCLIST."
    assert named_first(text, titles) == [titles[2], titles[0], titles[1], titles[3]]
    assert named_first("", titles) == titles
