"""``factscore monitor list|show|plot``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from monitor.logs import Command, write_log


@pytest.mark.parametrize("command", ["list", "show", "plot"])
def test_help_of_the_commands(called: Command, command: str) -> None:
    status, out, _ = called("monitor", command, "--help")
    assert (status, out.split()[:4]) == (0, ["Usage:", "factscore", "monitor", command])


def test_list_show_and_plot(monitor: Command, called: Command) -> None:
    for day, share in enumerate((0.8, 0.5), 1):
        log = write_log(f"{day}.jsonl", share, timestamp=f"2026-11-{day:02}T05:00:00Z")
        monitor(log)
    monitor("2.jsonl", name="other")
    rows = [line.split() for line in called("monitor", "list")[1].splitlines()]
    assert ["s", "2", "2026-11-02", "05:00", "50.0", "50.0–50.0", "█▁"] in rows
    listed = json.loads(called("monitor", "list", "--json")[1])
    assert [(row["name"], row["runs"], row["last"]["score"]) for row in listed] == [
        ("other", 1, 0.5),
        ("s", 2, 0.5),
    ]
    shown = json.loads(called("monitor", "show", "s", "--json")[1])
    assert [row["score"] for row in shown] == [0.8, 0.5]
    (last,) = json.loads(called("monitor", "show", "s", "--last", "1", "--json")[1])
    assert last["time"] == "2026-11-02T05:00:00+00:00"
    rows = [line.split() for line in called("monitor", "show", "s")[1].splitlines()]
    facts = ["100.0", "100.0", "40", "–"]
    assert ["2026-11-01", "05:00", "1", "80.0", "80.0–80.0", "4/4", *facts] in rows
    chart = called("monitor", "plot", "s")[1].splitlines()
    assert chart[0] == "s: 2 runs, score % with 95 % interval"
    assert chart[1] == " 80.0 ┤ ●"
    assert chart[-2] == " 50.0 ┤     ●"


@pytest.mark.parametrize(("ending", "begin"), [("svg", b"<?xml"), ("PNG", b"\x89PNG")])
def test_a_picture(monitor: Command, called: Command, ending: str, begin: bytes) -> None:
    pytest.importorskip("matplotlib", reason="the extra plot is not installed")
    monitor(write_log("a.jsonl", 0.8))
    status, out, _ = called("monitor", "plot", "s", "--out", f"deep/s.{ending}")
    assert (status, out) == (0, "")
    assert Path(f"deep/s.{ending}").read_bytes().startswith(begin)


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (["show", "nobody"], 2, "no series 'nobody'; it has: s"),
        (["plot", "nobody"], 2, "no series 'nobody'; it has: s"),
        (["plot", "s", "--out", "s.pdf"], 2, "neither .svg nor .png"),
        (["plot", "s", "--out", "history.db"], 2, "would overwrite history.db"),
        (["show", "s", "--last", "0"], 2, "--last"),
        (["list", "--history", "none.db"], 1, "there is no history yet"),
        (["show", "s", "--history", "a.jsonl"], 1, "a.jsonl"),
    ],
)
def test_what_cannot_be_shown(
    monitor: Command, called: Command, arguments: list[str], status: int, told: str
) -> None:
    monitor(write_log("a.jsonl", 0.8))
    found, out, err = called("monitor", *arguments)
    assert (found, out) == (status, "")
    assert told in err


def test_a_history_without_runs(monitor: Command, called: Command) -> None:
    Path("a.jsonl").write_text("")
    monitor("a.jsonl")
    assert called("monitor", "list")[1] == "history.db: no runs yet\n"
