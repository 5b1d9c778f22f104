"""Estimates worked out by hand, against the authors' package, and by simulation."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from factscore.calibration.prediction_powered import (
    TUNED_FROM,
    Pair,
    Spread,
    estimate_mean,
    fitted_power,
)

PAIRS = [Pair(0.5, 0.6), Pair(0.7, 0.9)]
SHARES = st.floats(0, 1, allow_nan=False).map(lambda share: round(share, 6))


@pytest.fixture
def ppi() -> Iterator[Any]:
    with warnings.catch_warnings():
        # It turns warnings off for the whole process while it is imported.
        warnings.simplefilter("ignore")
        yield pytest.importorskip(
            "ppi_py", reason="ppi-python is not installed: pip install '.[dev]'"
        )


def test_two_labelled_and_two_new() -> None:
    found = estimate_mean(PAIRS, [0.3, 0.5])
    # The judge says .4 on average and is .15 too high; its errors are -.1 and -.2, of
    # variance .005.
    assert found.value == pytest.approx(0.25)
    assert found.power == 1
    assert found.items.variance == pytest.approx(0.005 * (1 / 2 + 1 / 2))
    assert found.items.df == 1
    # The new scores have variance .02.
    assert found.population is not None
    assert found.population.variance == pytest.approx(0.005 / 2 + 0.02 / 2)
    assert found.population.df == pytest.approx(0.0125**2 / (0.0025**2 + 0.01**2))


def test_interval_is_cut_off_at_the_ends() -> None:
    interval = estimate_mean(PAIRS, [0.3, 0.5]).items.interval(0.25)
    assert (interval.low, interval.high) == (0, 1)  # .25 plus or minus 12.706 · .0707


def test_interval_by_hand() -> None:
    interval = Spread(variance=0.0004, df=18).interval(0.5)
    assert interval.low == pytest.approx(0.5 - 2.101 * 0.02, abs=1e-4)
    assert interval.high == pytest.approx(0.5 + 2.101 * 0.02, abs=1e-4)


def test_no_spread_is_a_point() -> None:
    interval = Spread(variance=0.0, df=3).interval(0.5)
    assert (interval.low, interval.high) == (0.5, 0.5)


def test_items_that_are_scored_and_labelled_count_by_their_labels() -> None:
    pairs = [Pair(0.5, 0.6, scored=1), Pair(0.7, 0.9)]
    found = estimate_mean(pairs, [0.3, 0.5])
    # Two of the three scored items are estimated at .25 on average, one is known to be .5.
    assert found.value == pytest.approx((2 * 0.25 + 0.5) / 3)
    assert found.items.variance == pytest.approx((2 / 3) ** 2 * 0.005)
    # The known one counts 2/3 · error / 2 + human / 3, that is half of 2/3 · (error + human);
    # the other one 2/3 · error / 2; the new ones 2/3 · f / 2.
    known, other, new = 0.002222222 / 4, 0.002222222 / 4, 4 / 9 * 0.02 / 2
    assert found.population is not None
    assert found.population.variance == pytest.approx(known + other + new, rel=1e-6)


def test_one_new_item_says_nothing_of_the_population() -> None:
    found = estimate_mean(PAIRS, [0.5])
    assert found.population is None
    assert found.value == pytest.approx(0.35)
    assert found.items.variance == pytest.approx(0.005 * 1.5)


def test_without_new_items_people_have_the_word() -> None:
    found = estimate_mean([Pair(0.5, 0.1, scored=1), Pair(0.7, 0.9, scored=1)], [])
    assert found.value == pytest.approx(0.6)
    assert found.items.variance == 0
    assert found.population is not None
    assert found.population.variance == pytest.approx(0.02 / 2)


def test_known_items_weigh_as_often_as_they_were_scored() -> None:
    pairs = [Pair(0.5, 0.6, scored=9), Pair(0.7, 0.9)]
    found = estimate_mean(pairs, [0.5])
    assert found.value == pytest.approx(0.9 * 0.5 + 0.1 * (0.5 - 0.15))
    assert found.items.variance == pytest.approx(0.1**2 * 0.005 * (1 / 2 + 1))


def test_equal_new_rows_are_one_observation() -> None:
    found = estimate_mean(PAIRS, [0.3, 0.5], times=[3, 1])
    assert found.value == pytest.approx((3 * 0.3 + 0.5) / 4 - 0.15)
    # The mean of four rows of which three are the same: weights 3/4 and 1/4.
    assert found.items.variance == pytest.approx(0.005 * (1 / 2 + 10 / 16))
    assert found.population is not None
    assert found.population.variance == pytest.approx(0.005 / 2 + 0.02 * 10 / 16)
    single = estimate_mean(PAIRS, [0.5], times=[100])
    assert single.items == estimate_mean(PAIRS, [0.5]).items
    assert single.population is None


def test_rows_that_all_come_twice_tell_no_more_than_once() -> None:
    once = [Pair(0.5, 0.6, scored=1), Pair(0.7, 0.9, scored=1), Pair(0.2, 0.4)]
    twice = [Pair(pair.human, pair.judged, 2 * pair.scored) for pair in once]
    first = estimate_mean(once, [0.3, 0.5, 0.9])
    second = estimate_mean(twice, [0.3, 0.5, 0.9], times=[2, 2, 2])
    assert first.population is not None
    assert second.population is not None
    assert second.value == pytest.approx(first.value)
    assert second.items.variance == pytest.approx(first.items.variance)
    assert second.population.variance == pytest.approx(first.population.variance)


def test_fitted_power() -> None:
    # Judged scores about their mean: -.2, 0, .2; human ones: -.1, .1, 0. Slope .02 / .08.
    assert fitted_power([Pair(0.3, 0.2), Pair(0.5, 0.4), Pair(0.4, 0.6)]) == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("pairs", "power"),
    [
        ([Pair(0.1, 0.4), Pair(0.9, 0.6)], 1.0),  # slope 4
        ([Pair(0.9, 0.4), Pair(0.1, 0.6)], 0.0),  # slope -4
        ([Pair(0.9, 0.4), Pair(0.1, 0.4)], 1.0),  # no slope
    ],
)
def test_fitted_power_is_a_share(pairs: list[Pair], power: float) -> None:
    assert fitted_power(pairs) == power


def test_power_is_fitted_with_enough_labels_only() -> None:
    pairs = [Pair(n / 40, n / 20) for n in range(TUNED_FROM)]
    assert estimate_mean(pairs, [0.2, 0.6]).power == pytest.approx(0.5)
    assert estimate_mean(pairs, [0.2, 0.6]).value == pytest.approx(0.2)
    assert estimate_mean(pairs, [0.2, 0.6]).items.df == TUNED_FROM - 2
    assert estimate_mean(pairs[1:], [0.2, 0.6]).power == 1
    assert estimate_mean(pairs, [0.2, 0.6], power=1.0).items.df == TUNED_FROM - 1


@pytest.mark.parametrize(("pairs", "new"), [([], [0.5]), (PAIRS[:1], [0.5]), (PAIRS, [])])
def test_too_little(pairs: list[Pair], new: list[float]) -> None:
    with pytest.raises(ValueError, match="labelled and"):
        estimate_mean(pairs, new)


@settings(deadline=None)
@given(
    st.lists(st.builds(Pair, SHARES, SHARES, st.integers(0, 3)), min_size=2, max_size=30),
    st.lists(st.tuples(SHARES, st.integers(1, 3)), min_size=1, max_size=30),
)
def test_estimates_are_shares_within_their_intervals(
    pairs: list[Pair], new: list[tuple[float, int]]
) -> None:
    found = estimate_mean(pairs, [score for score, _ in new], times=[n for _, n in new])
    for spread in filter(None, (found.items, found.population)):
        interval = spread.interval(found.value)
        assert 0 <= interval.low <= found.value <= interval.high <= 1


def draw(chance: random.Random, size: int) -> list[Pair]:
    """Items of 15 to 40 facts; a judge of sensitivity .85 and specificity .75."""
    pairs = []
    for _ in range(size):
        share, facts = chance.betavariate(3, 2), chance.randint(15, 40)
        truth = [chance.random() < share for _ in range(facts)]
        judged = [chance.random() < (0.85 if true else 0.25) for true in truth]
        pairs.append(Pair(sum(truth) / facts, sum(judged) / facts))
    return pairs


@pytest.mark.parametrize("power", [1.0, 0.6, 0.0])
def test_equals_ppi_python(ppi: Any, power: float) -> None:
    import numpy as np

    chance = random.Random(5)
    pairs, rest = draw(chance, 40), draw(chance, 40)
    new = [pair.judged for pair in rest]
    human = np.array([pair.human for pair in pairs])
    judged = np.array([pair.judged for pair in pairs])
    found = estimate_mean(pairs, new, power)
    assert found.population is not None
    point = ppi.ppi_mean_pointestimate(human, judged, np.array(new), lam=power)
    low, high = ppi.ppi_mean_ci(human, judged, np.array(new), alpha=0.05, lam=power)
    assert found.value == pytest.approx(point.item())
    # With as many labelled items as new ones, variances with denominator 40 instead of 39
    # differ by one factor.
    variance = ((high - low).item() / 2 / 1.959964) ** 2
    assert found.population.variance * 39 / 40 == pytest.approx(variance, rel=1e-6)


@pytest.mark.parametrize("power", [1.0, 0.6])
def test_scored_labelled_items_are_the_papers_power_tuning(ppi: Any, power: float) -> None:
    import numpy as np

    chance = random.Random(6)
    pairs = [Pair(pair.human, pair.judged, scored=1) for pair in draw(chance, 40)]
    new = [pair.judged for pair in draw(chance, 40)]
    human = np.array([pair.human for pair in pairs])
    judged = np.array([pair.judged for pair in pairs])
    found = estimate_mean(pairs, new, power)
    assert found.population is not None
    # Half of the scored items are new: lambda is halved.
    low, high = ppi.ppi_mean_ci(human, judged, np.array(new), alpha=0.05, lam=power / 2)
    assert found.value == pytest.approx((low + high).item() / 2)
    variance = ((high - low).item() / 2 / 1.959964) ** 2
    assert found.population.variance * 39 / 40 == pytest.approx(variance, rel=1e-6)


def test_fitted_power_is_near_that_of_ppi_python(ppi: Any) -> None:
    import numpy as np

    chance = random.Random(7)
    pairs = [Pair(pair.human, pair.judged, scored=1) for pair in draw(chance, 400)]
    new = [pair.judged for pair in draw(chance, 400)]
    human = np.array([pair.human for pair in pairs])
    judged = np.array([pair.judged for pair in pairs])
    point = ppi.ppi_mean_pointestimate(human, judged, np.array(new), lam=None)
    assert estimate_mean(pairs, new).value == pytest.approx(point.item(), abs=2e-3)


@pytest.mark.parametrize(("labelled", "new"), [(20, 100), (50, 100)])
def test_intervals_cover(labelled: int, new: int) -> None:
    """The wanted 95 % give or take three standard errors of 400 draws (3.3 points)."""
    chance = random.Random(labelled)
    items = population = 0
    for _ in range(400):
        pairs, rest = draw(chance, labelled), draw(chance, new)
        judged = [pair.judged for pair in rest]
        truth = sum(pair.human for pair in rest) / new
        found = estimate_mean(pairs, judged)
        assert found.population is not None
        one, other = found.items.interval(found.value), found.population.interval(found.value)
        items += one.low <= truth <= one.high
        population += other.low <= 0.6 <= other.high
    assert 0.917 <= items / 400 <= 0.983
    assert 0.917 <= population / 400 <= 0.983
