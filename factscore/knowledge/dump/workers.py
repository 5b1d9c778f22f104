"""Work on batches in several processes, results in order."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain, islice
from typing import TypeVar

_AHEAD = 3
"""Batches for each worker that are under way or wait to be taken; bounds the memory."""

Batch = TypeVar("Batch")
Result = TypeVar("Result")


def in_order(
    function: Callable[[Batch], Result], batches: Iterable[Batch], workers: int
) -> Iterator[Result]:
    """The function of each batch, in the order of the batches, whoever is done first.

    A single batch, or a single worker, is worked on in this process. Everything that
    goes to or comes from a worker is pickled, the function too.

    Raises:
        BrokenProcessPool: a worker was killed.
    """
    waiting = iter(batches)
    first = list(islice(waiting, 2))
    if workers == 1 or len(first) < 2:
        yield from map(function, chain(first, waiting))
        return
    # Workers are started afresh: a copy of a process with threads may hang.
    pool = ProcessPoolExecutor(
        workers, mp_context=multiprocessing.get_context("spawn"), initializer=_settle
    )
    try:
        yield from _drawn(pool, function, chain(first, waiting), _AHEAD * workers)
    finally:
        pool.shutdown(cancel_futures=True)


def _drawn(
    pool: ProcessPoolExecutor,
    function: Callable[[Batch], Result],
    batches: Iterable[Batch],
    ahead: int,
) -> Iterator[Result]:
    pending: deque[Future[Result]] = deque()
    for batch in batches:
        pending.append(pool.submit(function, batch))
        if len(pending) >= ahead:
            yield pending.popleft().result()
    while pending:
        yield pending.popleft().result()


def _settle() -> None:
    """A worker leaves Ctrl-C to its parent, and ends when the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow_parent, daemon=True).start()


def _follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
