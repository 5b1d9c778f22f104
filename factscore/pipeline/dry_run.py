"""``--dry-run``: the whole run with nobody asked, to see what would be asked.

Each request that the cache cannot answer is counted and fails. Where a text is not yet
decomposed, the facts that the rules find in it, cut as finely as models cut, stand in for
those that the model would find, so that the judge's requests can be counted with their
evidence. Texts that the model has decomposed already, as after a run with ``--limit``, show
how finely it cuts.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace

from factscore.background import iterate
from factscore.cache import Cache
from factscore.decompose import make_decomposer
from factscore.decompose.base import CallingDecomposer
from factscore.errors import CallError
from factscore.llm.base import ChatModel, ChatRequest, Reply, Usage
from factscore.llm.budget import Budget
from factscore.llm.calls import Caller, Calls
from factscore.llm.estimate import StageEstimate, add_up, one_cached, one_call
from factscore.llm.prices import price
from factscore.llm.tokens import count_tokens
from factscore.llm.usage import Ledger
from factscore.pipeline.flow import Flow, drop
from factscore.pipeline.stages import Item, Stages
from factscore.pipeline.stand_ins import Fineness
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


def estimate(
    stages: Stages,
    models: Sequence[ChatModel],
    cache: Cache | None,
    rows: Iterable[Generation],
    *,
    batch: bool,
) -> tuple[StageEstimate, ...]:
    """What the run would ask of its chat models, by stage and model."""

    async def main(emit: Callable[[tuple[StageEstimate, ...]], Awaitable[None]]) -> None:
        calls = _DryCalls(models, cache, batch=batch)
        await _DryFlow(stages, calls, batch=batch).run(rows, drop, ahead=1)
        await calls.close()
        await emit(add_up(calls.parts))

    (parts,) = iterate(main, 1)
    return parts


class _DryCalls(Calls):
    """Counts what would be asked, and asks nobody."""

    def __init__(self, models: Sequence[ChatModel], cache: Cache | None, *, batch: bool) -> None:
        super().__init__(models, cache, 1, Ledger(), Budget(None))
        self.parts: list[StageEstimate] = []
        self._batch = batch
        self._wanted: set[str] = set()

    def hit(self, stage: str, model: ChatModel, count: int = 1) -> None:
        self.parts += [one_cached(stage, model)] * count

    async def _miss(
        self, key: str, caller: Caller, request: ChatRequest, good: Callable[[Reply], bool]
    ) -> Reply:
        if key in self._wanted:
            self.hit(caller.stage, caller.model)
        else:
            self._wanted.add(key)
            self.parts.append(
                one_call(
                    caller.stage,
                    caller.model,
                    request,
                    ANSWER_TOKENS if caller.stage == "judge" else 0,
                    batch=self._batch,
                )
            )
        raise CallError("a dry run asks nobody")


class _DryFlow(Flow):
    """The same way for every item, with stand-ins for what nobody said."""

    def __init__(self, stages: Stages, calls: _DryCalls, *, batch: bool) -> None:
        super().__init__(stages, calls, lambda count: None)
        self._parts = calls.parts
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
        model = part.model
        tokens = sum(count_tokens(f"- {fact.text}\n") for fact in facts)
        cost = price(model, Usage(0, tokens), batch=self._batch)
        self._parts.append(StageEstimate("decompose", model.name, output_tokens=tokens, price=cost))

    async def _judge(self, item: Item, position: int, order: int) -> None:
        if self._stages.judge.model is None:
            item.verdicts[position] = Verdict(Label.UNSCORED)
        else:
            await super()._judge(item, position, order)
