"""``--dry-run``: the whole run with nobody asked, to see what would be asked.

Each request that the cache cannot answer is counted and fails. Where a text is not yet
decomposed, the facts that the rules find in it, cut as finely as models cut, stand in for
those that the model would find, so that the judge's requests can be counted with their
evidence. Texts that the model has decomposed already, as after a run with ``--limit``, show
how finely it cuts.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from factscore.background import iterate
from factscore.cache import Cache
from factscore.decompose import make_decomposer
from factscore.decompose.base import CallingDecomposer
from factscore.decompose.cached import decompose_each
from factscore.errors import CallError
from factscore.llm.base import ChatModel, ChatRequest, Reply, Usage
from factscore.llm.budget import Budget
from factscore.llm.calls import Caller, Calls, closing
from factscore.llm.tokens import count_request_tokens, count_tokens
from factscore.llm.usage import Ledger, UsageRow
from factscore.pipeline.flow import Flow, drop
from factscore.pipeline.rows import named
from factscore.pipeline.stages import Item, Stages
from factscore.pipeline.stand_ins import Fineness
from factscore.pipeline.windows import WINDOW
from factscore.records import (
    Decomposition,
    Fact,
    Generation,
    Label,
    Status,
    Verdict,
)

ANSWER_TOKENS = 2
"""Tokens of a verdict. A model that reasons before it answers uses more, and nobody knows
how many beforehand."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What a run has to do in which no chat model is asked."""

    texts: int = 0
    sentences: int = 0
    facts: int = 0
    known: int = 0
    """Facts whose verdict is in the cache."""
    without_evidence: int = 0
    """Facts without a page or documents to judge them by."""

    @property
    def to_judge(self) -> int:
        """Facts that the judge has yet to be asked about."""
        return self.facts - self.known - self.without_evidence


def survey(
    stages: Stages, rows: Iterator[Generation], on_item: Callable[[], None] = lambda: None
) -> Survey:
    """Split the texts, which costs nothing, and look up what is known; nothing is judged."""
    found = Survey()
    while window := list(islice(rows, WINDOW)):
        offline = stages.settings.offline
        split = decompose_each(
            stages.decomposers, stages.cache, list(map(named, window)), offline=offline
        )
        for item in map(stages.begin, window, split):
            waiting, known = len(item.waiting()), item.remembered()
            found = Survey(
                found.texts + 1,
                found.sentences + item.decomposition.sentences,
                found.facts + len(item.verdicts),
                found.known + known,
                found.without_evidence + len(item.verdicts) - known - waiting,
            )
            on_item()
    return found


def estimate(
    stages: Stages,
    models: Sequence[ChatModel],
    cache: Cache | None,
    rows: Iterable[Generation],
    *,
    batch: bool,
) -> tuple[UsageRow, ...]:
    """What the run would ask of its chat models, by stage and model.

    Prices are full ones, though a provider's cache may save some.
    """

    async def main(emit: Callable[[tuple[UsageRow, ...]], Awaitable[None]]) -> None:
        ledger = Ledger()
        calls = _DryCalls(models, cache, ledger, batch=batch)
        async with closing(calls):
            await _DryFlow(stages, calls, ledger, batch=batch).run(rows, drop, ahead=1)
        await emit(ledger.rows())

    (parts,) = iterate(main, 1)
    return parts


class _DryCalls(Calls):
    """Counts what would be asked, and asks nobody."""

    def __init__(
        self, models: Sequence[ChatModel], cache: Cache | None, ledger: Ledger, *, batch: bool
    ) -> None:
        super().__init__(models, cache, 1, ledger, Budget(None))
        self._batch = batch
        self._wanted: set[str] = set()

    async def _miss(
        self, key: str, caller: Caller, request: ChatRequest, good: Callable[[Reply], bool]
    ) -> Reply:
        if key in self._wanted:
            self.hit(caller.stage, caller.model)
        else:
            self._wanted.add(key)
            said = min(ANSWER_TOKENS, request.max_tokens) if caller.stage == "judge" else 0
            usage = Usage(count_request_tokens(request), said)
            self._ledger.add(caller.stage, caller.model, usage, batch=self._batch)
        raise CallError("a dry run asks nobody")


class _DryFlow(Flow):
    """The same way for every item, with stand-ins for what nobody said."""

    def __init__(self, stages: Stages, calls: _DryCalls, ledger: Ledger, *, batch: bool) -> None:
        super().__init__(stages, calls, lambda count: None)
        self._ledger = ledger
        self._batch = batch
        self._rules = make_decomposer("rules")
        self._fineness = Fineness()

    async def _decompose(self, generation: Generation, order: int) -> Decomposition:
        found = await super()._decompose(generation, order)
        if not found.failed:
            self._fineness.learn(found.facts)
            return found
        starts = {one.fact.start for one in found.failed}
        (whole,) = self._rules.decompose([replace(generation, facts=None)])
        instead = tuple(self._fineness.cut([f for f in whole.facts if f.start in starts]))
        self._count_output(generation, instead)
        return replace(
            found, status=Status.SCORED, facts=(*found.facts, *instead), failed=(), detail=""
        )

    def _count_output(self, generation: Generation, facts: Sequence[Fact]) -> None:
        part = self._stages.decomposer_for(generation)
        assert isinstance(part, CallingDecomposer)  # noqa: S101 - nobody else fails so
        tokens = sum(count_tokens(f"- {fact.text}\n") for fact in facts)
        usage = Usage(0, tokens)
        self._ledger.add("decompose", part.model, usage, batch=self._batch, calls=0)

    async def _judge(self, item: Item, position: int, order: int) -> None:
        if self._stages.judge.model is None:
            item.verdicts[position] = Verdict(Label.UNSCORED)
        else:
            await super()._judge(item, position, order)
