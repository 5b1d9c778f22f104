"""The same run again, and what it would be beforehand: from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from chat_world import score_arguments, sensible, stored, write_world
from llm.chat_server import ChatServer
from llm.provider_cases import clean
from llm.server_faults import Remembering

from factscore.cli import run


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    clean(monkeypatch)


@pytest.mark.parametrize("provider", ["openai", "anthropic"])
def test_the_same_run_again(
    provider: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write_world(tmp_path, items=3)
    script = Remembering(sensible)
    tables, files = [], []
    with ChatServer(script, models={"small"}) as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.anthropic_url)
        arguments = score_arguments(tmp_path, server, f"{provider}:small", f"{provider}:small")
        for more in [], [], ["--offline"]:
            out = tmp_path / f"{len(files)}.jsonl"
            assert run([*arguments, *more, "--out", str(out)]) == 0
            tables.append(capsys.readouterr().out)
            files.append(out.read_bytes())
        asked = script.asked.total()
    assert asked == 3 * (4 + 8)
    assert len(files[0]) > 1000
    assert files[0] == files[1] == files[2]
    assert tables[0] == tables[1] == tables[2] != ""


def test_a_dry_run_asks_nobody_and_leaves_out_what_is_known(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_world(tmp_path, items=3)
    with ChatServer(sensible, models={"small"}) as server:
        arguments = score_arguments(tmp_path, server, "openai:small", "openai:small")

        def dry() -> list[tuple[str, int]]:
            assert run([*arguments, "--dry-run", "--json"]) == 0
            stages = json.loads(capsys.readouterr().out)["stages"]
            return [(stage["stage"], stage["calls"]) for stage in stages]

        (decompose, calls), (judge, verdicts) = dry()
        assert (decompose, calls, judge) == ("decompose", 12, "judge")
        assert verdicts > 0
        assert (server.calls, server.lookups, stored(tmp_path)) == ([], [], 0)
        assert run([*arguments, "--limit", "2"]) == 0
        capsys.readouterr()
        assert dry()[0] == ("decompose", 4)
        assert run(arguments) == 0
        capsys.readouterr()
        asked = len(server.calls)
        assert dry() == [("decompose", 0), ("judge", 0)]
        assert len(server.calls) == asked
