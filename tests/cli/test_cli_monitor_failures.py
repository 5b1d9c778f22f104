"""What goes wrong with ``factscore monitor``: nothing is lost, and nothing kept that is not so."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from monitor.logs import Command, kept, write_log

from factscore.cache import Cache
from factscore.monitor import History, Kept, MonitoredRun, open_history

SCRIPTED = "scripted:judge.jsonl"


def test_a_judge_that_is_down_is_an_error_and_no_run(monitor: Command) -> None:
    log, script = write_log("a.jsonl", 0.8), Path("judge.jsonl")
    Path("store.jsonl").write_text(json.dumps({"title": "Topic 0", "text": "Facts."}))
    script.write_text('{"error": "out of order"}\n')
    arguments = (log, "--min-score", "0.7", "--knowledge", "store.jsonl", "--log", "log.jsonl")
    status, out, err = monitor(*arguments, judge=SCRIPTED)
    assert (status, out) == (1, "")
    assert "out of order" in err
    assert "1 of 1 items failed (decomposer or judge), more than 10 %: nothing is kept" in err
    assert kept() == []
    assert not Path("log.jsonl").exists()


def test_an_output_that_cannot_be_written_does_not_lose_the_run(monitor: Command) -> None:
    Path("file").write_text("")
    log = write_log("a.jsonl", 0.6)
    arguments = (log, "--min-score", "0.7", "--prometheus", "file/s.prom", "--log", "file/l")
    status, out, err = monitor(*arguments)
    assert (status, out.split()[0]) == (1, "alarm")
    assert "file/s.prom: cannot be written" in err
    assert "file/l: cannot be written" in err
    assert len(kept()) == 1
    Path("file").unlink()
    assert monitor(*arguments)[:2] == (3, out)
    assert Path("file/s.prom").is_file()
    assert Path("file/l").is_file()


def write_judged(replies: list[str]) -> tuple[str, ...]:
    """A log of a fact an item, each of which gets the reply in its place; returns arguments."""
    count = len(replies)
    rows = [{"topic": f"Topic {n}", "output": "x", "facts": [f"Ada {n}."]} for n in range(count)]
    Path("a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    articles = [{"title": f"Topic {n}", "text": f"Ada {n}."} for n in range(count)]
    Path("store.jsonl").write_text("".join(json.dumps(row) + "\n" for row in articles))
    failed = [
        {"when": f"Ada {n}.", "error": "out of order"}
        for n, reply in enumerate(replies)
        if reply == "error"
    ]
    script = [*failed, {"reply": "True"}]
    Path("judge.jsonl").write_text("".join(json.dumps(row) + "\n" for row in script))
    return ("a.jsonl", "--knowledge", "store.jsonl", "--gamma", "0", "--cache", "c.db")


def test_a_judge_that_is_mostly_down_is_an_error_and_no_run(monitor: Command) -> None:
    """One item of twenty that came through is no sample of the log."""
    arguments = write_judged(["True", *["error"] * 19])
    status, out, err = monitor(*arguments, judge=SCRIPTED)
    assert (status, out) == (1, "")
    told = "19 of 20 items failed (decomposer or judge), more than 10 %: nothing is kept, run the"
    assert f"{told} same command again; the cache keeps what was answered" in err
    assert kept() == []
    _, _, err = monitor(*arguments, "--no-cache", judge=SCRIPTED)
    assert f"{told} same command again\n" in err
    # The judge is well again.
    write_judged(["True"] * 20)
    status, out, _ = monitor(*arguments, judge=SCRIPTED)
    assert (status, out) == (0, "ok s: 100.0 % (100.0–100.0), 20 of 20 items scored\n")


def test_a_few_failures_are_kept(monitor: Command) -> None:
    status, out, _ = monitor(*write_judged([*["True"] * 18, "error", "error"]), judge=SCRIPTED)
    assert (status, "18 of 20 items scored" in out) == (0, True)
    assert len(kept()) == 1


def test_what_the_input_lacks_is_no_failure(monitor: Command) -> None:
    """Rows without labels, and rows without facts: running again would not change them."""
    write_log("a.jsonl", 0.8)
    bare = [
        {"topic": "Ada", "output": "x", "facts": ["Ada lived."]},
        {"topic": "Ada", "output": "x"},
    ]
    with Path("a.jsonl").open("a") as log:
        log.writelines(json.dumps(row) + "\n" for row in bare)
    status, out, _ = monitor("a.jsonl", "--decomposer", "input")
    assert (status, out) == (0, "ok s: 80.0 % (80.0–80.0), 4 of 6 items scored\n")


def test_another_monitor_that_keeps_the_run_first(
    monitor: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both score it at once; the second is told so, and its clock is not blamed."""
    log = write_log("a.jsonl", 0.8)
    add = History.add

    def late(history: History, run: MonitoredRun, clock: bool = False) -> Kept:
        with open_history("history.db", create=True) as other:
            add(other, replace(run, time=run.time - timedelta(seconds=1)), clock)
        return add(history, run, clock)

    monkeypatch.setattr(History, "add", late)
    _, out, err = monitor(log, "--json")
    assert json.loads(out)["repeated"] is True
    assert "another process was first to keep it, as run 1 of " in err
    assert "clock" not in err
    assert len(kept()) == 1


@pytest.mark.parametrize(
    "content", [b"no database at all, but long enough for one" * 100, b"SQLite format 3\0 broken"]
)
def test_a_history_that_is_no_database_is_told_before_scoring(
    monitor: Command, content: bytes
) -> None:
    Path("history.db").write_bytes(content)
    status, out, err = monitor(write_log("a.jsonl", 0.8), "--log", "log.jsonl")
    assert (status, out) == (1, "")
    assert "history.db" in err
    assert "items" not in err
    assert Path("history.db").read_bytes() == content
    assert not Path("log.jsonl").exists()


def test_a_cache_is_no_history(monitor: Command) -> None:
    with Cache("other.db"):
        pass
    status, _, err = monitor(write_log("a.jsonl", 0.8), "--history", "other.db")
    assert status == 1
    assert "not a factscore history" in err


@pytest.mark.parametrize("content", ["", "\n"])
def test_an_empty_log_is_told(monitor: Command, content: str) -> None:
    Path("a.jsonl").write_text(content)
    status, out, err = monitor("a.jsonl", "--min-score", "0.7")
    assert (status, out) == (1, "")
    assert "a.jsonl: no rows" in err
    assert kept() == []


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGKILL])
def test_a_stopped_run_keeps_the_cache_and_adds_nothing(
    tmp_path: Path, stop: signal.Signals
) -> None:
    Path("store.jsonl").write_text(json.dumps({"title": "Ada", "text": "Ada saw engines."}))
    Path("judge.jsonl").write_text('{"reply": "True", "delay": 0.05}\n')
    facts = [f"Ada saw engine {n}." for n in range(40)]
    Path("a.jsonl").write_text(json.dumps({"topic": "Ada", "output": "x", "facts": facts}))
    command = [
        *(sys.executable, "-m", "factscore", "monitor", "a.jsonl", "--name", "s"),
        *("--knowledge", "store.jsonl", "--cache", "c.db", "--log", "log.jsonl"),
        *("--judge", "scripted:judge.jsonl", "--concurrency", "2"),
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    while process.poll() is None and len(answers("c.db")) < 8:
        time.sleep(0.02)
    process.send_signal(stop)
    out, _ = process.communicate()
    assert process.returncode == (130 if stop == signal.SIGINT else -signal.SIGKILL)
    assert out == b""
    stored = answers("c.db")
    assert 8 <= len(stored) < 40
    assert kept() == []
    assert not Path("log.jsonl").exists()
    again = subprocess.run(command, capture_output=True, check=True)
    assert again.stdout.startswith(b"ok s: ")
    # What was kept was not asked again: the answers are the same, down to their time.
    assert stored < answers("c.db")
    assert len(answers("c.db")) == 40
    assert len(kept()) == 1


def answers(path: str) -> set[str]:
    if not Path(path).exists():
        return set()
    query = "select key || created from answers where stage = 'reply'"
    db = sqlite3.connect(path)
    try:
        return {text for (text,) in db.execute(query)}
    except sqlite3.OperationalError:
        return set()
    finally:
        db.close()
