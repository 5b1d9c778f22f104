"""When a run is in breach, and when the alarm stands: by hand and against published values."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from monitor.runs import SETUP, make_run

from factscore.monitor import Judgement, MonitoredRun, Rules, State, judge_run
from factscore.monitor.baseline import Pooled, drop_interval, pool
from factscore.records import Interval, Status

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
OTHER = replace(SETUP, judge="labels", judge_digest="l")


def daily(*scores: float | None) -> list[MonitoredRun]:
    """One run a day, of 200 items with a spread of 0.25."""
    return [
        make_run(score, digest=str(n), time=START + timedelta(days=n), number=n + 1)
        for n, score in enumerate(scores)
    ]


def last(runs: Sequence[MonitoredRun], rules: Rules) -> Judgement:
    return judge_run(runs, runs[-1], rules)


def states(runs: Sequence[MonitoredRun], rules: Rules) -> str:
    """The states of all runs in their order, a letter each."""
    return "".join(judge_run(runs, run, rules).state.value[0] for run in runs)


# Student's data on two sleeping drugs, and what R prints of t.test(extra ~ group, data = sleep).
SLEEP = (
    [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0],
    [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4],
)


def of_items(scores: Sequence[float], number: int = 1) -> MonitoredRun:
    spread = statistics.stdev(scores) if len(scores) > 1 else None
    time = START + timedelta(days=number)
    mean = statistics.fmean(scores)
    return make_run(mean, scored=len(scores), spread=spread, time=time, number=number)


def test_interval_of_a_drop_is_welchs() -> None:
    run, base = (of_items(scores, number) for number, scores in zip((2, 1), SLEEP, strict=True))
    comparison = last([base, run], Rules(max_drop=0.0)).comparison
    assert comparison is not None
    assert comparison.score == pytest.approx(2.33)
    assert comparison.drop == pytest.approx(1.58)
    assert comparison.ci95 is not None
    assert comparison.ci95.low == pytest.approx(-0.2054832, abs=5e-7)
    assert comparison.ci95.high == pytest.approx(3.3654832, abs=5e-7)


def test_pooled_by_hand() -> None:
    # Scores 0, 1 and 1, 2: mean 1, squared deviations 1, 0, 0 and 1.
    assert pool([of_items([0, 1]), of_items([1, 2])]) == Pooled(1, pytest.approx(2 / 3), 4, 2)
    assert pool([of_items([0.5])]) == Pooled(0.5, 0, 1, 1)
    assert pool([]) is None
    assert pool([make_run(None)]) is None


@given(st.lists(st.lists(st.floats(0, 1), min_size=1, max_size=6), min_size=1, max_size=5))
def test_pooled_is_what_the_items_themselves_give(days: list[list[float]]) -> None:
    found = pool([of_items(day) for day in days])
    items = [score for day in days for score in day]
    assert found is not None
    assert (found.items, found.runs) == (len(items), len(days))
    assert found.score == pytest.approx(statistics.fmean(items))
    wanted = statistics.variance(items) if len(items) > 1 else 0
    assert found.variance == pytest.approx(wanted, abs=1e-12)


def test_interval_of_a_drop_at_its_edges() -> None:
    assert drop_interval(Pooled(1, 0.1, 1, 1), Pooled(0, 0.1, 9, 1)) is None
    assert drop_interval(Pooled(0.75, 0, 9, 1), Pooled(0.5, 0, 9, 1)) == Interval(0.25, 0.25)
    # One side without spread: Student's interval of the other, t(3) = 3.1824.
    found = drop_interval(Pooled(0.5, 0, 9, 1), Pooled(0.5, 0.04, 4, 1))
    assert found is not None
    assert (found.low, found.high) == pytest.approx((-0.31824, 0.31824), abs=1e-5)
    tiny = drop_interval(Pooled(0.5, 1e-200, 5, 1), Pooled(0.5, 1e-200, 5, 1))
    assert tiny is not None
    # t(8) = 2.306 by the tables.
    assert tiny.high == pytest.approx(2.306 * (2e-200 / 5) ** 0.5, rel=1e-4)


@pytest.mark.parametrize(
    ("ci95", "reasons"),
    [
        (Interval(0.579, 0.644), ("below 70 %",)),
        (Interval(0.55, 0.6999), ("below 70 %",)),
        (Interval(0.55, 0.7), ()),
        (Interval(0.55, 0.71), ()),
        # Equal but for rounding: a mean of many 0.7 may come out like this.
        (Interval(0.55, 0.6999999999999998), ()),
        (None, ("below 70 % (a single item, without an interval)",)),
    ],
)
def test_threshold(ci95: Interval | None, reasons: tuple[str, ...]) -> None:
    run = make_run(0.612, ci95=ci95, scored=200 if ci95 else 1)
    found = judge_run([run], run, Rules(min_score=0.7))
    assert found.reasons == reasons
    assert found.state == (State.ALARM if reasons else State.OK)
    assert found.breaches == len(reasons)
    assert (found.comparison, found.missing) == (None, {})


def test_a_drop_by_hand() -> None:
    # Standard error 0.25 sqrt(2 / 200) = 0.025, 398 degrees of freedom, t = 1.96594.
    found = last(daily(0.7, 0.6), Rules(max_drop=0.05))
    assert found.state == State.ALARM
    assert found.comparison is not None
    assert (found.comparison.score, found.comparison.runs) == (0.7, 1)
    assert found.comparison.drop == pytest.approx(0.1)
    assert found.comparison.ci95 is not None
    assert found.comparison.ci95.low == pytest.approx(0.1 - 0.0491485, abs=1e-6)
    assert found.comparison.ci95.high == pytest.approx(0.1 + 0.0491485, abs=1e-6)
    assert found.reasons == ("dropped by more than 5 points",)


def test_a_fall_inside_the_noise_is_no_breach() -> None:
    # 0.04 is more than 0.02, but its interval reaches from -0.009 to 0.089.
    found = last(daily(0.7, 0.66), Rules(max_drop=0.02))
    assert (found.state, found.reasons, found.breaches) == (State.OK, (), 0)
    assert found.comparison is not None
    assert found.comparison.drop == pytest.approx(0.04)


def test_a_sure_but_allowed_fall_is_no_breach() -> None:
    runs = [replace(run, scored=20000) for run in daily(0.7, 0.65)]
    assert last(runs, Rules(max_drop=0.05)).state == State.OK
    assert last(runs, Rules(max_drop=0.049)).state == State.ALARM


def test_a_rise_is_no_breach() -> None:
    found = last(daily(0.5, 0.9), Rules(max_drop=0.0))
    assert found.state == State.OK
    assert found.comparison is not None
    assert found.comparison.drop == pytest.approx(-0.4)


def test_both_rules_give_both_reasons() -> None:
    first, second = daily(0.8, 0.5)
    second = replace(second, ci95=Interval(0.46, 0.54))
    found = last([first, second], Rules(min_score=0.725, max_drop=0.05))
    assert found.reasons == ("below 72.5 %", "dropped by more than 5 points")


def test_baseline_weighs_runs_by_their_items() -> None:
    first, second, run = daily(0.8, 0.6, 0.5)
    first, second = replace(first, scored=100), replace(second, scored=300)
    found = last([first, second, run], Rules(max_drop=0.05, baseline=7))
    assert found.comparison is not None
    assert found.comparison.score == pytest.approx(0.65)
    assert found.comparison.runs == 2


def test_baseline_of_so_many_runs_takes_the_last() -> None:
    found = last(daily(0.9, 0.7, 0.6, 0.6), Rules(max_drop=0.05, baseline=2))
    assert found.comparison is not None
    assert found.comparison.score == pytest.approx(0.65)


def test_baseline_takes_comparable_runs_only() -> None:
    first, other, silent, run = daily(0.8, 0.1, None, 0.6)
    runs = [first, replace(other, setup=OTHER), silent, run]
    found = last(runs, Rules(max_drop=0.05, baseline=1, no_data="ignore"))
    assert found.comparison is not None
    assert (found.comparison.score, found.comparison.runs) == (0.8, 1)


def test_baseline_of_a_day_is_a_day_of_utc() -> None:
    east = timezone(timedelta(hours=8))
    times = [
        datetime(2026, 3, 1, 23, 59, tzinfo=UTC),
        datetime(2026, 3, 2, 9, tzinfo=east),
        datetime(2026, 3, 2, 20, tzinfo=UTC),
        datetime(2026, 3, 3, 0, tzinfo=UTC),
        datetime(2026, 3, 9, 0, tzinfo=UTC),
    ]
    scores = [0.1, 0.8, 0.7, 0.2, 0.6]
    runs = [
        make_run(s, time=t, number=n) for n, (s, t) in enumerate(zip(scores, times, strict=True), 1)
    ]
    found = last(runs, Rules(max_drop=0.05, baseline=date(2026, 3, 2)))
    assert found.comparison is not None
    assert found.comparison.score == pytest.approx(0.75)
    assert found.comparison.runs == 2
    # A run before that day is held against it too; on the day itself, what came before counts.
    early = judge_run(runs, runs[0], Rules(max_drop=0.05, baseline=date(2026, 3, 2)))
    assert early.state == State.ALARM
    within = judge_run(runs, runs[2], Rules(max_drop=0.05, baseline=date(2026, 3, 2)))
    assert within.comparison is not None
    assert within.comparison.score == pytest.approx(0.8)
    first = judge_run(runs, runs[1], Rules(max_drop=0.05, baseline=date(2026, 3, 2)))
    assert first.missing == {"comparison": "it is the first run of 2026-03-02"}


MISSING = {
    "it is the first run of its series": (daily(0.7), 1),
    "there is no run of 2026-02-01": (daily(0.7, 0.7), date(2026, 2, 1)),
    "no earlier run of the same setup has a score": (daily(None, 0.7), 3),
    "no run of 2026-03-01 of the same setup has a score": (daily(None, 0.7), date(2026, 3, 1)),
    "the setup changed, so that no earlier run is comparable (judge: labels and nli)": (
        [replace(daily(0.7)[0], setup=OTHER), daily(0.7, 0.7)[1]],
        1,
    ),
    "the setup changed, so that no run of 2026-03-01 is comparable (judge: labels and nli)": (
        [replace(daily(0.7)[0], setup=OTHER), daily(0.7, 0.7)[1]],
        date(2026, 3, 1),
    ),
}


@pytest.mark.parametrize("reason", MISSING)
def test_without_a_baseline_the_reason_is_told(reason: str) -> None:
    runs, baseline = MISSING[reason]
    found = last(runs, Rules(max_drop=0.05, baseline=baseline))
    assert (found.state, found.comparison) == (State.OK, None)
    assert found.missing == {"comparison": reason}


def test_single_items_have_no_interval_of_the_drop() -> None:
    runs = [replace(run, scored=1, spread=None) for run in daily(0.9, 0.1)]
    found = last(runs, Rules(max_drop=0.05))
    assert found.state == State.OK
    assert found.comparison is not None
    assert (found.comparison.drop, found.comparison.ci95) == (pytest.approx(0.8), None)
    assert "at least two scored items" in found.missing["ci95"]


# With a threshold of 0.5 and equal scores, "l" lies below and "." does not.
def line(pattern: str) -> list[MonitoredRun]:
    scores = {".": 0.7, "l": 0.3, "-": None}
    runs = daily(*(scores[mark] for mark in pattern))
    return [
        replace(run, ci95=None if run.score is None else Interval(run.score, run.score))
        for run in runs
    ]


@pytest.mark.parametrize(
    ("pattern", "breaches", "periods", "expected"),
    [
        (".l.ll.", 1, 1, "oaoaao"),
        # 2 of 3: not at the first, and on while two of the last three are low.
        ("l.l..ll.l..", 2, 3, "boaoobaaaoo"),
        ("ll..", 2, 3, "baao"),
        ("lll.l", 3, 3, "bbaob"),
        ("l", 2, 3, "b"),
        ("l...l", 2, 5, "boooa"),
        ("lll", 3, 2, "bbb"),
    ],
)
def test_breaches_among_the_last_runs_make_the_alarm(
    pattern: str, breaches: int, periods: int, expected: str
) -> None:
    rules = Rules(min_score=0.5, breaches=breaches, periods=periods)
    assert states(line(pattern), rules) == expected


def test_a_standing_alarm_at_a_run_that_is_well_has_no_reasons() -> None:
    found = last(line("ll."), Rules(min_score=0.5, breaches=2, periods=3))
    assert (found.state, found.reasons, found.breaches) == (State.ALARM, (), 2)


def test_a_run_without_a_score_is_a_breach() -> None:
    rules = Rules(min_score=0.5, max_drop=0.05, breaches=2, periods=3)
    assert states(line("-.-"), rules) == "boa"
    silent = make_run(None, statuses={Status.ABSTAINED: 12, Status.SCORED: 0, Status.EMPTY: 1})
    found = judge_run([], silent, rules)
    assert found.reasons == ("no item has a score (abstained 12, empty 1)",)
    assert found.missing == {
        "score": "no item has a score (abstained 12, empty 1)",
        "comparison": "the run has no score",
    }
    empty = make_run(None, statuses={})
    assert judge_run([], empty, rules).reasons == ("no item has a score",)


def test_an_ignored_run_is_no_period() -> None:
    rules = Rules(min_score=0.5, breaches=2, periods=2, no_data="ignore")
    # Low, nothing, low: two breaches in a row, as far as is known.
    assert states(line("l-l-."), rules) == "bnano"
    assert last(line("ll-"), rules).breaches == 2


def test_runs_of_another_setup_are_periods_of_the_threshold() -> None:
    first, second = line("ll")
    runs = [replace(first, setup=OTHER), second]
    assert states(runs, Rules(min_score=0.5, breaches=2, periods=2)) == "ba"


def test_each_period_is_judged_against_its_own_baseline() -> None:
    # The second falls from the first, the third from the second, the fourth from no one.
    rules = Rules(max_drop=0.05, baseline=1, breaches=2, periods=3)
    assert states(daily(0.9, 0.7, 0.5, 0.5, 0.5), rules) == "obaao"


def test_a_run_is_judged_at_its_own_place() -> None:
    early, middle, late = daily(0.9, 0.6, 0.3)
    filled = replace(middle, number=3)
    runs = [early, replace(late, number=2), filled]
    found = judge_run(runs, filled, Rules(max_drop=0.05))
    assert found.comparison is not None
    assert found.comparison.score == 0.9
    # Order and presence of the run do not matter.
    assert judge_run(runs[::-1], filled, Rules(max_drop=0.05)) == found
    assert judge_run(runs[:2], filled, Rules(max_drop=0.05)) == found


def test_a_run_that_is_not_kept_yet_is_the_last_of_its_time() -> None:
    first, second = (make_run(score, number=n) for n, score in ((1, 0.9), (2, 0.8)))
    new = make_run(0.7, digest="new")
    rules = Rules(max_drop=0.05, baseline=1)
    found = judge_run([first, second], new, rules)
    assert found.comparison is not None
    assert found.comparison.score == 0.8
    assert judge_run([second, first, new], new, rules) == found


@given(
    st.lists(st.none() | st.floats(0, 1), min_size=1, max_size=8),
    st.integers(-1, 4),
    st.integers(-1, 4),
    st.integers(-1, 9) | st.just(date(2026, 3, 2)),
    st.sampled_from([0, 1, 200]),
)
def test_odd_data_raise_nothing(
    scores: list[float | None], breaches: int, periods: int, baseline: int | date, scored: int
) -> None:
    runs = [replace(run, scored=scored) for run in daily(*scores)]
    rules = Rules(0.5, 0.1, baseline, breaches, periods)
    for run in runs:
        found = judge_run(runs, run, rules)
        assert 0 <= found.breaches <= len(runs)
        assert (found.comparison is None) == ("comparison" in found.missing)
