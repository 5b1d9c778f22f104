"""Prediction-powered means: many judged items, and a few that people labelled as well.

Angelopoulos, Bates, Fannjiang, Jordan and Zrnic 2023 (Science 382:669, PPI); Angelopoulos,
Duchi and Zrnic 2023 (arXiv:2311.01453, PPI++, which adds the power ``lambda``). With people's
scores Y and the judge's scores f of ``n`` labelled items, and its scores f' of ``N`` others:

    estimate = lambda * mean(f') + mean(Y - lambda * f)

The first part relies on the judge, the second takes out its error. The estimate stands for
two things, and misses each by its own amount:

- the mean that people would give the N items themselves: it is off by the mean of
  ``Y - lambda * f`` of the labelled items less that of the N, so that the variance is
  ``var(Y - lambda * f) * (1 / n + 1 / N)``;
- the mean of the population that all items are a sample of: the papers' variance,
  ``var(Y - lambda * f) / n + lambda² * var(f') / N``.

Labelled items that belong to the scored ones are known, and need no estimate: with ``w`` the
share of the N among the scored items, the mean of these is ``w * estimate + (1 - w) *
mean(Y of the known)``. Where the scored items are the N and all the n, that is the papers'
estimate with ``w * lambda`` for lambda, so that the lambda which fits ``Y`` best,
``cov(Y, f) / var(f)``, becomes PPI++'s ``cov(Y, f) / ((1 + n / N) * var(f))``.

The papers take normal quantiles, which cover too little with few labels. Here variances have
the denominators ``n - 1`` and ``N - 1``, or ``n - 2`` where lambda is fitted to the same
labels, and the quantiles are Student's t with Satterthwaite's degrees of freedom (1946), as
in Welch's test. ``benchmarks/calibration.py`` shows what that covers.

An item that was scored several times (equal rows) weighs that often in every mean over scored
items, but it is one observation: lambda and the spreads are of different items, and in the
variances the ``1 / N`` becomes ``sum((times / N) ** 2)``, the same where nothing comes twice.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from factscore.records import Interval
from factscore.statistics import mean
from factscore.student import t_quantile

LEAST = 2
"""Labelled items below which there is no spread, and so no interval."""
TUNED_FROM = 10
"""Labelled items from which on lambda is fitted; with fewer it is 1."""


@dataclass(frozen=True, slots=True)
class Pair:
    """One labelled item."""

    human: float
    """People's score, 0 to 1."""
    judged: float
    """The judge's."""
    scored: int = 0
    """How often the item is among those whose mean is wanted."""


@dataclass(frozen=True, slots=True)
class Spread:
    """How far an estimate may be off."""

    variance: float
    df: float
    """Degrees of freedom of the variance."""

    def interval(self, value: float) -> Interval:
        """The 95 % interval around an estimate, cut off at 0 and 1."""
        # Without any spread the degrees of freedom do not matter.
        reach = t_quantile(self.df) * math.sqrt(self.variance) if self.variance else 0.0
        return Interval(_share(value - reach), _share(value + reach))


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean of people's scores, from what the judge says and a few labels."""

    value: float
    """0 to 1."""
    items: Spread
    """About the scored items themselves."""
    population: Spread | None
    """About what they are a sample of; ``None`` with a single new item, however often."""
    power: float
    """Lambda: how far the judge is relied on, 0 to 1."""


def fitted_power(pairs: Sequence[Pair]) -> float:
    """The lambda with which ``lambda * f`` is nearest to Y, 0 to 1.

    Its least-squares slope ``cov(Y, f) / var(f)``; 1 where f does not vary.

    >>> fitted_power([Pair(0.1, 0.2), Pair(0.4, 0.8)])
    0.5
    """
    judged = [pair.judged for pair in pairs]
    squares = _products(judged, judged)
    if not squares:
        return 1.0
    return _share(_products([pair.human for pair in pairs], judged) / squares)


@dataclass(frozen=True, slots=True)
class _Scored:
    """The scored items: different values and how often each counts."""

    values: Sequence[float]
    times: Sequence[int]

    @property
    def rows(self) -> int:
        return sum(self.times)

    def mean(self) -> float:
        """Over all rows; 0 without any."""
        weighted = (value * n for value, n in zip(self.values, self.times, strict=True))
        return math.fsum(weighted) / self.rows if self.rows else 0.0

    def concentration(self) -> float:
        """Variance of the mean in units of an item's: 1 / rows if no item comes twice."""
        return sum(n * n for n in self.times) / self.rows**2 if self.rows else 0.0


def estimate_mean(
    pairs: Sequence[Pair],
    new: Sequence[float],
    power: float | None = None,
    times: Sequence[int] | None = None,
) -> Estimate:
    """The mean score that people would give the scored items: the new ones and the known.

    Args:
        pairs: the labelled items, at least two.
        new: the judge's scores of the scored items without labels, each item once.
        power: lambda; ``None`` fits it if there are at least ``TUNED_FROM`` labelled items,
            and takes 1 otherwise.
        times: how often each of ``new`` was scored; ``None``: once.

    Raises:
        ValueError: fewer than two labelled items, or no scored item at all.

    Example:
        >>> pairs = [Pair(0.5, 0.6), Pair(0.7, 0.8)]
        >>> round(estimate_mean(pairs, [0.3, 0.4, 0.5]).value, 6)
        0.3
        >>> round(estimate_mean(pairs, [0.3, 0.5], times=[3, 1]).value, 6)
        0.25
    """
    others = _Scored(new, [1] * len(new) if times is None else times)
    known = _Scored([pair.human for pair in pairs], [pair.scored for pair in pairs])
    if len(pairs) < LEAST or not (others.rows or known.rows):
        raise ValueError(f"{len(pairs)} labelled and {others.rows + known.rows} scored items")
    fitted = power is None and len(pairs) >= TUNED_FROM and bool(new)
    used = fitted_power(pairs) if fitted else 1.0 if power is None else power
    return _estimate(pairs, known, others, used, df=len(pairs) - (2 if fitted else 1))


def _estimate(
    pairs: Sequence[Pair], known: _Scored, new: _Scored, power: float, df: int
) -> Estimate:
    share = new.rows / (new.rows + known.rows)
    errors = [pair.human - power * pair.judged for pair in pairs]
    corrected = power * new.mean() + _mean(errors)
    across = 1 / len(pairs) + new.concentration()
    return Estimate(
        value=_share(share * _share(corrected) + (1 - share) * known.mean()),
        items=Spread(share**2 * _products(errors, errors) / df * across, df),
        population=_population(errors, known, new, power, df),
        power=power,
    )


def _population(
    errors: Sequence[float], known: _Scored, new: _Scored, power: float, df: int
) -> Spread | None:
    """Each labelled item counts by its error, and by its own score where that is known."""
    different = len(new.values)
    if different == 1:
        return None
    size = len(errors)
    share = new.rows / (new.rows + known.rows)
    rest = 1 - share
    labelled = share**2 * _products(errors, errors) / size
    labelled += 2 * share * rest * _products(errors, known.values) / size
    labelled += rest**2 * _products(known.values, known.values) * known.concentration()
    labelled /= df
    if not different:
        return Spread(labelled, df)
    spread = _products(new.values, new.values) / (different - 1)
    judged = (share * power) ** 2 * spread * new.concentration()
    total = labelled + judged
    parts = labelled**2 / df + judged**2 / (different - 1)
    return Spread(total, total**2 / parts if parts else float(df))


def _share(value: float) -> float:
    return min(1.0, max(0.0, value))


def _mean(values: Sequence[float]) -> float:
    return mean(values) or 0.0


def _centred(values: Sequence[float]) -> list[float]:
    middle = _mean(values)
    return [value - middle for value in values]


def _products(first: Sequence[float], second: Sequence[float]) -> float:
    """Sum of products about the means."""
    pairs = zip(_centred(first), _centred(second), strict=True)
    return math.fsum(one * other for one, other in pairs)
