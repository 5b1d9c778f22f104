"""Commands run in an empty folder, so that their default paths lie there."""

from __future__ import annotations

from pathlib import Path

import pytest
from monitor.logs import Command

from factscore.cli import run


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def called(capsys: pytest.CaptureFixture[str]) -> Command:
    """Any command; returns status, output and errors."""

    def call(*arguments: str) -> tuple[int, str, str]:
        status = run(list(arguments))
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return call


@pytest.fixture
def monitor(called: Command) -> Command:
    """Score files into the series ``s``; returns status, output and errors."""

    def call(*arguments: str, name: str = "s", judge: str = "labels") -> tuple[int, str, str]:
        return called("monitor", *arguments, "--name", name, "--judge", judge)

    return call
