"""What a judge is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from factscore.llm.base import Ask, ChatModel
from factscore.records import Claim, JsonValue, Verdict


class Judge(Protocol):
    """Decides for each claim whether its passages support its fact."""

    @property
    def name(self) -> str:
        """The SPEC it was chosen by, e.g. ``nli`` or ``nli:MODEL``."""
        ...

    @property
    def batch_size(self) -> int:
        """How many claims to hand over at once; answers are committed after each batch."""
        ...

    @property
    def needs_evidence(self) -> bool:
        """Whether claims must carry passages, and so whether a knowledge store is needed."""
        ...

    def identity(self) -> dict[str, JsonValue] | None:
        """All that can change its answers, for the cache key; ``None``: too cheap to cache.

        Must be computable without importing or loading anything heavy.
        """
        ...

    def judge(self, claims: Sequence[Claim]) -> list[Verdict]:
        """One verdict for each claim, in order, whatever else is in the batch.

        A claim without passages is ``unscored`` with reason ``no_evidence``.
        """
        ...


@runtime_checkable
class CallingJudge(Judge, Protocol):
    """A judge that asks a chat model; many claims may be on their way at once."""

    @property
    def model(self) -> ChatModel:
        """Whom it asks."""
        ...

    async def verdict(self, claim: Claim, ask: Ask) -> Verdict:
        """The verdict on one claim; a call that fails makes it ``unscored``."""
        ...
