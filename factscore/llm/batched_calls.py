"""``--batch``: what the cache lacks is collected, sent as batches, and waited for.

A run goes over its items again and again. Each pass counts a request that the cache cannot
answer as a call that failed, so it goes on past it and finds all others; then the missing
ones are sent together. When a pass misses nothing, the next one brings the results. Facts
are judged in the first pass after their sentence's batch, requests that failed are sent
again alone, and a run that was killed finds its batches in the cache.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeGuard

from factscore.cache import Batch, Cache, canonical_json
from factscore.errors import CallError, UsageError
from factscore.llm.base import ChatModel, ChatRequest, Finish, Reply, Usage
from factscore.llm.batching import BatchModel, BatchPhase, batches
from factscore.llm.budget import Budget, upper_bound
from factscore.llm.calls import AT_ONCE, GRACE, KEPT, Caller, Calls, seen
from factscore.llm.failures import LastingError, NoAnswer
from factscore.llm.outage import gone
from factscore.llm.replies import pack_reply
from factscore.llm.usage import Ledger
from factscore.records import JsonValue
from factscore.tasks import together

TRIES = 3
"""Batches that a request may fail in before its failure is final; also how often in a row a
provider may deny us a look at a batch before the batch is given up."""
LOOKS = 10
"""Looks at a batch in a row without an answer, each with all its tries, after which a run stops:
ten minutes, about."""
SLOWEST = 60.0
"""Seconds between two looks at a batch, at most."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A request that waits for a batch."""

    caller: Caller
    request: ChatRequest
    good: Callable[[Reply], bool]


def has_batches(model: ChatModel) -> TypeGuard[BatchModel]:
    """Whether the model's provider has a batch API."""
    return hasattr(model, "submit_batch")


def refuse_without_batches(
    models: Sequence[ChatModel], cache: Cache | None, *, offline: bool
) -> None:
    """``--batch`` needs a provider that has batches, and a cache that remembers them.

    Raises:
        UsageError: it lacks one of them, or nothing may be sent.
    """
    if offline:
        raise UsageError("--batch sends requests, so it excludes --offline")
    if cache is None:
        raise UsageError("--batch keeps its batches in the cache, so it excludes --no-cache")
    if not models:
        raise UsageError("--batch is for chat models, and this run asks none")
    for model in models:
        if not has_batches(model):
            raise UsageError(f"{model.name} has no batch API; leave --batch out")


class BatchedCalls(Calls):
    """The chat models of a run, behind the cache and their providers' batch APIs."""

    def __init__(
        self,
        models: Sequence[ChatModel],
        cache: Cache,
        concurrency: int,
        ledger: Ledger,
        budget: Budget,
        *,
        poll: float,
        say: Callable[[str], None],
    ) -> None:
        super().__init__(models, cache, concurrency, ledger, budget, say=say)
        self._poll = poll
        self._wanted: dict[str, _Wanted] = {}
        self._failures: Counter[str] = Counter()
        self._final: dict[str, CallError] = {}
        self._first_pass = True
        self._submissions: set[asyncio.Task[Batch]] = set()

    def hit(self, stage: str, model: ChatModel, count: int = 1) -> None:
        """Count what the cache had before the run: later passes have the batches' answers too."""
        if self._first_pass:
            super().hit(stage, model, count)

    async def settle(self) -> bool:
        """Have what the last pass lacked answered; ``False`` if it lacked nothing.

        Raises:
            CostLimit: the batches might cost more than the run may.
            ModelError: no batch can succeed.
        """
        self._first_pass = False
        wanted, self._wanted = self._wanted, {}
        works: list[Coroutine[Any, Any, None]] = []
        for model in self._models:
            mine = {key: one for key, one in wanted.items() if one.caller.model is model}
            if mine and has_batches(model):
                works += self._works(model, mine)
        await together(works)
        return bool(wanted)

    async def drain(self, seconds: float = GRACE, *, cancelled: bool = False) -> None:
        """Send nothing more, and wait for batches that are being sent, however long it takes.

        Only with its id in the cache is a batch ever found again, and it is paid for.
        """
        if self._submissions:
            self._say(
                f"stopping: {len(self._submissions)} of the batches are being sent and waited"
                f" for{AT_ONCE if cancelled else ''}"
            )
            await asyncio.wait(self._submissions)
        await super().drain(seconds, cancelled=cancelled)

    async def _miss(
        self, key: str, caller: Caller, request: ChatRequest, good: Callable[[Reply], bool]
    ) -> Reply:
        if key in self._final:
            raise self._final[key]
        self._wanted.setdefault(key, _Wanted(caller, request, good))
        raise CallError("waits for a batch")

    def _works(
        self, model: BatchModel, wanted: Mapping[str, _Wanted]
    ) -> Iterator[Coroutine[Any, Any, None]]:
        """One for each batch that has to be waited for: those under way, and new ones."""
        under_way = self._cache.batches(_name(model))
        known = {key for batch in under_way for key in batch.keys}
        for batch in under_way:
            if not wanted.keys().isdisjoint(batch.keys):
                yield self._collect(model, batch, wanted)
        new = {key: one.request for key, one in wanted.items() if key not in known}
        for part in batches(new, model.batch_limit):
            yield self._new_batch(model, part, wanted)

    async def _new_batch(
        self, model: BatchModel, requests: Mapping[str, ChatRequest], wanted: Mapping[str, _Wanted]
    ) -> None:
        bounds = (upper_bound(model, request, batch=True) or 0.0 for request in requests.values())
        # Until the batch has ended nobody knows what it cost.
        reservation = await self._budget.reserve(sum(bounds) if self._budget.limited else 0.0)
        try:
            await self._checked()
            try:
                batch = await self._submitted(model, requests)
            except CallError as error:
                kind = NoAnswer if isinstance(error, NoAnswer) else CallError
                for key in requests:
                    self._fail(key, wanted, kind(str(error)))
            else:
                await self._collect(model, batch, wanted)
        finally:
            self._budget.release(reservation)

    async def _submitted(self, model: BatchModel, requests: Mapping[str, ChatRequest]) -> Batch:
        """The batch, once it is in the cache; a run that is stopped meanwhile waits for that."""
        sending = asyncio.create_task(self._submit(model, requests))
        self._submissions.add(sending)
        sending.add_done_callback(self._submissions.discard)
        sending.add_done_callback(seen)
        return await asyncio.shield(sending)

    async def _submit(self, model: BatchModel, requests: Mapping[str, ChatRequest]) -> Batch:
        batch = Batch(await model.submit_batch(requests), _name(model), tuple(requests))
        self._cache.put_batch(batch)
        self._say(f"{model.name}: batch {batch.id} sent, {len(requests):,} requests")
        return batch

    async def _collect(
        self, model: BatchModel, batch: Batch, wanted: Mapping[str, _Wanted]
    ) -> None:
        outcomes = await self._outcomes(model, batch)
        answers: dict[str, JsonValue] = {}
        unread: list[str] = []
        for key in batch.keys:
            outcome = outcomes.get(key, CallError("the batch has no answer to this request"))
            one = wanted.get(key)
            if isinstance(outcome, CallError):
                self._fail(key, wanted, outcome)
            elif one is None:
                unread.append(key)
            elif self._take(key, outcome, one):
                answers[key] = pack_reply(outcome)
        self._settle(batch, answers, unread)

    def _settle(self, batch: Batch, answers: dict[str, JsonValue], unread: Sequence[str]) -> None:
        """Keep the answers, and of the batch what nobody has asked for yet in this run.

        Only who asks can tell whether a reply is worth keeping.
        """
        if unread:
            self._cache.put("reply", answers)
            self._cache.put_batch(replace(batch, keys=tuple(unread)))
        else:
            self._cache.settle_batch(batch, answers)

    def _take(self, key: str, reply: Reply, one: _Wanted) -> bool:
        """Count a reply; whether it is worth keeping."""
        caller, model = one.caller, one.caller.model
        cost = self._ledger.add(caller.stage, model, reply.usage, batch=True, owner=caller.owner)
        if reply.usage == Usage() and self._budget.limited:
            cost = upper_bound(model, one.request, batch=True)
        self._budget.spend(cost or 0.0)
        good = reply.finish == Finish.STOP and one.good(reply)
        if not good:
            self._poor[key] = reply
        return good

    def _fail(self, key: str, wanted: Mapping[str, _Wanted], error: CallError) -> None:
        self._failures[key] += 1
        if self._failures[key] >= TRIES and isinstance(error, NoAnswer):
            raise gone(error, KEPT)
        if self._failures[key] >= TRIES or isinstance(error, LastingError):
            self._final[key] = error
            if key in wanted:
                self._ledger.failed(wanted[key].caller.stage, wanted[key].caller.model)

    async def _outcomes(self, model: BatchModel, batch: Batch) -> Mapping[str, Reply | CallError]:
        """What became of a batch's requests, once it has ended."""
        seconds, told, denied, unanswered = self._poll, -1, 0, 0
        while True:
            try:
                state = await model.batch_state(batch.id)
                if state.phase == BatchPhase.ENDED:
                    return await model.batch_results(batch.id)
            except CallError as error:
                denied = denied + 1 if isinstance(error, LastingError) else 0
                unanswered = unanswered + 1 if isinstance(error, NoAnswer) else 0
                if unanswered >= LOOKS:
                    raise gone(error, f"batch {batch.id} goes on, and will be found") from None
                if denied >= TRIES:
                    return dict.fromkeys(batch.keys, error)
                self._say(f"{model.name}: batch {batch.id}: {error}; asking again")
            else:
                denied = unanswered = 0
                if state.phase == BatchPhase.FAILED:
                    failed = CallError(f"batch {batch.id} failed: {state.words}")
                    return dict.fromkeys(batch.keys, failed)
                if state.done != told:
                    told = state.done
                    self._say(f"{model.name}: batch {batch.id}: {told:,} of {state.total:,} done")
            await asyncio.sleep(seconds)
            seconds = min(seconds * 1.5, max(SLOWEST, self._poll))


def _name(model: ChatModel) -> str:
    return canonical_json(model.identity()).decode()
