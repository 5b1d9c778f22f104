"""Means and their intervals, held against scipy."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factscore.records import Interval
from factscore.statistics import DRAWS_AT_ONCE, bootstrap_interval, mean, quantile

DRAW = random.Random(7)

DATA: dict[str, Sequence[float]] = {
    "two": [0.25, 0.75],
    "three": [0.1, 0.5, 0.7],
    "equal": [0.1] * 7,
    "a coin": [0.0, 1.0] * 50,
    "shares": [DRAW.betavariate(4, 2) for _ in range(183)],
    "tiny": [DRAW.random() * 1e-9 for _ in range(40)],
    "ends of the range": [*[0.0] * 12, *[1.0] * 30, *(DRAW.random() for _ in range(58))],
    "differences": [DRAW.gauss(0, 0.2) for _ in range(500)],
    # More than is drawn at once, with a number of rows that does not divide the samples.
    "many": [DRAW.random() for _ in range(DRAWS_AT_ONCE // 7)],
    "a row at a time": [DRAW.random() for _ in range(DRAWS_AT_ONCE + 3)],
}


def scipy_interval(values: Sequence[float], samples: int, seed: int) -> tuple[float, float]:
    np = pytest.importorskip("numpy")
    stats = pytest.importorskip("scipy.stats", reason="holds our intervals against scipy's")
    found = stats.bootstrap(
        (np.asarray(values),),
        np.mean,
        method="percentile",
        n_resamples=samples,
        batch=max(1, 1_000_000 // len(values)),
        rng=np.random.default_rng(seed),
    )
    return found.confidence_interval.low, found.confidence_interval.high


@pytest.mark.parametrize(
    "name", [name for name in DATA if "many" not in name and "row" not in name]
)
@pytest.mark.parametrize("seed", [0, 1, 2026])
def test_equal_to_scipy(name: str, seed: int) -> None:
    interval = bootstrap_interval(DATA[name], seed=seed)
    assert interval is not None
    expected = scipy_interval(DATA[name], 1000, seed)
    assert (interval.low, interval.high) == pytest.approx(expected, rel=0, abs=1e-12)


@pytest.mark.parametrize("name", ["many", "a row at a time"])
def test_equal_to_scipy_where_draws_are_cut(name: str) -> None:
    interval = bootstrap_interval(DATA[name], samples=20, seed=3)
    assert interval is not None
    expected = scipy_interval(DATA[name], 20, 3)
    assert (interval.low, interval.high) == pytest.approx(expected, rel=0, abs=1e-12)


def test_memory_does_not_grow_with_samples() -> None:
    values = [0.5, 0.25] * 50_000
    bootstrap_interval(values, samples=2)
    tracemalloc.start()
    bootstrap_interval(values, samples=40)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # All 40 · 100,000 indices at once are 32 MB, and the values another 32.
    assert peak < 12_000_000


def test_interval_of_equal_values_is_that_value() -> None:
    # The floating-point mean of seven times 0.1 is not 0.1.
    assert bootstrap_interval([0.1] * 7) == Interval(0.1, 0.1)


def test_interval_of_two_values_spans_them() -> None:
    # Of 1000 samples of two, a quarter are twice the lower value and a quarter twice the higher.
    assert bootstrap_interval([0.25, 0.75]) == Interval(0.25, 0.75)


def test_one_value_has_no_interval() -> None:
    assert bootstrap_interval([]) is None
    assert bootstrap_interval([0.5]) is None


@settings(max_examples=30)
@given(st.lists(st.floats(0, 1), min_size=2, max_size=12), st.integers(0, 5))
def test_interval_lies_within_the_values(values: list[float], seed: int) -> None:
    interval = bootstrap_interval(values, samples=50, seed=seed)
    assert interval is not None
    assert min(values) <= interval.low <= interval.high <= max(values)
    assert interval == bootstrap_interval(values, samples=50, seed=seed)


def test_mean_is_exactly_rounded() -> None:
    assert mean([0.1] * 10) == 0.1
    assert mean([]) is None


@pytest.mark.parametrize(
    ("share", "expected"), [(0, 10), (0.5, 20), (0.75, 30), (0.25, 15), (1, 40)]
)
def test_quantile(share: float, expected: float) -> None:
    assert quantile([10, 20, 40], share) == pytest.approx(expected)


def test_quantile_of_one_value() -> None:
    assert quantile([3.0], 0.975) == 3.0
