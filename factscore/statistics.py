"""Means and their intervals. Pure, and the same every time: the seed is fixed."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from factscore.records import Interval
from factscore.settings import BOOTSTRAP_SAMPLES, BOOTSTRAP_SEED


def mean(values: Sequence[float]) -> float | None:
    """Arithmetic mean, exactly rounded; ``None`` without values."""
    return math.fsum(values) / len(values) if values else None


def bootstrap_interval(
    values: Sequence[float], samples: int = BOOTSTRAP_SAMPLES, seed: int = BOOTSTRAP_SEED
) -> Interval | None:
    """95 % percentile interval of the mean, by resampling items (Efron 1979).

    ``None`` for fewer than two values: one item says nothing about spread.
    """
    if len(values) < 2:
        return None
    # The numbers are for statistics, not for secrets.
    draw = random.Random(seed)  # noqa: S311
    size = len(values)
    means = sorted(sum(draw.choices(values, k=size)) / size for _ in range(samples))
    return Interval(low=quantile(means, 0.025), high=quantile(means, 0.975))


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
