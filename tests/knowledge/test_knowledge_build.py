"""Building a store."""

import hashlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import pytest
from knowledge_samples import ARTICLES, write_jsonl, write_original

from factscore import zstd
from factscore.errors import InputError, StoreError
from factscore.knowledge import open_store
from factscore.knowledge.articles import digest_of, fingerprint_of
from factscore.knowledge.build import build_store


def leftovers(folder):
    return [path.name for path in folder.iterdir() if path.name.endswith(".building")]


def test_a_digest_worked_out_by_hand():
    canonical = '["Émile",["a \\"b\\"","c"]]'.encode()
    assert digest_of("Émile", ['a "b"', "c"]) == hashlib.sha256(canonical).hexdigest()


def test_a_fingerprint_worked_out_by_hand():
    lines = b'["article","A","d1"]\n["article","B","d2"]\n["alias","x","A"]\n'
    found = fingerprint_of([("A", "d1"), ("B", "d2")], [("x", "A")])
    assert found == hashlib.sha256(lines).hexdigest()


def test_summary_and_contents(articles_file, tmp_path):
    seen = []
    summary = build_store([articles_file], tmp_path / "s.db", progress=seen.append)
    assert (summary.articles, summary.passages, summary.aliases) == (10, 11, 5)
    assert (summary.repeated, summary.without_text, summary.left_out) == (0, 0, ())
    size = articles_file.stat().st_size
    assert [step.rows for step in seen] == [*range(1, 11), 10]
    assert [step.articles for step in seen] == [*range(1, 11), 10]
    assert {step.total for step in seen} == {size}
    assert [step.finishing for step in seen] == [False] * 10 + [True]
    assert seen[-1].read == size
    with open_store(tmp_path / "s.db") as store:
        assert len(store) == 10
        assert store.fingerprint == summary.fingerprint
        article = store.find("Ada Lovelace")
        assert article.passages == ("Ada wrote notes.", "She knew Babbage.")
        assert article.digest == digest_of("Ada Lovelace", article.passages)
    assert leftovers(tmp_path) == []


def test_the_fingerprint_is_the_same_in_memory_and_in_any_order(articles_file, tmp_path):
    first = build_store([articles_file], tmp_path / "1.db").fingerprint
    shuffled = write_jsonl(tmp_path / "other.jsonl", ARTICLES[::-1])
    assert build_store([shuffled], tmp_path / "2.db").fingerprint == first
    with open_store(articles_file) as memory, open_store(shuffled) as again:
        assert memory.fingerprint == again.fingerprint == first


@pytest.mark.parametrize(
    "change",
    [
        {"title": "Rosa Kleine"},
        {"passages": ["Klein sang!"]},
        {"passages": ["Klein ", "sang."]},
        {"aliases": ["Rosie"]},
    ],
    ids=["title", "passage", "cut", "alias"],
)
def test_the_fingerprint_changes_with_everything(tmp_path, change):
    row = {"title": "Rosa Klein", "passages": ["Klein sang."]}
    with (
        open_store(write_jsonl(tmp_path / "1.jsonl", [row])) as before,
        open_store(write_jsonl(tmp_path / "2.jsonl", [{**row, **change}])) as after,
    ):
        assert before.fingerprint != after.fingerprint


def test_running_text_is_cut_alike_in_memory_and_in_a_store(tmp_path):
    text = " ".join(f"Sentence number {n} has exactly seven words." for n in range(60))
    source = write_jsonl(tmp_path / "a.jsonl", [{"title": "T", "text": [text, "End."]}])
    build_store([source], tmp_path / "s.db")
    with open_store(source) as memory, open_store(tmp_path / "s.db") as store:
        assert memory.find("T") == store.find("T")
        # 420 words: 189, 189 and 42; the short last section stays apart, as together with
        # the first they fit no passage.
        assert [len(p.split()) for p in store.find("T").passages] == [189, 189, 42, 1]


def test_several_sources_and_the_same_article_twice(tmp_path):
    one = write_jsonl(tmp_path / "1.jsonl", [{"title": "A", "text": "x", "aliases": ["a1"]}])
    two = write_jsonl(
        tmp_path / "2.jsonl",
        [{"title": "A", "text": "x", "aliases": ["a1", "a2"]}, {"title": "B", "text": "y"}],
    )
    summary = build_store([one, two], tmp_path / "s.db")
    assert (summary.articles, summary.aliases, summary.repeated) == (2, 2, 1)
    with open_store(tmp_path / "s.db") as store:
        assert store.find("a2").title == "A"
        assert store.info().sources == (str(one), str(two))


@pytest.mark.parametrize("load", [build_store, lambda sources, _: open_store(sources[0])])
def test_all_problems_at_once(tmp_path, load):
    source = tmp_path / "bad.jsonl"
    source.write_text(
        '{"title": "A", "text": "x"}\n{oops\n{"title": "B"}\n{"title": "A", "text": "other"}\n'
    )
    with pytest.raises(InputError) as caught:
        load([source], tmp_path / "s.db")
    problems = caught.value.problems
    assert [problem.split(": ")[0] for problem in problems] == [
        f"{source}:2", f"{source}:3", f"{source}:4",
    ]  # fmt: skip
    assert f"'A' has other text at {source}:1" in problems[2]
    assert not (tmp_path / "s.db").exists()
    assert leftovers(tmp_path) == []


def test_thousands_of_problems_are_counted(tmp_path):
    source = tmp_path / "bad.jsonl"
    source.write_text("{\n" * 1500)
    with pytest.raises(InputError) as caught:
        build_store([source], tmp_path / "s.db")
    assert len(caught.value.problems) == 1001
    assert caught.value.problems[-1] == "… and 500 more problems"
    assert caught.value.total == 1500


def test_sources_that_are_missing(tmp_path):
    with pytest.raises(InputError) as caught:
        build_store([tmp_path / "none", tmp_path / "nor this"], tmp_path / "s.db")
    assert [problem.rpartition(": ")[2] for problem in caught.value.problems] == [
        "no such file or folder; check the path"
    ] * 2


def test_a_dump_of_redirects_only_builds_nothing(tmp_path):
    source = write_jsonl(tmp_path / "w", [{"id": "1", "url": "u", "title": "A", "text": ""}])
    with pytest.raises(InputError, match="no articles"):
        build_store([source], tmp_path / "s.db")


def test_pages_without_text_are_counted(tmp_path):
    rows = [{"id": "1", "url": "u", "title": t, "text": x} for t, x in (("A", ""), ("B", "B\n\ny"))]
    summary = build_store([write_jsonl(tmp_path / "w", rows)], tmp_path / "s.db")
    assert (summary.articles, summary.without_text) == (1, 1)


def test_an_older_store_is_replaced(articles_file, tmp_path):
    build_store([articles_file], tmp_path / "s.db")
    one = write_jsonl(tmp_path / "1.jsonl", [{"title": "A", "text": "x"}])
    build_store([one], tmp_path / "s.db")
    with open_store(tmp_path / "s.db") as store:
        assert len(store) == 1


def test_a_failed_build_leaves_the_older_store(articles_file, tmp_path):
    build_store([articles_file], tmp_path / "s.db")
    before = (tmp_path / "s.db").read_bytes()
    with pytest.raises(InputError):
        build_store([tmp_path / "none"], tmp_path / "s.db")
    assert (tmp_path / "s.db").read_bytes() == before


@pytest.mark.parametrize("kind", ["source", "folder", "text", "original", "under a file"])
def test_targets_that_are_refused(articles_file, tmp_path, kind):
    (tmp_path / "text").write_text("a diary")
    write_original(tmp_path / "original", ARTICLES)
    (tmp_path / "folder").mkdir()
    target = {"source": articles_file, "under a file": tmp_path / "text" / "s.db"}.get(
        kind, tmp_path / kind
    )
    before = target.read_bytes() if target.is_file() else None
    with pytest.raises(StoreError) as caught:
        build_store([articles_file], target)
    assert "\n" not in str(caught.value)
    assert str(target) in str(caught.value)
    assert before is None or target.read_bytes() == before


def test_a_folder_that_may_not_be_written(articles_file, tmp_path, unprivileged):
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    with pytest.raises(StoreError, match="cannot be written"):
        build_store([articles_file], closed / "s.db")


def test_a_place_that_does_not_take_files(articles_file):
    with pytest.raises(StoreError, match="cannot be written") as caught:
        build_store([articles_file], "/proc/no-room/s.db")
    assert "\n" not in str(caught.value)


def test_a_full_disk_leaves_the_older_store(articles_file, tmp_path):
    expected = build_store([articles_file], tmp_path / "s.db").fingerprint
    rows = [{"title": str(n), "text": "word " * 100} for n in range(1000)]
    large = write_jsonl(tmp_path / "large.jsonl", rows)
    code = (  # no file may grow beyond 100 kB: the same as a full disk at that point
        "import resource, sys\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))\n"
        "from factscore.errors import StoreError\n"
        "from factscore.knowledge.build import build_store\n"
        "try: build_store(sys.argv[1:2], sys.argv[2])\n"
        "except StoreError as error: sys.exit(str(error))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code, large, tmp_path / "s.db"], capture_output=True, text=True
    )
    assert ended.returncode == 1
    assert "cannot be written" in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert leftovers(tmp_path) == []
    with open_store(tmp_path / "s.db") as store:
        assert store.fingerprint == expected


def test_folders_are_made(articles_file, tmp_path):
    build_store([articles_file], tmp_path / "new" / "er" / "s.db")
    assert (tmp_path / "new" / "er" / "s.db").is_file()


def test_a_killed_build_leaves_the_older_store_and_the_next_one_cleans_up(articles_file, tmp_path):
    target = tmp_path / "s.db"
    expected = build_store([articles_file], target).fingerprint
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    code = "import sys; from factscore.knowledge.build import build_store; "
    code += "build_store(sys.argv[1:2], sys.argv[2])"
    child = subprocess.Popen([sys.executable, "-c", code, pipe, target])
    with pipe.open("w") as source:  # opens once the child reads: the build has begun
        for number in range(5000):
            source.write(json.dumps({"title": str(number), "text": "word " * 50}) + "\n")
        source.flush()
        deadline = time.monotonic() + 30
        while not leftovers(tmp_path) and time.monotonic() < deadline:
            time.sleep(0.01)
        child.send_signal(signal.SIGKILL)
        child.wait()
    assert len(leftovers(tmp_path)) == 1
    with open_store(target) as store:
        assert store.fingerprint == expected
        assert store.verify() == []
    build_store([articles_file], target)
    assert leftovers(tmp_path) == []


def test_what_a_running_build_writes_is_left_alone(articles_file, tmp_path):
    running = tmp_path / f".s.db.{os.getppid()}.building"
    running.write_bytes(b"")
    build_store([articles_file], tmp_path / "s.db")
    assert running.exists()


def test_the_schema_reads_well_with_other_tools(articles_file, tmp_path):
    build_store([articles_file], tmp_path / "s.db")
    with closing(sqlite3.connect(tmp_path / "s.db")) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert db.execute("PRAGMA journal_mode").fetchone() == ("delete",)
        names = [n for (n,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        assert sorted(names) == ["aliases", "articles", "dictionaries", "meta", "texts"]
        ((first, count, data),) = db.execute(
            "SELECT articles.first_passage, passages, data FROM texts JOIN articles "
            "ON articles.id = article WHERE title = 'Ada Lovelace'"
        )
    assert (first, count) == (1, 2)
    assert zstd.decompress(data) == b'["Ada wrote notes.","She knew Babbage."]'


@pytest.mark.parametrize(
    "query",
    [
        "SELECT title FROM articles WHERE title = 'x'",
        "SELECT title FROM articles WHERE normal = 'x'",
        "SELECT title FROM articles WHERE bare = 'x'",
        "SELECT title FROM articles WHERE backwards >= 'x' ORDER BY backwards LIMIT 9",
        "SELECT title FROM aliases JOIN articles ON id = article WHERE alias = 'x'",
        "SELECT title FROM aliases JOIN articles ON id = article WHERE aliases.normal = 'x'",
        "SELECT data FROM texts WHERE first_passage = 1",
        "SELECT article FROM texts WHERE first_passage <= 3 ORDER BY first_passage DESC LIMIT 1",
    ],
)
def test_no_look_up_scans(articles_file, tmp_path, query):
    build_store([articles_file], tmp_path / "s.db")
    with closing(sqlite3.connect(tmp_path / "s.db")) as db:
        plan = [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {query}")]
    assert plan
    assert all(step.startswith("SEARCH") for step in plan), plan


def test_an_article_given_again_with_a_mark_is_alike_in_memory_and_in_a_store(tmp_path):
    row = {"title": "Mill", "text": "A building, or a town."}
    marked = {**row, "disambiguation": True}
    source = write_jsonl(tmp_path / "a.jsonl", [row, marked, marked, row])
    summary = build_store([source], tmp_path / "s.db")
    assert (summary.articles, summary.repeated, summary.disambiguations) == (1, 3, 1)
    with open_store(source) as memory, open_store(tmp_path / "s.db") as store:
        assert memory.fingerprint == store.fingerprint
        assert memory.info().disambiguations == store.info().disambiguations == 1
        assert store.verify() == []


def test_a_page_of_20_mb_without_sentence_ends(tmp_path):
    source = write_jsonl(tmp_path / "a.jsonl", [{"title": "A", "text": "word " * 4_000_000}])
    summary = build_store([source], tmp_path / "s.db")
    assert summary.passages == 21_053  # 4,000,000 words, 190 each


def test_building_does_not_load_the_judge(articles_file, tmp_path):
    code = (
        "import sys; from factscore.cli.knowledge import knowledge\n"
        "knowledge(['build', sys.argv[1], '--out', sys.argv[2]], standalone_mode=False)\n"
        "sys.exit(any(name.startswith('factscore.judge') for name in sys.modules))"
    )
    subprocess.run([sys.executable, "-c", code, articles_file, tmp_path / "s.db"], check=True)


def test_a_store_of_a_newer_version_is_not_replaced(articles_file, tmp_path):
    place = tmp_path / "s.db"
    build_store([articles_file], place)
    with closing(sqlite3.connect(place)) as db:
        db.execute("pragma user_version = 99")
    before = place.read_bytes()
    with pytest.raises(StoreError, match=r"s\.db: built by a newer factscore; upgrade, choose"):
        build_store([articles_file], place)
    assert place.read_bytes() == before
