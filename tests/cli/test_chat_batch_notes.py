"""What ``--batch`` says while it waits, whichever command has it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from chat_world import TOPIC, sensible, write_world
from llm.chat_server import ChatServer
from llm.provider_cases import clean

from factscore.cli import run

FACTS = [
    {"text": "Ada Lovelace built machine 1 in York.", "label": "S"},
    {"text": "Ada Lovelace sold machine 1 to a friend.", "label": "NS"},
]
COMMANDS = {
    "score": ["score", "l.jsonl"],
    "agree": ["agree", "l.jsonl"],
    "calibrate": ["calibrate", "l.jsonl", "--out", "calibration.json"],
}


@pytest.mark.parametrize("quiet", [False, True])
@pytest.mark.parametrize("command", COMMANDS)
def test_it_is_told_what_is_waited_for(
    command: str,
    quiet: bool,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clean(monkeypatch)
    monkeypatch.chdir(tmp_path)
    write_world(tmp_path, items=1)
    rows = [{"topic": TOPIC, "output": f"Text {n}.", "facts": FACTS} for n in (1, 2)]
    Path("l.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    with ChatServer(sensible, models={"small"}) as server:
        arguments = [
            *(*COMMANDS[command], "--judge", "openai:small", "--knowledge", "articles.jsonl"),
            *("--cache", "c.db", "--base-url", server.openai_url, "--batch"),
            *(["--quiet"] if quiet else []),
        ]
        assert run(arguments) == 0
    told = "openai:small: batch batch_1 sent, 2 requests" in capsys.readouterr().err
    assert told is not quiet
