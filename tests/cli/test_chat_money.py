"""``--max-cost`` from the command line, with the prices of a model that has some."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from chat_world import AtHome, score_arguments, sensible, stored, write_world
from llm.chat_server import ChatServer
from llm.provider_cases import clean
from llm.server_faults import Remembering

from factscore.cli import run
from factscore.llm.openai import OpenAIChat

MODEL = "openai:gpt-5-mini"
IN, OUT = 0.25e-6, 2e-6
"""US dollars a token, by genai-prices 0.2.3."""


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    clean(monkeypatch)
    monkeypatch.setattr("factscore.llm.openai.OpenAIChat", AtHome)


def cost_of(server: ChatServer) -> float:
    """By the server's own count: four characters are a token."""
    total = 0.0
    for call in server.calls:
        asked = len(json.dumps(call.body["messages"])) + len(json.dumps(""))
        said = sensible(call)
        total += asked // 4 * IN + (len(said) // 4 + 1) * OUT
    return total


def test_a_limit_stops_the_run_before_it_is_passed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_world(tmp_path, items=20)
    script = Remembering(sensible)
    out = tmp_path / "o.jsonl"
    with ChatServer(script, models={"gpt-5-mini"}) as server:
        arguments = [*score_arguments(tmp_path, server, MODEL, MODEL), "--out", str(out)]
        limit = 0.04
        assert run([*arguments, "--max-cost", str(limit), "--quiet"]) == 1
        said = capsys.readouterr()
        (line,) = said.err.splitlines()
        assert line.startswith("Error: --max-cost $0.04: spent $0.0")
        assert line.endswith("run again with a higher --max-cost to go on")
        assert said.out == ""
        assert 0 < len(server.calls) < 20 * 12
        assert cost_of(server) <= limit
        # Nothing that was paid for is lost, and finished items are in the file.
        assert stored(tmp_path) == len(server.calls)
        finished = out.read_bytes().splitlines(keepends=True)
        assert 0 < len(finished) < 20

        assert run([*arguments, "--max-cost", "1", "--json"]) == 0
        stages = json.loads(capsys.readouterr().out)["usage"]["stages"]
        assert script.repeated == 0
        assert len(server.calls) == 20 * 12
        assert sum(stage["calls"] for stage in stages) < 20 * 12
        assert out.read_bytes().splitlines(keepends=True)[: len(finished)] == finished


def test_a_limit_of_nothing_lets_the_cache_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_world(tmp_path, items=2)
    with ChatServer(sensible, models={"gpt-5-mini"}) as server:
        arguments = score_arguments(tmp_path, server, MODEL, MODEL)
        assert run(arguments) == 0
        first = capsys.readouterr().out
        asked, looked = len(server.calls), len(server.lookups)
        assert run([*arguments, "--max-cost", "0"]) == 0
        assert capsys.readouterr().out == first
        write_world(tmp_path, items=3)
        assert run([*arguments, "--max-cost", "0"]) == 1
        assert "--max-cost $0: spent $0 so far, what comes next may cost $0.00" in (
            capsys.readouterr().err
        )
        # Nobody was asked, not even whether there is such a model.
        assert (len(server.calls), len(server.lookups)) == (asked, looked)


@pytest.mark.parametrize(
    ("judge", "base", "why"),
    [
        ("openai:gpt-of-tomorrow", "", "no price for openai:gpt-of-tomorrow"),
        ("openai:gpt-5-mini", "https://gateway.example/v1", "https://gateway.example/v1"),
    ],
)
def test_a_limit_needs_prices(
    judge: str,
    base: str,
    why: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("factscore.llm.openai.OpenAIChat", OpenAIChat)
    write_world(tmp_path, items=1)
    arguments = ["score", "bios.jsonl", "--knowledge", "articles.jsonl", "--judge", judge]
    assert run([*arguments, "--max-cost", "1", "--base-url", base]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "--max-cost cannot be kept" in line
    assert why in line
    assert "leave --max-cost out" in line


def test_an_estimate_above_the_limit_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_world(tmp_path, items=20)
    with ChatServer(sensible, models={"gpt-5-mini"}) as server:
        arguments = [*score_arguments(tmp_path, server, MODEL, MODEL), "--dry-run"]
        for limit, told in (("0.001", 1), ("100", 0)):
            assert run([*arguments, "--max-cost", limit]) == 0
            lines = capsys.readouterr().err.splitlines()
            assert sum(line.startswith("--max-cost $0.001 is less than") for line in lines) == told
        assert server.calls == []
