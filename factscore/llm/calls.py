"""All calls of a run: answered by the cache, few at once, and none paid for twice.

A reply is committed to the cache in the moment it arrives, before anybody counts it, so a
run that is killed has to repeat no more than the calls that were in flight.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from factscore.cache import Cache, content_key
from factscore.cache.answers import refuse_offline
from factscore.errors import CallError
from factscore.llm.base import ChatModel, ChatRequest, Finish, Reply, Usage
from factscore.llm.budget import Budget, upper_bound
from factscore.llm.failures import NoAnswer
from factscore.llm.outage import Outage, gone
from factscore.llm.replies import pack_reply, reply_request, unpack_reply
from factscore.llm.slots import Slots
from factscore.llm.usage import Ledger
from factscore.tasks import finished

GRACE = 10.0
"""Seconds that a run which is stopped waits for calls that were sent: they will be paid for."""
AT_ONCE = "; a Ctrl-C now leaves at once"
KEPT = "the replies that came are in the cache, and it goes on from there"


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks: the ``Ask`` of one stage for one item."""

    calls: Calls
    model: ChatModel
    stage: str
    """``decompose`` or ``judge``, for the ledger."""
    order: int
    """Position of the item; earlier ones go first."""
    source: str
    """Where the item comes from, as ``file:line``."""
    owner: str = ""
    """The evaluated model, whose item it is."""

    async def __call__(self, request: ChatRequest, good: Callable[[Reply], bool]) -> Reply:
        """See ``factscore.llm.base.Ask``."""
        return await self.calls.reply(self, request, good)


class Calls:
    """The chat models of a run, behind a cache, a limit on calls at once, and a budget."""

    def __init__(
        self,
        models: Sequence[ChatModel],
        cache: Cache | None,
        concurrency: int,
        ledger: Ledger,
        budget: Budget,
        *,
        offline: bool = False,
        say: Callable[[str], None] = lambda text: None,
    ) -> None:
        self._models = tuple(models)
        # Without a cache, equal requests are still sent once a run.
        self._owned = cache is None
        self._cache = Cache(":memory:") if cache is None else cache
        self._poor: dict[str, Reply] = {}  # not to be kept, and not to be asked for again now
        self._offline = offline
        self._say = say
        self._slots = Slots(concurrency)
        self._ledger = ledger
        self._budget = budget
        self._flights: dict[str, asyncio.Task[Reply]] = {}
        self._sent: set[asyncio.Task[Any]] = set()
        self._checks: asyncio.Task[None] | None = None
        self._outages: dict[str, Outage] = {}

    async def reply(
        self, caller: Caller, request: ChatRequest, good: Callable[[Reply], bool]
    ) -> Reply:
        """The reply to a request: stored, on its way already, or asked for now.

        Raises:
            CallError: the call failed.
            ModelError: no call can succeed, or the server is gone.
            CostLimit: it might cost more than the run may.
            CacheMiss: the run is offline.
        """
        key = content_key("reply", reply_request(caller.model, request))
        if (stored := self._cache.get(key)) is not None:
            self.hit(caller.stage, caller.model)
            return unpack_reply(stored)
        if key in self._poor:
            return self._poor[key]
        if self._offline:
            raise refuse_offline(caller.source, f"reply of {caller.model.name}")
        return await self._miss(key, caller, request, good)

    def hit(self, stage: str, model: ChatModel, count: int = 1) -> None:
        """Count answers that the cache had, which nobody need be asked for."""
        self._ledger.hit(stage, model, count)

    async def _miss(
        self, key: str, caller: Caller, request: ChatRequest, good: Callable[[Reply], bool]
    ) -> Reply:
        """Ask now, or wait for who is asking already."""
        flight = self._flights.get(key)
        if flight is None:
            flight = asyncio.create_task(self._send(key, caller, request, good))
            self._flights[key] = flight
            flight.add_done_callback(lambda task: self._land(key, task))
        # Who waits may be cancelled; the call itself goes on, see ``drain``.
        return await asyncio.shield(flight)

    async def drain(self, seconds: float = GRACE, *, cancelled: bool = False) -> None:
        """Send nothing more, and wait for what was sent, so that it is kept.

        Args:
            seconds: how long to wait, at most.
            cancelled: whether who reads the results has stopped, mostly by a Ctrl-C, and the next
                Ctrl-C would end the process.
        """
        for flight in set(self._flights.values()) - self._sent:
            flight.cancel()
        if self._sent:
            self._say(
                f"stopping: {len(self._sent)} of the calls were sent and are waited for,"
                f" {seconds:g} seconds at most{AT_ONCE if cancelled else ''}"
            )
            await asyncio.wait(self._sent, timeout=seconds)
        rest = {*self._flights.values(), *self._sent}
        for flight in rest:
            flight.cancel()
        await asyncio.gather(*rest, return_exceptions=True)

    async def close(self) -> None:
        """Close what was opened here, and the models' connections."""
        if self._owned:
            self._cache.close()
        closed = await asyncio.gather(*(m.close() for m in self._models), return_exceptions=True)
        for error in filter(None, closed):
            raise error

    async def _send(
        self, key: str, caller: Caller, request: ChatRequest, good: Callable[[Reply], bool]
    ) -> Reply:
        async with self._slots.take(caller.order):
            reply = await self._paid(caller, request)
            self._keep(key, reply, good)
            return reply

    def _keep(self, key: str, reply: Reply, good: Callable[[Reply], bool]) -> None:
        if reply.finish == Finish.STOP and good(reply):
            self._cache.put("reply", {key: pack_reply(reply)})
        else:
            self._poor[key] = reply

    async def _paid(self, caller: Caller, request: ChatRequest) -> Reply:
        """Ask with the money set aside; what it costs is counted before anything else.

        Without money nobody is asked, not even whether there is such a model.
        """
        bound = upper_bound(caller.model, request) if self._budget.limited else None
        reservation = await self._budget.reserve(bound or 0.0)
        try:
            await self._checked()
            reply = await self._complete(caller, request)
            cost = self._ledger.add(caller.stage, caller.model, reply.usage, owner=caller.owner)
            # A reply that does not say what it used is not free.
            spent = bound if reply.usage == Usage() else cost
            self._budget.settle(reservation, spent or 0.0)
        finally:
            self._budget.release(reservation)
        return reply

    async def _complete(self, caller: Caller, request: ChatRequest) -> Reply:
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - only ever run as a task
        self._sent.add(task)
        outage = self._outages.setdefault(caller.model.name, Outage())
        sent = time.monotonic()
        try:
            reply = await caller.model.complete(request)
        except CallError as error:
            self._ledger.failed(caller.stage, caller.model)
            if not isinstance(error, NoAnswer):
                outage.answered()
            elif outage.failed(sent):
                raise gone(error, self._kept) from None
            raise
        outage.answered()
        return reply

    @property
    def _kept(self) -> str:
        return "without a cache nothing is kept" if self._owned else KEPT

    def _land(self, key: str, flight: asyncio.Task[Reply]) -> None:
        del self._flights[key]
        self._sent.discard(flight)
        seen(flight)

    async def _checked(self) -> None:
        """Every model of the run can be reached, which is found out before the first call."""
        if self._checks is None:
            self._checks = asyncio.create_task(self._check())
            self._checks.add_done_callback(seen)
        await asyncio.shield(self._checks)

    async def _check(self) -> None:
        by_name = {model.name: model for model in self._models}
        await asyncio.gather(*(model.check() for model in by_name.values()))


@asynccontextmanager
async def closing(calls: Calls) -> AsyncIterator[None]:
    """At the end, whatever it is: what was sent is awaited and kept, then all is closed."""
    cancelled = False
    try:
        yield
    except asyncio.CancelledError:
        cancelled = True
        raise
    finally:
        try:
            await finished(calls.drain(cancelled=cancelled))
        finally:
            await finished(calls.close())


def seen(task: asyncio.Task[Any]) -> None:
    """Those who waited have the exception; nobody need be told again of it."""
    if not task.cancelled():
        task.exception()
