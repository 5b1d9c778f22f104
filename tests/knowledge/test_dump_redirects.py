"""Where redirects lead."""

import pytest

from factscore.knowledge.dump.export import ExportPage, ExportSite
from factscore.knowledge.dump.namespaces import namespace_of, shown_namespace
from factscore.knowledge.dump.redirects import clean_target, target_of

WORDS = ("#REDIRECT", "#WEITERLEITUNG", "#перенаправление")


def target(text, *, redirects=False, named="", first_letter=True):
    page = ExportPage("X", 0, redirects, named, text, len(text or ""), "wikitext", 1)
    return target_of(page, WORDS, first_letter=first_letter)


@pytest.mark.parametrize(
    ("link", "title"),
    [
        ("Ada Lovelace", "Ada Lovelace"),
        ("ada_lovelace#Early_life", "Ada lovelace"),
        (" :Ada  Lovelace ", "Ada Lovelace"),
        ("Caf%C3%A9", "Café"),
        ("AT&amp;T", "AT&T"),
        ("éclair", "Éclair"),
        ("ßx", "ßx"),
        ("თბილისი", "თბილისი"),
        ("#Section", ""),
        ("100%", "100%"),
    ],
)
def test_links_become_titles(link, title):
    assert clean_target(link, first_letter=True) == title


def test_titles_of_a_case_sensitive_wiki():
    assert clean_target("ada_lovelace", first_letter=False) == "ada lovelace"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#REDIRECT [[B]]", "B"),
        ("#redirect: [[b c#d|label]]\n{{R from move}}", "B c"),
        ("\n#Weiterleitung[[B]]", "B"),
        ("#ПЕРЕНАПРАВЛЕНИЕ [[Б]]", "Б"),
        ("# REDIRECT [[B]]", "B"),
        ("#REDIRECT B", None),
        ("# [[B]] is first", None),
        ("#OTHER [[B]]", None),
        ("Text, then #REDIRECT [[B]]", None),
        ("", None),
        (None, None),
    ],
)
def test_redirects_that_only_the_text_tells(text, expected):
    assert target(text) == expected


def test_a_marked_page_needs_no_known_word():
    assert target("#НЯКАКВА_ДУМА [[Б#в]]", redirects=True) == "Б"
    assert target("nothing", redirects=True) is None


def test_the_element_counts_most():
    assert target("#REDIRECT [[C]]", redirects=True, named="B#x") == "B"


@pytest.mark.parametrize(
    ("title", "number"),
    [
        ("Diskussion:A", 1),
        ("diskussion : A", 1),
        ("Talk:A", 1),
        ("Category talk:A", 15),
        ("Category_talk:A", 15),
        ("Image:A.jpg", 6),
        ("A", 0),
        ("2001: A Space Odyssey", 0),
        (":A", 0),
    ],
)
def test_namespaces_by_their_prefix(title, number):
    site = ExportSite("de", True, {0: "", 1: "Diskussion"})
    page = ExportPage(title, None, False, "", "x", 1, "", 1)
    assert namespace_of(page, site) == number


def test_namespaces_as_they_are_told():
    site = ExportSite("de", True, {14: "Kategorie"})
    assert shown_namespace(14, site) == "14 (Kategorie)"
    assert shown_namespace(10, site) == "10 (Template)"
    assert shown_namespace(2600, site) == "2600"
