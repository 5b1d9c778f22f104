"""Questions that are put one at a time and answered many at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

Q = TypeVar("Q")
A = TypeVar("A")


class Gathered(Generic[Q, A]):
    """A stage that computes here, for a schedule that waits for each answer by itself.

    While one batch is computed, in a thread, the questions of the next one gather.
    """

    def __init__(self, answer: Callable[[Sequence[Q]], list[A]], size: int) -> None:
        self._answer = answer
        self._size = size
        self._queue: list[tuple[Q, asyncio.Future[A]]] = []
        self._worker: asyncio.Task[None] | None = None

    async def ask(self, question: Q) -> A:
        """The answer to a question, or the error that its batch ended in."""
        answer: asyncio.Future[A] = asyncio.get_running_loop().create_future()
        self._queue.append((question, answer))
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work())
        return await answer

    async def _work(self) -> None:
        while self._queue:
            await asyncio.sleep(0)  # whoever can ask now, asks now
            batch, self._queue = self._queue[: self._size], self._queue[self._size :]
            await self._compute(batch)

    async def _compute(self, batch: Sequence[tuple[Q, asyncio.Future[A]]]) -> None:
        waiting = [future for _, future in batch]
        try:
            answers = await asyncio.to_thread(self._answer, [question for question, _ in batch])
            answered = list(zip(waiting, answers, strict=True))
        except Exception as error:
            for future in waiting:
                if not future.done():
                    future.set_exception(error)
            return
        for future, answer in answered:
            if not future.done():  # who asked may have been cancelled
                future.set_result(answer)
