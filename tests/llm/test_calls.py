"""From the cache, once each, a few at a time, and kept before they count."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from doubles import TalkingModel

from factscore.cache import Cache
from factscore.errors import CacheMiss, CallError, CostLimit, ModelError
from factscore.llm.base import (
    Chance,
    ChatRequest,
    Finish,
    Message,
    Reply,
    Token,
    Usage,
)
from factscore.llm.budget import Budget
from factscore.llm.calls import Caller, Calls, closing
from factscore.llm.replies import pack_reply, unpack_reply
from factscore.llm.usage import Ledger


def request(text: str, **changes: object) -> ChatRequest:
    return ChatRequest((Message("user", text),), **{"max_tokens": 5, **changes})  # type: ignore[arg-type]


def echo(text: str) -> Reply:
    return Reply(text.upper(), usage=Usage(len(text), 1))


class Run:
    """Calls of one run with their ledger."""

    def __init__(self, model: TalkingModel, cache: Cache | None = None, **options: object) -> None:
        self.model = model
        self.ledger = Ledger()
        self.budget = Budget(options.pop("max_cost", None))  # type: ignore[arg-type]
        concurrency = int(options.pop("concurrency", 10))  # type: ignore[call-overload]
        self.calls = Calls([model], cache, concurrency, self.ledger, self.budget, **options)  # type: ignore[arg-type]

    async def ask(self, text: str, order: int = 0, **changes: object) -> Reply:
        caller = Caller(self.calls, self.model, "judge", order, "bios.jsonl:1")
        return await caller(request(text, **changes), lambda reply: reply.text != "BAD")

    def go(self, main: Callable[[], Awaitable[object]]) -> object:
        async def inner() -> object:
            try:
                return await main()
            finally:
                await self.calls.drain()
                await self.calls.close()

        return asyncio.run(asyncio.wait_for(inner(), 10))


def all_of(run: Run, *texts: str) -> list[str]:
    async def main() -> object:
        return await asyncio.gather(*(run.ask(text) for text in texts))

    replies = run.go(main)
    assert isinstance(replies, list)
    return [reply.text for reply in replies]


def test_equal_requests_are_sent_once() -> None:
    model = TalkingModel(echo, delay=0.001)
    assert all_of(Run(model), "a", "b", "a", "a") == ["A", "B", "A", "A"]
    assert sorted(model.asked) == ["a", "b"]


def test_equal_requests_are_sent_once_without_a_cache_too() -> None:
    model = TalkingModel(echo)
    run = Run(model)

    async def main() -> object:
        return [await run.ask("a"), await run.ask("a")]

    run.go(main)
    assert model.asked == ["a"]


def test_another_setting_is_another_request() -> None:
    model = TalkingModel(echo)
    run = Run(model)

    async def main() -> object:
        await run.ask("a")
        await run.ask("a", max_tokens=6)
        await run.ask("a", top_logprobs=3)
        return await run.ask("a", temperature=1.0)

    run.go(main)
    assert len(model.asked) == 4


def test_a_second_run_asks_nothing_and_checks_nothing(tmp_path: Path) -> None:
    with Cache(tmp_path / "c.db") as cache:
        first, second = TalkingModel(echo), TalkingModel(echo)
        assert all_of(Run(first, cache), "a", "b") == ["A", "B"]
        run = Run(second, cache)
        assert all_of(run, "a", "b") == ["A", "B"]
    assert (first.checks, second.checks, second.asked) == (1, 0, [])
    (row,) = run.ledger.rows()
    assert (row.calls, row.cached_answers, row.usage) == (0, 2, Usage())


def test_a_reply_is_stored_before_anybody_has_it(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    with Cache(path) as cache, Cache(path) as other:
        run = Run(TalkingModel(echo), cache)

        async def main() -> object:
            await run.ask("a")
            return [answer.stage for answer in other.export()]

        assert run.go(main) == ["reply"]


@pytest.mark.parametrize(
    "reply",
    [Reply("bad"), Reply("cut", Finish.LENGTH), Reply("", Finish.REFUSED)],
    ids=["not good", "cut", "refused"],
)
def test_a_poor_reply_is_not_stored_nor_asked_for_again_in_this_run(
    reply: Reply, tmp_path: Path
) -> None:
    with Cache(tmp_path / "c.db") as cache:
        model = TalkingModel(lambda text: Reply("BAD") if reply.text == "bad" else reply)
        run = Run(model, cache)

        async def main() -> object:
            return [await run.ask("a"), await run.ask("a")]

        one, two = run.go(main)  # type: ignore[misc]
        assert one == two
        assert len(model.asked) == 1
        assert list(cache.export()) == []


def test_at_most_so_many_calls_at_once() -> None:
    model = TalkingModel(echo, delay=0.001)
    all_of(Run(model, concurrency=3), *"abcdefghij")
    assert model.most == 3


def test_a_failed_call_fails_alone_and_is_counted() -> None:
    model = TalkingModel(lambda text: CallError("no luck") if text == "b" else echo(text))
    run = Run(model)

    async def main() -> object:
        return await asyncio.gather(*(run.ask(t) for t in "abc"), return_exceptions=True)

    one, two, three = run.go(main)  # type: ignore[misc]
    assert (one.text, str(two), three.text) == ("A", "no luck", "C")
    (row,) = run.ledger.rows()
    assert (row.calls, row.failed) == (3, 1)


def test_a_model_that_cannot_be_reached_is_found_out_before_any_call() -> None:
    model = TalkingModel(echo, fault=ModelError("wrong key"))
    run = Run(model)

    async def main() -> object:
        return await asyncio.gather(*(run.ask(t) for t in "abc"), return_exceptions=True)

    errors = run.go(main)
    assert isinstance(errors, list)
    assert [str(error) for error in errors] == ["wrong key"] * 3
    assert (model.checks, model.asked) == (1, [])


def test_offline_a_miss_is_an_error_that_says_where() -> None:
    model = TalkingModel(echo)
    run = Run(model, offline=True)
    with pytest.raises(CacheMiss, match=r"bios\.jsonl:1: the reply of talking:model"):
        all_of(run, "a")
    assert model.asked == []


def test_the_limit_stops_before_it_is_passed() -> None:
    # gpt-4o-mini costs $0.15 and $0.60 a million tokens; the bound is one token a byte.
    model = TalkingModel(
        lambda text: Reply("x", usage=Usage(1000, 5)), provider="openai", model="gpt-4o-mini"
    )
    run = Run(model, max_cost=0.0005, concurrency=1)

    async def main() -> object:
        for number in range(10):
            await run.ask(f"{number}" * 1000)
        return None

    with pytest.raises(CostLimit, match=r"\$0\.0005"):
        run.go(main)
    assert len(model.asked) == 3  # 3 × $0.000153 = $0.000459, and a fourth would pass $0.0005
    assert run.budget.spent <= 0.0005


def test_what_was_sent_is_awaited_and_what_was_not_is_not_sent(tmp_path: Path) -> None:
    model = TalkingModel(echo, delay=0.05)
    with Cache(tmp_path / "c.db") as cache:
        run = Run(model, cache, concurrency=2)

        async def main() -> object:
            tasks = [asyncio.create_task(run.ask(text)) for text in "abcd"]
            await asyncio.sleep(0.02)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await run.calls.drain()
            return None

        run.go(main)
        assert sorted(model.asked) == ["a", "b"]
        assert len(list(cache.export())) == 2


def test_a_reply_survives_the_cache() -> None:
    chances = (Chance("True", -0.1), Chance("False", -2.5))
    reply = Reply("True", Finish.STOP, Usage(9, 2, 4, 1), (Token("True", chances), Token(".", ())))
    assert unpack_reply(pack_reply(reply)) == reply


def test_a_reply_that_does_not_say_what_it_used_is_not_free() -> None:
    model = TalkingModel(lambda text: Reply("x"), provider="openai", model="gpt-4o-mini")
    run = Run(model, max_cost=0.0005, concurrency=1)

    async def main() -> object:
        for number in range(10):
            await run.ask(f"{number}" * 1000)
        return None

    with pytest.raises(CostLimit):
        run.go(main)
    # A call's bound is $0.00015 for 1,000 bytes and a little more for what stands around them.
    assert len(model.asked) == 3
    assert 3 * 0.00015 < run.budget.spent <= 0.0005


def test_a_run_that_is_cancelled_while_it_stops_keeps_what_was_sent(tmp_path: Path) -> None:
    model = TalkingModel(echo, delay=0.1)

    async def main(run: Run) -> None:
        async with closing(run.calls):
            asking = asyncio.ensure_future(run.ask("a"))
            await asyncio.sleep(0.02)
            asking.cancel()
            raise ModelError("the other model is dead")

    async def stopped(run: Run) -> None:
        running = asyncio.create_task(main(run))
        await asyncio.sleep(0.05)  # it waits for the call by now
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running

    with Cache(tmp_path / "c.db") as cache:
        asyncio.run(stopped(Run(model, cache)))
        assert len(list(cache.export())) == 1
    assert (model.asked, model.closed) == (["a"], 1)


def test_a_model_that_cannot_be_closed_does_not_keep_the_others_open() -> None:
    class Stuck(TalkingModel):
        async def close(self) -> None:
            raise OSError("stuck")

    other = TalkingModel(echo)
    calls = Calls([Stuck(echo), other], None, 1, Ledger(), Budget(None))
    with pytest.raises(OSError, match="stuck"):
        asyncio.run(calls.close())
    assert other.closed == 1
