"""From an export to a store."""

import bz2
import gzip
import io
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from functools import partial

import pytest
from dump_samples import export, page, write_export

from factscore import unpacking, zstd
from factscore.cli.knowledge import knowledge
from factscore.errors import InputError, TopicNotFound, UsageError
from factscore.knowledge import open_store
from factscore.knowledge.build import build_store
from factscore.knowledge.dump import pages
from factscore.knowledge.dump.pages import WikiPage, parse_pages
from factscore.knowledge.dump.workers import in_order
from factscore.knowledge.options import ReadOptions, SourceFile
from factscore.knowledge.passages import DEFAULT_CUT, CutSettings
from factscore.knowledge.rows import LeftOut
from factscore.knowledge.wikitext import SiteInfo

ADA = "'''Ada''' was a [[mathematician]].<ref>x</ref>\n\n== Life ==\nShe lived in {{city}} London."
PAGES = (
    page("Ada Lovelace", ADA),
    page("Countess", "#WEITERLEITUNG [[Ada Lovelace#Life]]", redirect="Ada Lovelace"),
    page("Lady", "#WEITERLEITUNG [[Countess]]", redirect="Countess"),
    page("Lord", "#WEITERLEITUNG [[Nobody]]", redirect="Nobody"),
    page("This", "#WEITERLEITUNG [[That]]", redirect="That"),
    page("That", "#WEITERLEITUNG [[This]]", redirect="This"),
    page("Self", "#WEITERLEITUNG [[Self]]", redirect="Self"),
    page("Kategorie:People", "All of them.", ns=14),
    page("Diskussion:Ada Lovelace", "Hello.", ns=1),
    page("Only a template", "{{empty}}"),
    page("Nothing"),
    page("A table of data", "{}", model="json"),
    page("Charles Babbage", "'''Charles''' built engines."),
)


def left_out(summary):
    return {kind.what: kind.count for kind in summary.left_out}


def test_articles_redirects_and_what_is_left_out(tmp_path):
    summary = build_store([write_export(tmp_path / "dump.xml", *PAGES)], tmp_path / "s.db")
    assert (summary.articles, summary.aliases, summary.redirects) == (2, 2, 2)
    assert left_out(summary) == {
        "redirects in a circle": 3,
        "pages of json, not of wikitext": 1,
        "pages of the namespace 1 (Diskussion)": 1,
        "pages of the namespace 14 (Kategorie)": 1,
        "pages without prose": 1,
        "pages without text": 1,
        "redirects that lead to no article": 1,
    }
    (dangling,) = (k for k in summary.left_out if k.what == "redirects that lead to no article")
    assert dangling.examples == ("'Lord' (dump.xml:53): to 'Nobody'",)
    with open_store(tmp_path / "s.db") as store:
        assert store.verify() == []
        ada = store.find("Ada Lovelace")
        assert ada.passages[0].startswith("Ada was a mathematician.")
        assert ada.passages[0].endswith("London.")
        assert store.find("Countess") == store.find("Lady") == ada
        with pytest.raises(TopicNotFound):
            store.find("Lord")
        assert dict(store.info().left_out) == left_out(summary)


def test_a_redirect_before_its_article_and_a_long_chain(tmp_path):
    chain = [page(f"R{n}", redirect=f"R{n + 1}") for n in range(300)]
    source = write_export(tmp_path / "d.xml", *chain, page("R300", "The end of it."))
    assert build_store([source], tmp_path / "s.db").redirects == 300
    with open_store(tmp_path / "s.db") as store:
        assert store.find("R0").title == "R300"


def test_redirects_across_several_dumps(tmp_path):
    one = write_export(tmp_path / "1.xml", page("A", redirect="B"))
    two = write_export(tmp_path / "2.xml", page("B", "It is here."))
    build_store([one, two], tmp_path / "s.db")
    with open_store(tmp_path / "s.db") as store:
        assert store.find("A").title == "B"


def test_a_redirect_with_the_title_of_an_article(tmp_path):
    pages = (page("A", "Text of A."), page("B", "Text of B."), page("A", redirect="B"))
    summary = build_store([write_export(tmp_path / "d.xml", *pages)], tmp_path / "s.db")
    assert left_out(summary) == {"redirects with the title of an article": 1}
    with open_store(tmp_path / "s.db") as store:
        assert store.find("A").passages == ("Text of A.",)


def test_of_two_pages_of_a_title_the_first_is_kept_and_the_other_told(tmp_path):
    pages = (page("A", "First."), page("A", "Second."), page("A", "First."))
    summary = build_store([write_export(tmp_path / "d.xml", *pages)], tmp_path / "s.db")
    assert (summary.articles, summary.repeated) == (1, 1)
    ((kind),) = summary.left_out
    assert (kind.what, kind.count) == ("pages whose title was taken", 1)
    assert "'A' (d.xml:24): kept is d.xml:12" in kind.examples
    with open_store(tmp_path / "s.db") as store:
        assert store.find("A").passages == ("First.",)


def test_disambiguation_pages_are_kept_and_marked(tmp_path):
    listing = "'''Mill''' may mean:\n* [[Mill (grinding)]]\n* [[Mill (town)]]\n{{disambiguation}}"
    source = write_export(
        tmp_path / "d.xml", page("Mill", listing), page("A", "Text."), language="en"
    )
    summary = build_store([source], tmp_path / "s.db")
    assert (summary.articles, summary.disambiguations) == (2, 1)
    with closing(sqlite3.connect(tmp_path / "s.db")) as db:
        assert db.execute("SELECT title FROM articles WHERE disambiguation").fetchall() == [
            ("Mill",)
        ]
    with open_store(tmp_path / "s.db") as store:
        assert store.info().disambiguations == 1
        assert store.verify() == []


def test_an_export_of_version_0_3(tmp_path):
    old = (
        "<page><title>A</title><id>1</id><revision><text>#WEITERLEITUNG [[b_c#d]]</text>"
        "</revision></page><page><title>Diskussion:A</title><revision><text>x</text></revision>"
        "</page><page><title>B c</title><revision><text>Here it is.</text></revision></page>"
    )
    source = write_export(tmp_path / "d.xml", old, version="0.3")
    summary = build_store([source], tmp_path / "s.db")
    assert (summary.articles, summary.redirects) == (1, 1)
    assert left_out(summary) == {"pages of the namespace 1 (Diskussion)": 1}


@pytest.mark.parametrize(
    "pack",
    [
        bytes,
        bz2.compress,
        lambda data: bz2.compress(data[:500]) + bz2.compress(data[500:]),
        gzip.compress,
        lambda data: zstd.ZstdCompressor().compress(data, zstd.ZstdCompressor.FLUSH_FRAME),
        lambda data: data.decode().encode("utf-16"),
        lambda data: bz2.compress(data.decode().encode("utf-16")),
        lambda data: b"\xef\xbb\xbf" + b'<?xml version="1.0" encoding="UTF-8"?>\n' + data,
    ],
    ids=["plain", "bz2", "multistream", "gzip", "zstd", "utf-16", "utf-16 bz2", "declared"],
)
def test_every_packing_and_encoding_builds_the_same(tmp_path, pack):
    expected = build_store([write_export(tmp_path / "d.xml", *PAGES)], tmp_path / "1.db")
    (tmp_path / "misleading.txt").write_bytes(pack(export(*PAGES).encode()))
    found = build_store([tmp_path / "misleading.txt"], tmp_path / "2.db")
    assert found.fingerprint == expected.fingerprint


def test_standard_input(tmp_path, monkeypatch):
    packed = bz2.compress(export(*PAGES).encode())
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(packed)))
    steps = []
    summary = build_store(["-"], tmp_path / "s.db", progress=steps.append)
    assert summary.articles == 2
    assert {step.total for step in steps} == {None}
    with open_store(tmp_path / "s.db") as store:
        assert store.info().sources == ("standard input",)


def test_a_folder_of_dumps_and_other_things(tmp_path):
    folder = tmp_path / "mixed"
    folder.mkdir()
    write_export(folder / "a.xml", *PAGES)
    (folder / "b.jsonl").write_text('{"title": "Row", "text": "From JSONL."}\n')
    (folder / "c.md").write_text("# Note\n\nFrom Markdown.")
    assert build_store([folder], tmp_path / "s.db").articles == 4


def many_pages(count):
    return [
        page(f"T{n}", f"'''T{n}''' is page {n}. " + "It has a sentence more. " * (n % 50))
        for n in range(count)
    ]


def test_the_store_is_the_same_whatever_the_number_of_workers(tmp_path):
    source = write_export(tmp_path / "d.xml", *many_pages(900), *PAGES)
    one = build_store([source], tmp_path / "1.db")
    two = build_store([source], tmp_path / "2.db", options=ReadOptions(workers=2))
    assert (one.fingerprint, one.left_out) == (two.fingerprint, two.left_out)
    with closing(sqlite3.connect(tmp_path / "2.db")) as db:
        titles = [title for (title,) in db.execute("SELECT title FROM articles ORDER BY id")]
    assert titles == [*(f"T{n}" for n in range(900)), "Ada Lovelace", "Charles Babbage"]


def test_order_is_kept_whoever_is_done_first():
    delays = [0.2, 0.0, 0.1, 0.0, 0.0, 0.05, 0.0, 0.0]
    assert list(in_order(_sleep, delays, 2)) == delays


def test_a_single_batch_needs_no_worker():
    assert list(in_order(lambda x: x + 1, [1], 4)) == [2]  # a lambda cannot be pickled
    assert list(in_order(lambda x: x + 1, [], 4)) == []


def _sleep(seconds):
    time.sleep(seconds)
    return seconds


def _die(_batch):
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_killed_worker_is_told_with_a_remedy(tmp_path, monkeypatch):
    source = write_export(tmp_path / "d.xml", *many_pages(900))
    monkeypatch.setattr(pages, "parse_pages", lambda *_, **__: None)
    monkeypatch.setattr(pages, "partial", lambda *_, **__: partial(_die))
    with pytest.raises(InputError, match=r"a worker process was killed.*fewer --workers") as caught:
        build_store([source], tmp_path / "s.db", options=ReadOptions(workers=2))
    assert len(caught.value.problems) == 1
    assert list(tmp_path.iterdir()) == [source]


def test_workers_end_with_a_parent_that_was_killed(tmp_path):
    write_export(tmp_path / "d.xml", *many_pages(20_000))
    code = (
        "import sys\n"
        "from factscore.knowledge.build import build_store\n"
        "from factscore.knowledge.options import ReadOptions\n"
        "if __name__ == '__main__':\n"
        "    build_store(['d.xml'], 's.db', options=ReadOptions(workers=2))\n"
    )
    (tmp_path / "script.py").write_text(code)
    with subprocess.Popen([sys.executable, "script.py"], cwd=tmp_path) as child:
        workers = _wait_for(lambda: _children(child.pid) if len(_children(child.pid)) > 2 else [])
        child.kill()
    assert workers
    assert _wait_for(lambda: not any(map(_is_alive, workers)))


def _children(parent):
    with open(f"/proc/{parent}/task/{parent}/children") as file:
        return [int(number) for number in file.read().split()]


def _is_alive(number):
    try:
        with open(f"/proc/{number}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _wait_for(condition):
    deadline = time.monotonic() + 60
    while not (found := condition()) and time.monotonic() < deadline:
        time.sleep(0.02)
    return found


def test_a_page_that_the_parser_fails_on_is_named(monkeypatch):
    def fail(text, site):
        raise IndexError("pop from empty list")

    monkeypatch.setattr(pages, "to_prose", fail)
    rows = parse_pages([WikiPage("A", "x", "d.xml:1")], SiteInfo(), DEFAULT_CUT)
    assert rows == [
        LeftOut("pages that could not be parsed", "A", "d.xml:1", "IndexError: pop from empty list")
    ]


def test_titles_that_are_too_long_or_missing(tmp_path):
    source = write_export(tmp_path / "d.xml", page("x" * 10_000, "a"), page("", "b"), *PAGES)
    summary = build_store([source], tmp_path / "s.db")
    what = "pages with a title of more than 1,000 characters, or none"
    (kind,) = (kind for kind in summary.left_out if kind.what == what)
    assert kind.count == 2
    assert max(map(len, kind.examples)) < 120
    assert summary.articles == 2


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (bz2.compress(export(*many_pages(500)).encode())[:-20], "bzip2-compressed data is damaged"),
        (export(*PAGES).encode()[:-30], "d.xml: the XML is cut off at line"),
        (export().encode(), "d.xml: no articles, nothing was built"),
        (export(*PAGES[7:9]).encode(), r"no articles \(but 1 pages of the namespace 1"),
        (b"<mediawiki/>", "no articles, nothing was built"),
        (b"<!DOCTYPE m [<!ENTITY a 'b'>]><mediawiki/>", "not in a known format"),
        (b"<?xml version='1.0'?><!DOCTYPE m [<!ENTITY a 'b'>]><mediawiki/>", "has a DOCTYPE"),
        (b"<?xml version='1.0'?><rss/>", "no export of MediaWiki"),
        (b"-- MySQL dump 10.13\n", "take the dump of pages"),
        (b"<html><body>404 Not Found</body></html>", "a web page with the name of a dump"),
        (b"<!DOCTYPE html>\n<title>Moved</title>", "download it again"),
    ],
)
@pytest.mark.parametrize("workers", [1, 2])
def test_a_bad_dump_leaves_the_older_store(tmp_path, data, words, workers):
    old = build_store([write_export(tmp_path / "old.xml", *PAGES)], tmp_path / "s.db").fingerprint
    (tmp_path / "d.xml").write_bytes(data)
    with pytest.raises(InputError, match=words) as caught:
        build_store([tmp_path / "d.xml"], tmp_path / "s.db", options=ReadOptions(workers=workers))
    assert len(caught.value.problems) == 1
    assert "\n" not in str(caught.value)
    with open_store(tmp_path / "s.db") as store:
        assert store.fingerprint == old
    assert sorted(path.name for path in tmp_path.iterdir()) == ["d.xml", "old.xml", "s.db"]


def test_the_index_of_a_multistream_dump_is_no_text(tmp_path):
    path = tmp_path / "d-multistream-index.txt.bz2"
    path.write_bytes(bz2.compress(b"612:10:AccessibleComputing\n612:12:Anarchism\n"))
    with pytest.raises(InputError, match="take the dump itself"):
        build_store([path], tmp_path / "s.db")
    (tmp_path / "notes.txt").write_text("12:30 was the time of the meeting.")
    assert build_store([tmp_path / "notes.txt"], tmp_path / "s.db").articles == 1


def test_a_bomb_is_told_and_the_limit_can_be_raised(tmp_path, monkeypatch):
    monkeypatch.setattr(unpacking, "UNSUSPECTED", 1 << 16)
    xml = export(page("A", "Text of A."), page("Bomb", "{{x}}" + "\n" * (1 << 19)))
    (tmp_path / "d.xml.bz2").write_bytes(bz2.compress(xml.encode()))
    with pytest.raises(InputError, match=r"d\.xml\.bz2: .*more than 250 times.*--max-ratio"):
        build_store([tmp_path / "d.xml.bz2"], tmp_path / "s.db")
    raised = ReadOptions(max_ratio=1e5)
    assert build_store([tmp_path / "d.xml.bz2"], tmp_path / "s.db", options=raised).articles == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (ReadOptions(workers=0), "workers must be at least 1, not 0"),
        (ReadOptions(max_ratio=0.5), "max_ratio must be at least 1"),
        (ReadOptions(max_ratio=float("nan")), "max_ratio must be at least 1"),
        (ReadOptions(CutSettings(max_words=0)), "max_words must be at least 1"),
        (ReadOptions(CutSettings(short_section=-1)), "short_section must be at least 0"),
    ],
)
def test_options_out_of_range(tmp_path, options, words):
    source = write_export(tmp_path / "d.xml", *PAGES)
    with pytest.raises(UsageError, match=words):
        build_store([source], tmp_path / "s.db", options=options)


def test_a_dump_is_no_store_to_be_opened(tmp_path):
    source = write_export(tmp_path / "d.xml", *PAGES)
    with pytest.raises(Exception, match=f"build one from it: factscore knowledge build {source}"):
        open_store(source)


def test_the_command_tells_what_was_left_out(tmp_path):
    from click.testing import CliRunner

    source = write_export(tmp_path / "d.xml", *PAGES)
    out = tmp_path / "s.db"
    result = CliRunner().invoke(
        knowledge,
        ["build", str(source), "--out", str(out), "--workers", "1"],
        standalone_mode=False,
    )
    assert result.exception is None
    assert f"{out}: 2 articles, 2 passages, 2 aliases in " in result.stdout
    lines = result.stderr.splitlines()
    assert "2 of the aliases are redirects" in lines
    assert "1 left out: pages of the namespace 14 (Kategorie)" in lines
    assert "1 left out: redirects that lead to no article: 'Lord' (d.xml:53): to 'Nobody'" in lines
    shown = CliRunner().invoke(knowledge, ["info", str(out)]).stdout
    assert "3 redirects in a circle" in shown


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_of_other_pages_is_not_held_in_memory(workers):
    talk = [page(f"Diskussion:T{n}", "Hello. " * 50, ns=1) for n in range(20_000)]
    data = export(page("A", "Text of A."), *talk).encode()
    stream = io.BytesIO(data)
    rows = pages.read_dump(stream, SourceFile("d.xml", waits=True), ReadOptions(workers=workers))
    kind = "pages of the namespace 1 (Diskussion)"
    assert next(row for row in rows if isinstance(row, LeftOut)).what == kind
    assert stream.tell() < len(data) / 2
    assert sum(isinstance(row, LeftOut) for row in rows) == 19_999


def test_a_long_chain_of_redirects_takes_no_longer_than_its_length(tmp_path):
    # In the order of the titles and against it.
    up = [page(f"A{n:05}", redirect=f"A{n + 1:05}") for n in range(5000)]
    down = [page(f"B{n + 1:05}", redirect=f"B{n:05}") for n in range(5000)]
    circle = [page(f"C{n}", redirect=f"C{(n + 1) % 500}") for n in range(500)]
    lost = [page(f"D{n}", redirect=f"D{n + 1}") for n in range(500)]
    source = write_export(
        tmp_path / "d.xml", *up, *down, *circle, *lost, page("Into the circle", redirect="C7"),
        page("A05000", "An end."), page("B00000", "Another end."),
    )  # fmt: skip
    summary = build_store([source], tmp_path / "s.db")
    assert (summary.redirects, summary.aliases) == (10_000, 10_000)
    assert left_out(summary) == {
        "redirects in a circle": 501,
        "redirects that lead to no article": 500,
    }
    with open_store(tmp_path / "s.db") as store:
        assert store.find("A00000").title == "A05000"
        assert store.find("B05000").title == "B00000"


def test_redirects_that_are_left_out_are_named(tmp_path):
    source = write_export(
        tmp_path / "d.xml", page("A", "Text of A."), page("A", redirect="B"),
        page("L", redirect="M"), page("M", redirect="N"),
    )  # fmt: skip
    summary = build_store([source], tmp_path / "s.db")
    assert {kind.what: kind.examples for kind in summary.left_out} == {
        "redirects with the title of an article": ("'A' (d.xml:24): to 'B'",),
        "redirects that lead to no article": (
            "'L' (d.xml:37): to 'M'", "'M' (d.xml:50): to 'N'",
        ),
    }  # fmt: skip
