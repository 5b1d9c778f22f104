"""The limit is never passed, nobody waits for ever, and nobody stops too early."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from priced_models import FREE, HAIKU, MINI, UNKNOWN, Priced

from factscore.errors import CostLimit, UsageError
from factscore.llm.base import ChatRequest, Message
from factscore.llm.budget import Budget, check_prices, upper_bound

REQUEST = ChatRequest((Message("user", "x" * 952),), max_tokens=100)
"""At most 952 + 16 + 32 = 1,000 tokens in."""


def test_upper_bound_by_hand() -> None:
    # 1,000 * 0.25 + 100 * 2 = 450 millionths
    assert upper_bound(MINI, REQUEST) == pytest.approx(0.00045, rel=1e-12)
    assert upper_bound(MINI, REQUEST, batch=True) == pytest.approx(0.000225, rel=1e-12)
    # Written into the cache, tokens cost more: 1,000 * 1.25 + 100 * 5 = 1,750 millionths
    assert upper_bound(HAIKU, REQUEST) == pytest.approx(0.00175, rel=1e-12)
    assert upper_bound(FREE, REQUEST) == 0.0
    assert upper_bound(UNKNOWN, REQUEST) is None


def test_a_limit_needs_prices() -> None:
    check_prices(None, [UNKNOWN])
    check_prices(0.0, [MINI, HAIKU, FREE])
    with pytest.raises(UsageError, match=r"^--max-cost cannot be kept: .*:gpt-of-tomorrow; "):
        check_prices(1.0, [MINI, Priced("openai", "gpt-of-tomorrow")])
    with pytest.raises(UsageError, match="asked at http://gpu:8000/v1, whose prices are not"):
        check_prices(1.0, [Priced("openai", "gpt-5-mini", "http://gpu:8000/v1")])


def test_without_a_limit_everything_goes() -> None:
    async def run() -> None:
        budget = Budget(None)
        budget.settle(await budget.reserve(1e9), 1e9)
        budget.settle(await budget.reserve(1.5), 0.5)
        assert (budget.limited, budget.spent) == (False, 1e9 + 0.5)

    asyncio.run(run())


@pytest.mark.parametrize("amount", [0.000001, 5.0])
def test_a_limit_of_nothing_stops_before_the_first_call(amount: float) -> None:
    async def run() -> None:
        budget = Budget(0.0)
        assert budget.limited
        budget.settle(await budget.reserve(0.0), 0.0)  # what nobody charges for may go on
        with pytest.raises(CostLimit, match=r"--max-cost \$0: spent \$0 so far"):
            await budget.reserve(amount)

    asyncio.run(run())


def test_the_error_says_how_to_go_on() -> None:
    async def run() -> None:
        budget = Budget(0.5)
        budget.settle(await budget.reserve(0.4), 0.375)
        await budget.reserve(0.125)
        with pytest.raises(CostLimit) as caught:
            await budget.reserve(0.25)
        assert str(caught.value) == (
            "--max-cost $0.50: spent $0.38 so far, what comes next may cost $0.25; what the "
            "cache has is not paid for twice, run again with a higher --max-cost to go on"
        )

    asyncio.run(run())


def test_the_limit_may_be_used_up_to_the_last_cent() -> None:
    async def run() -> None:
        budget = Budget(0.3)
        for _ in range(3):  # as floats, 0.1 + 0.1 + 0.1 is more than 0.3
            budget.settle(await budget.reserve(0.1), 0.1)
        assert budget.spent == 0.3

    asyncio.run(run())


def test_who_might_still_fit_waits_for_calls_in_flight() -> None:
    async def run() -> None:
        budget = Budget(1.0)
        first = await budget.reserve(0.75)
        second = asyncio.create_task(budget.reserve(0.5))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not second.done()
        budget.settle(first, 0.25)
        await budget.reserve(0.25)
        await second
        with pytest.raises(CostLimit):
            await budget.reserve(0.8)

    asyncio.run(run())


def test_who_waits_is_told_when_it_cannot_fit_any_more() -> None:
    async def run() -> None:
        budget = Budget(1.0)
        first = await budget.reserve(0.75)
        second = asyncio.create_task(budget.reserve(0.5))
        await asyncio.sleep(0)
        budget.settle(first, 0.75)
        with pytest.raises(CostLimit, match=r"spent \$0\.75 so far"):
            await second

    asyncio.run(run())


def test_a_call_that_failed_gives_its_money_back() -> None:
    async def run() -> None:
        budget = Budget(1.0)
        first = await budget.reserve(1.0)
        second = asyncio.create_task(budget.reserve(1.0))
        await asyncio.sleep(0)
        budget.release(first)
        budget.settle(await second, 0.125)
        assert budget.spent == 0.125

    asyncio.run(run())


def test_settled_once_and_released_as_often_as_one_likes() -> None:
    async def run() -> None:
        budget = Budget(1.0)
        first = await budget.reserve(1.0)
        budget.settle(first, 0.5)
        budget.release(first)
        with pytest.raises(ValueError, match="settled before"):
            budget.settle(first, 0.5)
        assert budget.spent == 0.5

    asyncio.run(run())


def test_who_stops_waiting_leaves_nothing_behind() -> None:
    async def run() -> None:
        budget = Budget(1.0)
        first = await budget.reserve(1.0)
        gone = asyncio.create_task(budget.reserve(0.5))
        stays = asyncio.create_task(budget.reserve(1.0))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        budget.release(first)
        budget.settle(await asyncio.wait_for(stays, 1), 1.0)
        assert budget.spent == 1.0

    asyncio.run(run())


CENTS = st.integers(0, 100)


@given(
    limit=st.integers(0, 300),
    calls=st.lists(st.tuples(CENTS, CENTS, st.integers(0, 3), st.booleans()), max_size=40),
    cancelled=st.sets(st.integers(0, 39), max_size=5),
)
@example(
    limit=100, calls=[(100, 0, 1, True), (100, 100, 0, True), (1, 1, 0, True)], cancelled=set()
)
def test_never_above_the_limit_and_never_stuck(
    limit: int, calls: list[tuple[int, int, int, bool]], cancelled: set[int]
) -> None:
    """Calls cost at most what they reserve, take some turns of the loop, and may fail."""

    async def call(budget: Budget, most: int, share: int, turns: int, answered: bool) -> int:
        reservation = await budget.reserve(most / 100)
        try:
            for _ in range(turns):
                await asyncio.sleep(0)
            if answered:
                cost = most * share // 100
                budget.settle(reservation, cost / 100)
                assert budget.spent <= limit / 100
                return cost
        finally:
            budget.release(reservation)
        return 0

    async def run() -> None:
        budget = Budget(limit / 100)
        tasks = [asyncio.create_task(call(budget, *one)) for one in calls]
        await asyncio.sleep(0)
        for place in cancelled & set(range(len(tasks))):
            tasks[place].cancel()
        done = await asyncio.wait_for(asyncio.gather(*tasks, return_exceptions=True), 5)
        spent = sum(one for one in done if isinstance(one, int))
        assert budget.spent == spent / 100
        assert spent <= limit
        for one in done:
            assert isinstance(one, int | CostLimit | asyncio.CancelledError)
        with pytest.raises(CostLimit):
            await budget.reserve((limit - spent + 1) / 100)
        await budget.reserve((limit - spent) / 100)

    asyncio.run(run())
