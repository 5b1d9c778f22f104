"""Several coroutines at once, and none left behind."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable
from typing import Any, TypeVar

T = TypeVar("T")


async def together(parts: Iterable[Awaitable[T]]) -> list[T]:
    """All results in order; where one part raises, the others are cancelled before it does."""
    tasks = [asyncio.ensure_future(part) for part in parts]
    try:
        return await asyncio.gather(*tasks)
    finally:
        await cancel(tasks)


async def cancel(tasks: Iterable[asyncio.Future[Any]]) -> None:
    """Cancel what is not done, and wait until it has tidied up."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
