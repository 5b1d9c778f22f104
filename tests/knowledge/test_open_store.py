"""Opening stores, and everything that is none."""

import bz2
import gzip
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from knowledge_samples import ARTICLES, make_store, write_jsonl, write_original

from factscore.errors import InputError, StoreError, TopicNotFound
from factscore.knowledge import StoreKind, open_store
from factscore.knowledge.articles import digest_of


@pytest.mark.parametrize("kind", ["memory", "sqlite", "original"])
def test_the_form_is_recognised_by_content(tmp_path, kind):
    path = make_store(kind, tmp_path, ARTICLES).rename(tmp_path / "named-misleadingly.txt")
    with open_store(path) as store:
        assert store.info().kind == StoreKind[kind.upper()]
        assert store.path == str(path)
        assert len(store) == 10
        article = store.find("Ada Lovelace")
        assert article.passages == ("Ada wrote notes.", "She knew Babbage.")
        assert article.digest == digest_of(article.title, article.passages)
        assert store.verify() == []


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress])
def test_compressed_articles(articles_file, tmp_path, pack):
    packed = tmp_path / "a.jsonl.gz"
    packed.write_bytes(pack(articles_file.read_bytes()))
    with open_store(packed) as store, open_store(articles_file) as plain:
        assert store.fingerprint == plain.fingerprint


def test_paths_with_odd_characters(tmp_path):
    folder = tmp_path / "a b%20#?é"
    folder.mkdir()
    with open_store(make_store("sqlite", folder, ARTICLES)) as store:
        assert store.find("Rosa Klein").title == "Rosa Klein"


def test_info_of_a_built_store(tmp_path):
    with open_store(make_store("sqlite", tmp_path, ARTICLES)) as store:
        info = store.info()
    assert (info.articles, info.passages, info.aliases, info.schema) == (10, 11, 5, 3)
    assert info.cut == {"cutter": 2, "max_words": 190, "short_section": 40}
    assert info.sources == (str(tmp_path / "articles.jsonl"),)
    assert info.built.endswith("+00:00")


def test_a_missing_default_store_names_both_ways_out(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreError) as caught:
        open_store("knowledge/wikipedia.db")
    assert "factscore knowledge build ARTICLES.jsonl" in str(caught.value)
    assert "--knowledge knowledge/sample.jsonl" in str(caught.value)


def _cut_off(path, folder):
    data = make_store("sqlite", folder, ARTICLES).read_bytes()
    path.write_bytes(data[: len(data) - 4096])


def _foreign(path, _):
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE t (x)")


def _newer(path, folder):
    made = make_store("sqlite", folder, ARTICLES)
    with closing(sqlite3.connect(made)) as db:
        db.execute("PRAGMA user_version = 99")
    made.rename(path)


def _unfinished(path, _):
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE t (x)")
        db.execute(f"PRAGMA application_id = {0x46537374}")


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (lambda path, _: None, "no such knowledge store; check the path, or build it"),
        (lambda path, _: path.mkdir(), "is a folder"),
        (lambda path, _: path.write_bytes(b""), "the file is empty"),
        (lambda path, _: path.write_bytes(b"Dear diary"), "not in a known format"),
        (lambda path, _: path.write_bytes(b"\x80\x02]q"), "not in a known format"),
        (lambda path, _: path.write_bytes(b"<mediawiki/>"), "a MediaWiki XML dump is no knowl"),
        (lambda path, _: path.write_bytes(b"SQLite format 3\0"), "cut off"),
        (
            lambda path, _: path.write_bytes(b"SQLite format 3\0" + b"x" * 5000),
            "the database cannot",
        ),
        (_cut_off, "the database is cut off"),
        (_foreign, "neither a knowledge store nor FActScore's"),
        (_newer, "built by a newer factscore (schema 99"),
        (_unfinished, "the store is not complete; build it again"),
    ],
    ids=range(12),
)
def test_what_is_no_store(tmp_path, make, what):
    path = tmp_path / "thing.db"
    make(path, tmp_path)
    with pytest.raises(StoreError) as caught:
        open_store(path)
    assert what in str(caught.value)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_that_may_not_be_read(unprivileged, articles_file):
    articles_file.chmod(0)
    with pytest.raises(StoreError, match="cannot be read"):
        open_store(articles_file)


def test_bad_rows_are_input_errors(tmp_path):
    (tmp_path / "a.jsonl").write_text("{\n{\n")
    with pytest.raises(InputError) as caught:
        open_store(tmp_path / "a.jsonl")
    assert len(caught.value.problems) == 2


def test_a_store_on_read_only_media(tmp_path):
    path = make_store("sqlite", tmp_path, ARTICLES)
    path.chmod(0o400)
    tmp_path.chmod(0o500)
    try:
        with open_store(path) as store:
            assert store.find("Rosa Klein").title == "Rosa Klein"
    finally:
        tmp_path.chmod(0o700)


@pytest.mark.parametrize("kind", ["sqlite", "original"])
def test_opening_and_looking_up_write_nothing(tmp_path, kind):
    path = make_store(kind, tmp_path, ARTICLES)
    before = path.read_bytes(), sorted(tmp_path.iterdir())
    with open_store(path) as store:
        store.find("Ada Lovelace")
        with pytest.raises(TopicNotFound):
            store.find("Nobody here")
    assert (path.read_bytes(), sorted(tmp_path.iterdir())) == before


def test_original_passages_keep_their_marks(tmp_path):
    rows = [{"title": "Ada", "passages": ["<s>Ada</s>", "", "x"]}]
    with open_store(write_original(tmp_path / "o.db", rows)) as store:
        assert store.find("Ada").passages == ("<s>Ada</s>", "", "x")


def test_an_original_page_without_text(tmp_path):
    path = write_original(tmp_path / "o.db", ARTICLES)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("INSERT INTO documents VALUES ('Void', NULL)")
    with open_store(path) as store:
        with pytest.raises(StoreError, match="'Void' has no text"):
            store.find("Void")
        assert store.verify() == ["row 11 has no title or no text"]


def test_the_original_fingerprint_follows_changes(tmp_path):
    path = write_original(tmp_path / "o.db", ARTICLES)
    copy = tmp_path / "copy.db"
    copy.write_bytes(path.read_bytes())
    with open_store(path) as store, open_store(copy) as same:
        before = store.fingerprint
        assert same.fingerprint == before
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE documents SET text = 'Weber painted Lakes.' WHERE rowid = 4")
    with open_store(path) as store:
        assert store.fingerprint != before


def test_an_empty_original_database(tmp_path):
    with open_store(write_original(tmp_path / "o.db", [])) as store:
        assert len(store) == 0
        assert len(store.fingerprint) == 64
        with pytest.raises(TopicNotFound):
            store.find("Ada")


def test_opening_imports_nothing_heavy(tmp_path):
    path = make_store("sqlite", tmp_path, ARTICLES)
    code = (
        "import sys; from factscore.knowledge import open_store\n"
        "open_store(sys.argv[1]).find('Ada Lovelace')\n"
        "heavy = {'numpy', 'rank_bm25', 'sqlite_utils', 'spacy', 'click'} & set(sys.modules)\n"
        "sys.exit(len(heavy))"
    )
    subprocess.run([sys.executable, "-c", code, path], check=True)


def test_a_large_article(tmp_path):
    row = {"title": "Long", "text": "Some words in a row. " * 250_000}  # 5 MB
    with open_store(write_jsonl(tmp_path / "a.jsonl", [row])) as store:
        assert len(store.find("Long").passages) == 6579  # 250,000 sentences, 38 a passage


def _in_wal_mode(kind, folder):
    path = make_store(kind, folder, ARTICLES)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA journal_mode = WAL").fetchone() == ("wal",)
    return path


@pytest.mark.parametrize("kind", ["sqlite", "original"])
@pytest.mark.parametrize(
    ("file_mode", "folder_mode"), [(0o600, 0o500), (0o400, 0o700), (0o400, 0o500)]
)
def test_wal_mode_without_write_permission(unprivileged, tmp_path, kind, file_mode, folder_mode):
    folder = tmp_path / "media"
    folder.mkdir()
    path = _in_wal_mode(kind, folder)
    path.chmod(file_mode)
    folder.chmod(folder_mode)
    try:
        with open_store(path) as store:
            assert store.find("rosa klein").passages == ("Klein sang.",)
            assert len(store) == 10
            assert store.verify() == []
    finally:
        folder.chmod(0o700)


def test_changes_in_a_log_are_not_passed_over(unprivileged, tmp_path):
    source = tmp_path / "source"
    source.mkdir()
    path = _in_wal_mode("original", source)
    folder = tmp_path / "media"
    folder.mkdir()
    with closing(sqlite3.connect(path)) as db:
        with db:
            db.execute("INSERT INTO documents VALUES ('Late', 'Late came.')")
        for name in (path.name, f"{path.name}-wal"):
            (folder / name).write_bytes((source / name).read_bytes())
    folder.chmod(0o500)
    try:
        with pytest.raises(StoreError, match=r"has changes in .*-wal that cannot .*; copy both"):
            open_store(folder / path.name)
    finally:
        folder.chmod(0o700)
    with open_store(folder / path.name) as store:
        assert store.find("Late").passages == ("Late came.",)
