"""The permutation test: values by hand, and scipy's."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from factscore.compare.permutation import DRAWS, EXACT_UP_TO, sign_flip_test
from factscore.compare.records import Permutation


@pytest.mark.parametrize(
    ("differences", "p"),
    [
        ([0.25], 1.0),  # both signs are equally far from 0
        ([1, 2, 3], 2 / 8),  # only all plus and all minus reach 6
        ([1, 2, -3], 1.0),  # their sum is 0, and nothing is nearer
        ([1, 1, 1, 1, 1], 2 / 32),
        ([1, 1, 1, 1, -1], 12 / 32),  # 3 of 5, or more: 5 + 1 patterns, and as many negative
        ([0.5, 0, 0, 0.5], 2 / 4),  # equal pairs change nothing
        ([0, 0, 0], 1.0),
        ([1e-13, -1e-13], 1.0),  # as good as equal
        # On paper the sums of 0.1, 0.2 and 0.3 are equal to that of 0.3, 0.2 and 0.1.
        ([0.1, 0.2, 0.3, -0.3, -0.2, -0.1], 1.0),
    ],
)
def test_values_by_hand(differences: list[float], p: float) -> None:
    found = sign_flip_test(differences)
    assert found is not None
    assert found.exact
    assert found.p == pytest.approx(p, abs=1e-15)


def test_no_pair_no_test() -> None:
    assert sign_flip_test([]) is None


def scipys(differences: list[float], seed: int = 1) -> float:
    import numpy as np

    zeros = np.zeros(len(differences))
    found = stats.permutation_test(
        (np.asarray(differences), zeros),
        lambda first, second, axis: np.mean(first - second, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=2**EXACT_UP_TO,
        rng=np.random.default_rng(seed),
    )
    return float(found.pvalue)


@pytest.mark.parametrize("size", [2, 5, 9, 13, EXACT_UP_TO])
@pytest.mark.parametrize("shift", [-0.1, 0.0, 0.02])
def test_equal_to_scipys_exact_test(size: int, shift: float) -> None:
    draw = random.Random(size)
    differences = [draw.gauss(shift, 0.1) for _ in range(size)]
    found = sign_flip_test(differences)
    assert found is not None
    assert (found.exact, found.draws) == (True, 2**size)
    assert found.p == pytest.approx(scipys(differences), abs=1e-12)


@pytest.mark.parametrize("shift", [0.0, 0.01, 0.02])
def test_near_scipys_sampled_test(shift: float) -> None:
    draw = random.Random(7)
    differences = [draw.gauss(shift, 0.1) for _ in range(100)]
    found = sign_flip_test(differences)
    assert found is not None
    assert (found.exact, found.draws) == (False, DRAWS)
    # Four standard errors of a share from 10,000 draws, and those of scipy's own.
    assert found.p == pytest.approx(scipys(differences), abs=4 * (0.25 / DRAWS) ** 0.5 * 1.2)


def test_a_sampled_p_value_is_never_0() -> None:
    assert sign_flip_test([0.5] * 200, draws=99) == Permutation(0.01, exact=False, draws=99)


def test_a_sample_is_the_same_however_it_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(3)
    differences = [draw.gauss(0.01, 0.1) for _ in range(40)]
    whole = sign_flip_test(differences)
    monkeypatch.setattr("factscore.compare.permutation._AT_ONCE", 700)
    assert sign_flip_test(differences) == whole
    assert sign_flip_test(differences, seed=1) != whole


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=9))
def test_sides_and_order_do_not_matter(differences: list[int]) -> None:
    found = sign_flip_test(differences)
    assert found is not None
    moving = sum(value != 0 for value in differences)
    assert min(1.0, 2 / 2**moving) <= found.p <= 1
    assert sign_flip_test([-value for value in differences]) == found
    assert sign_flip_test(sorted(differences)) == found
