"""Real titles under the spellings that people use for them."""

from __future__ import annotations

import bz2
import gzip
import html
import json
import re

import pytest
from knowledge_samples import make_store
from title_tables import AMBIGUOUS, BULGARIAN, CYRILLIC_SLIPS, ENGLISH, LATGALIAN, MISSED

from factscore.errors import TopicNotFound
from factscore.knowledge import open_store

_PAGE = re.compile(
    r"<title>(?P<title>[^<]+)</title>\s*<ns>0</ns>\s*<id>\d+</id>"
    r"(?:\s*<redirect title=\"(?P<target>[^\"]+)\" ?/>)?"
)


def _rows(path, *more):
    """The titles of a dump as articles of one word, its redirects as aliases."""
    text = bz2.decompress(path.read_bytes())
    encoding = "utf-16" if text[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8"
    aliases = {title: [] for title in more}
    redirects = []
    for page in _PAGE.finditer(text.decode(encoding)):
        title = html.unescape(page["title"])
        if page["target"]:
            redirects.append((title, html.unescape(page["target"])))
        else:
            aliases.setdefault(title, [])
    for alias, title in redirects:
        if title in aliases:
            aliases[title].append(alias)
    return [{"title": t, "passages": ["x"], "aliases": names} for t, names in aliases.items()]


@pytest.fixture(scope="module", params=["memory", "sqlite"])
def opened(request, data_dir, tmp_path_factory):
    """A function that opens the titles of a data set in a kind of store."""
    wikipedia = data_dir / "wikipedia"
    leads = gzip.decompress((wikipedia / "vital-leads.jsonl.gz").read_bytes()).splitlines()
    files = {
        "en": _rows(
            wikipedia / "enwiki-shortened-pages-articles.xml.bz2",
            *(json.loads(lead)["title"] for lead in leads),
        ),
        "ltg": _rows(wikipedia / "ltgwiki-pages-articles.xml.bz2"),
        "bg": _rows(wikipedia / "bgwiki-utf16-shortened.xml.bz2"),
    }
    folder = tmp_path_factory.mktemp("titles")
    stores = {}
    for language, rows in files.items():
        (folder / language).mkdir()
        stores[language] = open_store(make_store(request.param, folder / language, rows))
    yield stores
    for store in stores.values():
        store.close()


def _found(store, topic):
    try:
        return store.find(topic).title
    except TopicNotFound as error:
        return error


@pytest.mark.parametrize(("topic", "title"), ENGLISH)
def test_english(opened, topic, title):
    assert _found(opened["en"], topic) == title


@pytest.mark.parametrize(("topic", "title"), LATGALIAN)
def test_latgalian(opened, topic, title):
    found = _found(opened["ltg"], topic)
    assert found == title if title else not found.ambiguous


@pytest.mark.parametrize(("topic", "title"), BULGARIAN)
def test_bulgarian(opened, topic, title):
    assert _found(opened["bg"], topic) == title


@pytest.mark.parametrize(("topic", "titles"), AMBIGUOUS)
def test_ambiguous(opened, topic, titles):
    error = _found(opened["en"], topic)
    assert error.ambiguous
    assert set(error.nearest) == titles


@pytest.mark.parametrize(("topic", "title"), MISSED)
def test_a_miss_names_what_was_meant(opened, topic, title):
    error = _found(opened["en"], topic)
    assert not error.ambiguous
    assert len(error.nearest) <= 5
    assert title is None or title in error.nearest


@pytest.mark.parametrize("topic", CYRILLIC_SLIPS)
def test_a_cyrillic_miss(opened, topic):
    assert _found(opened["bg"], topic).nearest == ("Григориански календар",)


def test_every_title_finds_itself(opened):
    """In the form of an address too; the pages say "x", so only their titles differ."""
    for store in opened.values():
        titles = [article.title for article in store.articles()]
        assert len(titles) > 0
        for title in titles[::7]:
            assert store.find(title).title == title
            address = "https://x.wikipedia.org/wiki/" + title.replace(" ", "_")
            assert store.find(address.replace("?", "%3F")).title == title


def test_the_tables_are_long_enough():
    tables = (ENGLISH, AMBIGUOUS, MISSED, LATGALIAN, BULGARIAN, CYRILLIC_SLIPS)
    assert sum(map(len, tables)) >= 80
