"""Few at once, earlier items first."""

from __future__ import annotations

import asyncio

from factscore.llm.slots import Slots


async def _hold(slots: Slots, order: int, served: list[int], seconds: float = 0.0) -> None:
    async with slots.take(order):
        served.append(order)
        await asyncio.sleep(seconds)


def test_the_lowest_order_goes_next() -> None:
    async def main() -> list[int]:
        slots, served = Slots(1), list[int]()
        first = asyncio.create_task(_hold(slots, 9, served, 0.01))
        await asyncio.sleep(0)
        await asyncio.gather(first, *(_hold(slots, order, served) for order in (5, 2, 7, 2)))
        return served

    assert asyncio.run(main()) == [9, 2, 2, 5, 7]


def test_never_more_than_its_size() -> None:
    async def main() -> int:
        slots, now, most = Slots(3), 0, 0

        async def work() -> None:
            nonlocal now, most
            async with slots.take(0):
                now += 1
                most = max(most, now)
                await asyncio.sleep(0)
                now -= 1

        await asyncio.gather(*(work() for _ in range(20)))
        return most

    assert asyncio.run(main()) == 3


def test_who_gives_up_waiting_takes_no_slot_with_it() -> None:
    async def main() -> list[int]:
        slots, served = Slots(1), list[int]()
        holder = asyncio.create_task(_hold(slots, 0, served, 0.01))
        await asyncio.sleep(0)
        waiting = [asyncio.create_task(_hold(slots, order, served)) for order in (1, 2, 3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        await asyncio.gather(holder, *waiting, return_exceptions=True)
        await _hold(slots, 4, served)
        return served

    assert asyncio.run(asyncio.wait_for(main(), 5)) == [0, 2, 3, 4]


def test_a_slot_handed_over_to_a_cancelled_waiter_comes_back() -> None:
    async def main() -> list[int]:
        slots, served = Slots(1), list[int]()
        async with slots.take(0):
            waiter = asyncio.create_task(_hold(slots, 1, served))
            await asyncio.sleep(0)
        waiter.cancel()  # it was given the slot, and has not run since
        await asyncio.gather(waiter, return_exceptions=True)
        await _hold(slots, 2, served)
        return served

    assert asyncio.run(asyncio.wait_for(main(), 5)) == [2]
