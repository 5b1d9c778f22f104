"""The judge that only repeats what the input says: people's labels, or an earlier judge's."""

from __future__ import annotations

from collections.abc import Sequence

from factscore.records import Claim, Fact, JsonValue, Label, Reason, Verdict


class LabelsJudge:
    """Takes each fact's own label for its verdict; needs no evidence and no store.

    A fact without a label is ``unscored`` with reason ``no_label``. Probabilities are
    ``None``: a label has none.
    """

    name = "labels"
    batch_size = 4096
    needs_evidence = False

    def identity(self) -> dict[str, JsonValue] | None:
        """``None``: reading a label is cheaper than a look into the cache."""
        return None

    def judge(self, claims: Sequence[Claim]) -> list[Verdict]:
        """One verdict for each claim, in order."""
        return [_verdict(claim.fact) for claim in claims]


def _verdict(fact: Fact) -> Verdict:
    if fact.label is None:
        return Verdict(Label.UNSCORED, reason=Reason.NO_LABEL)
    return Verdict(fact.label, reason=fact.reason)
