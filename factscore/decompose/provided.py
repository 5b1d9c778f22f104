"""Facts that came with the input, and what every decomposer asks first."""

from __future__ import annotations

from collections.abc import Sequence

from factscore.decompose.abstain import is_abstention
from factscore.records import Decomposition, Generation, JsonValue, Status


def opening(generation: Generation, *, facts_count: bool) -> Decomposition | None:
    """The answer that needs no decomposing: abstained or empty; ``None``: go on.

    What the input says of abstention decides over any wording. With ``facts_count``,
    facts that came with the row show that somebody read it as an answer: then neither
    its wording nor an empty text matters.
    """
    if generation.abstained is True:
        return Decomposition(Status.ABSTAINED, detail="the input says that the model abstained")
    if facts_count and generation.facts:
        return None
    if not generation.text.strip():
        return Decomposition(Status.EMPTY, detail="the model wrote nothing")
    if generation.abstained is None and is_abstention(generation.text):
        return Decomposition(Status.ABSTAINED, detail="the text declines to answer")
    return None


class InputDecomposer:
    """Takes the facts as the input gives them."""

    name = "input"

    def identity(self) -> dict[str, JsonValue] | None:
        """``None``: reading them again costs nothing."""
        return None

    def decompose(self, generations: Sequence[Generation]) -> list[Decomposition]:
        """The facts of each generation, untouched."""
        return [opening(row, facts_count=True) or _given(row) for row in generations]


def _given(generation: Generation) -> Decomposition:
    if generation.facts is None:
        remedy = "use --decomposer rules, or add a field facts to the row"
        return Decomposition(Status.DECOMPOSE_FAILED, detail=f"the row has no facts; {remedy}")
    if not generation.facts:
        return Decomposition(Status.NO_FACTS, detail="the row's list of facts is empty")
    return Decomposition(Status.SCORED, generation.facts)
