"""A sample is the same for the same rows and seed, in input order, and fair."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factscore.read import open_generations
from factscore.read.sampling import Sample


def drawn(rows: int, size: int, seed: int) -> list[int]:
    sample = Sample(size, seed)
    for row in range(rows):
        sample.offer(0, row)
    return sorted(sample.rows(0))


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / name for name in ("a.jsonl", "b.jsonl", "c.jsonl")]
    for path, count in zip(paths, (30, 1, 19), strict=True):
        rows = [json.dumps({"output": f"{path.stem}{n}"}) for n in range(count)]
        path.write_text("\n".join(rows))
    return paths


def texts(
    paths: list[Path], sample: int | None = None, seed: int = 0, limit: int | None = None
) -> list[str]:
    found = open_generations(paths, sample=sample, seed=seed, limit=limit)
    return [row.text for row in found]


def test_the_rule_by_hand() -> None:
    # The rows with the smallest numbers of Random(7).random(), which Python promises to keep.
    numbers = random.Random(7)
    by_number = sorted((numbers.random(), row) for row in range(20))
    assert drawn(20, 3, 7) == sorted(row for _, row in by_number[:3])
    assert [round(random.Random(7).random(), 6)] == [0.323833]


def test_the_same_sample_again(files: list[Path]) -> None:
    first = texts(files, sample=12, seed=5)
    assert len(first) == len(set(first)) == 12
    assert texts(files, sample=12, seed=5) == first
    found = open_generations(files, sample=12, seed=5)
    assert [row.text for row in found] == [row.text for row in found] == first


def test_in_input_order(files: list[Path]) -> None:
    everything = texts(files)
    sample = texts(files, sample=20, seed=1)
    assert sample == [text for text in everything if text in set(sample)]


def test_another_seed_draws_another(files: list[Path]) -> None:
    assert len({tuple(texts(files, sample=10, seed=seed)) for seed in range(8)}) == 8


@pytest.mark.parametrize("size", [50, 51, 5000])
def test_a_sample_of_all(files: list[Path], size: int) -> None:
    assert texts(files, sample=size) == texts(files)


def test_what_is_told_of_a_sample(files: list[Path]) -> None:
    found = open_generations(files, sample=2, seed=3)
    assert (found.count, found.rows, len(found)) == (2, 50, 2)
    # Of all rows, so that a run does not depend on which of them were drawn.
    assert (found.models, found.bare) == (("a", "b", "c"), 50)


def test_after_the_limit(files: list[Path]) -> None:
    for seed in range(20):
        sample = texts(files, sample=4, seed=seed, limit=3)
        assert set(sample) <= {"a0", "a1", "a2", "b0", "c0", "c1", "c2"}
        assert len(sample) == 4
    assert texts(files, sample=7, limit=3) == texts(files, limit=3)


def test_rows_that_are_left_out_are_not_drawn(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    failed = {"custom_id": "1", "result": {"type": "expired"}}
    rows = [failed, {"output": "a"}, failed, {"output": "b"}, {"output": "c"}] * 4
    path.write_text("\n".join(json.dumps(row) for row in rows))
    for seed in range(10):
        found = open_generations([path], sample=5, seed=seed)
        assert len(list(found)) == found.count == 5
    assert texts([path], sample=12) == ["a", "b", "c"] * 4


def test_every_row_is_drawn_alike() -> None:
    """Each of 40 rows is in 10 of 40 draws: 2,000 draws, so 500 ± 6 standard deviations of 19.4."""
    counts = Counter(row for seed in range(2000) for row in drawn(40, 10, seed))
    assert sum(counts.values()) == 20_000
    assert all(abs(counts[row] - 500) < 6 * 19.4 for row in range(40))


def test_every_pair_is_drawn_alike() -> None:
    """All 10 pairs of 5 rows: 3,000 draws, so 300 ± 6 standard deviations of 16.4."""
    pairs = Counter(tuple(drawn(5, 2, seed)) for seed in range(3000))
    assert len(pairs) == 10
    assert all(abs(count - 300) < 6 * 16.4 for count in pairs.values())


@given(st.integers(1, 60), st.integers(1, 60), st.integers(1, 20), st.integers())
def test_a_larger_sample_holds_the_smaller(rows: int, size: int, more: int, seed: int) -> None:
    small, large = drawn(rows, size, seed), drawn(rows, size + more, seed)
    assert set(small) <= set(large)
    assert len(small) == min(rows, size)
