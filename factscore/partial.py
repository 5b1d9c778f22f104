"""The grey scale beside the strict share: how probable it is that facts are supported.

Plain means, as the init score is one: the length penalty does not apply, and neither does
the judge's threshold. They are as good as the judge's probabilities are calibrated.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from factscore.records import ItemResult, JudgedFact, Label, Partial
from factscore.statistics import bootstrap_interval, mean

NO_PROBABILITY = "no fact of a scored item has a probability of support"


def graded(facts: Iterable[JudgedFact]) -> list[float]:
    """Probabilities of the facts that have a verdict and a probability, in order.

    Facts without either are left out: no verdict is not a verdict of 0 or of one half.
    """
    return [
        judged.verdict.probability
        for judged in facts
        if judged.verdict.label != Label.UNSCORED and judged.verdict.probability is not None
    ]


def model_partial(scored: Sequence[ItemResult]) -> Partial:
    """Mean over a model's scored items of their mean probability; items without are left out.

    >>> items = [ItemResult("m", "t", "scored", partial=p, graded=4) for p in (0.25, 0.75)]
    >>> model_partial(items).mean
    0.5
    """
    with_one = [item for item in scored if item.partial is not None]
    values = [item.partial for item in with_one if item.partial is not None]
    return Partial(
        mean=mean(values),
        ci95=bootstrap_interval(values),
        items=len(values),
        facts=sum(item.graded for item in with_one),
        missing=_missing(len(values)),
    )


def _missing(items: int) -> dict[str, str]:
    if items == 0:
        return dict.fromkeys(("mean", "ci95"), NO_PROBABILITY)
    return {} if items > 1 else {"ci95": "an interval needs at least two items"}
