"""Runs against a server that has a bad day: nothing is lost, nothing is paid for twice."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from chat_world import score_arguments, sensible, write_world
from llm.chat_server import ChatServer
from llm.provider_cases import KEY, clean
from llm.server_faults import GOOD, RATES, Faulty, calls_made

from factscore.cli import run
from factscore.settings import Calling

RETRIES = Calling().retries
REASONS = {"parse_failed", "refused", "truncated", "call_failed"}


class Runs:
    """``factscore score`` in one folder, again and again."""

    def __init__(self, server: ChatServer, folder: Path, *models: str) -> None:
        decomposer, judge = models
        self.folder = folder
        self.arguments = score_arguments(folder, server, decomposer, judge)
        self.arguments += ["--timeout", "3", "--json"]

    def go(self, capsys: pytest.CaptureFixture[str], name: str) -> tuple[dict[str, Any], list[Any]]:
        """The summary, and all facts of the results file."""
        assert run([*self.arguments, "--out", str(self.folder / name)]) == 0
        items = [json.loads(line) for line in (self.folder / name).read_bytes().splitlines()]
        return json.loads(capsys.readouterr().out), [fact for i in items for fact in i["facts"]]


@pytest.mark.parametrize(
    "models", [("openai:small", "anthropic:small"), ("anthropic:small", "openai:small")]
)
def test_a_bad_day(
    models: tuple[str, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clean(monkeypatch)
    write_world(tmp_path, items=12)
    script = Faulty(sensible, seed=6, slow=range(40, 60))
    with ChatServer(script, keys={KEY}, models={"small"}) as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.anthropic_url)
        runs = Runs(server, tmp_path, *models)
        summary, facts = runs.go(capsys, "one.jsonl")
        first = list(script.log)
        assert len(script.kinds) >= len(RATES), "a fault that did not happen shows nothing"

        # Every fact has a verdict, or a reason with words; and the counts add up.
        (model,) = summary["models"]
        assert model["items"] == 12
        labels = Counter(fact["label"] for fact in facts)
        assert labels == Counter(model["facts"])
        for fact in facts:
            assert fact["label"] != "unscored" or (fact["reason"] in REASONS and fact["detail"])
        wrong = [fact["text"] for fact in facts if fact["label"] == "supported"]
        assert all("built" in fact for fact in wrong)
        usage = {row["stage"]: row for row in summary["usage"]["stages"]}
        ended = calls_made(first, RETRIES)
        assert usage["decompose"]["calls"] + usage["judge"]["calls"] == ended.total()
        failed = ended["no JSON"] + sum(ended[kind] for kind in ("busy", "broken", "dropped"))
        assert usage["decompose"]["failed"] + usage["judge"]["failed"] == failed

        # The same again asks only for what had no good reply, until everything has one.
        for again in range(8):
            known = script.bodies(GOOD)
            begun = len(script.log)
            summary, facts = runs.go(capsys, f"{again}.jsonl")
            assert not known.keys() & {body for body, _ in script.log[begun:]}
            if all(fact["label"] != "unscored" for fact in facts):
                break
        assert max(script.bodies(GOOD).values()) == 1
    assert Counter(fact["label"] for fact in facts) == {"supported": 48, "not_supported": 48}
