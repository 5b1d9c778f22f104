"""Chat models and servers that are not as they should be, as a newcomer meets them."""

from __future__ import annotations

import base64
import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from chat_world import score_arguments, sensible, write_world
from llm.chat_server import (
    Answer,
    Call,
    ChatServer,
    bad_utf8,
    failing,
    html,
    no_choices,
    null_content,
)
from llm.provider_cases import KEY, clean

from factscore.cli import run

PROVIDERS = pytest.mark.parametrize("provider", ["openai", "anthropic"])
LONG = Answer(" ".join(f"Number {n}." for n in range(1, 8000)).ljust(100_000, "."))
TOO_LONG = {
    "openai": failing(
        400,
        "This model's maximum context length is 8192 tokens. However, your messages resulted in"
        " 9001 tokens.",
        type="invalid_request_error",
        code="context_length_exceeded",
    ),
    "anthropic": failing(
        400, "prompt is too long: 9001 tokens > 8192 maximum", type="invalid_request_error"
    ),
}


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    clean(monkeypatch)
    write_world(tmp_path, items=1)


class Newcomer:
    """One command, and what it says."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capsys = capsys
        self.output = ""
        self.said: list[str] = []

    def judge(self, server: ChatServer, provider: str) -> int:
        os.environ["ANTHROPIC_BASE_URL"] = server.anthropic_url
        spec = f"{provider}:small"
        arguments = score_arguments(self.folder, server, spec, spec)
        status = run([*arguments, "--out", str(self.folder / "o.jsonl"), "--timeout", "2"])
        captured = self._capsys.readouterr()
        self.output, self.said = captured.out, captured.err.splitlines()
        return status

    def facts(self) -> list[dict[str, Any]]:
        lines = (self.folder / "o.jsonl").read_bytes().splitlines()
        return [fact for line in lines for fact in json.loads(line)["facts"]]


@pytest.fixture
def newcomer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Newcomer:
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "")  # is set anew, and restored at the end
    return Newcomer(tmp_path, capsys)


@PROVIDERS
def test_no_key(
    provider: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    variable = f"{provider.upper()}_API_KEY"
    monkeypatch.delenv(variable)
    arguments = ["score", "bios.jsonl", "--knowledge", "articles.jsonl", "--quiet"]
    arguments += ["--decomposer", f"{provider}:small", "--judge", f"{provider}:small"]
    assert run(arguments) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert f"{provider}:small: no key; set {variable}" in line


@PROVIDERS
def test_wrong_key(provider: str, newcomer: Newcomer) -> None:
    with ChatServer(sensible, keys={"right"}) as server:
        assert newcomer.judge(server, provider) == 1
        assert server.calls == []
    assert "401 Incorrect API key provided: [key]" in newcomer.said[-1]
    assert f"set {provider.upper()}_API_KEY" in newcomer.said[-1]
    assert KEY not in "".join(newcomer.said)


@PROVIDERS
def test_unknown_model(provider: str, newcomer: Newcomer) -> None:
    with ChatServer(sensible, models={"large"}) as server:
        assert newcomer.judge(server, provider) == 1
    assert f"Error: {provider}:small: 404 The model 'small' does not exist" in newcomer.said[-1]
    assert "check the model's name and" in newcomer.said[-1]
    assert newcomer.output == ""
    assert not (newcomer.folder / "o.jsonl").read_bytes()


@PROVIDERS
def test_a_web_server(provider: str, newcomer: Newcomer) -> None:
    with ChatServer(lambda call: html()) as server:
        assert newcomer.judge(server, provider) == 1
    assert "not the JSON that was expected: <!DOCTYPE html>" in newcomer.said[-1]


@PROVIDERS
def test_no_server(provider: str, newcomer: Newcomer) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and nobody listens there
        server = ChatServer()
        server.port = taken.getsockname()[1]
        assert newcomer.judge(server, provider) == 1
    assert f"no answer from http://127.0.0.1:{server.port}" in newcomer.said[-1]
    assert "check the network and" in newcomer.said[-1]


@PROVIDERS
@pytest.mark.parametrize(
    ("answer", "reason", "words"),
    [
        pytest.param(no_choices(), "call_failed", "", id="no choices"),
        pytest.param(null_content(), "parse_failed", "empty", id="null content"),
        pytest.param(LONG, "parse_failed", "Number 1.", id="100,000 characters"),
        pytest.param(bad_utf8(), "parse_failed", "caf\ufffd", id="no UTF-8"),
        pytest.param(None, "call_failed", "longer than the model's context", id="too long"),
    ],
)
def test_one_answer_that_cannot_be_used(
    provider: str, answer: Answer | None, reason: str, words: str, newcomer: Newcomer
) -> None:
    """It costs one fact of the judge, and one sentence of the decomposer; all others go on."""
    answer = answer or TOO_LONG[provider]

    def script(call: Call) -> Answer | str:
        sentence = call.prompt.rpartition("<sentence>")[2]
        hit = "103 in York, and" in sentence or "sold machine 101 " in call.prompt
        return answer if hit else sensible(call)

    with ChatServer(script, models={"small"}) as server:
        assert newcomer.judge(server, provider) == 0
    facts = newcomer.facts()
    assert [fact["label"] for fact in facts] == [
        *("supported", "not_supported", "supported", "unscored"),
        *("supported", "not_supported", "unscored"),
    ]
    for fact in facts[3], facts[6]:
        assert fact["reason"] == reason
        assert words in fact["detail"]
        assert len(fact["detail"]) < 400
    # It is told, with the line of the file and the fact.
    told = [line for line in newcomer.said if "no verdict" in line]
    assert len(told) == 1
    assert told[0].startswith(f"2 facts have no verdict ({reason})")
    assert "bios.jsonl:1" in told[0]
    assert "Ada Lovelace sold machine 101 to a friend." in told[0]
    assert "71.4" in newcomer.output  # coverage in per cent: 5 of 7


SECRETS = {
    "OPENAI_API_KEY": "sk-planted-7Qm4Zx9Lr2Vt8Wb3",
    "ANTHROPIC_API_KEY": "sk-ant-planted-5Tn8Kd3Hs6Yc1Pf9",
    "user": "planted-user-info-4Gw7",
    "query": "planted-query+2Rj5/Bm=",
}


def test_a_key_shows_nowhere(tmp_path: Path) -> None:
    """Not in what is said, logged or kept; whatever the server says back, and wherever it is."""

    def script(call: Call) -> Answer | str:
        if "machine 103 " in call.prompt:
            return failing(400, f"{call.headers} {SECRETS}", type="invalid_request_error")
        told = f" {SECRETS['OPENAI_API_KEY']} {SECRETS['ANTHROPIC_API_KEY']}"
        return sensible(call) + (told if "sold machine 101 " in call.prompt else "")

    seen = b""
    with ChatServer(script) as server:
        place, query = f"127.0.0.1:{server.port}", "?api_key=planted-query%2B2Rj5%2FBm%3D"
        plain, secret = f"http://{place}", f"http://me:{SECRETS['user']}@{place}"
        environment = {
            **os.environ,
            **{name: SECRETS[name] for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY")},
            "OPENAI_LOG": "debug",
            "ANTHROPIC_LOG": "debug",
        }
        runs = ((f"{plain}/v1", f"{secret}/{query}"), (f"{secret}/v1{query}", plain))
        for number, (openai, anthropic) in enumerate(runs):
            models = f"openai:{number}", f"anthropic:{number}"
            arguments = [*score_arguments(tmp_path, server, *models), "--base-url", openai]
            found = subprocess.run(
                [sys.executable, "-m", "factscore", *arguments, "--out", "o.jsonl"],
                cwd=tmp_path,
                env={**environment, "ANTHROPIC_BASE_URL": anthropic},
                capture_output=True,
                check=True,
            )
            assert found.stderr.count(b"HTTP Request: POST") >= 10  # it is logged indeed
            seen += found.stdout + found.stderr
        sent = str([dict(call.headers) for call in server.calls])
    seen += b"".join(path.read_bytes() for path in tmp_path.iterdir())
    user = base64.b64encode(f"me:{SECRETS['user']}".encode()).decode()
    for name in "OPENAI_API_KEY", "ANTHROPIC_API_KEY":
        assert SECRETS[name] in sent
    assert user in sent
    assert user.encode() not in seen
    assert b"planted" not in seen
