"""When a row was written, as it says itself."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factscore.read import open_generations
from factscore.read.timestamps import timestamp_of, unread_of

# 2024-05-01 10:00:00 UTC: `date -u -d 2024-05-01T10:00:00Z +%s` says 1714557600.
MOMENT = datetime(2024, 5, 1, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    "value",
    [
        "2024-05-01T10:00:00Z",
        "2024-05-01T10:00:00+00:00",
        "2024-05-01T12:00:00+02:00",
        "2024-05-01T03:30:00-06:30",
        "2024-05-01T10:00:00",
        "2024-05-01 10:00",
        " 2024-05-01T10:00:00Z\n",
        "20240501T100000Z",
        "2024-W18-3T10:00:00",
        1714557600,
        1714557600.0,
        1714557600000,
        1714557600000000,
        1714557600000000000,
        "1714557600",
        "1714557600.0",
        "1714557600000",
        "1714557600000000",
    ],
)
def test_spellings(value: str | float) -> None:
    found = timestamp_of({"timestamp": value})
    assert found == MOMENT
    assert found is not None
    assert found.tzinfo is UTC


@pytest.mark.parametrize("value", ["2024-05-01", "20240501"])
def test_a_date_is_its_midnight(value: str) -> None:
    assert timestamp_of({"date": value}) == datetime(2024, 5, 1, tzinfo=UTC)


def test_fractions_of_a_second() -> None:
    assert timestamp_of({"time": "2024-05-01T10:00:00.250Z"}) == MOMENT + timedelta(seconds=0.25)
    assert timestamp_of({"time": 1714557600.25}) == MOMENT + timedelta(seconds=0.25)
    assert timestamp_of({"time": 1714557600250}) == MOMENT + timedelta(seconds=0.25)


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        "",
        "yesterday",
        "May 1, 2024",
        "2024",
        "2024-13-01",
        "2024-05-01T25:00:00",
        12.5,
        0,
        -1714557600,
        2024,
        20240501,
        2**63,
        1e300,
        "٢٠٢٤",
        "1714557600 ms",
        ["2024-05-01"],
        {"seconds": 1714557600},
    ],
)
def test_what_is_no_timestamp(value: Any) -> None:
    assert timestamp_of({"timestamp": value}) is None


@pytest.mark.parametrize(
    ("value", "counts"),
    [
        ("1990-01-01T00:00:00Z", True),
        ("1989-12-31T23:59:59Z", False),
        ("1990-01-01T00:00:00+01:00", False),
        ("1989-12-31T23:30:00-01:00", True),
        ("2099-12-31T23:59:59Z", True),
        ("2100-01-01T00:00:00Z", False),
        ("2099-12-31T23:30:00-01:00", False),
        ("0001-01-01T00:00:00+14:00", False),
        ("9999-12-31T23:59:59-12:00", False),
        ("9999-12-31", False),
        (631152000, True),
        (631151999, False),
        (4102444799, True),
        (4102444800, False),
        (631152000000, True),
        (4102444800000, False),
    ],
)
def test_only_what_may_be_a_moment_of_a_log(value: str | int, counts: bool) -> None:
    assert (timestamp_of({"timestamp": value}) is not None) is counts


def test_the_first_field_that_holds_one() -> None:
    row: dict[str, Any] = {
        "date": "2024-01-01",
        "created": 1714557600,
        "created_at": "2020-01-01",
        "time": 0.8,
    }
    assert timestamp_of(row) == MOMENT
    assert timestamp_of({"modified": 1714557600}) is None
    assert timestamp_of({}) is None


@given(st.integers(631152000, 4102444799), st.integers(0, 999_999), st.integers(-14 * 60, 14 * 60))
def test_any_moment_in_iso_8601(seconds: int, micros: int, offset: int) -> None:
    zone = timezone(timedelta(minutes=offset))
    moment = datetime.fromtimestamp(seconds, zone).replace(microsecond=micros)
    assert timestamp_of({"created_at": moment.isoformat()}) == moment


@given(st.integers(631152000, 4102444799), st.sampled_from([1, 10**3, 10**6]))
def test_any_moment_in_any_unit(seconds: int, unit: int) -> None:
    expected = datetime.fromtimestamp(seconds, UTC)
    assert timestamp_of({"time": seconds * unit}) == expected
    assert timestamp_of({"time": str(seconds * unit)}) == expected


@given(st.text() | st.integers() | st.floats(allow_nan=False, allow_infinity=False))
def test_nothing_is_a_fault(value: str | float) -> None:
    found = timestamp_of({"timestamp": value})
    assert found is None or found.tzinfo is UTC


# What is not read is told.

UNREAD = "that is not read (the first: "
REMEDY = "; write ISO 8601 or Unix time"


def remarks_of(path: Path, rows: list[dict[str, Any]], limit: int | None = None) -> tuple[str, ...]:
    numbered = [{"output": f"She wrote {n} notes.", **row} for n, row in enumerate(rows)]
    path.write_text("\n".join(json.dumps(row) for row in numbered))
    return open_generations([path], limit=limit).remarks


@pytest.mark.parametrize("name", ["timestamp", "created", "created_at"])
@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("12/11/2026 10:00", "'12/11/2026 10:00'"),
        ("Thu, 12 Nov 2026 10:00:00 +0000", "'Thu, 12 Nov 2026 10:00:00 +0000'"),
        ("9999-12-31", "'9999-12-31'"),
        ("x" * 41, f"'{'x' * 40}…'"),
        ("x" * 40, f"'{'x' * 40}'"),
        ("\x1b[31m\nnow\u202e", r"'\x1b[31m\nnow\u202e'"),
        (0, "0"),
        (-1.5, "-1.5"),
        (True, "true"),
        (False, "false"),
        (["2026-11-12"], "a list"),
        ({"seconds": 1714557600}, "an object"),
    ],
)
def test_a_timestamp_that_is_not_read_is_told(
    tmp_path: Path, name: str, value: Any, shown: str
) -> None:
    path = tmp_path / "log.jsonl"
    (remark,) = remarks_of(path, [{"created": None}, {name: value}, {name: value}])
    assert remark == f"2 of 3 rows have a timestamp {UNREAD}{shown} in {path}:2){REMEDY}"


def test_one_row_and_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    rows = [{"timestamp": "2026-11-12"}, {"timestamp": "soon"}, {"timestamp": "late"}]
    (remark,) = remarks_of(path, rows, limit=2)
    assert remark == f"1 of 2 rows has a timestamp {UNREAD}'soon' in {path}:2){REMEDY}"
    assert remarks_of(path, rows, limit=1) == ()


@pytest.mark.parametrize(
    ("fields", "unread"),
    [
        # A time may be a duration, a date one in history.
        ({"time": 0.8, "date": "44 BC"}, None),
        ({"time": 0.8, "created_at": "soon", "date": "2026-11-12"}, "soon"),
        ({"created": 1714557600, "created_at": "soon"}, None),
        ({"created_at": "soon", "created": 1714557600}, None),
        ({"created": "soon", "created_at": 1714557600}, "soon"),
        ({"time": "2026-11-12", "created": "soon"}, None),
        # The empty cell of a table is its null.
        ({"timestamp": " ", "created": None, "created_at": "soon"}, "soon"),
        ({"timestamp": None}, None),
        ({}, None),
    ],
)
def test_which_field_should_have_been_read(fields: dict[str, Any], unread: str | None) -> None:
    assert unread_of(fields) == unread


def test_over_all_files(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    one.write_text('{"output": "a"}')
    two.write_text('{"output": "a", "created": "soon"}\n{"output": "b", "created": "late"}')
    assert open_generations([one, two]).remarks == (
        f"2 of 3 rows have a timestamp {UNREAD}'soon' in {two}:1){REMEDY}",
    )
