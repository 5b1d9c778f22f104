"""Probabilities of windows → the verdict on a fact."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from factscore.judge.hub.kinds import Classes
from factscore.judge.nli import unscored
from factscore.records import Claim, Label, Reason, Verdict

Rows: TypeAlias = Sequence[Sequence[float]]
"""Class probabilities of every window that one piece of a fact was read with."""


def decide(claim: Claim, pieces: Sequence[Rows], classes: Classes) -> Verdict:
    """The verdict from the class probabilities of each window, for each piece of the fact.

    A piece is supported if in any window entailment is the most probable of three classes,
    or at least as probable as not of two; a fact if all its pieces are. Its probability is
    that of entailment: the maximum over the windows of a piece, the minimum over pieces.
    With three classes the two are not the same question: of the rows (entailment, neutral,
    contradiction) (.45, .09, .46) and (.44, .40, .16) the second supports, with .45.

    A fact is contradicted if contradiction is the most probable class in some window of a
    piece that is not supported, else its support was not found.
    """
    if not pieces:
        return unscored(claim)
    probability = min(max(row[classes.entailment] for row in rows) for rows in pieces)
    lacking = [rows for rows in pieces if not any(_supports(row, classes) for row in rows)]
    if not lacking:
        return Verdict(Label.SUPPORTED, probability, None, claim.passages)
    reason = _reason([row for rows in lacking for row in rows], classes)
    return Verdict(Label.NOT_SUPPORTED, probability, reason, claim.passages)


def _supports(row: Sequence[float], classes: Classes) -> bool:
    probability = row[classes.entailment]
    if classes.count == 2:
        return probability >= 0.5
    return probability > max(p for i, p in enumerate(row) if i != classes.entailment)


def _reason(rows: Rows, classes: Classes) -> Reason | None:
    if classes.count < 3 or classes.contradiction is None:
        return None
    against = any(row[classes.contradiction] == max(row) for row in rows)
    return Reason.CONTRADICTED if against else Reason.NOT_FOUND
