"""A line a run: its keys, and that lines of several jobs do not mix."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from monitor.runs import make_run

from factscore.errors import OutputError
from factscore.monitor import Comparison, Judgement, Rules, State
from factscore.monitor.log import append_line, log_line
from factscore.records import Interval, Status

RUN = replace(
    make_run(0.5, name="nightly", scored=2, ci95=Interval(0.25, 0.75), number=7),
    time=datetime(2026, 11, 30, 6, 30, tzinfo=UTC),
    statuses={Status.SCORED: 2, Status.EMPTY: 1},
    items=3,
    rows=10,
)


def test_every_number_state_and_reason() -> None:
    judgement = Judgement(
        RUN,
        State.BREACH,
        ("it fell",),
        Comparison(0.75, 5, 0.25, Interval(0.125, 0.375)),
        breaches=1,
    )
    rules = Rules(0.7, 0.05, date(2026, 11, 1), 2, 3)
    line = log_line(judgement, rules, repeated=True)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    setup = {"version": "1", "decomposer": "rules", "decomposer_digest": "d", "judge": "nli"}
    setup |= {"judge_digest": "j", "knowledge": "f" * 16, "retrieval": "bm25", "top_k": 5}
    setup |= {"gamma": 10.0, "f1_k": 64, "facts": "human", "labels": None}
    told = {"min_score": 0.7, "max_drop": 0.05, "baseline": "2026-11-01"}
    told |= {"breaches": 2, "periods": 3, "no_data": "breach"}
    assert json.loads(line) == {
        "time": "2026-11-30T06:30:00+00:00",
        "name": "nightly",
        "number": 7,
        "state": "breach",
        "reasons": ["it fell"],
        "score": 0.5,
        "ci95": [0.25, 0.75],
        "spread": 0.25,
        "rows": 10,
        "items": 3,
        "scored": 2,
        "respond_ratio": 1.0,
        "coverage": 1.0,
        "statuses": {"scored": 2, "empty": 1},
        "facts": {"supported": 2000, "not_supported": 800, "unscored": 0},
        "cost": None,
        "digest": "a",
        "setup": setup,
        "baseline": {"score": 0.75, "runs": 5, "drop": 0.25, "ci95": [0.125, 0.375]},
        "breaches": 1,
        "rules": told,
        "repeated": True,
        "missing": {},
    }


def test_what_does_not_exist_is_null_with_its_reason() -> None:
    run = replace(RUN, score=None, ci95=None, spread=None)
    judgement = Judgement(run, State.NO_DATA, missing={"score": "no item has a score"})
    found = json.loads(log_line(judgement, Rules(), repeated=False))
    assert (found["score"], found["ci95"], found["spread"], found["baseline"]) == (None,) * 4
    assert found["missing"] == {"score": "no item has a score"}
    assert found["rules"]["baseline"] == 28


def test_lines_are_appended(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "runs.jsonl"
    append_line(str(path), b"1\n")
    append_line(str(path), b"2\n")
    assert path.read_bytes() == b"1\n2\n"


def test_a_line_that_was_cut_off_does_not_take_the_next_with_it(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    path.write_bytes(b'1\n{"cut')
    append_line(str(path), b"2\n")
    assert path.read_bytes() == b'1\n{"cut\n2\n'


def test_lines_of_several_jobs_do_not_mix(tmp_path: Path) -> None:
    path = tmp_path / "runs.jsonl"
    code = (
        "import sys; from factscore.monitor.log import append_line\n"
        "for n in range(50): append_line(sys.argv[1], (sys.argv[2] * 5000).encode() + b'\\n')"
    )
    jobs = [subprocess.Popen([sys.executable, "-c", code, str(path), letter]) for letter in "abcd"]
    assert [job.wait() for job in jobs] == [0] * 4
    lines = path.read_text().splitlines()
    assert sorted(lines) == sorted(letter * 5000 for letter in "abcd" for _ in range(50))


def test_a_path_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file" / "runs.jsonl", tmp_path):
        with pytest.raises(OutputError, match="the history has the run"):
            append_line(str(path), b"1\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_full_disk() -> None:
    with pytest.raises(OutputError, match="No space left"):
        append_line("/dev/full", b"1\n")
