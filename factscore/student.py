"""Quantiles of Student's t distribution, also for degrees of freedom that are no whole number."""

from __future__ import annotations

import math

_STEPS = 128
"""Intervals of Simpson's rule, an even number; the error of a quantile is below 1e-6."""
_WEIGHTS = (1, *(4 if n % 2 else 2 for n in range(1, _STEPS)), 1)
_NORMAL = 1e7
"""Degrees of freedom from which on the distribution is the normal one, as far as that goes."""
_NORMAL_QUANTILE = 1.959963984540054
"""The ``z`` with ``P(|Z| <= z) = 0.95`` for the normal distribution."""
_ENOUGH = 1e-6
"""The share of the angle below which a step is the last: the next would be about its square."""


def t_quantile(df: float) -> float:
    """The ``t`` with ``P(|T| <= t) = 0.95`` for Student's T with ``df`` degrees of freedom.

    With ``T = sqrt(df) tan(a)`` the density is proportional to ``cos(a) ** (df - 1)`` on
    (-pi/2, pi/2), whose integral over that range is the beta function ``B(1/2, df/2)``
    (Abramowitz and Stegun 1964, 26.7.3 and 6.2.1). The angle is found by Newton's method, so
    that no library is needed: the density falls with the angle, so from an angle that is too
    small every step comes closer and none goes too far. It starts with the first two terms of
    ``t`` in powers of ``1 / df`` (26.7.5), which are positive like all that follow.

    >>> [round(t_quantile(df), 3) for df in (1, 2, 18, 1000)]
    [12.706, 4.303, 2.101, 1.962]

    Raises:
        ValueError: ``df`` below 1.
    """
    if not df >= 1:
        raise ValueError(f"Student's t needs at least 1 degree of freedom here, not {df}")
    df = min(df, _NORMAL)
    wanted = 0.95 / 2 * math.exp(math.lgamma(0.5) + math.lgamma(df / 2) - math.lgamma((df + 1) / 2))
    start = _NORMAL_QUANTILE + (_NORMAL_QUANTILE**3 + _NORMAL_QUANTILE) / (4 * df)
    angle, step = math.atan(start / math.sqrt(df)), math.inf
    while step > _ENOUGH * angle:
        step = (wanted - _area(angle, df - 1)) / math.cos(angle) ** (df - 1)
        angle += step
    return math.sqrt(df) * math.tan(angle)


def _area(angle: float, power: float) -> float:
    """Integral of ``cos(a) ** power`` from 0 to ``angle``, by Simpson's rule."""
    # Beyond that the integrand is below 1e-20: the steps belong where it is large.
    angle = min(angle, 10 / math.sqrt(power)) if power > 50 else angle
    step = angle / _STEPS
    values = [weight * math.cos(n * step) ** power for n, weight in enumerate(_WEIGHTS)]
    return math.fsum(values) * step / 3
