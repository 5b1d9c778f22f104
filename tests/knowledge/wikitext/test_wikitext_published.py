"""Whole exports: nothing of their markup is left, and their sentences are whole."""

from __future__ import annotations

import bz2
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path

from factscore.knowledge.wikitext import SiteInfo, sections_text, to_prose

LEFT = re.compile(
    r"\{\{|\}\}|\[\[|\]\]|\{\||\|\}|<ref|\|thumb|__[A-Z]+__|</?[A-Za-z][^<>]*>|&#?\w+;|''|"
    r"\( ?\)(?! –)|\(;|\(,|  |https?:|[\ufdd0-\ufdef]"
)


def articles(path: Path) -> Iterator[tuple[str, str]]:
    """Title and wikitext of each page of the main namespace that is no redirect."""
    with bz2.open(path) as stream:
        for _, page in ElementTree.iterparse(stream):
            if not page.tag.endswith("}page"):
                continue
            found = {child.tag.rpartition("}")[2]: child.text for child in page.iter()}
            if found.get("ns") == "0" and "redirect" not in found:
                yield found["title"] or "", found["text"] or ""
            page.clear()


def test_no_markup_is_left_of_english_articles(data_dir: Path) -> None:
    path = data_dir / "wikipedia" / "enwiki-shortened-pages-articles.xml.bz2"
    count = 0
    for title, wikitext in articles(path):
        count += 1
        sections = sections_text(to_prose(wikitext, SiteInfo(language="en")))
        assert sections, title
        for section in sections:
            assert not LEFT.search(section), (title, LEFT.search(section))
    assert count == 106


def test_leads_begin_with_a_whole_sentence(data_dir: Path) -> None:
    path = data_dir / "wikipedia" / "enwiki-shortened-pages-articles.xml.bz2"
    for title, wikitext in articles(path):
        first = sections_text(to_prose(wikitext, SiteInfo(language="en")))[0].split("\n")[0]
        if "List of" not in title:
            assert re.match(r"[\w\"“].*[.:]", first), (title, first)


def test_other_scripts_stay_what_they_are(data_dir: Path) -> None:
    site = SiteInfo({6: ("Файл",), 14: ("Категория",), 10: ("Шаблон",)}, language="bg")
    path = data_dir / "wikipedia" / "bgwiki-utf16-shortened.xml.bz2"
    (article,) = articles(path)
    text = "\n".join(sections_text(to_prose(article[1], site)))
    letters = [character for character in text if character.isalpha()]
    assert sum("а" <= letter.lower() <= "я" for letter in letters) > 0.9 * len(letters)
