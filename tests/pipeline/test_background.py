"""A coroutine's results as an iterator."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable

import pytest

from factscore.background import iterate
from factscore.pipeline.gathering import Gathered


def counting(count: int, log: list[str]) -> Callable[..., Awaitable[None]]:
    async def main(emit: Callable[[int], Awaitable[None]]) -> None:
        try:
            for number in range(count):
                await emit(number)
                log.append(str(number))
        finally:
            await asyncio.sleep(0)
            log.append("tidied")

    return main


def test_all_of_it_in_order() -> None:
    log: list[str] = []
    assert list(iterate(counting(20, log), 3)) == list(range(20))  # type: ignore[arg-type]
    assert log[-1] == "tidied"


def test_it_waits_for_its_reader() -> None:
    log: list[str] = []
    results = iterate(counting(100, log), 3)  # type: ignore[arg-type]
    assert next(results) == 0
    threading.Event().wait(0.05)
    assert len(log) <= 5
    results.close()  # type: ignore[attr-defined]
    assert log[-1] == "tidied"


def test_its_error_is_raised_here() -> None:
    async def main(emit: Callable[[int], Awaitable[None]]) -> None:
        await emit(1)
        raise ValueError("broken")

    results = iterate(main, 3)
    assert next(results) == 1
    with pytest.raises(ValueError, match="broken"):
        next(results)


def test_nothing_begins_before_it_is_read() -> None:
    log: list[str] = []
    iterate(counting(3, log), 3)  # type: ignore[arg-type]
    assert log == []


def test_questions_gather_while_a_batch_is_computed() -> None:
    sizes: list[int] = []

    def square(numbers: list[int]) -> list[int]:
        sizes.append(len(numbers))
        return [number * number for number in numbers]

    async def main() -> list[int]:
        gathered: Gathered[int, int] = Gathered(square, 4)  # type: ignore[arg-type]
        return await asyncio.gather(*(gathered.ask(number) for number in range(10)))

    assert asyncio.run(main()) == [n * n for n in range(10)]
    assert sizes == [4, 4, 2]


def test_a_failing_batch_fails_those_who_asked_and_nobody_else() -> None:
    def invert(numbers: list[int]) -> list[float]:
        return [1 / number for number in numbers]

    async def main() -> list[float | BaseException]:
        gathered: Gathered[int, float] = Gathered(invert, 2)  # type: ignore[arg-type]
        return await asyncio.gather(
            *(gathered.ask(number) for number in (0, 1, 2, 4)), return_exceptions=True
        )

    one, two, *rest = asyncio.run(main())
    assert isinstance(one, ZeroDivisionError)
    assert isinstance(two, ZeroDivisionError)
    assert rest == [0.5, 0.25]


def test_a_wrong_number_of_answers_is_an_error_of_those_who_asked() -> None:
    async def main() -> list[int | BaseException]:
        gathered: Gathered[int, int] = Gathered(lambda numbers: list(numbers)[1:], 2)
        asked = asyncio.gather(*(gathered.ask(n) for n in range(2)), return_exceptions=True)
        return await asyncio.wait_for(asked, 5)

    assert [type(result) for result in asyncio.run(main())] == [ValueError, ValueError]
