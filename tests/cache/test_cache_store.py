"""The cache file: kept, shared, and honest about what it cannot do."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from factscore.cache import Cache, StageInfo
from factscore.cache.answers import unpack_decomposition, unpack_verdict
from factscore.cache.schema import SCHEMA_VERSION
from factscore.errors import CacheError
from factscore.knowledge.articles import make_article
from factscore.retrieval import TopicIndex
from factscore.topics import Topic


def test_answers_come_back(tmp_path: Path) -> None:
    value = {"label": "supported", "probability": 0.1 + 0.2, "evidence": [[0, -1.5]], "é": None}
    with Cache(tmp_path / "new" / "folder" / "c.db") as cache:
        cache.put("judge", {"f1:a": value})
    with Cache(tmp_path / "new" / "folder" / "c.db") as cache:
        assert cache.get("f1:a") == value
        assert cache.get("f1:b") is None


def test_first_answer_stays() -> None:
    with Cache(":memory:") as cache:
        cache.put("judge", {"f1:a": 1})
        cache.put("judge", {"f1:a": 2, "f1:b": 3})
        assert (cache.get("f1:a"), cache.get("f1:b")) == (1, 3)


def test_info_export_clear() -> None:
    with Cache(":memory:") as cache:
        cache.put("judge", {"f1:b": [1], "f1:a": "é"})
        cache.put("decompose", {"f1:c": {}})
        first, second = cache.info()
        assert (first.stage, first.answers, first.bytes) == ("decompose", 1, 2)
        assert isinstance(second, StageInfo)
        assert (second.stage, second.answers) == ("judge", 2)
        exported = list(cache.export())
        assert [(a.key, a.stage, a.value) for a in exported] == [
            ("f1:a", "judge", "é"),
            ("f1:b", "judge", [1]),
            ("f1:c", "decompose", {}),
        ]
        assert exported[0].created.endswith("+00:00")
        assert cache.clear("judge") == 2
        assert cache.get("f1:c") == {}
        assert cache.clear() == 1
        assert cache.info() == []


def test_readable_with_plain_sqlite(tmp_path: Path) -> None:
    with Cache(tmp_path / "c.db") as cache:
        cache.put("judge", {"f1:a": {"label": "supported"}})
    db = sqlite3.connect(tmp_path / "c.db")
    assert db.execute("select json_extract(value, '$.label') from answers").fetchall() == [
        ("supported",)
    ]
    assert db.execute("pragma journal_mode").fetchone() == ("wal",)
    assert db.execute("select name from _sqlite_migrations").fetchall() == [
        ("m001_answers",),
        ("m002_batches",),
    ]
    db.close()


def test_two_processes_share_a_new_file(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from factscore.cache import Cache\n"
        "with Cache(sys.argv[1]) as cache:\n"
        "    for n in range(200):\n"
        "        cache.put('judge', {f'f1:{n}': n, f'f1:{sys.argv[2]}{n}': n})\n"
    )
    path = tmp_path / "c.db"
    writers = [
        subprocess.Popen([sys.executable, "-c", code, str(path), name], stderr=subprocess.PIPE)
        for name in "xyz"
    ]
    for writer in writers:
        _, errors = writer.communicate(timeout=120)
        assert (writer.returncode, errors) == (0, b"")
    with Cache(path) as cache:
        (judge,) = cache.info()
        assert judge.answers == 4 * 200


def test_waits_while_another_process_sets_the_file_up(tmp_path: Path) -> None:
    # SQLite itself waits for a lock, but not when it turns on the log under a writer.
    path = tmp_path / "c.db"
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("begin immediate")
    done = threading.Timer(0.2, other.rollback)
    done.start()
    with Cache(path) as cache:
        cache.put("judge", {"f1:00": 1})
        assert cache.get("f1:00") == 1
    done.join()
    other.close()


def test_killed_writer_loses_nothing_committed(tmp_path: Path) -> None:
    code = (
        "import os, signal, sys\n"
        "from factscore.cache import Cache\n"
        "cache = Cache(sys.argv[1])\n"
        "cache.put('judge', {'f1:a': 1})\n"
        "cache._db.execute('begin')\n"
        "cache._db.execute(\"insert into answers values ('f1:b', 'judge', '2', '')\")\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    path = tmp_path / "c.db"
    assert subprocess.run([sys.executable, "-c", code, str(path)], check=False).returncode == -9
    with Cache(path) as cache:
        assert cache.get("f1:a") == 1
        assert cache.get("f1:b") is None
    db = sqlite3.connect(path)
    assert db.execute("pragma integrity_check").fetchone() == ("ok",)
    db.close()


@pytest.mark.parametrize("content", [b"not a database at all, only text" * 40, b"\0" * 4096])
def test_not_a_database(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "c.db"
    path.write_bytes(content)
    with pytest.raises(CacheError, match=r"c\.db: the cache cannot be opened .* name another"):
        Cache(path)
    assert path.read_bytes() == content


def test_another_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    for version in (0, 7):
        db = sqlite3.connect(path)
        db.execute("create table if not exists t (x)")
        db.execute(f"pragma user_version = {version}")
        db.close()
        with pytest.raises(CacheError, match="not a factscore cache; name another"):
            Cache(path)


def test_no_path_is_no_cache() -> None:
    with pytest.raises(CacheError, match="path is empty; name a file"):
        Cache("")


def test_newer_cache_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    Cache(path).close()
    db = sqlite3.connect(path)
    db.execute(f"pragma user_version = {SCHEMA_VERSION + 1}")
    db.close()
    with pytest.raises(CacheError, match="newer factscore; upgrade"):
        Cache(path)


def test_folder_is_no_cache(tmp_path: Path) -> None:
    with pytest.raises(CacheError, match="is a folder; name a file in it"):
        Cache(tmp_path)


def test_missing_cache_is_not_made_by_looking(tmp_path: Path) -> None:
    with pytest.raises(CacheError, match="no cache yet"):
        Cache(tmp_path / "c.db", create=False)
    assert not (tmp_path / "c.db").exists()


def test_read_only_folder(tmp_path: Path, unprivileged: None) -> None:
    folder = tmp_path / "read-only"
    folder.mkdir()
    folder.chmod(0o555)
    with pytest.raises(CacheError, match=r"c\.db: the cache cannot be opened .*--no-cache"):
        Cache(folder / "c.db")


def test_read_only_parent(tmp_path: Path, unprivileged: None) -> None:
    tmp_path.chmod(0o555)
    with pytest.raises(CacheError, match=r"Permission denied.*name a file in a folder you can"):
        Cache(tmp_path / "new" / "c.db")


def test_a_full_cache_answers_from_a_read_only_folder(tmp_path: Path, unprivileged: None) -> None:
    folder = tmp_path / "read-only"
    folder.mkdir()
    with Cache(folder / "c.db") as cache:
        cache.put("judge", {"f1:a": 1})
    (folder / "c.db").chmod(0o444)
    folder.chmod(0o555)
    with Cache(folder / "c.db") as cache:
        assert cache.get("f1:a") == 1
        assert [stage.answers for stage in cache.info()] == [1]
        with pytest.raises(CacheError, match=r"c\.db: the cache cannot be written .*--no-cache"):
            cache.put("judge", {"f1:b": 2})


def test_damaged_answer_is_told(tmp_path: Path) -> None:
    with Cache(tmp_path / "c.db") as cache:
        cache.put("judge", {"f1:a": 1})
        cache._db.execute("update answers set value = 'oops'")
        with pytest.raises(CacheError, match=r"c\.db: .*the answer f1:a is malformed.*move it"):
            cache.get("f1:a")
        with pytest.raises(CacheError, match="f1:a is malformed"):
            list(cache.export())


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {},
        {"label": "perhaps", "probability": 1, "reason": None, "evidence": []},
        {"label": "supported", "probability": 1, "reason": "mood", "evidence": []},
        {"label": "supported", "probability": 1, "reason": None, "evidence": [[7, 0.5]]},
        {"label": "supported", "probability": 1, "reason": None, "evidence": [3]},
    ],
)
def test_answers_of_another_shape_are_told(value: object) -> None:
    with pytest.raises(CacheError, match=r"cannot be read .*factscore cache clear"):
        unpack_verdict(value, Topic("Ada", TopicIndex(make_article("Ada", ["one"]))).unpack)
    with pytest.raises(CacheError, match=r"cannot be read .*factscore cache clear"):
        unpack_decomposition(value)


def test_full_disk_keeps_what_was_stored(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    with Cache(path) as cache:
        cache.put("judge", {"f1:a": 1})
        (pages,) = cache._db.execute("pragma page_count").fetchone()
        cache._db.execute(f"pragma max_page_count = {pages}")
        with pytest.raises(CacheError, match=r"full.*free some disk space and run again"):
            cache.put("judge", {f"f1:{n}": "x" * 1000 for n in range(100)})
        assert cache.get("f1:a") == 1
        assert cache.get("f1:0") is None
    assert os.path.exists(path)
