"""Results of a coroutine as an ordinary iterator.

The coroutine has a thread and a loop of its own, so that the iterator works wherever
Python does: in a script, in a notebook, whose thread has a loop that runs already, and
inside somebody else's asynchronous program.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _End:
    error: BaseException | None


def iterate(
    main: Callable[[Callable[[T], Awaitable[None]]], Coroutine[Any, Any, None]], ahead: int
) -> Generator[T, None, None]:
    """What ``main(emit)`` emits, in order; it may be ``ahead`` results before the reader.

    A reader that stops early, by an exception or by ``close()``, cancels ``main`` and waits
    until it has tidied up. An error in ``main`` is raised here.
    """
    worker = _Worker(main, ahead)
    worker.start()
    try:
        while not isinstance(result := worker.take(), _End):
            yield result
        if result.error is not None:
            raise result.error
    finally:
        worker.stop()


class _Worker(Generic[T]):
    def __init__(
        self,
        main: Callable[[Callable[[T], Awaitable[None]]], Coroutine[Any, Any, None]],
        ahead: int,
    ) -> None:
        self._main = main
        self._room = asyncio.Semaphore(ahead)
        self._out: SimpleQueue[T | _End] = SimpleQueue()
        self._ready = Event()
        # A daemon: a second Ctrl-C must be able to end the process while this one waits.
        self._thread = Thread(target=self._run, name="factscore", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._thread.start()
        self._ready.wait()

    def take(self) -> T | _End:
        result = self._out.get()
        if not isinstance(result, _End):
            self._call(self._room.release)
        return result

    def stop(self) -> None:
        if self._task is not None:
            self._call(self._task.cancel)
        self._thread.join()

    def _call(self, function: Callable[[], Any]) -> None:
        if self._loop is None:
            return
        try:
            self._loop.call_soon_threadsafe(function)
        except RuntimeError:
            return  # the loop is closed: it has ended by itself

    def _run(self) -> None:
        error: BaseException | None = None
        try:
            asyncio.run(self._begin())
        except BaseException as raised:
            error = raised
        self._ready.set()
        self._out.put(_End(error))

    async def _begin(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._task = asyncio.current_task()
        self._ready.set()
        await self._main(self._emit)

    async def _emit(self, result: T) -> None:
        await self._room.acquire()
        self._out.put(result)
