"""Compared items → measures, each with its interval, and the reliability curve.

Intervals are 95 % percentile intervals by bootstrap over items (Efron 1979), with a fixed
seed: facts of one text stand and fall together, so that resampling single facts would
promise too much. Two caveats belong to the method: items of several models about one topic
count as independent, and as a resample is less even than the items themselves, the
interval of the calibration error leans upwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING

from factscore.agreement.records import (
    BINS,
    ComparedItem,
    Counts,
    GroupAgreement,
    Measure,
    Measures,
    ReliabilityBin,
)
from factscore.agreement.totals import Columns, add_up, auc_draws, ratio, to_columns
from factscore.records import Interval
from factscore.settings import BOOTSTRAP_SAMPLES, BOOTSTRAP_SEED

if TYPE_CHECKING:
    from factscore.agreement.totals import Floats

PLACES = 12
"""Decimal places of a number: sums of floats differ beyond them from machine to machine."""

_NAMES = tuple(field.name for field in fields(Measures))
_CELLS = 4_000_000
"""Numbers in one block of resamples: 32 MB."""
_RARE = 0.05
"""Share of resamples in which a measure may not exist and still have an interval."""


def measure_items(
    items: Sequence[ComparedItem],
    *,
    name: str | None = None,
    file: str | None = None,
    samples: int = BOOTSTRAP_SAMPLES,
    seed: int = BOOTSTRAP_SEED,
) -> GroupAgreement:
    """All that is said of a group of items.

    Args:
        items: the group; those without a compared fact are counted and enter no measure.
        name: what the group is called.
        file: the file it comes from, if it comes from one.
        samples: resamples behind each interval.
        seed: where their random numbers begin.
    """
    compared = [item for item in items if item.facts]
    counts = count_items(items)
    columns = to_columns(compared)
    shares = [item.supported / item.labelled for item in items if item.labelled]
    point = _Numbers(columns, _once(columns.items))
    draws = _resampled(columns, samples, seed) if columns.items > 1 else None
    return GroupAgreement(
        name=name,
        counts=counts,
        measures=_measures(point, draws, counts),
        human_score_all=_number(sum(shares) / len(shares)) if shares else None,
        reliability=_reliability(point, draws) if counts.with_probability else (),
        file=file,
    )


def count_items(items: Sequence[ComparedItem]) -> Counts:
    """What of some items was compared and what was not."""
    facts = [fact for item in items for fact in item.facts]
    unscored: Counter[str] = Counter()
    for item in items:
        unscored.update(item.unscored)
    return Counts(
        items=len(items),
        compared_items=sum(bool(item.facts) for item in items),
        items_without_labels=sum(not item.labelled for item in items),
        items_without_verdict=sum(bool(item.labelled) and not item.facts for item in items),
        labelled=sum(item.labelled for item in items),
        compared=len(facts),
        unlabelled=sum(item.unlabelled for item in items),
        irrelevant=sum(item.irrelevant for item in items),
        with_probability=sum(fact.probability is not None for fact in facts),
        unscored=dict(sorted(unscored.items())),
    )


class _Numbers:
    """Every measure and the curve, in each of some resamples."""

    def __init__(self, columns: Columns, weights: Floats) -> None:
        totals = add_up(columns, weights)
        self.values: dict[str, Floats] = {"auc": auc_draws(columns, weights)}
        for name in _NAMES:
            if name != "auc":
                self.values[name] = getattr(totals, name)
        self.facts = totals.bin_facts
        self.probability = ratio(totals.bin_probabilities, totals.bin_facts)
        self.supported = ratio(totals.bin_supported, totals.bin_facts)


class _Draws:
    """The same, of which the resamples come in blocks to bound the memory."""

    def __init__(self, blocks: Sequence[_Numbers]) -> None:
        import numpy as np

        self.values = {n: np.concatenate([b.values[n] for b in blocks]) for n in _NAMES}
        self.supported = np.concatenate([block.supported for block in blocks])


def _resampled(columns: Columns, samples: int, seed: int) -> _Draws:
    return _Draws([_Numbers(columns, block) for block in _weights(columns, samples, seed)])


def _weights(columns: Columns, samples: int, seed: int) -> Iterator[Floats]:
    """How often each resample drew each item, in blocks of shape (some draws, items)."""
    import numpy as np

    # The numbers are for statistics, not for secrets.
    random = np.random.default_rng(seed)
    size = columns.items
    block = max(1, _CELLS // max(size, len(columns.item)))
    for start in range(0, samples, block):
        draws = min(block, samples - start)
        drawn = random.integers(size, size=(draws, size)) + size * np.arange(draws)[:, None]
        times = np.bincount(drawn.ravel(), minlength=draws * size)
        yield times.reshape(draws, size).astype(float)


def _once(items: int) -> Floats:
    import numpy as np

    return np.ones((1, items))


def _measures(point: _Numbers, draws: _Draws | None, counts: Counts) -> Measures:
    made = {}
    for name in _NAMES:
        drawn = None if draws is None else draws.values[name]
        measure = _measure(point.values[name], drawn)
        absent = measure.value is None
        made[name] = replace(measure, missing=_why_not(name, counts)) if absent else measure
    return Measures(**made)


def _measure(point: Floats, draws: Floats | None, why_not: str = "") -> Measure:
    value = _number(float(point[0]))
    if value is None:
        return Measure(None, missing=why_not)
    if draws is None:
        return Measure(value, missing="an interval needs at least two items")
    interval = _interval(draws)
    if interval is None:
        return Measure(value, missing="too few items: many resamples do not have the number")
    return Measure(value, interval)


def _why_not(name: str, counts: Counts) -> str:
    """Why a measure that does not exist does not."""
    if not counts.compared:
        return "no fact has both a label and a verdict"
    if name in {"auc", "calibration_error", "brier"} and not counts.with_probability:
        return "the judge gives no probabilities"
    return {
        "auc": "all labels are alike",
        "balanced_accuracy": "all labels are alike",
        "precision_not_supported": "the judge calls every fact supported",
        "recall_not_supported": "people call every fact supported",
    }[name]


def _interval(draws: Floats) -> Interval | None:
    import numpy as np

    existing = draws[~np.isnan(draws)]
    if len(existing) < (1 - _RARE) * len(draws):
        return None
    low, high = np.quantile(existing, [0.025, 0.975])
    return Interval(round(float(low), PLACES), round(float(high), PLACES))


def _number(value: float) -> float | None:
    import math

    return None if math.isnan(value) else round(value, PLACES)


def _reliability(point: _Numbers, draws: _Draws | None) -> tuple[ReliabilityBin, ...]:
    return tuple(_bin(at, point, draws) for at in range(BINS))


def _bin(at: int, point: _Numbers, draws: _Draws | None) -> ReliabilityBin:
    drawn = None if draws is None else draws.supported[:, at]
    return ReliabilityBin(
        low=at / BINS,
        high=(at + 1) / BINS,
        facts=int(point.facts[0, at]),
        probability=_number(float(point.probability[0, at])),
        supported=_measure(point.supported[:, at], drawn, "no fact has such a probability"),
    )
