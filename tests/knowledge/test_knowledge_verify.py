"""A store checks itself."""

import sqlite3
from contextlib import closing

import pytest
from knowledge_samples import ARTICLES, make_store

from factscore.errors import StoreError
from factscore.knowledge import open_store

TAMPERED = [
    (
        "UPDATE texts SET data = (SELECT data FROM texts WHERE first_passage = 5) "
        "WHERE first_passage = 4",
        ["'John Estes (footballer)' is not what was stored: its digest differs"],
    ),
    (
        "UPDATE texts SET data = (SELECT data FROM texts WHERE first_passage = 4) "
        "WHERE first_passage = 1",
        ["'Ada Lovelace' has 1 passages instead of 2"],
    ),
    (
        "DELETE FROM texts WHERE first_passage = 1",
        ["'Ada Lovelace' has 0 passages instead of 2", "9 texts instead of 10"],
    ),
    (
        "UPDATE texts SET data = x'00' WHERE first_passage = 1",
        ["'Ada Lovelace': a text is damaged: Unable to decompress Zstandard data"],
    ),
    (
        "UPDATE articles SET disambiguation = 1 WHERE title = 'Rosa Klein'",
        [
            "1 disambiguations instead of 0",
            "the fingerprint differs: articles or aliases were changed after the build",
        ],
    ),
    (
        "UPDATE articles SET normal = 'eve', backwards = 'eve' WHERE title = 'Rosa Klein'",
        ["'Rosa Klein' is filed under a wrong name"],
    ),
    (
        "UPDATE articles SET bare = NULL WHERE title = 'John Estes (footballer)'",
        ["'John Estes (footballer)' is filed under a wrong name"],
    ),
    (
        "DELETE FROM aliases WHERE alias = 'The Naturalist'",
        [
            "4 aliases instead of 5",
            "the fingerprint differs: articles or aliases were changed after the build",
        ],
    ),
    (
        "UPDATE aliases SET normal = 'x' WHERE alias = 'The Naturalist'",
        ["the alias 'The Naturalist' is filed under a wrong name"],
    ),
    (
        "UPDATE aliases SET article = 99 WHERE alias = 'The Naturalist'",
        [
            "the alias 'The Naturalist' leads to no article",
            "the fingerprint differs: articles or aliases were changed after the build",
        ],
    ),
]


@pytest.mark.parametrize(("change", "problems"), TAMPERED)
def test_tampering_is_found(tmp_path, change, problems):
    path = make_store("sqlite", tmp_path, ARTICLES)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(change)
    with open_store(path) as store:
        found = store.verify()
    assert len(found) == len(problems)
    assert all(line.startswith(start) for line, start in zip(found, problems, strict=True))


def test_a_sound_store(tmp_path):
    with open_store(make_store("sqlite", tmp_path, ARTICLES)) as store:
        assert store.verify() == []


def test_bytes_destroyed_in_the_file(tmp_path):
    rows = [{"title": f"T{n}", "passages": [f"word{n} " * 300]} for n in range(50)]
    path = make_store("sqlite", tmp_path, rows)
    data = bytearray(path.read_bytes())
    for page in range(5, len(data) // 4096):
        data[page * 4096 : page * 4096 + 200] = b"\xff" * 200
    path.write_bytes(data)
    with open_store(path) as store:
        assert store.verify()
        with pytest.raises(StoreError) as caught:
            _ = [store.find(f"T{number}") for number in range(50)]
    assert "\n" not in str(caught.value)
