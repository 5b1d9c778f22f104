"""Scores that were made by different means are not comparable, and that is said."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from results_files import SETUP, item

from factscore.compare import compare_results
from factscore.records import RunSetup
from factscore.report import results_line

OTHER = replace(SETUP, judge="openai:gpt", judge_digest="j2", top_k=3)


def write(path: Path, *setups: RunSetup | None, model: str = "m") -> str:
    lines = [results_line(item(f"t{n}", 0.5, model=model), one) for n, one in enumerate(setups)]
    path.write_bytes(path.read_bytes() + b"".join(lines) if path.exists() else b"".join(lines))
    return str(path)


def warnings(tmp_path: Path, first: list[RunSetup | None], second: list[RunSetup | None]) -> str:
    a, b = write(tmp_path / "a.jsonl", *first), write(tmp_path / "b.jsonl", *second)
    return "\n".join(compare_results(a, b).warnings)


def test_equal_setups_are_comparable(tmp_path: Path) -> None:
    assert warnings(tmp_path, [SETUP, SETUP], [replace(SETUP)]) == ""


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"version": "9.2"}, "version of factscore: 9.1 and 9.2"),
        ({"judge": "labels", "judge_digest": "x"}, "judge: nli and labels"),
        ({"judge_digest": "x"}, "judge: nli in both, in different versions"),
        ({"decomposer": "input"}, "decomposer: rules and input"),
        ({"knowledge": None}, "store (fingerprint): 0123456789ab and none"),
        ({"retrieval": "bm25-store-1"}, "retrieval: bm25okapi-1 and bm25-store-1"),
        ({"top_k": 3, "gamma": 0.0}, "top-k: 5 and 3; gamma: 10.0 and 0.0"),
    ],
)
def test_what_differs_is_told_in_one_line(
    tmp_path: Path, change: dict[str, object], told: str
) -> None:
    other = replace(SETUP, **change)  # type: ignore[arg-type]
    found = warnings(tmp_path, [SETUP, SETUP], [other, other])
    assert found == f"A and B were made differently: {told}"


def test_a_file_of_several_setups(tmp_path: Path) -> None:
    told = "judge: nli and openai:gpt; top-k: 5 and 3"
    found = warnings(tmp_path, [SETUP, OTHER], [SETUP, OTHER])
    assert found.splitlines() == [
        f"items of A were made in 2 ways: {told}",
        f"items of B were made in 2 ways: {told}",
    ]
    for name in ("a.jsonl", "b.jsonl"):
        (tmp_path / name).unlink()
    mixed = warnings(tmp_path, [SETUP, SETUP], [SETUP, OTHER])
    assert mixed.splitlines() == [
        f"items of B were made in 2 ways: {told}",
        f"A and B were made differently: {told}",
    ]


def test_lines_of_versions_that_did_not_say(tmp_path: Path) -> None:
    found = warnings(tmp_path, [None, SETUP, None], [SETUP])
    assert found.startswith("2 of 3 items of A do not say by what they were made")
    assert "\n" not in found


def test_models_that_are_not_compared_do_not_matter(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    write(path, SETUP)
    write(path, OTHER, model="other")
    second = write(tmp_path / "b.jsonl", SETUP)
    result = compare_results(path, second)
    assert result.warnings == ()
    assert (result.first.setups, result.first.others) == ((SETUP,), ("other",))


def test_two_models_of_one_file(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    write(path, SETUP)
    write(path, OTHER, model="other")
    (told,) = compare_results(path).warnings
    assert told == "A and B were made differently: judge: nli and openai:gpt; top-k: 5 and 3"
