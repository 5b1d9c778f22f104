"""A stage that asks a chat model, used by itself: without a pipeline, and without a cache."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from factscore.background import iterate
from factscore.llm.base import Ask, ChatModel
from factscore.llm.budget import Budget
from factscore.llm.calls import Caller, Calls, closing
from factscore.llm.usage import Ledger
from factscore.settings import Calling
from factscore.tasks import together

Q = TypeVar("Q")
A = TypeVar("A")


def answer_each(
    model: ChatModel,
    stage: str,
    answer: Callable[[Q, Ask], Awaitable[A]],
    questions: Sequence[Q],
) -> list[A]:
    """The answers in order, as many calls at once as a run has by default.

    Raises:
        ModelError: the model cannot be reached.
    """

    async def main(emit: Callable[[list[A]], Awaitable[None]]) -> None:
        calls = Calls([model], None, Calling().concurrency, Ledger(), Budget(None))
        askers = (Caller(calls, model, stage, order, "") for order in range(len(questions)))
        async with closing(calls):
            await emit(await together(map(answer, questions, askers)))

    (answers,) = iterate(main, 1)
    return answers
