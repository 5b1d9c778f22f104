"""Each bad input gets its clear lines, its exit status, and loses nothing."""

from __future__ import annotations

import gzip
import json
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from factscore.cli import run

GOOD = {"topic": "Ada", "output": "x", "facts": [{"text": "Ada lived.", "label": "S"}]}


def line(**changes: object) -> bytes:
    return json.dumps(GOOD | changes).encode() + b"\n"


@pytest.fixture
def score(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[int, str, str]]:
    """Run ``factscore score`` in an empty folder; returns status, output and errors."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        status = run(["score", *arguments])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(b"", ["bad.jsonl", "no rows"], id="empty file"),
        pytest.param(b"\n \n", ["bad.jsonl", "no rows"], id="only blank lines"),
        pytest.param(
            b"".join([line()] * 6 + [b"{oops\n", line(), b'{"output": }\n']),
            ["bad.jsonl:7:", "bad.jsonl:9:"],
            id="invalid JSON in lines 7 and 9",
        ),
        pytest.param(line() + b'{"topic": "Ada"}\n', ["bad.jsonl:2:", "output"], id="no output"),
        pytest.param(line(topic=7), ["bad.jsonl:1:", "topic", "number"], id="topic a number"),
        pytest.param(
            b'{"topic": "Ada", "output": null}\n',
            ["bad.jsonl:1:", "output", "null"],
            id="output null",
        ),
        pytest.param(line(facts=["a", 3]), ["bad.jsonl:1:", "facts"], id="facts not strings"),
        pytest.param(line(facts="all of it"), ["bad.jsonl:1:", "facts"], id="facts a string"),
        pytest.param(
            line() + line(output="Zoë").decode().replace("\\u00eb", "ë").encode("latin-1"),
            ["bad.jsonl:2:", "iconv"],
            id="Latin-1",
        ),
        pytest.param(line() + line(output="\ud800"), ["bad.jsonl:2:", "surrogate"], id="surrogate"),
        pytest.param(b"[1, 2]\n", ["bad.jsonl", "object"], id="rows that are no objects"),
        pytest.param(b"PK\x03\x04" + b"\0" * 100, ["bad.jsonl"], id="a zip file"),
        pytest.param(
            gzip.compress(line())[:-12], ["bad.jsonl", "compressed data is damaged"], id="cut gzip"
        ),
    ],
)
def test_bad_rows(
    score: Callable[..., tuple[int, str, str]], content: bytes, expected: list[str]
) -> None:
    Path("bad.jsonl").write_bytes(content)
    status, output, errors = score("bad.jsonl", "--judge", "labels", "--out", "results.jsonl")
    assert status == 1
    assert output == ""
    for part in expected:
        assert part in errors
    assert "Traceback" not in errors
    assert "nothing was done" in errors
    assert not Path("results.jsonl").exists()
    assert Path("bad.jsonl").read_bytes() == content


def test_problems_of_all_files_come_at_once(score: Callable[..., tuple[int, str, str]]) -> None:
    Path("one.jsonl").write_bytes(line(topic=7))
    Path("two.jsonl").write_bytes(line() + b"{\n")
    status, _, errors = score("one.jsonl", "missing.jsonl", "two.jsonl", ".", "--judge", "labels")
    assert status == 1
    for part in ("one.jsonl:1:", "missing.jsonl", "two.jsonl:2:", "folder"):
        assert part in errors


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"\xef\xbb\xbf" + line(), id="byte-order mark"),
        pytest.param(line(output="a\0b"), id="NUL"),
        pytest.param(line(output="Ada lived. " * 500_000), id="5 MB"),
        pytest.param(line().replace(b"\n", b"\r\n"), id="CRLF"),
        pytest.param(line().rstrip(), id="no newline at the end"),
    ],
)
def test_odd_rows_that_work(score: Callable[..., tuple[int, str, str]], content: bytes) -> None:
    Path("odd.jsonl").write_bytes(content)
    status, output, _ = score("odd.jsonl", "--judge", "labels", "--json")
    assert status == 0
    assert json.loads(output)["models"][0]["init_score"] == 1.0


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--top-k", "0"], ["top-k", "0"]),
        (["--gamma", "-1"], ["gamma", "-1"]),
        (["--f1-k", "0"], ["f1-k"]),
        (["--limit", "0"], ["limit"]),
        (["--fail-under", "70"], ["fail-under", "70"]),
        (["--fail-under", "nan"], ["fail-under"]),
        (["--gamma", "nan"], ["gamma", "nan"]),
        (["--out", "-"], ["--out", "name a file"]),
        (["--judge", "nil"], ["nil", "nli"]),
        (["--judge", "openai"], ["openai: names no model", "write openai:MODEL"]),
        (["--decomposer", "rule"], ["rule", "rules"]),
        (["--offline", "--no-cache"], ["--offline", "--no-cache"]),
        (["--out", "in.jsonl"], ["in.jsonl", "overwrite"]),
        (["--out", "./sub/../in.jsonl"], ["overwrite"]),
        (["--out", "another.db"], ["another.db", "database"]),
        (["--out", "store.jsonl", "--knowledge", "store.jsonl"], ["overwrite"]),
        (["--out", "r.jsonl", "--html", "r.jsonl"], ["would both write r.jsonl"]),
        (["--out", "r.jsonl", "--html", "./sub/../r.jsonl"], ["would both write r.jsonl"]),
        (["--out", "old.jsonl", "--html", "link"], ["would both write old.jsonl"]),
        (["--nonsense"], ["--nonsense"]),
    ],
)
def test_wrong_usage(
    score: Callable[..., tuple[int, str, str]], arguments: list[str], expected: list[str]
) -> None:
    Path("in.jsonl").write_bytes(line())
    Path("sub").mkdir()
    Path("another.db").write_bytes(b"SQLite format 3\0" + b"\0" * 84)
    Path("old.jsonl").write_bytes(line())
    Path("link").symlink_to("old.jsonl")
    status, output, errors = score("in.jsonl", *arguments)
    assert (status, output) == (2, "")
    for part in expected:
        assert part in errors
    assert Path("in.jsonl").read_bytes() == Path("old.jsonl").read_bytes() == line()


def test_no_file_at_all(score: Callable[..., tuple[int, str, str]]) -> None:
    status, _, errors = score()
    assert status == 2
    assert "FILE" in errors


@pytest.mark.parametrize(
    "content", [b"no database " * 500, b"", b"SQLite format 3\0" + b"\1" * 900]
)
def test_store_that_is_no_database(
    score: Callable[..., tuple[int, str, str]], content: bytes
) -> None:
    Path("in.jsonl").write_bytes(line())
    Path("store.db").write_bytes(content)
    status, output, errors = score("in.jsonl", "--knowledge", "store.db")
    assert (status, output) == (1, "")
    assert "store.db" in errors
    assert "Traceback" not in errors


def test_missing_default_store_says_how_to_get_one(
    score: Callable[..., tuple[int, str, str]],
) -> None:
    Path("in.jsonl").write_bytes(line())
    status, _, errors = score("in.jsonl")
    assert status == 1
    assert "factscore knowledge build" in errors
    assert "knowledge/sample.jsonl" in errors


def test_read_only_cache_folder(
    score: Callable[..., tuple[int, str, str]], tmp_path: Path, unprivileged: None
) -> None:
    Path("in.jsonl").write_bytes(line())
    Path("locked").mkdir(mode=0o555)
    arguments = ("--judge", "labels", "--decomposer", "rules", "--cache", "locked/c.db")
    status, output, errors = score("in.jsonl", *arguments)
    assert (status, output) == (1, "")
    assert "locked/c.db" in errors
    assert "--no-cache" in errors


def test_unreadable_input(
    score: Callable[..., tuple[int, str, str]], tmp_path: Path, unprivileged: None
) -> None:
    Path("in.jsonl").write_bytes(line())
    Path("in.jsonl").chmod(0)
    status, _, errors = score("in.jsonl", "--judge", "labels")
    assert status == 1
    assert "in.jsonl" in errors


def test_results_on_a_full_disk(score: Callable[..., tuple[int, str, str]]) -> None:
    Path("in.jsonl").write_bytes(line())
    status, _, errors = score("in.jsonl", "--judge", "labels", "--out", "/dev/full")
    assert status == 1
    assert "/dev/full: cannot be written (No space left on device)" in errors


def test_results_with_an_impossible_name(score: Callable[..., tuple[int, str, str]]) -> None:
    Path("in.jsonl").write_bytes(line())
    Path("loop").symlink_to("loop")
    for name in ("a" * 300, "a\0b", "loop"):
        status, _, errors = score("in.jsonl", "--judge", "labels", "--out", name)
        assert status == 1
        assert f"{name}: cannot be written" in errors


def test_results_into_a_folder(score: Callable[..., tuple[int, str, str]]) -> None:
    Path("in.jsonl").write_bytes(line())
    Path("folder").mkdir()
    status, _, errors = score("in.jsonl", "--judge", "labels", "--out", "folder")
    assert status == 1
    assert "folder: cannot be written (Is a directory)" in errors


def test_summary_on_a_full_disk(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_bytes(line())
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "factscore", "score", "in.jsonl", "--judge", "labels", "--json"],
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 1
    assert b"No space left on device" in done.stderr
    assert b"Traceback" not in done.stderr


def test_cache_on_a_full_disk_keeps_the_run_going_later(tmp_path: Path) -> None:
    article = {"title": "Ada", "text": "Ada lived in London."}
    (tmp_path / "store.jsonl").write_text(json.dumps(article) + "\n")
    facts = [f"Ada saw number {n}." for n in range(400)]
    rows = [json.dumps({"topic": "Ada", "output": "x", "facts": facts})]
    (tmp_path / "in.jsonl").write_text("\n".join(rows) + "\n")
    command = [sys.executable, "-m", "factscore", "score", "in.jsonl", "--knowledge", "store.jsonl"]

    def full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    done = subprocess.run(
        command, cwd=tmp_path, preexec_fn=full, capture_output=True, check=False, timeout=300
    )
    assert done.returncode == 1
    assert b"the cache cannot be written" in done.stderr
    assert b"run again" in done.stderr
    again = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False, timeout=300)
    assert again.returncode == 0


def test_two_runs_at_once_on_one_cache(tmp_path: Path) -> None:
    article = {"title": "Ada", "text": "Ada lived in London."}
    (tmp_path / "store.jsonl").write_text(json.dumps(article) + "\n")
    facts = [f"Ada saw number {n}." for n in range(100)]
    (tmp_path / "in.jsonl").write_text(json.dumps({"topic": "Ada", "output": "x", "facts": facts}))
    command = [sys.executable, "-m", "factscore", "score", "in.jsonl", "--knowledge", "store.jsonl"]
    runs = [
        subprocess.Popen(
            [*command, "--out", f"{name}.jsonl"],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for name in "ab"
    ]
    for process in runs:
        _, errors = process.communicate(timeout=300)
        assert process.returncode == 0, errors
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
