"""Several coroutines at once, and none left behind."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Coroutine, Iterable
from typing import Any, TypeVar

T = TypeVar("T")


async def together(parts: Iterable[Awaitable[T]]) -> list[T]:
    """All results in order; where one part raises, the others are cancelled before it does."""
    tasks = [asyncio.ensure_future(part) for part in parts]
    try:
        return await asyncio.gather(*tasks)
    finally:
        await cancel(tasks)


async def finished(part: Coroutine[Any, Any, T]) -> T:
    """The result of a part that goes on to its end if who waits for it is cancelled.

    The cancellation is raised after it; a second one ends the part too.
    """
    task = asyncio.ensure_future(part)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await task
        raise


async def cancel(tasks: Iterable[asyncio.Future[Any]]) -> None:
    """Cancel what is not done, and wait until it has tidied up."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
