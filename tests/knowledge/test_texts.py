"""Texts in a store, packed and as they were before."""

import json
import sqlite3
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st
from knowledge_samples import ARTICLES, write_jsonl

from factscore.errors import StoreError
from factscore.knowledge import open_store
from factscore.knowledge.articles import digest_of, digest_of_json, fingerprint_of
from factscore.knowledge.build import build_store
from factscore.knowledge.packing import TextCodec, make_dictionary
from factscore.knowledge.schema import APPLICATION_ID
from factscore.knowledge.texts import StoredTexts
from factscore.knowledge.titles import bare_name, normalise

texts = st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=50), max_size=4)


SCHEMA_2 = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT);
CREATE TABLE articles (
    id INTEGER PRIMARY KEY, title TEXT NOT NULL, normal TEXT NOT NULL, backwards TEXT NOT NULL,
    bare TEXT, digest TEXT NOT NULL, first_passage INTEGER NOT NULL, passages INTEGER NOT NULL
);
CREATE UNIQUE INDEX idx_articles_title ON articles (title);
CREATE TABLE passages (
    id INTEGER PRIMARY KEY, article INTEGER NOT NULL, position INTEGER NOT NULL, text TEXT NOT NULL
);
CREATE TABLE aliases (
    alias TEXT, article INTEGER, normal TEXT NOT NULL, PRIMARY KEY (alias, article)
);
CREATE INDEX idx_articles_normal ON articles (normal);
CREATE INDEX idx_articles_backwards ON articles (backwards);
CREATE INDEX idx_articles_bare ON articles (bare);
CREATE INDEX idx_aliases_normal ON aliases (normal);
"""


def write_schema_2(path, rows):
    """A store as it was built before texts were compressed."""
    with closing(sqlite3.connect(path)) as db, db:
        db.executescript(SCHEMA_2)
        first = 1
        digests, aliases = [], []
        for number, row in enumerate(rows, 1):
            title, passages = row["title"], row["passages"]
            normal, digest = normalise(title), digest_of(title, passages)
            names = (title, normal, normal[::-1], bare_name(title))
            db.execute(
                "INSERT INTO articles VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (number, *names, digest, first, len(passages)),
            )
            for position, text in enumerate(passages):
                db.execute(
                    "INSERT INTO passages VALUES (?, ?, ?, ?)",
                    (first + position, number, position, text),
                )
            first += len(passages)
            digests.append((title, digest))
            for alias in row.get("aliases", ()):
                db.execute(
                    "INSERT INTO aliases VALUES (?, ?, ?)", (alias, number, normalise(alias))
                )
                aliases.append((alias, title))
        meta = {
            "fingerprint": fingerprint_of(sorted(digests), sorted(aliases)),
            "articles": len(rows),
            "passages": first - 1,
            "aliases": len(aliases),
            "sources": '["a.jsonl"]',
            "built": "2026-01-01T00:00:00+00:00",
            "version": "0.1.0",
            "cut": '{"cutter": 1, "max_words": 190, "short_section": 40}',
        }
        db.executemany("INSERT INTO meta VALUES (?, ?)", [(k, str(v)) for k, v in meta.items()])
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute("PRAGMA user_version = 2")
    return path


@pytest.fixture(params=["old", "new"])
def store_file(request, tmp_path):
    path = tmp_path / "store.db"
    if request.param == "old":
        return write_schema_2(path, ARTICLES)
    build_store([write_jsonl(tmp_path / "a.jsonl", ARTICLES)], path)
    return path


def test_stores_of_both_schemas_read_alike(store_file, tmp_path):
    with (
        open_store(store_file) as store,
        open_store(write_jsonl(tmp_path / "m.jsonl", ARTICLES)) as memory,
    ):
        assert store.fingerprint == memory.fingerprint
        assert store.verify() == []
        for row in ARTICLES:
            if "disambiguation" not in row["title"]:
                assert store.find(row["title"]) == memory.find(row["title"])
        assert store.find("Countess of Lovelace").title == "Ada Lovelace"
        assert store.info().passages == 11


def test_the_texts_of_an_article(store_file):
    with closing(sqlite3.connect(store_file)) as db:
        texts = StoredTexts(db)
        assert texts.of_article(1, 2) == ("Ada wrote notes.", "She knew Babbage.")
        assert texts.of_article(3, 1) == ("Zola wrote novels in Paris.",)


@given(texts)
def test_packing_is_undone(passages):
    assert TextCodec().unpack(TextCodec().pack(passages)) == tuple(passages)


def test_a_dictionary_makes_short_texts_smaller():
    kinds = [
        f'["The {n}th of the {n * 7} rivers of the land {n * n} is long."]' for n in range(40_000)
    ]
    dictionary = make_dictionary([text.encode() for text in kinds])
    assert dictionary is not None
    short = ["The 77th of the 5 rivers of the land 12 is long."]
    packed = TextCodec(dictionary).pack(short)
    assert len(packed) < len(TextCodec().pack(short)) / 1.5
    assert TextCodec(dictionary).unpack(packed) == tuple(short)


def test_few_texts_get_no_dictionary():
    assert make_dictionary([b"short"]) is None


def test_damaged_bytes():
    with pytest.raises(ValueError, match="Zstandard"):
        TextCodec().unpack(b"\0\0\0\0")


def test_a_store_with_a_dictionary(tmp_path):
    rows = [
        {"title": f"T{n}", "text": f"The {n}th river of the {n * n} rivers is long. " * 4}
        for n in range(9_000)
    ]
    build_store([write_jsonl(tmp_path / "a.jsonl", rows)], tmp_path / "s.db")
    with closing(sqlite3.connect(tmp_path / "s.db")) as db:
        assert db.execute("SELECT count(*) FROM dictionaries").fetchone() == (1,)
    with open_store(tmp_path / "s.db") as store:
        assert store.verify() == []
        assert store.find("T8999").passages[0].startswith("The 8999th river")


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=50), texts)
def test_the_canonical_form_is_what_json_writes(title, passages):
    by_json = json.dumps(passages, ensure_ascii=False, separators=(",", ":")).encode()
    assert digest_of(title, passages) == digest_of_json(title, by_json)


def test_a_store_of_a_newer_version(store_file):
    with closing(sqlite3.connect(store_file)) as db, db:
        db.execute("PRAGMA user_version = 4")
    with pytest.raises(StoreError, match=r"newer factscore .schema 4, this one reads 3.; upgrade"):
        open_store(store_file)
