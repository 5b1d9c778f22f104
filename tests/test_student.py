"""Student's t against the tables."""

from __future__ import annotations

import pytest

from factscore.student import t_quantile

# Two-sided 95 % points, Abramowitz and Stegun 1964, table 26.10.
TABLE = {
    1: 12.706,
    2: 4.303,
    3: 3.182,
    4: 2.776,
    5: 2.571,
    10: 2.228,
    18: 2.101,
    19: 2.093,
    30: 2.042,
    60: 2.000,
    120: 1.980,
}


@pytest.mark.parametrize(("df", "value"), TABLE.items())
def test_tabulated(df: int, value: float) -> None:
    assert t_quantile(df) == pytest.approx(value, abs=5.1e-4)


def test_two_degrees_of_freedom_have_a_closed_form() -> None:
    # P(|T| <= t) = t / sqrt(2 + t²), so t² = 2 p² / (1 - p²).
    assert t_quantile(2) == pytest.approx((2 * 0.95**2 / (1 - 0.95**2)) ** 0.5, rel=1e-8)


@pytest.mark.parametrize("df", [1e6, 1e9, float("inf")])
def test_ends_at_the_normal_distribution(df: float) -> None:
    assert t_quantile(df) == pytest.approx(1.959964, abs=1e-5)


def test_between_whole_numbers() -> None:
    values = [t_quantile(df) for df in (1, 1.2, 1.9, 2, 2.5, 3, 17.4, 18)]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("df", [0.9, 0, -1, float("nan")])
def test_too_few_degrees_of_freedom(df: float) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        t_quantile(df)
