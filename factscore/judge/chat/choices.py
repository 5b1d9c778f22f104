"""The answers that a chat judge may give, and the verdict that each stands for."""

from __future__ import annotations

from dataclasses import dataclass

from factscore import prompts
from factscore.records import Label, Reason


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer word of the prompt."""

    word: str
    label: Label
    reason: Reason | None = None


TWO_WAY = (
    Choice(prompts.TRUE, Label.SUPPORTED),
    Choice(prompts.FALSE, Label.NOT_SUPPORTED),
)
"""Without a reason for what is not supported, as FActScore asks."""
THREE_WAY = (
    Choice(prompts.SUPPORTED, Label.SUPPORTED),
    Choice(prompts.CONTRADICTED, Label.NOT_SUPPORTED, Reason.CONTRADICTED),
    Choice(prompts.MISSING, Label.NOT_SUPPORTED, Reason.NOT_FOUND),
)


def choices_of(*, three_way: bool) -> tuple[Choice, ...]:
    """The answers of ``prompts.judge_words``, in its order: support first."""
    return THREE_WAY if three_way else TWO_WAY
