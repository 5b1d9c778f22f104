"""``--batch`` against imitations of both batch APIs: as live, killed, failing, and refused."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web  # noqa: TID253 - only tests import this
from chat_world import AtHome, score_arguments, sensible, write_world
from doubles import WordJudge
from llm.chat_server import Answer, Call, ChatServer
from llm.provider_cases import clean
from llm.server_batches import Batch, Batches, Entry, Json
from llm.server_faults import Remembering, body_of

from factscore import Settings, evaluate, read_generations
from factscore.cli import run
from factscore.decompose.chat import ChatDecomposer
from factscore.llm.batching import BatchLimit
from factscore.pipeline import open_pipeline
from factscore.records import Reason
from factscore.settings import Calling

CALLS = 2 * (4 + 8)


def sizes(server: ChatServer) -> list[int]:
    """How many requests each batch had."""
    return [len(batch.requests) for batch in server.batches.started.values()]


def batched(server: ChatServer) -> int:
    """How many requests were answered in batches; a model is also tried out before its first."""
    return sum(call.batched for call in server.calls)


class FirstFails(Batches):
    """The first batch fails as a whole, or nobody knows it any more."""

    def _openai_state(self, batch: Batch, entry: Entry) -> web.Response:
        self.fail = "Enqueued token limit reached" if batch.id == "batch_1" else ""
        return super()._openai_state(batch, entry)

    def _anthropic_state(self, batch: Batch, entry: Entry) -> web.Response:
        if batch.id == "batch_1":
            error: Json = {"type": "not_found_error", "message": "no such batch"}
            return web.json_response({"type": "error", "error": error}, status=404)
        return super()._anthropic_state(batch, entry)


class Run:
    """``factscore score`` of two texts, in a folder, with one provider for both stages."""

    def __init__(self, provider: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.spec = f"{provider}:small"
        self.folder = folder
        self._capsys = capsys
        self.said = ""
        folder.mkdir(exist_ok=True)
        write_world(folder, items=2)

    def arguments(self, server: ChatServer, *more: str) -> list[str]:
        out = str(self.folder / "o.jsonl")
        return [
            *score_arguments(self.folder, server, self.spec, self.spec),
            *("--out", out, "--json", *more),
        ]

    def go(self, server: ChatServer, *more: str) -> tuple[dict[str, Any], bytes]:
        """Summary and results file."""
        assert run(self.arguments(server, *more)) == 0
        captured = self._capsys.readouterr()
        self.said = captured.err
        return json.loads(captured.out), (self.folder / "o.jsonl").read_bytes()

    def batches(self) -> int:
        """How many batches the cache knows of that are not settled."""
        if not (self.folder / "c.db").exists():
            return 0
        with closing(sqlite3.connect(self.folder / "c.db")) as db:
            try:
                return int(db.execute("select count(*) from batches").fetchone()[0])
            except sqlite3.OperationalError:
                return 0


@pytest.fixture(params=["openai", "anthropic"])
def new_run(
    request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Callable[[str], Run]:
    return lambda name: Run(request.param, tmp_path / name, capsys)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Any:
    clean(monkeypatch)
    with ChatServer(Remembering(sensible), models={"small"}) as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.anthropic_url)
        yield server


def counts(summary: dict[str, Any]) -> list[tuple[int, int, int]]:
    stages = summary["usage"]["stages"]
    return [(row["calls"], row["cached_answers"], row["failed"]) for row in stages]


def facts_of(results: bytes) -> list[dict[str, Any]]:
    return [fact for line in results.splitlines() for fact in json.loads(line)["facts"]]


def test_the_same_results_as_live(server: ChatServer, new_run: Callable[[str], Run]) -> None:
    live, expected = new_run("live").go(server)
    batched, found = new_run("batched").go(server, "--batch")
    assert found == expected
    assert batched["models"] == live["models"]
    assert sizes(server) == [8, 16]
    # An answer that came with a batch is no answer that the cache had.
    assert counts(batched) == counts(live) == [(8, 0, 0), (16, 0, 0)]


def test_killed_while_waiting(server: ChatServer, new_run: Callable[[str], Run]) -> None:
    mine = new_run("killed")
    server.batches.seconds = 3600
    process = subprocess.Popen(
        [sys.executable, "-m", "factscore", *mine.arguments(server, "--batch", "--quiet")],
        stdout=subprocess.DEVNULL,
    )
    while process.poll() is None and not mine.batches():
        time.sleep(0.02)
    assert process.poll() is None
    process.kill()
    process.wait()
    assert batched(server) == 0
    server.batches.finish()
    summary, _ = mine.go(server, "--batch")
    assert sizes(server) == [8, 16]
    assert batched(server) == CALLS
    assert mine.batches() == 0
    assert counts(summary) == [(8, 0, 0), (16, 0, 0)]
    # And once more: nobody is asked.
    again, _ = mine.go(server, "--batch")
    assert again["models"] == summary["models"]
    assert len(server.batches.started) == 2


def test_what_failed_is_sent_again_alone(server: ChatServer, new_run: Callable[[str], Run]) -> None:
    script = Remembering(sensible)

    def moody(call: Call) -> Answer | str:
        answer = script(call)
        first = script.asked[body_of(call)] == 1
        if first and "101 in York, and" in call.prompt.rpartition("<sentence>")[2]:
            return Answer(unanswered="expired")
        if first and "sold machine 200 " in call.prompt:
            return Answer(status=500, body={"error": {"message": "broken", "type": "api_error"}})
        return answer

    server.script = moody
    summary, _ = new_run("partly").go(server, "--batch")
    # 8 sentences, one of them again; facts of the other 7 meanwhile, then those of the last.
    assert sorted(sizes(server)) == [1, 3, 8, 14]
    assert summary["models"][0]["facts"] == {"supported": 8, "not_supported": 8, "unscored": 0}
    assert [failed for *_, failed in counts(summary)] == [0, 0]


def test_a_request_that_fails_three_times_has_failed(
    server: ChatServer, new_run: Callable[[str], Run]
) -> None:
    def script(call: Call) -> Answer | str:
        if "sold machine 200 " in call.prompt:
            return Answer(status=500, body={"error": {"message": "too hot", "type": "api_error"}})
        return sensible(call)

    server.script = script
    summary, results = new_run("hot").go(server, "--batch")
    assert sizes(server) == [8, 16, 1, 1]
    (fact,) = [fact for fact in facts_of(results) if fact["label"] == "unscored"]
    assert fact["reason"] == "call_failed"
    assert "500 too hot" in fact["detail"]
    assert summary["models"][0]["facts"]["unscored"] == 1
    assert counts(summary) == [(8, 0, 0), (16, 0, 1)]


def test_a_request_that_can_never_be_answered_is_sent_once(
    server: ChatServer, new_run: Callable[[str], Run]
) -> None:
    def script(call: Call) -> Answer | str:
        if "sold machine 200 " in call.prompt:
            error = {"message": "prompt is too long", "type": "invalid_request_error"}
            return Answer(status=400, body={"error": error})
        return sensible(call)

    server.script = script
    summary, results = new_run("long").go(server, "--batch")
    assert sizes(server) == [8, 16]
    (fact,) = [fact for fact in facts_of(results) if fact["label"] == "unscored"]
    assert "longer than the model's context" in fact["detail"]
    assert counts(summary) == [(8, 0, 0), (16, 0, 1)]


class FirstGone(Batches):
    """The results of the first batch are no more."""

    async def answer(self, request: web.BaseRequest, entry: Entry) -> web.Response | None:
        if request.path.endswith(("/batch_1-out/content", "/batch_1/results")):
            return web.json_response({"error": {"message": "no such file"}}, status=404)
        return await super().answer(request, entry)


def test_a_batch_whose_results_are_gone_is_sent_again(
    server: ChatServer, new_run: Callable[[str], Run]
) -> None:
    server.batches = FirstGone()
    mine = new_run("gone")
    summary, _ = mine.go(server, "--batch")
    assert sizes(server) == [8, 8, 16]
    assert summary["models"][0]["facts"] == {"supported": 8, "not_supported": 8, "unscored": 0}
    assert mine.batches() == 0


class Denied(Batches):
    """Nobody may look at a batch."""

    async def answer(self, request: web.BaseRequest, entry: Entry) -> web.Response | None:
        if request.method == "GET":
            return web.json_response({"error": {"message": "not for you"}}, status=403)
        return await super().answer(request, entry)


def test_a_batch_that_may_not_be_looked_at_is_given_up(server: ChatServer, tmp_path: Path) -> None:
    write_world(tmp_path, items=1)
    server.batches = Denied()
    notes: list[str] = []
    with open_pipeline(
        "rules",
        "openai:small",
        tmp_path / "articles.jsonl",
        tmp_path / "c.db",
        Settings(),
        calling=Calling(base_url=server.openai_url, batch=True, poll=0.01),
    ) as pipeline:
        (item,) = pipeline.run(read_generations([tmp_path / "bios.jsonl"]), on_note=notes.append)
    assert {judged.verdict.reason for judged in item.facts} == {Reason.CALL_FAILED}
    assert "403 not for you" in item.facts[0].verdict.detail
    assert sum("asking again" in note for note in notes) == 2
    assert len(sizes(server)) == 1


def test_replies_that_nobody_could_read_are_no_answers_of_a_later_run(
    server: ChatServer, new_run: Callable[[str], Run]
) -> None:
    mine = new_run("killed")
    server.batches.seconds = 3600
    process = subprocess.Popen(
        [sys.executable, "-m", "factscore", *mine.arguments(server, "--batch", "--quiet")],
        stdout=subprocess.DEVNULL,
    )
    while process.poll() is None and not mine.batches():
        time.sleep(0.02)
    process.kill()
    process.wait()

    def garbled(call: Call) -> Answer | str:
        sentence = call.prompt.rpartition("<sentence>")[2]
        return "%$§zzqx!0x3f" if "machine 200 " in sentence else sensible(call)

    server.script = garbled
    server.batches.finish()
    # The first text alone: what the batch says of the second is not looked at yet.
    mine.go(server, "--batch", "--limit", "1")
    assert (sizes(server), mine.batches()) == ([8, 8], 1)
    summary, _ = mine.go(server, "--batch")
    # Of the second text one sentence is asked about once more, as its reply cannot be read.
    assert sizes(server)[:2] == [8, 8]
    assert sum(sizes(server)[2:]) == 1 + 6
    assert mine.batches() == 0
    assert summary["models"][0]["facts"]["unscored"] == 1
    server.script = sensible
    summary, _ = mine.go(server, "--batch")
    assert summary["models"][0]["facts"] == {"supported": 8, "not_supported": 8, "unscored": 0}


def test_a_batch_that_fails_is_sent_again(
    server: ChatServer, new_run: Callable[[str], Run]
) -> None:
    server.batches = FirstFails()
    summary, _ = new_run("failed").go(server, "--batch")
    assert sizes(server) == [8, 8, 16]
    assert summary["models"][0]["facts"] == {"supported": 8, "not_supported": 8, "unscored": 0}
    assert batched(server) == CALLS


def test_batches_that_may_cost_too_much_together_go_one_after_the_other(
    server: ChatServer, tmp_path: Path
) -> None:
    class Small(AtHome):
        @property
        def batch_limit(self) -> BatchLimit:
            return BatchLimit(requests=2, bytes=1_000_000)

    class Watched(Batches):
        most = 0

        def _start(self, requests: list[Json]) -> Batch:
            begun = super()._start(requests)
            under_way = [batch for batch in self.started.values() if batch.output is None]
            self.most = max(self.most, len(under_way))
            return begun

    write_world(tmp_path, items=2)
    server.batches, server.models = Watched(seconds=0.2), None
    calling = Calling(base_url=server.openai_url, batch=True, poll=0.05, max_cost=0.012)
    # A request is some 6,000 bytes and may have 1,024 tokens for an answer: at half the price
    # of $0.25 and $2 a million $0.0018, so that three batches of two are within the limit.
    chat = ChatDecomposer(Small("gpt-5-mini", calling))
    result = evaluate(
        read_generations([tmp_path / "bios.jsonl"]),
        decomposer=chat,
        judge=WordJudge(),
        knowledge=tmp_path / "articles.jsonl",
        cache=tmp_path / "c.db",
        calling=calling,
    )
    assert sum(len(item.facts) for item in result.items) == 16
    assert sizes(server) == [2, 2, 2, 2]
    assert 1 <= server.batches.most < 4


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--no-cache"], "excludes --no-cache"),
        (["--offline"], "excludes --offline"),
        (["--judge", "scripted:s.jsonl"], "scripted:s.jsonl has no batch API"),
        (["--decomposer", "rules", "--judge", "nli"], "for chat models, and this run asks none"),
    ],
)
def test_where_it_cannot_be(
    more: list[str],
    told: str,
    server: ChatServer,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("s.jsonl").write_text('{"reply": "True"}')
    mine = Run("openai", tmp_path, capsys)
    mine.go(server)
    asked = len(server.calls)
    assert run(mine.arguments(server, "--batch", *more)) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line
    assert (len(server.calls), sizes(server)) == (asked, [])
