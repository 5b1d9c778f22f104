"""One's own documents as articles."""

import gzip
import json

import pytest

from factscore import zstd
from factscore.errors import InputError
from factscore.knowledge import open_store
from factscore.knowledge.build import build_store
from factscore.knowledge.rows import LeftOut, Problem
from factscore.knowledge.sources import read_articles
from factscore.knowledge.sources.documents import unwrap
from factscore.knowledge.sources.html_text import html_text
from factscore.knowledge.sources.markdown_text import markdown_text


def write(folder, **files):
    for name, content in files.items():
        path = folder / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def write_named(folder, files):
    return write(folder, **{name.replace("/", "__"): data for name, data in files.items()})


PAGE = """<!DOCTYPE html>
<html><head><title>The  mill &amp; its wheel</title><style>p {color: red}</style></head>
<body><header><a href="/">Home</a></header><nav>Menu<ul><li>About</li></ul></nav>
<h1>The mill &amp; its wheel</h1>
<p>The mill <b>was built</b> in
1741.<sup class="reference">[1]</sup> It stands&nbsp;still.</p><script>var a = "<p>no</p>";</script>
<h2>Owners</h2><p>Two families<br>owned it.</p>
<ul><li>Klein</li><li>Brandt</li></ul>
<table><tr><th>Year</th><th>Flour</th></tr><tr><td>1801</td><td>12 t</td></tr></table>
<footer>Imprint</footer></body></html>"""


def test_html():
    page = html_text(PAGE)
    assert page.title == "The mill & its wheel"
    assert page.sections == (
        "Home",
        "The mill was built in 1741. It stands still.",
        "Owners\nTwo families\nowned it.\nKlein\nBrandt\nYear | Flour\n1801 | 12 t",
    )


def test_html_with_main_content():
    page = html_text(PAGE.replace("<h1>", "<main><h1>").replace("<footer>", "</main><footer>"))
    assert page.sections[0] == "The mill was built in 1741. It stands still."


@pytest.mark.parametrize(
    ("page", "title", "sections"),
    [
        ("<h1>A <i>b</i></h1>text", "A b", ("text",)),
        ("<p>no heading", "", ("no heading",)),
        ("<title>T</title><svg><title>icon</title></svg>x", "T", ("x",)),
        ("<head><title>T</title><body>x", "T", ("x",)),
        ("a &lt;b&gt; &#233; &unknown;", "", ("a <b> é &unknown;",)),
        ("<form><p>in a form <button>no</button></p></form>", "", ("in a form",)),
        ("a<![if x]>b<![endif]-->c<![no]>d", "", ("abcd",)),
        ("<p>a <!-- never ends<p>b", "", ("a <!-- never ends\nb",)),
        ("<p>a</p", "", ("a</p",)),
        ("<nav><svg></nav>a<svg><nav></svg>b</nav>c", "", ("abc",)),
        ("</p></div>x</main>y", "", ("x\ny",)),
        ("<nav><div>no</div></nav>yes", "", ("yes",)),
        ("", "", ()),
    ],
)
def test_html_as_people_write_it(page, title, sections):
    found = html_text(page)
    assert (found.title, found.sections) == (title, sections)


MARKDOWN = """---
title: "The wheel"
tags: [mill]
---
# A *heading*

It was **built** in
[1741](https://example.org "link").[^1] See `mill.py` ![wheel](wheel.png) &amp; more.

## Owners

- Klein
- Brandt
  - the younger

> Quoted words.

```python
grind(1)
```

| Year | Flour |
|------|-------|
| 1801 | 12 t  |

<div>By <b>hand</b></div>

[^1]: A note.
"""


def test_markdown():
    page = markdown_text(MARKDOWN)
    assert page.title == "The wheel"
    assert page.sections == (
        "A heading\nIt was built in 1741. See mill.py & more.",
        "Owners\nKlein\nBrandt\nthe younger\nQuoted words.\ngrind(1)\nYear | Flour\n1801 | 12 t\n"
        "By hand\nA note.",
    )


@pytest.mark.parametrize(
    ("document", "title", "sections"),
    [
        ("# A\n\nx\n\n# B\n\ny", "A", ("x", "B\ny")),
        ("Setext\n======\n\nx", "Setext", ("x",)),
        ("no heading", "", ("no heading",)),
        ("line one  \nline two", "", ("line one\nline two",)),
        ("---\n\nA rule, no front matter\n\n---\n", "", ("A rule, no front matter",)),
        ("", "", ()),
    ],
)
def test_markdown_as_people_write_it(document, title, sections):
    found = markdown_text(document)
    assert (found.title, found.sections) == (title, sections)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One paragraph that is broken at a width of some\nletters.", None),
        ("Short line\nanother", "Short line\nanother"),
        ("A first line that is long enough to be a wrapped one:\n- item", None),
        ("a\n\n \nb\r\n\r\nc", "a\nb\nc"),
        ("水車は千七百四十一年に建てられたもので、長い間使われていたが、今では止まっていて、もう誰も"
         "\n使わない。", None),
    ],
)  # fmt: skip
def test_lines_that_were_broken_at_a_width(text, expected):
    if expected is None:
        joined = "\n" if "- item" in text else "" if "水" in text else " "
        expected = text.replace("\n", joined)
    assert unwrap(text) == expected


def test_a_folder_of_documents(tmp_path):
    folder = write_named(
        tmp_path / "docs",
        {
            "guide/mill.md": "# Overview\n\nThe mill grinds.",
            "guide/wheel.html": "<title>Wheel</title><p>It turns.",
            "history_of_the_mill.txt": "It was built in 1741.",
            "other/mill.markdown": "# Overview\n\nAnother mill.",
            "packed.txt.gz": gzip.compress(b"Packed text."),
            "packed.md.zst": zstd.ZstdCompressor().compress(
                b"# Z\nzstd text", zstd.ZstdCompressor.FLUSH_FRAME
            ),
            "list.txt": "[1] is no JSON.",
            "rows.txt": '{"title": "Row", "text": "From JSONL."}\n',
            "wheel.png": b"\x89PNG\r\n\x1a\n\0\0",
            "empty.txt": "",
            ".git/config": "hidden",
            "blank.md": "<!-- nothing -->",
        },
    )
    summary = build_store([folder], tmp_path / "s.db")
    counts = {kind.what: kind.count for kind in summary.left_out}
    assert counts == {"files of no known format": 2, "documents without text": 1}
    with open_store(tmp_path / "s.db") as store:
        texts = {
            title: store.find(title).passages
            for title in (
                "Overview", "Overview (other/mill.markdown)", "Wheel", "history of the mill",
                "packed", "Z", "list", "Row",
            )
        }  # fmt: skip
        assert len(store) == len(texts)
    assert texts["Overview"] == ("The mill grinds.",)
    assert texts["Overview (other/mill.markdown)"] == ("Another mill.",)
    assert texts["history of the mill"] == ("It was built in 1741.",)
    assert texts["list"] == ("[1] is no JSON.",)
    assert texts["packed"] == ("Packed text.",)


def test_the_fingerprint_does_not_depend_on_where_the_folder_lies(tmp_path):
    files = {"a/x.md": "# T\n\none", "b/x.md": "# T\n\ntwo"}
    one = build_store([write_named(tmp_path / "1", files)], tmp_path / "1.db")
    two = build_store([write_named(tmp_path / "2" / "deep", files)], tmp_path / "2.db")
    assert one.fingerprint == two.fingerprint
    assert one.articles == 2


def test_single_documents(tmp_path):
    write(tmp_path, **{"a.md": "x", "b.htm": "<p>y"})
    (row,) = read_articles(tmp_path / "a.md")
    assert (row.title, row.passages) == ("a", ("x",))
    (row,) = read_articles(tmp_path / "b.htm")
    assert (row.title, row.passages) == ("b", ("y",))


@pytest.mark.parametrize(
    ("name", "data", "text"),
    [
        ("a.html", '<meta charset="iso-8859-1"><p>caf\xe9'.encode("latin-1"), "café"),
        ("a.html", "<p>café".encode("utf-16"), "café"),
        ("a.txt", "\ufeffcafé".encode(), "café"),
    ],
)
def test_encodings(tmp_path, name, data, text):
    (tmp_path / name).write_bytes(data)
    (row,) = read_articles(tmp_path / name)
    assert row.passages == (text,)


@pytest.mark.parametrize("data", [b"caf\xe9", b'<meta charset="nonsense">caf\xe9'])
def test_an_encoding_that_nobody_told(tmp_path, data):
    (tmp_path / "a.html").write_bytes(data)
    (row,) = read_articles(tmp_path / "a.html")
    assert isinstance(row, Problem)
    assert "not UTF-8 (byte 0xe9); convert" in str(row)


def test_a_folder_of_pictures_builds_nothing(tmp_path):
    folder = write_named(tmp_path / "docs", {"wheel.png": b"\x89PNG\r\n", "b.png": b"\x89PNG\r\n"})
    assert [type(row) for row in read_articles(folder)] == [LeftOut, LeftOut]
    with pytest.raises(InputError, match=r"no articles .but 2 files of no known format., nothing"):
        build_store([folder], tmp_path / "s.db")


def test_a_damaged_file_in_a_folder_is_a_problem(tmp_path):
    packed = gzip.compress(b"text " * 999)
    folder = write_named(tmp_path / "docs", {"a.txt.gz": packed[:-9], "b.txt": "text"})
    with pytest.raises(InputError, match=r"a\.txt\.gz: the gzip-compressed data is damaged"):
        build_store([folder], tmp_path / "s.db")


@pytest.mark.parametrize(
    "page",
    [
        "<a " * 60_000,
        '<a x="' * 60_000,
        "<!--x>" * 60_000,
        "<![CDATA[x>" * 60_000,
        "<nav>" * 60_000 + "</aside>" * 60_000,
        "<nav>" * 60_000 + "<title>x</title>" * 60_000,
    ],
    ids=["tags", "quotes", "comments", "cdata", "elements", "titles"],
)
def test_html_takes_no_longer_than_its_length(page):
    html_text(page)


ARTICLE = {"title": "Row", "text": "From JSON."}
FOREIGN = {
    "package.json": json.dumps({"name": "mill", "version": "1.0"}, indent=2),
    "small.json": '{"name": "mill"}',
    "lock.json": json.dumps({"name": "mill", "packages": {f"p{n}": n for n in range(2000)}}),
    "numbers.json": "[1, 2, 3]",
    "books.json": '[{"title": "A book", "year": 1741}]',
    "indented.json": json.dumps({"title": "A", "text": "x"}, indent=2),
    "notes.ipynb": '{"cells": []}',
}


def test_json_among_documents_that_holds_no_articles_is_left_out(tmp_path):
    folder = write_named(
        tmp_path / "docs",
        {
            **FOREIGN,
            "mill.md": "# Mill\n\nIt grinds.",
            "rows.json": json.dumps({**ARTICLE, "title": "One"}) + "\n",
            "list.json": json.dumps([{**ARTICLE, "title": "Two"}]),
            "long.json": json.dumps([{"text": "word " * 2000, "title": "Three"}]),
            "none.json": " [ ]",
        },
    )
    summary = build_store([folder], tmp_path / "s.db")
    (kind,) = summary.left_out
    assert (kind.what, kind.count) == ("files of JSON that hold no articles", len(FOREIGN))
    why = 'its first object has no "title" with a "text" or "passages"'
    assert kind.examples[0] == f"'books.json' (books.json): {why}"
    with open_store(tmp_path / "s.db") as store:
        assert [article.title for article in store.articles()] == ["Two", "Three", "Mill", "One"]


def test_json_named_by_itself_or_named_as_rows_must_hold_articles(tmp_path):
    folder = write_named(tmp_path / "docs", {"a.jsonl": '{"name": "mill"}\n', "b.json": "[1]"})
    with pytest.raises(InputError, match=r"a\.jsonl:1: .title. must be"):
        build_store([folder], tmp_path / "s.db")
    with pytest.raises(InputError, match=r"b\.json: item 1: an article must be an object"):
        build_store([folder / "b.json"], tmp_path / "s.db")


def test_a_store_within_the_folder_that_it_is_built_from(tmp_path):
    from factscore.knowledge.search import build_index

    folder = write_named(tmp_path / "docs", {"mill.md": "# Mill\n\nIt grinds.", "x.db": b"other"})
    steps, made = [], []
    for _ in range(3):
        made.append(build_store([folder], folder / "s.db", progress=steps.append))
        build_index(folder / "s.db")
    assert {summary.fingerprint for summary in made} == {made[0].fingerprint}
    assert {kind.count for summary in made for kind in summary.left_out} == {1}
    assert len({step.total for step in steps}) == 1
    # A database elsewhere in the folder is no source either.
    other = build_store([folder], tmp_path / "t.db")
    assert (other.fingerprint, other.left_out[0].count) == (made[0].fingerprint, 2)
    with pytest.raises(InputError, match="an SQLite database cannot be read"):
        build_store([folder / "s.db"], tmp_path / "t.db")


def test_many_documents_of_one_title_and_one_name(tmp_path):
    folders = [
        write_named(tmp_path / str(n), {"README.md": f"# Readme\n\nText {n % 4}."})
        for n in range(5)
    ]
    summary = build_store(folders, tmp_path / "s.db")
    assert (summary.articles, summary.repeated) == (4, 1)
    with open_store(tmp_path / "s.db") as store:
        assert [article.title for article in store.articles()] == [
            "Readme", "Readme (README.md)", "Readme (README.md, 2)", "Readme (README.md, 3)",
        ]  # fmt: skip
