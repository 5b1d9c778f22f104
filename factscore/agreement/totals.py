"""The formulas, for many resamples of the items at once.

A resample is how often it drew each item: one row of ``weights``, of shape (draws, items).
Every measure but the AUC follows from sums over facts, so that resampling is one product of
matrices; the AUC is a running sum over the facts in order of their probability. A number
that does not exist in a resample is NaN there, and never leaves this package as one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from factscore.agreement.records import BINS, ComparedItem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Flags: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """Compared facts as columns of one length."""

    item: NDArray[np.intp]
    """Which item the fact is of, from 0."""
    truth: Flags
    judged: Flags
    probability: Floats
    """NaN where the judge gives none."""
    items: int


def to_columns(items: Sequence[ComparedItem]) -> Columns:
    """The facts of items that each have at least one."""
    import numpy as np

    facts = [fact for item in items for fact in item.facts]
    given = (fact.probability for fact in facts)
    return Columns(
        item=np.repeat(np.arange(len(items)), [len(item.facts) for item in items]),
        truth=np.array([fact.supported for fact in facts], dtype=bool),
        judged=np.array([fact.judged for fact in facts], dtype=bool),
        probability=np.array([np.nan if p is None else p for p in given], dtype=float),
        items=len(items),
    )


@dataclass(frozen=True, slots=True, eq=False)
class Totals:
    """Weighted sums of shape (draws,), those of bins (draws, bins), and what follows."""

    both: Floats
    judge_only: Floats
    input_only: Floats
    neither: Floats
    human_shares: Floats
    """Over items: share of facts that people call supported."""
    judged_shares: Floats
    items: Floats
    squares: Floats
    """Over facts with a probability: ``(probability - label)²``."""
    bin_facts: Floats
    bin_probabilities: Floats
    bin_supported: Floats

    @property
    def accuracy(self) -> Floats:
        """Agreeing facts over facts."""
        right = self.both + self.neither
        return ratio(right, right + self.judge_only + self.input_only)

    @property
    def balanced_accuracy(self) -> Floats:
        """Mean of both recalls."""
        supported = ratio(self.both, self.both + self.input_only)
        return (supported + self.recall_not_supported) / 2

    @property
    def precision_not_supported(self) -> Floats:
        """Rightly refuted over refuted."""
        return ratio(self.neither, self.neither + self.input_only)

    @property
    def recall_not_supported(self) -> Floats:
        """Rightly refuted over what is to be refuted."""
        return ratio(self.neither, self.neither + self.judge_only)

    @property
    def human_score(self) -> Floats:
        """Mean share over items."""
        return ratio(self.human_shares, self.items)

    @property
    def judged_score(self) -> Floats:
        """Mean share over items."""
        return ratio(self.judged_shares, self.items)

    @property
    def score_error(self) -> Floats:
        """Judged minus human score."""
        return self.judged_score - self.human_score

    @property
    def calibration_error(self) -> Floats:
        """``Σ |Σp - Σlabel| / n`` over bins: each bin's distance times its share of facts."""
        import numpy as np

        apart = np.abs(self.bin_probabilities - self.bin_supported)
        return ratio(apart.sum(axis=1), self.bin_facts.sum(axis=1))

    @property
    def brier(self) -> Floats:
        """Mean square."""
        return ratio(self.squares, self.bin_facts.sum(axis=1))


def add_up(columns: Columns, weights: Floats, bins: int = BINS) -> Totals:
    """The sums of each resample; ``weights`` has shape (draws, items)."""
    import numpy as np

    truth, judged = columns.truth, columns.judged
    facts_of = np.bincount(columns.item, minlength=columns.items)
    known = ~np.isnan(columns.probability)
    chance = np.where(known, columns.probability, 0.0)
    flags = [truth & judged, ~truth & judged, truth & ~judged, ~truth & ~judged]
    shares = [flag / facts_of[columns.item] for flag in (truth, judged)]
    squares = np.where(known, (chance - truth) ** 2, 0.0)
    place = np.minimum((chance * bins).astype(np.intp), bins - 1)
    inside = [known & (place == at) for at in range(bins)]
    columnwise = [
        *flags,
        *shares,
        squares,
        *inside,
        *(chance * here for here in inside),
        *(truth & here for here in inside),
    ]
    per_item = np.stack(
        [np.bincount(columns.item, values, minlength=columns.items) for values in columnwise],
        axis=1,
    )
    sums = weights @ per_item
    binned = sums[:, 7:]
    return Totals(
        both=sums[:, 0],
        judge_only=sums[:, 1],
        input_only=sums[:, 2],
        neither=sums[:, 3],
        human_shares=sums[:, 4],
        judged_shares=sums[:, 5],
        items=weights.sum(axis=1),
        squares=sums[:, 6],
        bin_facts=binned[:, :bins],
        bin_probabilities=binned[:, bins : 2 * bins],
        bin_supported=binned[:, 2 * bins :],
    )


def auc_draws(columns: Columns, weights: Floats) -> Floats:
    """The AUC of each resample, over the facts with a probability; shape (draws,)."""
    import numpy as np

    known = np.flatnonzero(~np.isnan(columns.probability))
    if not known.size:
        return np.full(len(weights), np.nan)
    order = known[np.argsort(columns.probability[known], kind="stable")]
    scores, truth = columns.probability[order], columns.truth[order]
    # Facts of one score are one step of the curve, and half of their pairs count.
    steps = np.flatnonzero(np.r_[True, scores[1:] != scores[:-1]])
    times = weights[:, columns.item[order]]
    above = np.add.reduceat(times * truth, steps, axis=1)
    below = np.add.reduceat(times * ~truth, steps, axis=1)
    beaten = np.cumsum(below, axis=1) - below / 2
    pairs = above.sum(axis=1) * below.sum(axis=1)
    return ratio((above * beaten).sum(axis=1), pairs)


def ratio(part: Floats, whole: Floats) -> Floats:
    """``part / whole``, NaN where there is no whole."""
    import numpy as np

    quotient = np.full(part.shape, np.nan)
    np.divide(part, whole, out=quotient, where=whole > 0)
    return quotient
