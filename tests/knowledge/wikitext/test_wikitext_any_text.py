"""Whatever a page holds, it is read in bounded time and leaves no markup."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factscore.knowledge.wikitext import SiteInfo, sections_text, to_prose

SITE = SiteInfo(language="en")
MARKUP = re.compile(r"\{\{|\}\}|\[\[|\]\]|<ref|\|thumb|__TOC__|'''|&nbsp;|[\ufdd0-\ufdef]|\n\n|  ")
PIECES = [
    "{{", "}}", "{{{", "}}}", "[[", "]]", "[", "]", "|", "=", "==", "\n", "\n\n", "\n* ", "\n: ",
    "'''", "''", "'", "<ref>", "</ref>", "<ref name=a />", "<!--", "-->", "{|", "|}", "\n{|\n|",
    "\n|}\n", "<b>", "</b>", "<div>", "<br>", "<table>", "</table>", "<math>", "</math>", "(", ")",
    ";", ", ", ". ", "&nbsp;", "&", "__TOC__", "http://a.example ", "[http://b.example ", "File:",
    "Category:", "fr:", "thumb", "lang|fr|", "nowrap|", "convert|5|km", "birth date|1815|12|10",
    "word ", "Ada ", "東京", "5", " ", "\t", "\u2028", "\ufdd0", "\ufdd5", "<nowiki/>", "<poem>",
    "</poem>", "quote|", "\n== Title ==\n", "#", "-{", "}-", "!", "<span style='display:none'>",
]  # fmt: skip
pieces = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


def shown(wikitext: str) -> str:
    return "\n\0".join(sections_text(to_prose(wikitext, SITE)))


@given(pieces)
@settings(max_examples=300, deadline=None)
def test_no_markup_is_left_of_any_markup(wikitext: str) -> None:
    assert not MARKUP.search(shown(wikitext))


@given(st.text(max_size=200))
@settings(max_examples=200, deadline=None)
def test_any_text_can_be_read(text: str) -> None:
    prose = to_prose(text, SITE)
    assert prose.sections[0].title == ""
    assert all(section.text == section.text.strip() for section in prose.sections)


@given(st.text(alphabet="abc éß東.,", max_size=80))
@settings(max_examples=100, deadline=None)
def test_plain_text_stays_as_it_is(text: str) -> None:
    expected = " ".join(text.split())
    assert shown(text) == (expected if re.search(r"\w", expected) else "")


@given(pieces)
@settings(max_examples=100, deadline=None)
def test_the_same_page_gives_the_same_prose(wikitext: str) -> None:
    assert to_prose(wikitext, SITE) == to_prose(wikitext, SITE)


@pytest.mark.parametrize(
    "pair", ["{{a| }}", "[[a| ]]", "{{lang|fr| }}", "{{{a| }}}", "<div> </div>"]
)
def test_nesting_ten_thousand_deep(pair: str) -> None:
    opening, closing = pair.split(" ")
    text = shown("Before. " + opening * 10_000 + "x" + closing * 10_000 + " After.")
    assert text.startswith("Before.")
    assert text.endswith("After.")
    assert not MARKUP.search(text)


@pytest.mark.parametrize(
    "unit",
    ["{{", "[[", "{{a|", "[[a|", "{{{a|", "{{lang|fr|[[b|", "[http://a ", "[http://a {{b}} ",
     "<ref>", "<!--", "{|\n", "\n{|\n|"
     "", "'''a''", "(", "(<ref/>; ", "http://a.b ", "==a\n", "[[a\n",
     "*", "= ", ", ", "- ", "<poem>", "<nowiki>", "__a", "&#x"],
)  # fmt: skip
def test_a_flood_of_marks_takes_time_in_proportion(unit: str) -> None:
    flood = unit * (200_000 // len(unit))
    to_prose(flood, SITE)
    # About a second on a slow core; time that grew with the square would be minutes.


def test_a_page_of_twenty_megabytes() -> None:
    paragraph = "'''Ada''' wrote a [[note]] about the engine.<ref>{{cite book|title=A}}</ref>\n\n"
    text = to_prose(paragraph + "x" * 20_000_000 + "\n\n" + paragraph, SITE).sections[0].text
    assert text.startswith("Ada wrote a note about the engine.\nxxx")
    assert text.endswith("xxx\nAda wrote a note about the engine.")
