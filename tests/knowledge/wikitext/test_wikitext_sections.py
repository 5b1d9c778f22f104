"""Sections, their titles, which of them are kept, and disambiguation pages."""

from __future__ import annotations

import pickle

import pytest

from factscore.knowledge.wikitext import (
    MAX_CHARACTERS,
    Section,
    SiteInfo,
    Unparsable,
    is_apparatus,
    sections_text,
    to_prose,
)

SITE = SiteInfo(language="en")
PAGE = """{{Short description|x}}
'''Ada''' wrote.

She lived.
== Early ''life'' ==
Born<ref>a</ref> in London.
=== School ===
She had tutors.
== Works ==
=== Notes on the engine ===
Seven notes.
== See also ==
* [[Engine]]
=== Portals ===
Portals are here.
== References ==
{{reflist}}
== Legacy ==
A language.
"""


def test_sections_keep_their_titles_and_levels() -> None:
    assert to_prose(PAGE, SITE).sections[:4] == (
        Section("", 0, "Ada wrote.\nShe lived."),
        Section("Early life", 2, "Born in London."),
        Section("School", 3, "She had tutors."),
        Section("Works", 2, ""),
    )


def test_sections_without_prose_are_left_out_with_what_is_under_them() -> None:
    assert sections_text(to_prose(PAGE, SITE)) == [
        "Ada wrote.\nShe lived.",
        "Early life\nBorn in London.",
        "School\nShe had tutors.",
        "Notes on the engine\nSeven notes.",
        "Legacy\nA language.",
    ]


@pytest.mark.parametrize(
    "title",
    ["References", "EXTERNAL LINKS", "See also", "Weblinks", "Notes et références",
     "Enlaces externos", "Collegamenti esterni", "Примечания", "外部リンク", "参考文献",
     "Вижте също", "각주"],
)  # fmt: skip
def test_apparatus_in_many_languages(title: str) -> None:
    assert is_apparatus(title)


@pytest.mark.parametrize("title", ["", "Works", "Bibliography", "History", "Early life"])
def test_prose_headings_are_no_apparatus(title: str) -> None:
    assert not is_apparatus(title)


def test_a_section_of_addresses_alone_is_empty_whatever_it_is_called() -> None:
    page = "A.\n== Xyzzy ==\n* [http://a.example One]\n* [http://b.example Two], a site\n"
    assert sections_text(to_prose(page, SITE)) == ["A."]


def test_an_empty_page_has_an_empty_lead() -> None:
    assert to_prose("", SITE).sections == (Section("", 0, ""),)
    assert sections_text(to_prose("", SITE)) == []


@pytest.mark.parametrize(
    "wikitext",
    ["* [[A]]\n{{disambiguation|geo}}", "{{Disambig}}", "{{Begriffsklärung}}", "{{homonymie}}",
     "{{неоднозначность}}", "{{曖昧さ回避}}", "__DISAMBIG__", "{{Human name disambiguation}}",
     "{{Template:Hndis|name=Doe, Jo}}"],
)  # fmt: skip
def test_disambiguation_pages(wikitext: str) -> None:
    assert to_prose(wikitext, SITE).disambiguation


@pytest.mark.parametrize(
    "wikitext",
    ["{{other uses|Ada (disambiguation)}}", "{{disambiguation needed}}", "Disambiguation.",
     "<!-- {{disambig}} -->", "<nowiki>__DISAMBIG__</nowiki>", "{{R to disambiguation}}"],
)  # fmt: skip
def test_pages_that_only_speak_of_disambiguation(wikitext: str) -> None:
    assert not to_prose(wikitext, SITE).disambiguation


def test_a_page_beyond_the_limit_is_given_up() -> None:
    with pytest.raises(Unparsable, match="more than a page may have"):
        to_prose("a" * (MAX_CHARACTERS + 1), SITE)


def test_what_workers_exchange_can_be_sent() -> None:
    prose = to_prose(PAGE, SITE)
    assert pickle.loads(pickle.dumps((SITE, prose))) == (SITE, prose)
