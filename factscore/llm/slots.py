"""A limit on calls at once that serves earlier items first."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class Slots:
    """So many holders at once; of those that wait, the lowest order goes next.

    With first come, first served, the decompositions of all items would go before the first
    verdict, and a run that is stopped would have many items begun and none finished.
    """

    def __init__(self, size: int) -> None:
        self._free = size
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._arrivals = count()

    @asynccontextmanager
    async def take(self, order: int) -> AsyncIterator[None]:
        """Hold one slot; waits until one is free for this ``order``."""
        await self._acquire(order)
        try:
            yield
        finally:
            self._release()

    async def _acquire(self, order: int) -> None:
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (order, next(self._arrivals), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._release()  # it was handed over in the same moment
            raise

    def _release(self) -> None:
        while self._waiting:
            _, _, turn = heapq.heappop(self._waiting)
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
