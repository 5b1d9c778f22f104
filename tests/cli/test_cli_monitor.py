"""``factscore monitor``: what is scored, how it is judged, and what is written."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from monitor.logs import Command, kept, metrics, write_log, write_silent


def test_a_run_that_is_well(monitor: Command) -> None:
    status, out, err = monitor(write_log("a.jsonl", 0.8), "--min-score", "0.7")
    assert (status, out) == (0, "ok s: 80.0 % (80.0–80.0), 4 of 4 items scored\n")
    assert "decomposer: input (4 of 4 rows carry facts" in err
    (only,) = kept()
    assert (only.name, only.rows, only.items, only.scored, only.score) == ("s", 4, 4, 4, 0.8)
    assert only.setup.judge == "labels"


def test_an_alarm_ends_with_three(monitor: Command) -> None:
    status, out, _ = monitor(write_log("a.jsonl", 0.6), "--min-score", "0.7")
    assert status == 3
    assert out.startswith("alarm s: 60.0 % (60.0–60.0), 4 of 4 items scored; ")
    assert out.endswith("; below 70 %\n")
    assert out.count("\n") == 1


def test_two_of_the_last_three(monitor: Command) -> None:
    """The alarm rises with the second breach and ends when only one is left."""
    ends = []
    for day, share in enumerate((0.8, 0.5, 0.8, 0.5, 0.8, 0.8), 1):
        log = write_log(f"{day}.jsonl", share, timestamp=f"2026-11-{day:02}T00:00:00Z")
        status, out, _ = monitor(log, "--min-score", "0.7", "--periods", "2/3")
        ends.append((status, out.split()[0]))
    assert ends == [(0, "ok"), (0, "breach"), (0, "ok"), (3, "alarm"), (0, "ok"), (0, "ok")]


def test_three_in_a_row(monitor: Command) -> None:
    ends = []
    for day, share in enumerate((0.5, 0.5, 0.8, 0.5, 0.5, 0.5), 1):
        log = write_log(f"{day}.jsonl", share, timestamp=f"2026-11-{day:02}T00:00:00Z")
        ends.append(monitor(log, "--min-score", "0.7", "--periods", "3")[0])
    assert ends == [0, 0, 0, 0, 0, 3]


@pytest.mark.parametrize(
    ("baseline", "told"),
    [
        ([], "drop 15.0 points (10.5 to 19.5) from the 75.0 % of the last 2 runs; dropped"),
        (["--baseline", "last"], "drop 20.0 points (20.0 to 20.0) from the 80.0 % of the last run"),
        (
            ["--baseline", "2026-11-01"],
            "drop 10.0 points (10.0 to 10.0) from the 70.0 % of 2026-11-01",
        ),
        (["--baseline", "5"], "from the 75.0 % of the last 2 runs"),
    ],
)
def test_a_drop_against_the_baseline(monitor: Command, baseline: list[str], told: str) -> None:
    for day, share in (1, 0.7), (2, 0.8):
        monitor(write_log(f"{day}.jsonl", share, timestamp=f"2026-11-{day:02}T05:00:00Z"))
    log = write_log("3.jsonl", 0.6, timestamp="2026-11-03T05:00:00Z")
    status, out, _ = monitor(log, "--max-drop", "0.05", *baseline)
    assert status == 3
    assert told in out
    # The fall is told once.
    assert out.count("points (") == 1
    assert out.endswith("; dropped by more than 5 points\n")


def test_a_baseline_without_runs_is_told(monitor: Command) -> None:
    log = write_log("a.jsonl", 0.1)
    status, out, _ = monitor(log, "--max-drop", "0.05", "--baseline", "2099-01-01")
    assert status == 0
    assert "no drop: there is no run of 2099-01-01" in out


def test_without_a_rule_runs_are_only_kept(monitor: Command) -> None:
    status, out, err = monitor(write_log("a.jsonl", 0.0))
    assert (status, out.split()[0]) == (0, "ok")
    assert "no rule" in err
    assert len(kept()) == 1


def test_the_same_file_twice_is_one_run(monitor: Command) -> None:
    log, script = write_log("a.jsonl", 0.8), Path("judge.jsonl")
    script.write_text('{"reply": "False"}\n')
    Path("store.jsonl").write_text(
        "".join(json.dumps({"title": f"Topic {n}", "text": "Facts."}) + "\n" for n in range(4))
    )
    arguments = (log, "--min-score", "0.7", "--knowledge", "store.jsonl", "--log", "log.jsonl")
    first = monitor(*arguments, "--no-cache", judge="scripted:judge.jsonl")
    second = monitor(*arguments, "--no-cache", judge="scripted:judge.jsonl")
    assert first[:2] == second[:2]
    assert first[0] == 3
    assert "calls" in first[2]
    assert "scored before, as run 1" in second[2]
    assert "calls" not in second[2]
    (only,) = kept()
    assert only.cost == 0.0
    lines = [json.loads(line) for line in Path("log.jsonl").read_text().splitlines()]
    assert [line.pop("repeated") for line in lines] == [False, True]
    assert lines[0] == lines[1]


def test_another_setup_name_or_sample_is_another_run(monitor: Command) -> None:
    log = write_log("a.jsonl", 0.8)
    monitor(log)
    monitor(log, "--top-k", "3")
    monitor(log, "--gamma", "0")
    monitor(log, "--limit", "3")
    monitor(log, "--sample", "3")
    monitor(log, "--sample", "3", "--seed", "0")
    monitor(log, "--sample", "3", "--seed", "1")
    monitor(log, name="other")
    assert len(kept()) == 6
    assert len(kept("other")) == 1


def test_a_sample_of_all_there_is_is_the_whole_log(monitor: Command) -> None:
    log = write_log("a.jsonl", 0.8, items=5)
    monitor(log)
    _, _, err = monitor(log, "--sample", "5")
    assert "scored before" in err


def test_a_sample(monitor: Command) -> None:
    _, out, _ = monitor(write_log("a.jsonl", 0.8, items=50), "--sample", "5")
    assert "5 of 5 items scored, from 50 rows" in out
    (only,) = kept()
    assert (only.rows, only.items, only.scored) == (50, 5, 5)


def test_several_files_are_one_run(monitor: Command) -> None:
    monitor(write_log("a.jsonl", 0.8), write_log("b.jsonl", 0.6))
    (only,) = kept()
    assert only.items == 8
    assert only.score == pytest.approx(0.7)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], "2026-11-05T06:00:00+00:00"),
        (["--time", "2026-11-06"], "2026-11-06T00:00:00+00:00"),
        (["--time", "2026-11-06T01:00:00+02:00"], "2026-11-05T23:00:00+00:00"),
        (["--time", "2026-11-06T01:00:00Z"], "2026-11-06T01:00:00+00:00"),
    ],
)
def test_the_time_of_a_run(monitor: Command, arguments: list[str], expected: str) -> None:
    monitor(write_log("a.jsonl", 0.8, timestamp="2026-11-05T06:00:00Z"), *arguments)
    assert kept()[0].time.isoformat() == expected


def test_a_clock_that_went_back(monitor: Command) -> None:
    later = datetime.now(UTC) + timedelta(hours=12)
    monitor(write_log("a.jsonl", 0.8), "--time", later.isoformat())
    status, out, err = monitor(write_log("b.jsonl", 0.6), "--max-drop", "0.05", "--json")
    assert status == 3
    assert "the clock is behind the last run" in err
    assert [(one.number, one.time) for one in kept()] == [(1, later), (2, later)]
    assert json.loads(out)["repeated"] is False


def test_a_timestamp_of_the_far_future_does_not_freeze_the_series(monitor: Command) -> None:
    """The row's time does not count, so that the next runs are not filed at it."""
    rows = write_log("a.jsonl", 0.4, items=1, timestamp="2096-01-01T00:00:00Z")
    before = datetime.now(UTC)
    _, _, err = monitor(rows, "--prometheus", "s.prom")
    assert "future" in err
    assert before <= kept()[0].time <= datetime.now(UTC)
    _, _, err = monitor(write_log("b.jsonl", 0.8), "--prometheus", "s.prom")
    assert "clock" not in err
    assert [run.score for run in kept()] == [pytest.approx(0.4), 0.8]
    assert metrics("s.prom")["factscore_score"] == 0.8


def test_a_run_that_was_kept_in_the_future_is_not_the_last(monitor: Command) -> None:
    """As an older version kept it."""
    bogus = write_log("a.jsonl", 0.4)
    monitor(bogus)
    with sqlite3.connect("history.db") as db:
        db.execute("update runs set time = '2096-01-01T00:00:00.000000+00:00'")
    db.close()
    _, _, err = monitor(write_log("b.jsonl", 0.8), "--prometheus", "s.prom")
    assert "later runs" not in err
    assert metrics("s.prom")["factscore_score"] == 0.8
    _, out, err = monitor(bogus, "--prometheus", "s.prom")
    assert "lay in the future when it was kept" in err
    assert out.startswith("ok s: 40.0 %")
    assert metrics("s.prom")["factscore_score"] == 0.8


def test_where_a_file_ends_is_part_of_what_is_scored(monitor: Command) -> None:
    """A limit is one for each file: other files of the same bytes are another run."""
    lines = Path(write_log("all.jsonl", 0.8)).read_text().splitlines(keepends=True)
    for cut in (1, 3):
        Path("a.jsonl").write_text("".join(lines[:cut]))
        Path("b.jsonl").write_text("".join(lines[cut:]))
        monitor("a.jsonl", "b.jsonl", "--limit", "2")
    assert [run.items for run in kept()] == [3, 3]
    assert len({run.digest for run in kept()}) == 2


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        (["--baseline", "last", "--periods", "2/4"], "give a longer one, such as --baseline 28"),
        (["--baseline", "2", "--periods", "3"], "give a longer one, such as --baseline 28"),
        (["--periods", "30"], "give a longer one, such as --baseline 30"),
        (["--baseline", "last"], None),
        (["--baseline", "2", "--periods", "2/4"], None),
        (["--periods", "2/4"], None),
        (["--baseline", "2026-11-01", "--periods", "2/4"], None),
        (["--baseline", "last", "--periods", "2/4", "--min-score", "0.7"], None),
        (["--baseline", "last", "--periods", "2/4", "--quiet"], None),
    ],
)
def test_a_baseline_too_short_for_the_alarm_is_told(
    monitor: Command, rules: list[str], told: str | None
) -> None:
    _, _, err = monitor(write_log("a.jsonl", 0.8), "--max-drop", "0.05", *rules)
    assert ("raises no alarm" in err) == (told is not None)
    assert (told or "") in err


def test_a_lasting_fall_raises_the_alarm_by_the_default_baseline(monitor: Command) -> None:
    ends = {"last": "", "28": "", None: ""}
    for baseline in ends:
        for day, share in enumerate((0.8, 0.8, 0.8, 0.6, 0.6), 1):
            log = write_log(f"{day}.jsonl", share, timestamp=f"2026-11-{day:02}T00:00:00Z")
            rules = ["--max-drop", "0.05", "--periods", "2/4"]
            rules += ["--baseline", baseline] * (baseline is not None)
            ends[baseline] += monitor(log, *rules, name=f"b{baseline}")[1][0]
    assert ends == {"last": "ooobo", "28": "oooba", None: "oooba"}


def test_an_old_log_is_judged_in_its_place(monitor: Command) -> None:
    for day, share in (1, 0.8), (3, 0.4):
        monitor(write_log(f"{day}.jsonl", share, timestamp=f"2026-11-{day:02}T00:00:00Z"))
    log = write_log("2.jsonl", 0.8, timestamp="2026-11-02T00:00:00Z")
    status, out, err = monitor(log, "--min-score", "0.7", "--prometheus", "s.prom")
    assert (status, out.split()[0]) == (0, "ok")
    assert "later runs of s are kept" in err
    # The textfile is what the series has come to, not what was scored last.
    assert (metrics("s.prom")["factscore_score"], metrics("s.prom")["factscore_alarm"]) == (0.4, 1)


@pytest.mark.parametrize(
    ("rules", "status", "begin"),
    [
        (["--min-score", "0.7"], 3, "alarm s: no score, 0 of 1 items scored; "),
        (["--no-data", "breach"], 3, "alarm s: no score"),
        (["--min-score", "0.7", "--no-data", "ignore"], 0, "no data s: no score"),
        ([], 0, "no data s: no score, 0 of 1 items scored; no item has a score (abstained 1)"),
    ],
)
def test_all_items_abstained(monitor: Command, rules: list[str], status: int, begin: str) -> None:
    found, out, _ = monitor(write_silent("a.jsonl"), *rules, "--prometheus", "s.prom")
    assert found == status
    assert out.startswith(begin)
    assert "factscore_score" not in metrics("s.prom")


def test_standard_input(monitor: Command) -> None:
    write_log("a.jsonl", 0.8)
    command = [sys.executable, "-m", "factscore", "monitor", "-", "--name", "s", "--judge"]
    for _ in range(2):
        with Path("a.jsonl").open() as log:
            done = subprocess.run(
                [*command, "labels", "--log", "/dev/stderr"],
                stdin=log,
                capture_output=True,
                check=True,
            )
        assert done.stdout == b"ok s: 80.0 % (80.0\xe2\x80\x9380.0), 4 of 4 items scored\n"
        assert b'"state":"ok"' in done.stderr
    # The same bytes from a file are the same run.
    assert "scored before" in monitor("a.jsonl")[2]
    assert len(kept()) == 1


def test_json_is_the_line_of_the_log(monitor: Command) -> None:
    arguments = ("--min-score", "0.7", "--log", "log.jsonl", "--json", "--quiet")
    status, out, err = monitor(write_log("a.jsonl", 0.6), *arguments)
    assert (status, err) == (3, "")
    assert Path("log.jsonl").read_text() == out
    line = json.loads(out)
    assert (line["state"], line["score"], line["rules"]["min_score"]) == ("alarm", 0.6, 0.7)


def test_prometheus(monitor: Command) -> None:
    monitor(write_log("a.jsonl", 0.6), "--min-score", "0.7", "--prometheus", "deep/s.prom")
    found = metrics("deep/s.prom")
    assert (found["factscore_score"], found["factscore_alarm"]) == (0.6, 1)
    assert "factscore_cost_dollars" not in found
