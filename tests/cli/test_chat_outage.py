"""A server that dies in mid-run, from the command line."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from chat_world import score_arguments, sensible, stored, write_world
from llm.chat_server import Call, ChatServer
from llm.provider_cases import clean
from llm.server_faults import Remembering

from factscore.cli import run
from factscore.settings import Calling


def test_a_server_that_dies_stops_the_run_and_the_next_one_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    clean(monkeypatch)
    monkeypatch.setattr("factscore.cli.calling.Calling", partial(Calling, retries=0))
    write_world(tmp_path, items=10)
    script = Remembering(sensible)

    def dying(call: Call) -> object:
        if call.number == 15:
            server.stop_listening()
        return script(call)

    with ChatServer(dying, models={"small"}) as server:
        arguments = score_arguments(tmp_path, server, "openai:small", "openai:small")
        arguments += ["--concurrency", "4"]
        assert run(arguments) == 1
    said = capsys.readouterr()
    last = said.err.splitlines()[-1]
    assert last.startswith(f"Error: openai:small: no answer from {server.openai_url}")
    assert "see to the server or the network and run again" in last
    assert "Ctrl-C" not in said.err
    assert said.out == ""
    kept = stored(tmp_path)
    # How many were being answered when the server went is for the machine to say.
    assert 0 < kept < 10 * (4 + 8)

    before = script.asked.total()
    again = ChatServer(script, models={"small"})
    again.port = server.port
    with again:
        assert run(arguments) == 0
    assert "no verdict" not in capsys.readouterr().err
    assert len(script.asked) == 10 * (4 + 8)
    assert script.asked.total() - before == 10 * (4 + 8) - kept
