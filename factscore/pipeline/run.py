"""``evaluate`` and ``open_pipeline``: what is named is opened, and the run has its schedule."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TypeAlias

from factscore import settings as defaults
from factscore.background import iterate
from factscore.cache import Cache
from factscore.decompose import make_decomposers
from factscore.decompose.base import CallingDecomposer, Decomposer
from factscore.errors import UsageError
from factscore.judge import make_judge
from factscore.judge.base import CallingJudge, Judge
from factscore.knowledge import Knowledge, open_stores
from factscore.knowledge.base import KnowledgeStore
from factscore.llm.base import ChatModel
from factscore.llm.batched_calls import BatchedCalls, refuse_without_batches
from factscore.llm.budget import Budget, check_prices
from factscore.llm.calls import Calls, closing
from factscore.llm.usage import Ledger, UsageRow
from factscore.pipeline.dry_run import estimate
from factscore.pipeline.flow import Flow, drop
from factscore.pipeline.rows import writable
from factscore.pipeline.stages import Stages
from factscore.pipeline.windows import WINDOW, run_windows
from factscore.records import Generation, ItemResult, JsonValue, KnowledgeInfo, RunResult
from factscore.score import model_scores
from factscore.settings import Calling, Settings

Emit: TypeAlias = Callable[[ItemResult], Awaitable[None]]


def evaluate(
    generations: Iterable[Generation],
    *,
    decomposer: str | Decomposer | None = None,
    judge: str | Judge = defaults.JUDGE,
    knowledge: Knowledge = defaults.KNOWLEDGE,
    cache: str | Path | Cache | None = defaults.CACHE,
    settings: Settings | None = None,
    calling: Calling | None = None,
) -> RunResult:
    """Score generations; the same as ``factscore score``, in Python.

    Args:
        generations: What ``read_generations`` returns, or your own.
        decomposer: A SPEC or an object; ``None`` takes ``input`` where rows carry facts,
            and ``rules`` for those that do not.
        judge: A SPEC or an object.
        knowledge: A store, its path, or a list of those; not opened for a judge that needs
            no evidence.
        cache: A cache or its path; ``None`` computes everything anew.
        settings: Top-k, gamma and so on; defaults in ``factscore.settings``.
        calling: How chat models are called, and what that may cost.

    Raises:
        FactscoreError: see ``factscore.errors``.
    """
    rows = list(generations)
    settings = settings or Settings()
    if decomposer is None:
        decomposer = choose_decomposer(rows)
    with open_pipeline(decomposer, judge, knowledge, cache, settings, calling=calling) as pipeline:
        items = tuple(pipeline.run(rows))
        return RunResult(
            models=model_scores(items, partial=settings.partial),
            items=items,
            decomposer=pipeline.decomposer,
            judge=pipeline.judge.name,
            knowledge=pipeline.knowledge_info(),
            usage=pipeline.usage(),
        )


def choose_decomposer(generations: Sequence[Generation]) -> str:
    """The default SPEC: ``input`` where rows carry facts, ``rules`` where they do not."""
    carried = any(row.facts is not None for row in generations)
    bare = any(row.facts is None and not row.abstained and row.text.strip() for row in generations)
    if carried:
        return f"input+{defaults.DECOMPOSER}" if bare else "input"
    return defaults.DECOMPOSER


@contextmanager
def open_pipeline(
    decomposer: str | Decomposer,
    judge: str | Judge,
    knowledge: Knowledge,
    cache: str | Path | Cache | None,
    settings: Settings,
    *,
    calling: Calling | None = None,
    threads: int | None = None,
) -> Iterator[Pipeline]:
    """Open what is named by SPEC or path, and close again what was opened here.

    ``threads`` is how many a local judge may use on the CPU; ``None`` is all of them.
    """
    if settings.offline and cache is None:
        raise UsageError("--offline answers from the cache, so it excludes --no-cache")
    calling = calling or Calling()
    with ExitStack() as stack:
        decomposers = (
            make_decomposers(decomposer, calling) if isinstance(decomposer, str) else (decomposer,)
        )
        if isinstance(judge, str):
            judge = make_judge(
                judge, threads=threads, calling=calling, three_way=settings.three_way
            )
        store: KnowledgeStore | None = None
        if judge.needs_evidence:
            store = stack.enter_context(open_stores(knowledge))
        if isinstance(cache, str | Path):
            identities = [judge.identity(), *(part.identity() for part in decomposers)]
            remembers = any(identity is not None for identity in identities)
            opened = Cache(cache, create=not settings.offline) if remembers else None
            cache = opened and stack.enter_context(opened)
        pipeline = Pipeline(decomposers, judge, store, cache, settings, calling)
        stack.callback(pipeline.close)
        yield pipeline


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

    def knowledge_info(self) -> KnowledgeInfo | None:
        """Which store the evidence comes from; ``None`` for a judge that needs none."""
        store = self._store
        if store is None:
            return None
        return KnowledgeInfo(_sayable(store.path), store.fingerprint, len(store))

    def usage(self) -> tuple[UsageRow, ...]:
        """What chat models were asked and what it cost, by stage and model."""
        return self._ledger.rows()

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
