"""Runs that chat models answer, stopped in the middle: by kill -9, by Ctrl-C, by two of them."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from chat_world import score_arguments, sensible, stored, write_world
from llm.chat_server import Answer, Call, ChatServer, hanging
from llm.provider_cases import clean
from llm.server_faults import Remembering

from factscore.cli import run

CONCURRENCY = 4
CALLS = 10 * (4 + 8)


def slow(call: Call) -> Answer:
    return Answer(sensible(call), delay=0.05)


@contextmanager
def started(arguments: list[str], when: Callable[[], bool]) -> Iterator[subprocess.Popen[bytes]]:
    """The command in a process of its own, from some moment on."""
    command = [sys.executable, "-m", "factscore", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        while process.poll() is None and not when():
            time.sleep(0.01)
        assert process.poll() is None, process.communicate()
        yield process
    finally:
        process.kill()
        process.communicate()


def test_a_stopped_run_goes_on_where_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clean(monkeypatch)
    write_world(tmp_path, items=10)
    script = Remembering(slow)
    with ChatServer(script, models={"small"}) as server:
        arguments = score_arguments(tmp_path, server, "openai:small", "openai:small")
        arguments += ["--concurrency", str(CONCURRENCY)]

        with started(arguments, lambda: len(script.asked) >= 30) as process:
            process.kill()
        kept = stored(tmp_path)
        assert 30 - CONCURRENCY <= kept <= script.asked.total()

        with started(arguments, lambda: len(script.asked) >= 70) as process:
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=30)
        assert process.returncode == 130
        assert said.decode().endswith(
            "interrupted; the same command goes on from what its cache has, if it has one\n"
        )
        # Only what the killed run had not kept was asked again, and Ctrl-C lost nothing.
        assert script.repeated <= CONCURRENCY
        kept = stored(tmp_path)
        assert kept == len(script.asked) < CALLS

        before = script.asked.total()
        assert run([*arguments, "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert script.asked.total() - before == CALLS - kept
    assert len(script.asked) == CALLS == stored(tmp_path)
    facts = {"supported": 40, "not_supported": 40, "unscored": 0}
    assert summary["models"][0]["facts"] == facts


def test_a_second_ctrl_c_leaves_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clean(monkeypatch)
    write_world(tmp_path, items=1)
    script = Remembering(lambda call: hanging())
    with ChatServer(script, models={"small"}) as server:
        arguments = score_arguments(tmp_path, server, "openai:small", "openai:small")
        with started(arguments, lambda: len(script.asked) >= 4) as process:
            process.send_signal(signal.SIGINT)
            time.sleep(1.2)
            assert process.poll() is None  # what was sent may still be answered
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=30)
        assert process.returncode == 130
