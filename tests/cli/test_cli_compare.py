"""``factscore compare`` from the outside."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from results_files import SETUP, item, write_results

from factscore.cli import run

Call = Callable[..., tuple[int, str, str]]
STORE = {"title": "Ada Lovelace", "text": "Ada Lovelace was a mathematician. She lived in London."}
FACTS = ["Ada Lovelace was a mathematician.", "Ada Lovelace lived in London.", "Ada sang opera."]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Call:
    def command(*arguments: str) -> tuple[int, str, str]:
        status = run(arguments)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return command


def some_results(path: str, *scores: float | None, **changes: Any) -> str:
    rows = [item(f"topic {n}", score) for n, score in enumerate(scores)]
    return write_results(path, rows, replace(SETUP, **changes))


def score_rows(call: Call, name: str, labels: list[str], *options: str) -> None:
    facts = [{"text": text, "label": one} for text, one in zip(FACTS, labels, strict=True)]
    row = {"topic": "Ada Lovelace", "output": "x", "facts": facts}
    Path(f"{name}.jsonl").write_text(json.dumps(row))
    Path("store.jsonl").write_text(json.dumps(STORE))
    out = ("--out", f"{name}.results", "--knowledge", "store.jsonl", "--no-cache", "--quiet")
    assert call("score", f"{name}.jsonl", *out, *options)[0] == 0


def test_two_runs(call: Call) -> None:
    score_rows(call, "old", ["S", "NS", "NS"], "--judge", "labels", "--gamma", "0")
    score_rows(call, "new", ["S", "S", "NS"], "--judge", "labels", "--gamma", "0")
    status, output, errors = call("compare", "old.results", "new.results", "--strict")
    assert (status, errors) == (0, "")
    assert "A: old.results (old)" in output
    assert "+33.3  Ada Lovelace: 33.3 and 66.7 %, supported 1/3 and 2/3" in output
    assert "not supported, then supported: Ada Lovelace lived in London." in output


def test_strict_is_status_1_where_judges_differ(call: Call) -> None:
    score_rows(call, "a", ["S", "S", "NS"], "--judge", "labels")
    score_rows(call, "b", ["S", "S", "NS"])
    assert call("compare", "a.results", "b.results")[0] == 0
    status, output, _ = call("compare", "a.results", "b.results", "--strict")
    assert status == 1
    assert "warning: not comparable: A and B were made differently: judge: labels and" in output
    assert "store (fingerprint): none and" in output
    status, output, errors = call("compare", "a.results", "b.results", "--strict", "--json")
    assert status == 1
    assert json.loads(output)["comparable"] is False
    assert errors.startswith("warning: not comparable: A and B were made differently")


def test_files_of_different_versions(call: Call) -> None:
    some_results("a.jsonl", 0.5, 0.25)
    some_results("b.jsonl", 0.5, 0.5, version="9.2")
    _, output, _ = call("compare", "a.jsonl", "b.jsonl")
    assert output.splitlines()[-1].endswith("version of factscore: 9.1 and 9.2")


def test_json_has_fractions(call: Call) -> None:
    some_results("a.jsonl", 0.5, 0.25, 1.0, None)
    Path("b.jsonl.gz").write_bytes(
        gzip.compress(Path(some_results("b.jsonl", 0.75, 0.75, 1.0, 0.5)).read_bytes())
    )
    status, output, errors = call("compare", "a.jsonl", "b.jsonl.gz", "--json", "--moved", "1")
    assert (status, errors) == (0, "")
    (model,) = json.loads(output)["models"]
    assert (model["difference"], model["p"], model["items"]["scored_in_b_only"]) == (0.25, 0.5, 1)
    assert [one["topic"] for one in model["moved"]] == ["topic 1"]


def test_options(call: Call) -> None:
    rows = [
        item("Ada", 0.25, init=0.5, model="x", extra={"n": 1}),
        item("Emmy", 0.5, init=0.5, model="y", extra={"n": 1}),
        item("Emmy", 0.5, model="z", extra={"n": 1}),
    ]
    write_results("a.jsonl", rows)
    chosen = ("--model", "y", "--model", "x", "--key", "n", "--score", "init", "--json")
    status, output, _ = call("compare", "a.jsonl", *chosen)
    assert status == 0
    found = json.loads(output)
    assert found["settings"]["score"] == "init_score"
    assert found["settings"]["key"] == "n"
    assert [(one["a"], one["b"], one["difference"]) for one in found["models"]] == [("y", "x", 0.0)]


def test_all_abstained_is_one_clear_line(call: Call) -> None:
    some_results("a.jsonl", 0.5, 0.25)
    some_results("b.jsonl", None, None)
    status, output, _ = call("compare", "a.jsonl", "b.jsonl")
    assert status == 0
    told = [line for line in output.splitlines() if "no numbers" in line]
    assert len(told) == 1
    assert told[0].endswith("no item is scored on both sides; none in B: abstained 2")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "bad.jsonl: no results in it"),
        (b'{"topic": "Ada", "output": "Ada wrote."}\n' * 9, "bad.jsonl: no results file; make"),
        (b"\x00\x01\x02", "bad.jsonl"),
        (b'{"status": "scored", "init_score": 1, "facts": []}', "bad.jsonl:1: the status is scor"),
        (b'{"topic": "Ada",', "bad.jsonl:1: invalid JSON"),
    ],
)
def test_a_file_that_holds_no_results(call: Call, content: bytes, told: str) -> None:
    some_results("a.jsonl", 0.5)
    Path("bad.jsonl").write_bytes(content)
    status, output, errors = call("compare", "a.jsonl", "bad.jsonl")
    assert (status, output) == (1, "")
    first, last = errors.splitlines()
    assert first.startswith(told)
    assert last == "Error: 1 problem(s); nothing was done"


def test_nothing_in_common_is_an_error(call: Call) -> None:
    some_results("a.jsonl", 0.5)
    write_results("b.jsonl", [item("Ada", 0.5)])
    status, _, errors = call("compare", "a.jsonl", "b.jsonl")
    assert status == 1
    assert "no common item: a.jsonl has topic 'topic 0'; b.jsonl has topic 'Ada'" in errors


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["a.jsonl"], "choose two of its models with --model"),
        (["a.jsonl", "a.jsonl"], "the same file"),
        (["a.jsonl", "b.jsonl", "--model", "x"], "no model 'x'"),
        (["a.jsonl", "b.jsonl", "--key", "x"], "no row has a value"),
        (["a.jsonl", "b.jsonl", "--moved", "-1"], "--moved"),
        ([], "Missing argument 'A'"),
    ],
)
def test_wrong_use_is_status_2(call: Call, arguments: list[str], told: str) -> None:
    some_results("a.jsonl", 0.5)
    some_results("b.jsonl", 0.5)
    status, output, errors = call("compare", *arguments)
    assert (status, output) == (2, "")
    assert told in errors
