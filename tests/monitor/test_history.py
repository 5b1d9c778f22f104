"""The history file: kept, shared, and honest about what it cannot do."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from monitor.runs import SETUP, make_run

from factscore.cache import Cache
from factscore.errors import HistoryError
from factscore.knowledge.build import build_store
from factscore.monitor import History, Kept, MonitoredRun, open_history
from factscore.monitor.schema import SCHEMA_VERSION
from factscore.records import FactCounts, Interval, Status

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)

FULL = MonitoredRun(
    name="täglich",
    time=datetime(2026, 3, 1, 12, 0, 0, 7, tzinfo=UTC),
    digest="ab" * 32,
    setup=SETUP,
    rows=5000,
    items=200,
    scored=180,
    score=0.1 + 0.2,
    spread=0.25,
    ci95=Interval(0.28, 1 / 3),
    respond_ratio=0.9,
    coverage=1.0,
    statuses={status: n for n, status in enumerate(Status)},
    facts=FactCounts(1000, 200, 3),
    cost=0.0123,
)
BARE = replace(
    FULL, scored=0, score=None, spread=None, ci95=None, respond_ratio=None, coverage=None, cost=None
)


@pytest.mark.parametrize("run", [FULL, BARE])
def test_a_run_comes_back_as_it_was(tmp_path: Path, run: MonitoredRun) -> None:
    path = tmp_path / "new" / "folder" / "h.db"
    with open_history(path, create=True) as history:
        assert history.find(run.name, run.digest, run.setup) is None
        assert history.add(run) == Kept(replace(run, number=1), new=True)
    with open_history(path, create=False) as history:
        assert history.runs("täglich") == [replace(run, number=1)]
        assert history.find(run.name, run.digest, run.setup) == replace(run, number=1)
        assert history.runs("other") == []


def test_the_same_input_twice_is_one_run(tmp_path: Path) -> None:
    with open_history(tmp_path / "h.db", create=True) as history:
        first = history.add(FULL, clock=True)
        assert first.new
        again = replace(FULL, time=FULL.time + timedelta(hours=1), score=0.9)
        # Neither new nor moved, though its time is another one than that of what is kept.
        assert history.add(again, clock=True) == Kept(first.run, new=False, moved=False)
        assert history.runs(FULL.name) == [first.run]


def test_another_series_input_or_setup_is_another_run(tmp_path: Path) -> None:
    others = [
        replace(FULL, name="other"),
        replace(FULL, digest="cd" * 32),
        replace(FULL, setup=replace(SETUP, top_k=3)),
    ]
    with open_history(tmp_path / "h.db", create=True) as history:
        assert [history.add(run).run.number for run in (FULL, *others, FULL)] == [1, 2, 3, 4, 1]
        assert history.names() == ["other", "täglich"]
        assert [run.number for run in history.runs("täglich")] == [1, 3, 4]


def test_runs_come_by_time_then_number(tmp_path: Path) -> None:
    hours = [3, 1, 2, 1]
    with open_history(tmp_path / "h.db", create=True) as history:
        for n, hour in enumerate(hours):
            history.add(make_run(digest=str(n), time=NOON + timedelta(hours=hour)))
        assert [run.number for run in history.runs("s")] == [2, 4, 3, 1]


def test_times_are_kept_in_utc(tmp_path: Path) -> None:
    east = timezone(timedelta(hours=5, minutes=30))
    with open_history(tmp_path / "h.db", create=True) as history:
        kept = history.add(make_run(time=datetime(2026, 3, 1, 1, 15, tzinfo=east))).run
        assert kept.time == datetime(2026, 2, 28, 19, 45, tzinfo=UTC)
        assert kept.time.utcoffset() == timedelta(0)
        with pytest.raises(ValueError, match="time zone: 2026-03-01T01:15:00"):
            history.add(make_run(digest="b", time=datetime(2026, 3, 1, 1, 15)))  # noqa: DTZ001


def test_a_clock_that_goes_back_files_at_the_newest_run(tmp_path: Path) -> None:
    early = make_run(digest="b", time=NOON - timedelta(hours=2))
    with open_history(tmp_path / "h.db", create=True) as history:
        history.add(make_run(digest="a", time=NOON), clock=True)
        history.add(make_run(name="other", time=NOON + timedelta(days=9)), clock=True)
        kept = history.add(early, clock=True)
        assert kept == Kept(replace(early, time=NOON, number=3), new=True, moved=True)
        assert history.newest("s") == kept.run
        later = history.add(make_run(digest="c", time=NOON + timedelta(seconds=1)), clock=True)
        assert (later.run.time, later.moved) == (NOON + timedelta(seconds=1), False)
        assert [run.digest for run in history.runs("s")] == ["a", "b", "c"]


def test_a_time_from_the_data_may_lie_anywhere(tmp_path: Path) -> None:
    early = make_run(digest="b", time=NOON - timedelta(days=400))
    with open_history(tmp_path / "h.db", create=True) as history:
        history.add(make_run(digest="a", time=NOON), clock=False)
        assert history.add(early, clock=False) == Kept(replace(early, number=2), new=True)
        assert [run.digest for run in history.runs("s")] == ["b", "a"]


def test_a_run_of_the_far_future_does_not_stay_the_newest(tmp_path: Path) -> None:
    """A bogus timestamp of 2096, as an older version kept it."""
    bogus = make_run(digest="b", time=datetime(2096, 1, 1, tzinfo=UTC))
    now = datetime.now(UTC)
    soon = make_run(digest="c", time=now + timedelta(hours=23))
    with open_history(tmp_path / "h.db", create=True) as history:
        assert history.newest("s") is None
        history.add(bogus)
        assert history.newest("s") is None
        today = history.add(make_run(digest="a", time=now), clock=True)
        assert (today.run.time, today.moved) == (now, False)
        assert history.newest("s") == today.run
        # Clocks and time zones differ: less than a day ahead is no mistake.
        kept = history.add(soon).run
        assert history.newest("s") == kept
        assert [run.digest for run in history.runs("s")] == ["a", "c", "b"]


def test_a_run_that_was_moved_is_the_newest_whatever_the_clock_said(tmp_path: Path) -> None:
    """The clock lies years behind the runs that are kept, for which it seems to be the future."""
    late = datetime.now(UTC) + timedelta(hours=20)
    with open_history(tmp_path / "h.db", create=True) as history:
        history.add(make_run(digest="a", time=late))
        kept = history.add(make_run(digest="b", time=datetime(1970, 1, 1, tzinfo=UTC)), clock=True)
        assert (kept.run.time, kept.moved) == (late, True)
        assert history.newest("s") == kept.run


def test_the_file_is_made_between_two_looks_at_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process commits the tables after one look, and before the next."""
    path = tmp_path / "h.db"

    class Watched(sqlite3.Connection):
        def execute(self, sql: str, *values: Any) -> sqlite3.Cursor:
            if sql == before and not made:
                made.append(sql)
                open(path, True)
            return super().execute(sql, *values)

    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", partial(connect, factory=Watched))
    for before in ("pragma application_id", "pragma user_version", "begin immediate"):
        made: list[str] = []
        for file in tmp_path.iterdir():
            file.unlink()
        open(path, True)
        assert made == [before]
        open(path, False)


def test_readable_with_other_tools(tmp_path: Path) -> None:
    import sqlite_utils

    with open_history(tmp_path / "h.db", create=True) as history:
        history.add(FULL)
    db = sqlite_utils.Database(tmp_path / "h.db")
    (row,) = db["runs"].rows
    assert (row["name"], row["score"], row["rows"]) == ("täglich", 0.1 + 0.2, 5000)
    assert row["time"] == "2026-03-01T12:00:00.000007+00:00"
    assert json.loads(row["ci95"]) == {"low": 0.28, "high": 1 / 3}
    assert json.loads(row["facts"]) == {"supported": 1000, "not_supported": 200, "unscored": 3}
    assert json.loads(row["statuses"])["abstained"] == 1
    assert json.loads(row["setup"])["judge"] == "nli"
    assert datetime.fromisoformat(row["added"]).tzinfo is not None
    assert [name for (name,) in db.execute("select name from _sqlite_migrations")] == ["m001_runs"]
    assert db.execute("pragma user_version").fetchone() == (SCHEMA_VERSION,)
    assert db.journal_mode == "wal"
    db.close()


def test_two_processes_at_once_add_a_run_once(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from monitor.runs import make_run\n"
        "from factscore.monitor import open_history\n"
        "for n in range(40):\n"
        "    with open_history(sys.argv[1], create=True) as history:\n"
        "        history.add(make_run(digest=str(n)))\n"
        "        history.add(make_run(digest=sys.argv[2] + str(n)))\n"
    )
    path, tests = tmp_path / "h.db", str(Path(__file__).parent.parent)
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(path), name],
            stderr=subprocess.PIPE,
            env={"PYTHONPATH": tests},
        )
        for name in "xyz"
    ]
    for writer in writers:
        _, errors = writer.communicate(timeout=120)
        assert (writer.returncode, errors) == (0, b"")
    with open_history(path, create=False) as history:
        runs = history.runs("s")
    assert sorted(run.digest for run in runs) == sorted(
        f"{who}{n}" for who in ("", "x", "y", "z") for n in range(40)
    )
    assert [run.number for run in runs] == list(range(1, 161))


def test_waits_while_another_process_sets_the_file_up(tmp_path: Path) -> None:
    path = tmp_path / "h.db"
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("begin immediate")
    done = threading.Timer(0.2, other.rollback)
    done.start()
    with open_history(path, create=True) as history:
        assert history.add(FULL).run.number == 1
    done.join()
    other.close()


@pytest.mark.parametrize("create", [True, False])
@pytest.mark.parametrize("content", [b"no database, only a text. " * 80, b"\0" * 4096])
def test_not_a_database(tmp_path: Path, content: bytes, create: bool) -> None:
    path = tmp_path / "h.db"
    path.write_bytes(content)
    with pytest.raises(HistoryError, match=r"h\.db: .* name another with --history") as error:
        open(path, create)
    assert "\n" not in str(error.value)
    assert path.read_bytes() == content


@pytest.mark.parametrize("create", [True, False])
def test_another_programs_database_is_left_alone(tmp_path: Path, create: bool) -> None:
    cache, store, other = (tmp_path / name for name in ("cache.db", "store.db", "other.db"))
    Cache(cache).close()
    articles = tmp_path / "articles.jsonl"
    articles.write_text('{"title": "Ada", "text": "Ada wrote programs."}\n')
    build_store([articles], store)
    db = sqlite3.connect(other)
    db.execute("create table t (x)")
    db.close()
    for path in (cache, store, other):
        content = path.read_bytes()
        with pytest.raises(HistoryError, match="a database, but not a factscore history; name"):
            open(path, create)
        assert path.read_bytes() == content


@pytest.mark.parametrize("create", [True, False])
def test_a_newer_history_is_refused(tmp_path: Path, create: bool) -> None:
    open(tmp_path / "h.db", True)
    db = sqlite3.connect(tmp_path / "h.db")
    db.execute(f"pragma user_version = {SCHEMA_VERSION + 1}")
    db.close()
    with pytest.raises(HistoryError, match="newer factscore; upgrade, or name another"):
        open(tmp_path / "h.db", create)


@pytest.mark.parametrize("create", [True, False])
def test_a_folder_or_nothing_is_no_history(tmp_path: Path, create: bool) -> None:
    with pytest.raises(HistoryError, match="is a folder; name a file in it"):
        open(tmp_path, create)
    with pytest.raises(HistoryError, match="path is empty; name a file"):
        open("", create)
    with pytest.raises(HistoryError, match="no regular file; name another one"):
        open("/dev/null", create)


def test_looking_makes_no_history(tmp_path: Path) -> None:
    path = tmp_path / "h.db"
    with pytest.raises(HistoryError, match=r"no history yet; 'factscore monitor FILE'"):
        open(path, False)
    assert not path.exists()
    path.touch()
    with pytest.raises(HistoryError, match="an empty file, no history yet"):
        open(path, False)
    assert path.stat().st_size == 0
    open(path, True)
    open(path, False)


def test_any_name_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (":memory:", "a?b#c%20.db", "file:h.db"):
        with open_history(name, create=True) as history:
            history.add(FULL)
        with open_history(name, create=False) as history:
            assert history.names() == ["täglich"]
        assert (tmp_path / name).stat().st_size > 0


def test_read_only_file_is_refused_before_anything_is_added(
    tmp_path: Path, unprivileged: None
) -> None:
    path = tmp_path / "h.db"
    open(path, True)
    path.chmod(0o444)
    with pytest.raises(HistoryError, match=r"h\.db: the history cannot be opened .*--history"):
        open(path, True)


def test_a_history_is_read_from_a_read_only_folder(tmp_path: Path, unprivileged: None) -> None:
    folder = tmp_path / "read-only"
    with open_history(folder / "h.db", create=True) as history:
        history.add(FULL)
    (folder / "h.db").chmod(0o444)
    folder.chmod(0o555)
    with open_history(folder / "h.db", create=False) as history:
        assert [run.number for run in history.runs(FULL.name)] == [1]
        with pytest.raises(HistoryError, match=r"cannot be written .*a folder you can write to"):
            history.add(replace(FULL, digest="0"))
    with pytest.raises(HistoryError, match="cannot be opened"):
        open(folder / "h.db", True)
    with pytest.raises(HistoryError, match=r"cannot be opened .*a folder you can write to"):
        open(folder / "new.db", True)
    with pytest.raises(HistoryError, match=r"Permission denied.*a folder you can write to"):
        open(folder / "new" / "h.db", True)
    folder.chmod(0o755)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("setup", "oops"),
        ("setup", '{"version": "1"}'),
        ("statuses", '{"sleeping": 1}'),
        ("facts", "[]"),
        ("ci95", '{"low": 1}'),
        ("time", "yesterday"),
    ],
)
def test_a_damaged_run_is_told(tmp_path: Path, column: str, value: str) -> None:
    path = tmp_path / "h.db"
    with open_history(path, create=True) as history:
        history.add(FULL)
    db = sqlite3.connect(path)
    db.execute(f"update runs set {column} = ?", (value,))
    db.commit()
    db.close()
    with (
        open_history(path, create=False) as history,
        pytest.raises(HistoryError, match=r"h\.db: .*run 1 is malformed.*move it away"),
    ):
        history.runs(FULL.name)


def test_a_full_disk_keeps_what_was_kept(tmp_path: Path) -> None:
    with open_history(tmp_path / "h.db", create=True) as history:
        history.add(FULL)
        (pages,) = history._db.execute("pragma page_count").fetchone()
        history._db.execute(f"pragma max_page_count = {pages}")
        with pytest.raises(HistoryError, match=r"full.*free some disk space and run again"):
            history.add(replace(FULL, digest="x" * 100_000))
        assert [run.number for run in history.runs(FULL.name)] == [1]


def open(path: Path | str, create: bool) -> None:
    """Only open and close it."""
    with open_history(path, create=create) as history:
        assert isinstance(history, History)
