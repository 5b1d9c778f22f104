"""Means and their intervals. Pure, and the same every time: the seed is fixed."""

from __future__ import annotations

import math
from collections.abc import Sequence

from factscore.records import Interval
from factscore.settings import BOOTSTRAP_SAMPLES, BOOTSTRAP_SEED

DRAWS_AT_ONCE = 1 << 18
"""Items that are drawn before they are averaged: 4 MB, however many samples there are; more
only where one sample alone is larger."""


def mean(values: Sequence[float]) -> float | None:
    """Arithmetic mean, exactly rounded; ``None`` without values."""
    return math.fsum(values) / len(values) if values else None


def bootstrap_interval(
    values: Sequence[float], samples: int = BOOTSTRAP_SAMPLES, seed: int = BOOTSTRAP_SEED
) -> Interval | None:
    """95 % percentile interval of the mean, by resampling items (Efron 1979).

    The same numbers as ``scipy.stats.bootstrap((values,), np.mean, method="percentile",
    n_resamples=samples, rng=np.random.default_rng(seed))``, to the last bits. ``None`` for
    fewer than two values: one item says nothing about spread.

    With few items it is too narrow: it holds the true mean in some 94 to 95 % of cases from
    200 items on, 92 to 94 % at 30, 85 to 90 % at 10 and 80 % at 5 (``benchmarks/bootstrap.py``).
    """
    if len(values) < 2:
        return None
    means = _resampled_means(values, samples, seed)
    means.sort()
    # A mean of equal values may differ from them in its last bit, and no mean lies beyond them.
    low, high = min(values), max(values)
    return Interval(
        low=min(max(quantile(means, 0.025), low), high),
        high=min(max(quantile(means, 0.975), low), high),
    )


def _resampled_means(values: Sequence[float], samples: int, seed: int) -> list[float]:
    """Means of samples drawn with replacement, in the order in which they were drawn."""
    import numpy as np

    draw = np.random.default_rng(seed)
    known = np.asarray(values, dtype=np.float64)
    size = len(known)
    # However the draws are cut into calls, the generator yields the same indices.
    rows = max(1, DRAWS_AT_ONCE // size)
    means: list[float] = []
    for done in range(0, samples, rows):
        indices = draw.integers(0, size, (min(rows, samples - done), size))
        means.extend(known[indices].mean(axis=-1).tolist())
    return means


def quantile(ordered: Sequence[float], share: float) -> float:
    """Linear interpolation between closest ranks (Hyndman and Fan's type 7).

    Args:
        ordered: At least one value, smallest first.
        share: How much of the values lies below the result, 0 to 1.

    >>> quantile([10, 20, 40], 0.75)
    30.0
    """
    position = share * (len(ordered) - 1)
    below = math.floor(position)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (position - below)
