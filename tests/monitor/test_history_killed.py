"""Two monitors at once on one history, killed in the middle: ``benchmarks/monitor_crash.py``."""

from __future__ import annotations

import importlib
import sqlite3
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    return importlib.import_module("monitor_crash")


def test_nothing_is_lost_and_nothing_kept_twice(script: ModuleType, tmp_path: Path) -> None:
    found = script.kill_writers(tmp_path, 5)
    assert found.killed == 7
    assert found.told >= found.added > 0
    assert found == script.Outcome(killed=7, added=found.added, told=found.told)


def test_the_check_sees_what_it_is_there_for(script: ModuleType, tmp_path: Path) -> None:
    for writer in script.WRITERS:
        script.write_runs(tmp_path, writer, 4)
    # Two runs are both writers', so six are different.
    assert script.check(tmp_path, 4) == script.Outcome(added=6, told=8)
    assert script.check(tmp_path, 6) == script.Outcome(added=9, told=8, missing=3)
    db = sqlite3.connect(tmp_path / "history.db")
    db.execute("update runs set score = 0.5 where digest = 'left-0'")
    db.execute("delete from runs where digest = 'both-1'")
    db.execute("update runs set number = 99 where digest = 'right-2'")
    db.commit()
    db.close()
    assert script.lost_runs(tmp_path) == 1
    assert script.check(tmp_path, 4) == script.Outcome(
        added=6, told=8, lost=1, missing=1, differing=2
    )
