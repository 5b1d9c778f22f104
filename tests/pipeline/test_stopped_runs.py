"""Runs that their reader leaves: what was sent is kept, whoever opened the cache."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from chat_world import TOPIC, sensible, stored, text, write_world
from doubles import SentenceDecomposer, TalkingJudge, TalkingModel
from llm.chat_server import ChatServer
from llm.provider_cases import clean

from factscore import Generation, Settings
from factscore.errors import UsageError
from factscore.llm.base import Reply
from factscore.pipeline import Pipeline, open_pipeline
from factscore.settings import Calling


def read_one(model: TalkingModel, folder: Path, *, close: bool) -> None:
    """Give up after the first item, having closed the run or not."""
    rows = [Generation(text(n), TOPIC) for n in range(1, 20)]
    with open_pipeline(
        SentenceDecomposer(),
        TalkingJudge(model=model),
        folder / "articles.jsonl",
        folder / "c.db",
        Settings(),
        calling=Calling(concurrency=4),
    ) as pipeline:
        results = pipeline.run(rows)
        next(results)
        time.sleep(0.02)  # the next calls are on their way
        if close:
            results.close()
        raise RuntimeError("the disk is full")


@pytest.mark.parametrize("close", [False, True])
def test_calls_in_flight_are_kept(close: bool, tmp_path: Path) -> None:
    write_world(tmp_path, items=1)
    model = TalkingModel(lambda said: Reply("yes"), delay=0.05)
    with pytest.raises(RuntimeError, match="the disk is full"):
        read_one(model, tmp_path, close=close)
    assert 4 < len(model.asked) < 4 * 19
    assert stored(tmp_path) == len(set(model.asked))
    assert model.closed == 1


@pytest.fixture
def pipeline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pipeline]:
    """With real clients, whose connections belong to the loop of a run."""
    clean(monkeypatch)
    write_world(tmp_path, items=1)
    with (
        ChatServer(sensible, models={"small"}) as server,
        open_pipeline(
            "openai:small",
            "openai:small",
            tmp_path / "articles.jsonl",
            tmp_path / "c.db",
            Settings(),
            calling=Calling(base_url=server.openai_url, concurrency=2),
        ) as opened,
    ):
        yield opened


def bios(first: int) -> list[Generation]:
    return [Generation(text(n), TOPIC) for n in range(first, first + 40)]


def test_a_second_run_waits_for_the_end_of_the_first(pipeline: Pipeline) -> None:
    first, second = pipeline.run(bios(1)), pipeline.run(bios(101))
    next(first)
    with pytest.raises(UsageError, match="one run at a time; close the first"):
        next(second)
    with pytest.raises(UsageError, match="one run at a time"):
        pipeline.estimate(bios(101))
    # The first goes on as if nothing had been.
    next(first)
    first.close()
    assert pipeline.estimate(bios(101))
    assert len(next(pipeline.run(bios(101))).facts) == 8


def test_runs_one_after_the_other(pipeline: Pipeline) -> None:
    for result in pipeline.run(bios(1)):
        assert result.facts
        break
    for first in (101, 201):
        assert [len(item.facts) for item in pipeline.run(bios(first)[:3])] == [8, 8, 8]
