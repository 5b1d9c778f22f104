"""kill -9 in the middle of a run, then the same command again."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

COMMAND = [
    *(sys.executable, "-m", "factscore", "score", "in.jsonl", "--knowledge", "store.jsonl"),
    *("--cache", "c.db", "--quiet", "--json"),
]


def answers(path: Path) -> set[tuple[str, str]]:
    if not path.exists():
        return set()
    db = sqlite3.connect(path)
    try:
        return set(db.execute("select key, created || value from answers"))
    except sqlite3.OperationalError:
        return set()
    finally:
        db.close()


def test_killed_run_goes_on_and_ends_like_any_other(tmp_path: Path) -> None:
    article = {
        "title": "Ada",
        "text": "Ada lived in London. " + "She saw many engines there. " * 200,
    }
    (tmp_path / "store.jsonl").write_text(json.dumps(article))
    rows = [
        {"topic": "Ada", "output": "x", "facts": [f"Ada saw engine number {n}." for n in part]}
        for part in (range(100), range(100, 300))
    ]
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    cache = tmp_path / "c.db"
    process = subprocess.Popen(COMMAND, cwd=tmp_path, stdout=subprocess.DEVNULL)
    while process.poll() is None and len(answers(cache)) < 64:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = answers(cache)
    assert 64 <= len(kept) < 300
    again = subprocess.run(
        [*COMMAND, "--out", "a.jsonl"], cwd=tmp_path, capture_output=True, check=True
    )
    # What was kept was not judged again: the rows are the same, down to their time.
    assert kept <= answers(cache)
    assert len(answers(cache)) == 300
    check = sqlite3.connect(cache)
    assert check.execute("pragma integrity_check").fetchone() == ("ok",)
    check.close()
    fresh = [*COMMAND, "--no-cache", "--out", "b.jsonl"]
    whole = subprocess.run(fresh, cwd=tmp_path, capture_output=True, check=True)
    assert whole.stdout == again.stdout
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
