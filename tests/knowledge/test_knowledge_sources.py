"""Files of articles: every format, and everything that may be wrong with them."""

import bz2
import gzip
import json

import pytest

from factscore import zstd
from factscore.knowledge.options import SourceFile
from factscore.knowledge.rows import Problem, SourceArticle
from factscore.knowledge.sources import read_articles
from factscore.knowledge.wikiextractor import read_pages

ROW = {"title": "Ada", "text": "Ada wrote notes."}
LINE = json.dumps(ROW).encode() + b"\n"


def read(tmp_path, data: bytes, name="a.jsonl"):
    path = tmp_path / name
    path.write_bytes(data)
    return list(read_articles(path))


def only_problem(tmp_path, data: bytes) -> str:
    (row,) = read(tmp_path, data)
    assert isinstance(row, Problem)
    return str(row)


@pytest.mark.parametrize(
    "data",
    [
        LINE,
        gzip.compress(LINE),
        bz2.compress(LINE),
        zstd.ZstdCompressor().compress(LINE, zstd.ZstdCompressor.FLUSH_FRAME),
        b"\xef\xbb\xbf" + LINE,
        gzip.compress(b"\xef\xbb\xbf" + LINE),
        LINE.decode().encode("utf-16"),
        b"\n \n" + LINE,
        LINE.rstrip(),
        json.dumps([ROW]).encode(),
        gzip.compress(json.dumps([ROW]).encode()),
        b'<doc id="1" url="u" title="Ada">\nAda\n\nAda wrote notes.\n</doc>\n',
    ],
    ids=[
        "jsonl",
        "gzip",
        "bzip2",
        "zstd",
        "bom",
        "gz bom",
        "utf-16",
        "blank lines",
        "no newline",
        "list",
        "gz list",
        "doc",
    ],
)
def test_formats(tmp_path, data):
    (row,) = read(tmp_path, data, "named-misleadingly.txt")
    assert isinstance(row, SourceArticle)
    assert (row.title, row.passages, row.aliases) == ("Ada", ("Ada wrote notes.",), ())


def test_the_place_is_file_and_line(tmp_path):
    (row,) = read(tmp_path, b"\n\n" + LINE)
    assert row.place == f"{tmp_path / 'a.jsonl'}:3"


def test_ready_cut_passages_are_kept(tmp_path):
    passages = ["<s>Ada", " and Babbage</s> ", ""]
    (row,) = read(tmp_path, json.dumps({"title": " Ada ", "passages": passages}).encode())
    assert row.passages == tuple(passages)
    assert row.title == "Ada"


def test_sections_and_aliases(tmp_path):
    data = {
        "title": "Ada",
        "text": ["word " * 100, "other " * 100],
        "aliases": ["A", "Ada", " A ", "", "B"],
    }
    (row,) = read(tmp_path, json.dumps(data).encode())
    assert row.passages == (("word " * 100).strip(), ("other " * 100).strip())
    assert row.aliases == ("A", "B")


def test_wikiextractor_json_drops_the_heading_and_marks_pages_without_text(tmp_path):
    rows = [
        {"id": "1", "url": "u", "title": "Ada", "text": "Ada\n\nAda &amp; he wrote."},
        {"id": "2", "url": "u", "title": "Redirect", "text": ""},
    ]
    first, second = read(tmp_path, b"\n".join(json.dumps(row).encode() for row in rows))
    assert first.passages == ("Ada & he wrote.",)
    assert second.passages == ()


def test_wikiextractor_documents(tmp_path):
    data = (
        '<doc id="1" url="https://x.org/?a=1" title="The "Mad" &amp; Old">\n'
        'The "Mad" & Old\n\nHe said 2 &lt; 3.\n\n</doc>\n\n'
        '<doc id="2" url="u" title="Empty">\nEmpty\n\n</doc>\n'
    )
    first, second = read(tmp_path, data.encode())
    assert first.title == 'The "Mad" & Old'
    assert first.passages == ("He said 2 < 3.",)
    assert (second.title, second.passages) == ("Empty", ())


def test_folders_are_read_in_the_order_of_their_files(tmp_path):
    for folder, title in (("AB", "Two"), ("AA", "One")):
        (tmp_path / "w" / folder).mkdir(parents=True)
        data = f'<doc id="1" url="u" title="{title}">\nSome text.\n</doc>\n'
        (tmp_path / "w" / folder / "wiki_00").write_text(data)
    (tmp_path / "w" / ".hidden").write_text("nonsense")
    assert [row.title for row in read_articles(tmp_path / "w")] == ["One", "Two"]


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (b"{broken", "each line must be one whole JSON object"),
        (b'{"title": "A", "text": "\\ud800"}', "invalid JSON"),
        (b'{"title": "A", "text": "nul \\u0000"}', '"text" holds a NUL character; remove it'),
        ('{"title": "A", "text": "café"}'.encode("latin-1"), "not UTF-8"),
        (b'{"title": 1, "text": "x"}', '"title" must be a text that is not empty, not a number'),
        (b'{"title": " ", "text": "x"}', '"title" must be a text that is not empty'),
        (b'{"text": "x"}', '"title" must be a text that is not empty, not null'),
        (b'{"title": "A"}', 'needs "text"'),
        (
            b'{"title": "%b", "text": "x"}' % (b"A" * 10_000),
            '"title" holds a name of 10,000 characters; shorten it to at most 1,000',
        ),
        (b'{"title": "A", "text": "x", "aliases": ["%b"]}' % (b"A" * 1001), '"aliases" holds'),
        (b'{"title": "A", "text": "x", "disambiguation": "no"}', "must be true or false, not a"),
        (b'{"title": "A", "text": null}', '"text" must be a list of texts, not null'),
        (b'{"title": "A", "text": 5}', '"text" must be a list of texts, not a number'),
        (b'{"title": "A", "text": ["x", 5]}', '"text" must hold texts only, but holds a number'),
        (b'{"title": "A", "text": ""}', "the article has no text"),
        (b'{"title": "A", "passages": "x"}', '"passages" must be a list of texts, not a string'),
        (b'{"title": "A", "passages": []}', "the article has no text"),
        (b'{"title": "A", "passages": [" "]}', "the article has no text"),
        (b'{"title": "A", "text": "x", "aliases": "B"}', '"aliases" must be a list'),
        (b'{"title": "A", "text": "x", "aliases": [1]}', '"aliases" must hold texts only'),
    ],
)
def test_bad_rows(tmp_path, line, what):
    first, problem = read(tmp_path, LINE + line)
    assert isinstance(first, SourceArticle)
    assert str(problem).startswith(f"{tmp_path / 'a.jsonl'}:2: ")
    assert what in str(problem)


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "the file is empty; write one article a line"),
        (b" \n", "the file is blank; write one article a line"),
        (b"Dear diary", "supported: a MediaWiki dump (XML), articles as JSONL"),
        (b"<mediawiki xml:lang='en'>", "the XML is cut off at line 1, column 26; get the file"),
        (b'<?xml version="1.0"?><opml>', "no export of MediaWiki: it begins with <opml>"),
        (b"SQLite format 3\0" + bytes(84), "an SQLite database cannot be read: open it as it is"),
        (gzip.compress(LINE * 9)[:-9], "damaged or cut off; copy or compress the file again"),
        (bz2.compress(LINE * 9)[:-9], "damaged or cut off; copy or compress the file again"),
        (b"\xfd7zXZ\0", "packed with xz, which is not read; unpack it"),
        (b"\xff\xfe{", "not valid utf-16-le at byte 2; save it as UTF-8"),
        (b"[{", "; correct it, as nothing was read"),
        (b'<doc id="1" url="u" title="A">\ntext', "no </doc>"),
        (b'<doc id="1" url="u" title="">\ntext\n</doc>', "the page has no title"),
        (b'<doc id="1" title="A">\n\xe9\n</doc>', "not UTF-8"),
        (b"<doc nonsense>", "expected <doc"),
    ],
    ids=range(15),
)
def test_bad_files(tmp_path, data, what):
    problems = [row for row in read(tmp_path, data) if isinstance(row, Problem)]
    assert len(problems) == 1
    assert what in str(problems[0])
    assert "\n" not in str(problems[0])


def test_a_list_of_other_things(tmp_path):
    assert "item 1: an article must be an object" in only_problem(tmp_path, b"[5]")


def test_files_joined_with_their_marks(tmp_path):
    rows = read(tmp_path, b"\xef\xbb\xbf" + LINE + b"\xef\xbb\xbf" + LINE)
    assert [row.title for row in rows] == ["Ada", "Ada"]


def test_missing_and_empty_folders(tmp_path):
    (row,) = read_articles(tmp_path / "none")
    assert "no such file or folder; check the path" in str(row)
    (row,) = read_articles(tmp_path)
    assert "the folder holds no files; name one that holds articles" in str(row)


def test_an_unclosed_page_is_told_and_the_next_is_read(tmp_path):
    data = '<doc id="1" url="u" title="A">\nx\n<doc id="2" url="u" title="B">\ny\n</doc>\n'
    problem, page = read(tmp_path, data.encode())
    assert "a.jsonl:1: " in str(problem)
    assert (page.title, page.passages) == ("B", ("y",))


def test_a_long_opening_line_takes_no_longer_than_its_length():
    (problem,) = read_pages([b"<doc " + b'title="' * 100_000], SourceFile("a"))
    assert isinstance(problem, Problem)


@pytest.mark.parametrize(
    ("title", "what"),
    [
        ("T" * 10_000, "the page has a title of 10,000 characters; shorten it to at most 1,000"),
        ("T\0x", "the page holds a NUL character; remove it"),
    ],
)
def test_titles_of_wikiextractor_that_no_store_takes(tmp_path, title, what):
    problem = only_problem(tmp_path, f'<doc id="1" url="u" title="{title}">\nx\n</doc>\n'.encode())
    assert problem == f"{tmp_path / 'a.jsonl'}:1: {what}"
