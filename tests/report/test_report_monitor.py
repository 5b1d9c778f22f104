"""Monitored runs for people: the line, the tables, the sparkline and the chart."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from monitor.runs import SETUP, make_run

from factscore.monitor import Comparison, Judgement, MonitoredRun, Rules, State
from factscore.records import Interval
from factscore.report.monitor import judged_line, print_runs, print_series
from factscore.report.trend import print_chart, sparkline

BEGIN = datetime(2026, 11, 1, 3, tzinfo=UTC)
RUN = make_run(0.612, name="nightly", scored=198, ci95=Interval(0.573, 0.65))
BLOCKS = "▁▂▃▄▅▆▇█"


def series(*scores: float | None, reach: float = 0.0) -> list[MonitoredRun]:
    return [
        make_run(
            score,
            time=BEGIN + timedelta(days=day),
            ci95=None if score is None or not reach else Interval(score - reach, score + reach),
            number=day + 1,
        )
        for day, score in enumerate(scores)
    ]


def test_a_line_with_everything() -> None:
    comparison = Comparison(0.693, 5, 0.081, Interval(0.042, 0.12))
    judgement = Judgement(RUN, State.ALARM, ("it fell", "a lot"), comparison, breaches=2)
    assert judged_line(judgement, Rules(0.7, 0.05, 5, 2, 3)) == (
        "alarm nightly: 61.2 % (57.3–65.0), 198 of 200 items scored; drop 8.1 points"
        " (4.2 to 12.0) from the 69.3 % of the last 5 runs; it fell; a lot; 2 of the last 3 runs"
        " in breach"
    )


def test_a_baseline_of_a_day_is_named() -> None:
    day = date(2026, 11, 1)
    for runs, named in ((1, "2026-11-01"), (2, "2026-11-01 (2 runs)")):
        judgement = Judgement(RUN, State.OK, (), Comparison(0.693, runs, 0.081, None))
        assert judged_line(judgement, Rules(max_drop=0.1, baseline=day)).endswith(
            f"; drop 8.1 points from the 69.3 % of {named}"
        )


@pytest.mark.parametrize(
    ("judgement", "line"),
    [
        (Judgement(RUN, State.OK), "ok nightly: 61.2 % (57.3–65.0), 198 of 200 items scored"),
        (
            Judgement(replace(RUN, rows=9000), State.OK),
            "ok nightly: 61.2 % (57.3–65.0), 198 of 200 items scored, from 9,000 rows",
        ),
        (
            Judgement(RUN, State.OK, (), Comparison(0.61, 1, -0.002, Interval(-0.03, 0.026))),
            "ok nightly: 61.2 % (57.3–65.0), 198 of 200 items scored; drop -0.2 points"
            " (-3.0 to 2.6) from the 61.0 % of the last run",
        ),
        (
            Judgement(RUN, State.OK, (), Comparison(0.61, 1, -0.0002, Interval(-0.0004, 0.0))),
            "ok nightly: 61.2 % (57.3–65.0), 198 of 200 items scored; drop 0.0 points"
            " (0.0 to 0.0) from the 61.0 % of the last run",
        ),
        (
            Judgement(replace(RUN, ci95=None, scored=1), State.OK, missing={"comparison": "none"}),
            "ok nightly: 61.2 %, 1 of 200 items scored; no drop: none",
        ),
        (
            Judgement(make_run(None, name="n"), State.NO_DATA, missing={"score": "all silent"}),
            "no data n: no score, 0 of 200 items scored; all silent",
        ),
        (
            Judgement(make_run(None, name="n"), State.ALARM, ("all silent",), breaches=1),
            "alarm n: no score, 0 of 200 items scored; all silent",
        ),
        (
            Judgement(replace(RUN, name="a\n\x1b[2Jb"), State.OK),
            "ok a  [2Jb: 61.2 % (57.3–65.0), 198 of 200 items scored",
        ),
    ],
)
def test_lines(judgement: Judgement, line: str) -> None:
    assert judged_line(judgement, Rules(max_drop=0.05)) == line


def test_series_in_a_table() -> None:
    out = io.StringIO()
    print_series({"nightly": series(0.2, None, 0.9, reach=0.1), "b": series(0.5)}, out)
    cells = [line.split() for line in out.getvalue().splitlines()]
    assert ["nightly", "3", "2026-11-03", "03:00", "90.0", "80.0–100.0", "▁", "█"] in cells
    assert ["b", "1", "2026-11-01", "03:00", "50.0", "–", "▄"] in cells


def test_runs_in_a_table_and_what_changed() -> None:
    first, second = series(0.5, 0.625, reach=0.125)
    second = replace(second, setup=replace(SETUP, judge="labels", top_k=3), cost=1.5)
    out = io.StringIO()
    print_runs([first, second], out)
    rows = [line.split() for line in out.getvalue().splitlines()]
    facts = ["100.0", "100.0", "2,800"]
    assert ["2026-11-01", "03:00", "1", "50.0", "37.5–62.5", "200/200", *facts, "–"] in rows
    assert ["2026-11-02", "03:00", "2", "62.5", "50.0–75.0", "200/200", *facts, "1.50"] in rows
    assert out.getvalue().splitlines()[-1] == (
        "run 2 is not comparable with run 1: judge: nli and labels; top-k: 5 and 3"
    )


@pytest.mark.parametrize(
    ("scores", "line"),
    [
        ([0, 1 / 7, 2 / 7, 3 / 7, 4 / 7, 5 / 7, 6 / 7, 1], BLOCKS),
        ([0.5, 0.5], "▄▄"),
        ([0.4, None, 0.5], "▁ █"),
        ([None, None], "  "),
        ([], ""),
    ],
)
def test_sparkline(scores: list[float | None], line: str) -> None:
    assert sparkline(scores) == line


@given(st.lists(st.none() | st.floats(0, 1), min_size=1))
def test_a_higher_score_never_has_a_lower_block(scores: list[float | None]) -> None:
    drawn = [
        (score, BLOCKS.index(mark))
        for score, mark in zip(scores, sparkline(scores), strict=True)
        if score is not None
    ]
    assert [block for _, block in sorted(drawn)] == sorted(block for _, block in drawn)


def test_chart_by_hand() -> None:
    # The scale goes from 30 to 85 in eleven steps of 5 points.
    out = io.StringIO()
    print_chart("nightly", [*series(0.8, None, reach=0.05), *series(0.35, reach=0.05)], out)
    assert out.getvalue().splitlines() == [
        "nightly: 3 runs, score % with 95 % interval",
        " 85.0 ┤ │",
        "      ┤ ●",
        "      ┤ │",
        "      ┤",
        "      ┤",
        "      ┤",
        " 55.0 ┤",
        "      ┤",
        "      ┤",
        "      ┤         │",
        "      ┤         ●",
        " 30.0 ┤         │",
        "        2026-11-01",
    ]


def test_chart_shows_the_last_runs_where_there_are_too_many() -> None:
    out = io.StringIO()
    print_chart("s", series(*[0.5] * 300, 0.75), out)
    lines = out.getvalue().splitlines()
    assert lines[0] == "s: the last 92 of 301 runs, score % with 95 % interval"
    assert lines[1] == " 75.0 ┤ " + " " * 91 + "●"
    assert lines[-2] == " 50.0 ┤ " + "●" * 91
    # Day 210 and day 301 from the first of November.
    assert lines[-1] == " " * 8 + "2027-05-29" + "2027-08-28".rjust(82)


def test_chart_without_a_score() -> None:
    out = io.StringIO()
    print_chart("s", series(None), out)
    assert "no run has a score" in out.getvalue()


def test_chart_of_equal_scores() -> None:
    out = io.StringIO()
    print_chart("s", series(0.5, 0.5), out)
    assert [line for line in out.getvalue().splitlines() if "●" in line] == [" 50.0 ┤ ●   ●"]


def test_a_terminal_without_blocks() -> None:
    raw = io.BytesIO()
    # As the command line does, which has plain marks for the rest.
    out = io.TextIOWrapper(raw, encoding="ascii", errors="replace")
    print_series({"s": series(0.2, 0.9)}, out)
    print_chart("s", series(0.2, 0.9, reach=0.1), out)
    out.flush()
    text = raw.getvalue().decode("ascii")
    assert "_#" in text
    assert "| o" in text
