"""``factscore report`` from the outside."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from results_files import SETUP

from factscore.cli import run
from factscore.records import ItemResult, RunSetup, Status
from factscore.report.results import results_line

SCORED = ItemResult(
    "small", "Ada", Status.SCORED, "Ada flew.", score=0.5, init_score=0.5, extra={"cat": "rare"}
)

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def report(capsys: pytest.CaptureFixture[str]) -> Call:
    """Run ``factscore report``; returns status, output and errors."""

    def call(*arguments: str) -> tuple[int, str, str]:
        status = run(["report", *arguments])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


def write_results(path: str, *items: ItemResult, setup: RunSetup | None = SETUP) -> str:
    Path(path).write_bytes(b"".join(results_line(item, setup) for item in items))
    return path


def test_page_and_what_is_said(report: Call) -> None:
    first = write_results("a.jsonl", SCORED, replace(SCORED, topic="Bo", score=0.7))
    second = write_results("b.jsonl", replace(SCORED, model="large", score=0.9))
    status, output, errors = report(first, second, "--html", "r.html", "--title", "Pilots & co")
    assert (status, output) == (0, "")
    assert errors.startswith("r.html: 2 models, 3 items (3 scored), 0 facts; ")
    assert errors.endswith(" kB\n")
    text = Path("r.html").read_text()
    assert "<h1>Pilots &amp; co</h1>" in text
    assert "60.0" in text


def test_quiet(report: Call) -> None:
    path = write_results("a.jsonl", SCORED)
    assert report(path, "--html", "r.html", "--quiet") == (0, "", "")


def test_same_input_same_bytes(report: Call) -> None:
    path = write_results("a.jsonl", SCORED, replace(SCORED, topic="Bo"))
    for name in ("1.html", "2.html"):
        assert report(path, "--html", name)[0] == 0
    assert Path("1.html").read_bytes() == Path("2.html").read_bytes()


def test_to_standard_output() -> None:
    path = write_results("a.jsonl", SCORED)
    command = [sys.executable, "-m", "factscore", "report", path, "--html", "-"]
    done = subprocess.run(command, capture_output=True, check=True)
    assert done.stdout.startswith(b"<!DOCTYPE html>")
    assert done.stdout.endswith(b"</html>\n")
    assert done.stderr.startswith(b"-: 1 model, 1 item")


def test_results_of_score_are_read(report: Call, capsys: pytest.CaptureFixture[str]) -> None:
    row = {"topic": "Ada", "output": "Ada flew.", "facts": [{"text": "Ada flew.", "label": "S"}]}
    Path("in.jsonl").write_text(json.dumps(row | {"model": "m"}) + "\n")
    assert run(["score", "in.jsonl", "--judge", "labels", "--out", "r.jsonl", "--quiet"]) == 0
    capsys.readouterr()
    status, _, errors = report("r.jsonl", "--html", "r.html")
    assert status == 0
    assert "1 model, 1 item (1 scored), 1 fact;" in errors


def test_other_setups_are_told(report: Call) -> None:
    write_results("a.jsonl", SCORED)
    write_results(
        "b.jsonl", replace(SCORED, model="large"), setup=replace(SETUP, version="0.1", top_k=3)
    )
    status, _, errors = report("a.jsonl", "b.jsonl", "--html", "r.html")
    assert status == 0
    assert errors.splitlines()[:2] == [
        "not comparable: large against small: version of factscore: 9.1 and 0.1",
        "not comparable: large against small: top-k: 5 and 3",
    ]
    assert "These scores are not comparable." in Path("r.html").read_text()


def test_all_abstained(report: Call) -> None:
    silent = replace(SCORED, status=Status.ABSTAINED, score=None, init_score=None)
    path = write_results("a.jsonl", silent, replace(silent, topic="Bo"))
    status, _, errors = report(path, "--html", "r.html")
    assert status == 0
    assert "2 items (0 scored)" in errors
    text = Path("r.html").read_text()
    assert "no item was scored" in text
    assert "NaN" not in text.split("<script")[0]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no results in it"),
        (b'{"topic": "Ada", "output": "x"}\n', "no results file"),
        (b"what is this\n", "a.jsonl:1"),
        (None, "no such file"),
    ],
)
def test_bad_input(report: Call, content: bytes | None, message: str) -> None:
    if content is not None:
        Path("a.jsonl").write_bytes(content)
    status, output, errors = report("a.jsonl", "--html", "r.html")
    assert (status, output) == (1, "")
    assert message in errors
    assert not Path("r.html").exists()


def test_a_page_from_before_survives_bad_input(report: Call) -> None:
    Path("r.html").write_text("old")
    Path("a.jsonl").write_bytes(b"")
    assert report("a.jsonl", "--html", "r.html")[0] == 1
    assert Path("r.html").read_text() == "old"


def test_never_over_an_input(report: Call) -> None:
    path = write_results("a.jsonl", SCORED)
    Path("link.html").symlink_to(path)
    for name in ("a.jsonl", "./a.jsonl", "link.html"):
        status, _, errors = report(path, "--html", name)
        assert status == 2
        assert "would overwrite a.jsonl" in errors
    assert Path(path).read_bytes() == results_line(SCORED, SETUP)


def test_usage(report: Call) -> None:
    assert report("a.jsonl")[0] == 2
    assert report("--html", "r.html")[0] == 2
    assert report(write_results("a.jsonl", SCORED), "--html", "no\0name")[0] == 1
