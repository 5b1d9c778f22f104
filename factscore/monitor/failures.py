"""How much of a run was lost because decomposer or judge failed. Pure.

A judge that is down says nothing of the texts, and a few items that came through are no sample
of a log: such a run is not kept, so that it can be tried again. What the input lacks (labels,
evidence, facts) is no failure: trying again would change nothing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from factscore.records import ItemResult, JudgedFact, Label, Reason, Status

FAILED_SHARE = 0.1
"""Of items, or of facts: a run that lost more of them is not kept."""
_LOST = frozenset({Reason.CALL_FAILED, Reason.PARSE_FAILED, Reason.REFUSED, Reason.TRUNCATED})


@dataclass(slots=True)
class Failures:
    """Counts over the items of a run; memory stays flat.

    Args:
        carried: all facts are the input's, so that no decomposer can fail.
    """

    carried: bool = False
    items: int = 0
    """Items that were to be scored: those that make claims about a topic that is known."""
    failed: int = 0
    """Those of them that decomposer or judge failed with."""
    facts: int = 0
    lost: Counter[Reason] = field(default_factory=Counter)
    """Facts without a verdict, by the failure."""

    def add(self, item: ItemResult) -> None:
        """Count an item, and its facts."""
        lost = [fact.verdict.reason for fact in item.facts if _is_lost(fact)]
        self.facts += len(item.facts)
        self.lost.update(reason for reason in lost if reason is not None)
        undone = item.status == Status.DECOMPOSE_FAILED and not self.carried
        unjudged = item.status == Status.JUDGE_FAILED and bool(lost)
        self.failed += undone or unjudged
        self.items += undone or unjudged or item.status == Status.SCORED

    def words(self) -> str | None:
        """What was lost, where it is more than ``FAILED_SHARE``, else ``None``.

        Example: ``19 of 20 items failed (decomposer or judge), more than 10 %``.
        """
        limit = f"more than {100 * FAILED_SHARE:g} %"
        if self.failed > FAILED_SHARE * self.items:
            return f"{self.failed:,} of {self.items:,} items failed (decomposer or judge), {limit}"
        count = self.lost.total()
        if count > FAILED_SHARE * self.facts:
            listed = ", ".join(f"{reason} {n:,}" for reason, n in sorted(self.lost.items()))
            return f"{count:,} of {self.facts:,} facts got no verdict ({listed}), {limit}"
        return None


def _is_lost(judged: JudgedFact) -> bool:
    return judged.verdict.label == Label.UNSCORED and judged.verdict.reason in _LOST
