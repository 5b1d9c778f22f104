"""Runs that their reader leaves: what was sent is kept, whoever opened the cache."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from chat_world import TOPIC, stored, text, write_world
from doubles import SentenceDecomposer, TalkingJudge, TalkingModel

from factscore import Generation, Settings
from factscore.llm.base import Reply
from factscore.pipeline import open_pipeline
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
