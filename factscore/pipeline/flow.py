"""The schedule of a run in which a chat model answers: many items on their way at once.

Every item goes its own way from text to result, and waits only for its own answers. So
later items are decomposed while earlier ones are judged, and one slow call holds up
nothing but its item. Where calls are scarce, earlier items go first. A stage that computes
here takes whatever has gathered since its last batch.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from itertools import chain

from factscore.decompose.base import CallingDecomposer, Decomposer
from factscore.decompose.cached import decompose_calling, decompose_once, known_decomposition
from factscore.errors import CacheMiss, CostLimit
from factscore.judge.cached import Question
from factscore.llm.calls import Caller, Calls
from factscore.pipeline.gathering import Gathered
from factscore.pipeline.rows import named
from factscore.pipeline.stages import Item, Stages
from factscore.records import Decomposition, Generation, ItemResult, Verdict
from factscore.tasks import cancel, together

DECOMPOSED_AT_ONCE = 32
"""Texts that a decomposer which computes here is given at once, at most."""


class Flow:
    """One run; see above."""

    def __init__(self, stages: Stages, calls: Calls, on_facts: Callable[[int], None]) -> None:
        self._stages = stages
        self._calls = calls
        self._on_facts = on_facts
        self._decomposing = {part.name: self._gathered(part) for part in stages.decomposers}
        self._judging: Gathered[Question, Verdict] = Gathered(
            lambda questions: list(chain.from_iterable(stages.judge.ask(questions))),
            stages.judge.batch_size,
        )

    async def run(
        self,
        rows: Iterable[Generation],
        emit: Callable[[ItemResult], Awaitable[None]],
        ahead: int,
    ) -> None:
        """Emit results in input order, with at most ``ahead`` items on their way.

        An error that stops the run does so at once, whichever item has it, except where the
        items before it may still be finished: the money is out, or the cache lacks an answer.
        """
        under_way: deque[asyncio.Task[ItemResult]] = deque()
        stopped: asyncio.Future[Exception] = asyncio.get_running_loop().create_future()
        try:
            for order, row in enumerate(rows):
                if len(under_way) >= ahead:
                    await emit(await _next(under_way, stopped))
                task = asyncio.create_task(self._item(row, order))
                task.add_done_callback(partial(_notice, stopped))
                under_way.append(task)
            while under_way:
                await emit(await _next(under_way, stopped))
        finally:
            await cancel(under_way)

    async def _item(self, generation: Generation, order: int) -> ItemResult:
        item = self._stages.begin(generation, await self._decompose(generation, order))
        waiting = item.waiting()
        self._on_facts(len(item.verdicts) - len(waiting))
        if self._stages.judge.model is not None and item.remembered():
            self._calls.hit("judge", self._stages.judge.model, item.remembered())
        await together(self._judge(item, position, order) for position in waiting)
        return self._stages.finish(item)

    async def _decompose(self, generation: Generation, order: int) -> Decomposition:
        generation = named(generation)
        part = self._stages.decomposer_for(generation)
        if not isinstance(part, CallingDecomposer):
            return await self._decomposing[part.name].ask(generation)
        known = known_decomposition(part, self._stages.cache, generation)
        if known is not None:
            self._calls.hit("decompose", part.model)
            return known
        caller = Caller(
            self._calls, part.model, "decompose", order, generation.source, generation.model
        )
        return await decompose_calling(part, caller, self._stages.cache, generation)

    async def _judge(self, item: Item, position: int, order: int) -> None:
        question, judge = item.questions[position], self._stages.judge
        model = judge.model
        if model is None:
            item.verdicts[position] = await self._judging.ask(question)
        else:
            caller = Caller(
                self._calls, model, "judge", order, question.source, item.generation.model
            )
            item.verdicts[position] = await judge.call(question, caller)
        self._on_facts(1)

    def _gathered(self, part: Decomposer) -> Gathered[Generation, Decomposition]:
        def decompose(rows: Sequence[Generation]) -> list[Decomposition]:
            return decompose_once(
                part, self._stages.cache, rows, offline=self._stages.settings.offline
            )

        return Gathered(decompose, DECOMPOSED_AT_ONCE)


def _notice(stopped: asyncio.Future[Exception], task: asyncio.Task[ItemResult]) -> None:
    error = None if task.cancelled() else task.exception()
    if isinstance(error, CostLimit | CacheMiss) or stopped.done():
        return
    if isinstance(error, Exception):
        stopped.set_result(error)


async def _next(
    under_way: deque[asyncio.Task[ItemResult]], stopped: asyncio.Future[Exception]
) -> ItemResult:
    """The result of the first item, unless the run is stopped before it is there."""
    await asyncio.wait((under_way[0], stopped), return_when=asyncio.FIRST_COMPLETED)
    if stopped.done():
        raise stopped.result()
    return under_way.popleft().result()


async def drop(result: ItemResult) -> None:
    """For a run over the items that is made for what it asks and not for its results."""
