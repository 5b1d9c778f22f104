"""Batches between the run and the provider: what a run that is stopped waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

import pytest
from doubles import TalkingModel

from factscore.cache import Cache
from factscore.errors import CallError, UsageError
from factscore.llm.base import ChatRequest, Message, Reply
from factscore.llm.batched_calls import BatchedCalls
from factscore.llm.batching import BatchLimit, BatchPhase, BatchState
from factscore.llm.budget import Budget
from factscore.llm.calls import Caller, closing
from factscore.llm.usage import Ledger
from factscore.settings import Calling


class Slow(TalkingModel):
    """Takes a while to take a batch, and answers all of it at once."""

    batch_limit = BatchLimit(10, 10**6)
    seconds = 0.2
    answers: Mapping[str, Reply | CallError] = {}

    async def submit_batch(self, requests: Mapping[str, ChatRequest]) -> str:
        await asyncio.sleep(self.seconds)
        self.answers = dict.fromkeys(requests, Reply("yes"))
        return "batch_1"

    async def batch_state(self, batch_id: str) -> BatchState:
        return BatchState(BatchPhase.ENDED)

    async def batch_results(self, batch_id: str) -> Mapping[str, Reply | CallError]:
        return self.answers


def batched(model: Slow, cache: Cache, budget: Budget, said: list[str]) -> BatchedCalls:
    return BatchedCalls([model], cache, 2, Ledger(), budget, poll=0.01, say=said.append)


async def want(calls: BatchedCalls, model: Slow, text: str) -> None:
    caller = Caller(calls, model, "judge", 0, "")
    with pytest.raises(CallError, match="waits for a batch"):
        await caller(ChatRequest((Message("user", text),), 1), lambda reply: True)


def test_a_batch_that_is_being_sent_is_waited_for_however_long_it_takes(tmp_path: Path) -> None:
    model, said = Slow(lambda text: Reply("x")), list[str]()

    async def main(cache: Cache) -> None:
        calls = batched(model, cache, Budget(None), said)
        await want(calls, model, "a")
        settling = asyncio.create_task(calls.settle())
        await asyncio.sleep(0.02)
        settling.cancel()
        await asyncio.gather(settling, return_exceptions=True)
        # Shorter than the upload takes: that is the patience for calls alone.
        await calls.drain(0.01)
        await calls.close()

    with Cache(tmp_path / "c.db") as cache:
        asyncio.run(main(cache))
        (batch,) = cache.batches('{"model":"model","provider":"talking"}')
    assert (batch.id, len(batch.keys)) == ("batch_1", 1)
    assert any("being sent" in line for line in said)


def test_replies_of_a_batch_that_do_not_say_what_they_used_are_not_free(tmp_path: Path) -> None:
    model = Slow(lambda text: Reply("x"), provider="openai", model="gpt-4o-mini")
    budget = Budget(1.0)

    async def main(cache: Cache) -> None:
        calls = batched(model, cache, budget, [])
        async with closing(calls):
            await want(calls, model, "a" * 1000)
            assert await calls.settle()

    with Cache(tmp_path / "c.db") as cache:
        asyncio.run(main(cache))
    # Half of $0.15 a million tokens, for 1,000 bytes and what stands around them.
    assert 0.000075 < budget.spent < 0.0001


@pytest.mark.parametrize("poll", [0, -1.0, float("inf"), float("nan")])
def test_looks_at_a_batch_have_time_between_them(poll: float) -> None:
    with pytest.raises(UsageError, match="poll must be more than 0"):
        Calling(poll=poll)
