"""A pipeline: the stages of one run, and the schedule in which they work."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator, Iterable, Sequence
from functools import partial
from typing import TypeAlias

from factscore.background import iterate
from factscore.cache import Cache
from factscore.decompose.base import CallingDecomposer, Decomposer
from factscore.errors import UsageError
from factscore.judge.base import CallingJudge, Judge
from factscore.knowledge.base import KnowledgeStore
from factscore.llm.base import ChatModel
from factscore.llm.batched_calls import BatchedCalls, refuse_without_batches
from factscore.llm.budget import Budget, check_prices
from factscore.llm.calls import Calls, closing
from factscore.llm.usage import Ledger, UsageRow
from factscore.pipeline.dry_run import Survey, estimate, survey
from factscore.pipeline.flow import Flow, drop
from factscore.pipeline.rows import writable
from factscore.pipeline.stages import Stages
from factscore.pipeline.windows import WINDOW, run_windows
from factscore.records import (
    Generation,
    ItemResult,
    JsonValue,
    KnowledgeInfo,
    RunSetup,
)
from factscore.settings import Calling, Settings
from factscore.setups import make_setup

Emit: TypeAlias = Callable[[ItemResult], Awaitable[None]]


class Pipeline:
    """The stages of one run, joined; see ``open_pipeline``."""

    def __init__(
        self,
        decomposers: Sequence[Decomposer],
        judge: Judge,
        store: KnowledgeStore | None,
        cache: Cache | None,
        settings: Settings,
        calling: Calling,
    ) -> None:
        self._decomposers = tuple(decomposers)
        self.judge = judge
        self._store = store
        self._cache = cache
        self._stages = Stages(decomposers, judge, store, cache, settings)
        self._settings = settings
        self._calling = calling
        self._models = _chat_models(self._decomposers, judge)
        self._ledger = Ledger()
        self._budget = Budget(calling.max_cost)
        self._current: Generator[ItemResult, None, None] | None = None
        check_prices(calling.max_cost, self._models)
        if calling.batch:
            refuse_without_batches(self._models, cache, offline=settings.offline)

    @property
    def decomposer(self) -> str:
        """The decomposer's SPEC."""
        return "+".join(decomposer.name for decomposer in self._decomposers)

    def identities(self) -> dict[str, JsonValue]:
        """What exactly decomposes and judges: versions, models, digests."""
        parts: list[JsonValue] = [part.identity() for part in self._decomposers]
        return {"decomposer": parts, "judge": self.judge.identity()}

    def setup(self, *, facts: str = "human", labels: str | None = None) -> RunSetup:
        """By what results are made; ``facts`` and ``labels`` are the reader's."""
        return make_setup(
            self._settings,
            decomposer=self.decomposer,
            judge=self.judge.name,
            identities=self.identities(),
            knowledge=self.knowledge_info(),
            needs_evidence=self.judge.needs_evidence,
            facts=facts,
            labels=labels,
        )

    def knowledge_info(self) -> KnowledgeInfo | None:
        """Which store the evidence comes from; ``None`` for a judge that needs none."""
        store = self._store
        if store is None:
            return None
        return KnowledgeInfo(_sayable(store.path), store.fingerprint, len(store))

    def usage(self) -> tuple[UsageRow, ...]:
        """What chat models were asked and what it cost, by stage and model."""
        return self._ledger.rows()

    def costs(self) -> dict[str, float | None]:
        """US dollars by evaluated model, in this run; ``None`` where a price is not known."""
        return self._ledger.costs()

    def run(
        self,
        generations: Iterable[Generation],
        on_facts: Callable[[int], None] = lambda count: None,
        on_note: Callable[[str], None] = lambda text: None,
    ) -> Generator[ItemResult, None, None]:
        """Results in input order.

        With a chat model the run goes on in a thread of its own, which makes the calls below
        too; closing the iterator, or the pipeline, stops it and keeps what is under way. Such a
        run must have ended or be closed before another of the pipeline begins to be read.

        Args:
            generations: What is to be scored.
            on_facts: Told whenever facts are settled, and how many.
            on_note: Told in words what the run waits for: batches, and calls when it stops.

        Raises:
            UsageError: another run is not finished.
            FactscoreError: see ``factscore.errors``.
        """
        rows = map(writable, generations)
        if not self._models:
            return run_windows(self._stages, rows, on_facts)
        if self._calling.batch:
            main = partial(self._run_batches, tuple(rows), on_facts, on_note)
        else:
            main = partial(self._run_calls, rows, on_facts, on_note)
        return self._alone(iterate(main, self._ahead))

    def close(self) -> None:
        """Stop a run that nobody reads to the end, before the cache that it writes is closed."""
        if self._current is not None:
            self._current.close()

    def _alone(
        self, results: Generator[ItemResult, None, None]
    ) -> Generator[ItemResult, None, None]:
        """One run at a time: two would share clients and money, each in a loop of its own."""
        self._refuse_another()
        self._current = results
        try:
            yield from results
        finally:
            self._current = None

    def _refuse_another(self) -> None:
        if self._current is not None:
            raise UsageError("a pipeline has one run at a time; close the first")

    @property
    def _ahead(self) -> int:
        """Items on their way at once: enough for every call that may be in flight."""
        return max(WINDOW, 2 * self._calling.concurrency)

    async def _run_calls(
        self,
        rows: Iterable[Generation],
        on_facts: Callable[[int], None],
        on_note: Callable[[str], None],
        emit: Emit,
    ) -> None:
        calls = Calls(
            self._models,
            self._cache,
            self._calling.concurrency,
            self._ledger,
            self._budget,
            offline=self._settings.offline,
            say=on_note,
        )
        async with closing(calls):
            await Flow(self._stages, calls, on_facts).run(rows, emit, self._ahead)

    async def _run_batches(
        self,
        rows: Sequence[Generation],
        on_facts: Callable[[int], None],
        on_note: Callable[[str], None],
        emit: Emit,
    ) -> None:
        assert self._cache is not None  # noqa: S101 - see refuse_without_batches
        calls = BatchedCalls(
            self._models,
            self._cache,
            self._calling.concurrency,
            self._ledger,
            self._budget,
            poll=self._calling.poll,
            say=on_note,
        )
        async with closing(calls):
            lacking = True
            while lacking:
                await Flow(self._stages, calls, lambda count: None).run(rows, drop, self._ahead)
                lacking = await calls.settle()
            await Flow(self._stages, calls, on_facts).run(rows, emit, self._ahead)

    @property
    def asks_chat_models(self) -> bool:
        """Whether anything of the run may cost money."""
        return bool(self._models)

    def survey(
        self, generations: Iterable[Generation], on_item: Callable[[], None] = lambda: None
    ) -> Survey:
        """What a run without chat models has to do; nothing is judged."""
        return survey(self._stages, map(writable, generations), on_item)

    def estimate(self, generations: Iterable[Generation]) -> tuple[UsageRow, ...]:
        """What ``run`` would ask of chat models and what that would cost; nobody is asked."""
        self._refuse_another()
        rows = map(writable, generations)
        return estimate(self._stages, self._models, self._cache, rows, batch=self._calling.batch)


def _chat_models(decomposers: Sequence[Decomposer], judge: Judge) -> tuple[ChatModel, ...]:
    calling = [part for part in decomposers if isinstance(part, CallingDecomposer)]
    models = [part.model for part in calling]
    return (*models, judge.model) if isinstance(judge, CallingJudge) else tuple(models)


def _sayable(path: str) -> str:
    """A path as text that can be written anywhere; its bytes need not be UTF-8."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
