"""``factscore cache`` from the outside."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from factscore.cache import Cache
from factscore.cli import run


@pytest.fixture
def path(tmp_path: Path) -> str:
    with Cache(tmp_path / "c.db") as cache:
        cache.put("judge", {"f1:a": {"label": "supported"}, "f1:b": {"label": "not_supported"}})
        cache.put("decompose", {"f1:c": {"facts": []}})
    return str(tmp_path / "c.db")


def test_info(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cache", "info", "--cache", path]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(",")[0] for line in lines] == ["decompose: 1 answers", "judge: 2 answers"]
    assert run(["cache", "info", "--cache", path, "--json"]) == 0
    assert [stage["answers"] for stage in json.loads(capsys.readouterr().out)] == [1, 2]


def test_export(path: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert run(["cache", "export", "--cache", path]) == 0
    rows = [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]
    assert [(row["key"], row["stage"]) for row in rows] == [
        ("f1:a", "judge"),
        ("f1:b", "judge"),
        ("f1:c", "decompose"),
    ]
    assert rows[0]["value"] == {"label": "supported"}
    assert run(["cache", "export", "--cache", path, "--out", str(tmp_path / "x.jsonl")]) == 0
    assert len((tmp_path / "x.jsonl").read_bytes().splitlines()) == 3


def test_export_over_the_cache_is_refused(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cache", "export", "--cache", path, "--out", path]) == 2
    assert "overwrite" in capsys.readouterr().err
    with Cache(path) as cache:
        assert cache.get("f1:a") == {"label": "supported"}


def test_clear(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["cache", "clear", "--cache", path, "--stage", "judge", "--yes"]) == 0
    assert "2 answers deleted" in capsys.readouterr().out
    assert run(["cache", "clear", "--cache", path, "--yes"]) == 0
    assert "1 answers deleted" in capsys.readouterr().out
    assert run(["cache", "info", "--cache", path]) == 0
    assert "empty" in capsys.readouterr().out


def test_clear_asks(
    path: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("n\n"))
    assert run(["cache", "clear", "--cache", path]) == 1
    assert "nothing deleted" in capsys.readouterr().out
    with Cache(path) as cache:
        assert cache.get("f1:a") == {"label": "supported"}


def test_one_variable_names_the_cache_for_every_command(
    path: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FACTSCORE_CACHE", path)
    assert run(["cache", "info"]) == 0
    assert "judge: 2 answers" in capsys.readouterr().out


def test_no_cache_yet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("info", "export", "clear"):
        assert run(["cache", command, "--cache", str(tmp_path / "none.db")]) == 1
        assert "no cache yet" in capsys.readouterr().err
    assert not (tmp_path / "none.db").exists()
