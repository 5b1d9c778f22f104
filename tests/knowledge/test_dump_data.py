"""Real exports: what is in them, counted without our reader."""

import bz2
import re
from collections import Counter

import pytest

from factscore.knowledge import open_store
from factscore.knowledge.build import build_store
from factscore.knowledge.sqlite import SqliteStore

PREFIX = "pages of the namespace "
REDIRECTS = ("redirects that lead to no article", "redirects in a circle")


def wikipedia(data_dir, name):
    path = data_dir / "wikipedia" / name
    if not path.exists():
        pytest.skip(f"no {path}")
    return path


def counted(path):
    """Pages and redirects by namespace, by what stands in the file's lines."""
    xml = bz2.decompress(path.read_bytes()) if path.suffix == ".bz2" else path.read_bytes()
    text = xml.decode("utf-16" if xml.startswith(b"\xff\xfe") else "utf-8")
    pages = re.findall(r"<page>(.*?)</page>", text, re.DOTALL)
    number = re.compile(r"<ns>(-?\d+)</ns>")
    spaces = Counter(int(number.search(page)[1]) for page in pages)
    redirects = Counter(int(number.search(page)[1]) for page in pages if "<redirect " in page)
    return spaces, redirects


def build(path, tmp_path):
    summary = build_store([path], tmp_path / "s.db")
    return summary, {kind.what: kind.count for kind in summary.left_out}


@pytest.mark.parametrize(
    "name",
    [
        "enwiki-shortened-pages-articles.xml.bz2",
        "ltgwiki-pages-articles.xml.bz2",
        "enwiki-table-markup.xml.bz2",
        "bgwiki-utf16-shortened.xml.bz2",
        "two-pages.xml",
    ],
)
def test_every_page_is_accounted_for(data_dir, tmp_path, name):
    path = wikipedia(data_dir, name)
    spaces, redirects = counted(path)
    summary, left_out = build(path, tmp_path)
    others = {
        int(what.removeprefix(PREFIX).partition(" ")[0]): count
        for what, count in left_out.items()
        if what.startswith(PREFIX)
    }
    assert others == {number: count for number, count in spaces.items() if number}
    lost = sum(left_out.get(what, 0) for what in REDIRECTS)
    assert summary.redirects + lost == redirects[0]
    without = sum(
        left_out.get(what, 0)
        for what in ("pages without prose", "pages without text", "pages that could not be parsed")
    )
    assert summary.articles + without + redirects[0] == spaces[0]
    with open_store(tmp_path / "s.db") as store:
        assert store.verify() == []


def test_the_english_sample(data_dir, tmp_path):
    path = wikipedia(data_dir, "enwiki-shortened-pages-articles.xml.bz2")
    summary, left_out = build(path, tmp_path)
    # 206 pages: 106 articles, 99 redirects, and a redirect in the namespace Wikipedia.
    assert summary.articles == 106
    assert summary.redirects + sum(left_out.get(what, 0) for what in REDIRECTS) == 99
    assert left_out[f"{PREFIX}4 (Wikipedia)"] == 1
    assert left_out.get("pages that could not be parsed", 0) == 0


def test_the_latgalian_wiki(data_dir, tmp_path):
    _, left_out = build(wikipedia(data_dir, "ltgwiki-pages-articles.xml.bz2"), tmp_path)
    assert {what: n for what, n in left_out.items() if what.startswith(PREFIX)} == {
        f"{PREFIX}14 (Kategoreja)": 539,
        f"{PREFIX}10 (Taiss)": 347,
        f"{PREFIX}4 (Vikipedeja)": 28,
        f"{PREFIX}828 (Modulis)": 28,
        f"{PREFIX}8 (MediaWiki)": 12,
    }


def test_utf16_keeps_its_script(data_dir, tmp_path):
    build(wikipedia(data_dir, "bgwiki-utf16-shortened.xml.bz2"), tmp_path)
    with open_store(tmp_path / "s.db") as store:
        assert isinstance(store, SqliteStore)
        text = "".join("".join(article.passages) for article in store.articles())
    letters = [c for c in text if c.isalpha()]
    assert sum("\u0400" <= c <= "\u04ff" for c in letters) > 0.8 * len(letters)
    assert "\ufffd" not in text


def test_the_last_of_two_revisions(data_dir, tmp_path):
    build(wikipedia(data_dir, "two-pages.xml"), tmp_path)
    with open_store(tmp_path / "s.db") as store:
        assert store.find("Foo").passages == ("Revision 2 text",)
