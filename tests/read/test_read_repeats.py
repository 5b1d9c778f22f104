"""Rows that stand in the input twice are told."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from factscore.read import open_generations
from factscore.records import Document, Generation
from factscore.repeats import Repeats

ROWS: list[dict[str, Any]] = [
    {"model": "m", "topic": "Ada", "output": "She wrote notes.", "id": 1},
    {"model": "m", "topic": "Ada", "output": "She sang.", "id": 2},
    {"model": "m", "topic": "Zola", "output": "She sang.", "id": 3},
]


def write(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("\n".join(json.dumps(row) for row in rows))
    return path


def test_a_file_that_was_copied(tmp_path: Path) -> None:
    one, copy = write(tmp_path / "a.jsonl", ROWS), write(tmp_path / "acopy.jsonl", ROWS)
    found = open_generations([one, copy])
    assert found.remarks == (
        "3 of 6 rows are equal to an earlier row of the same model in topic and text"
        f" (the first: {copy}:1 equals {one}:1)",
    )
    assert found.count == len(list(found)) == 6
    assert open_generations([one]).remarks == ()
    # The last row of one file, and the first row of the other, are past the limit.
    late = write(tmp_path / "late.jsonl", [ROWS[2], ROWS[1]])
    (remark,) = open_generations([one, late], limit=2).remarks
    assert remark.startswith("1 of 4 rows is equal")
    assert remark.endswith(f"(the first: {late}:2 equals {one}:2)")


def test_in_one_file(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", [ROWS[1], ROWS[0], {**ROWS[1], "id": 9}, ROWS[1]])
    (remark,) = open_generations([path]).remarks
    assert remark.startswith("2 of 4 rows are equal")
    assert remark.endswith(f"(the first: {path}:3 equals {path}:1)")
    # All rows of a list may stand in one line.
    path.write_text(json.dumps([ROWS[0], ROWS[0]]))
    assert open_generations([path]).remarks[0].startswith("1 of 2 rows is equal")


def test_files_of_two_models(tmp_path: Path) -> None:
    rows = [{"topic": "Ada", "output": "She sang."}]
    paths = [write(tmp_path / name, rows) for name in ("a.jsonl", "b.jsonl")]
    assert open_generations(paths).remarks == ()


SUNG = Generation("She sang.", "Ada", "m", source="a.jsonl:1")


@pytest.mark.parametrize(
    ("other", "equal"),
    [
        (SUNG, True),
        (replace(SUNG, extra={"id": 2}, facts=()), True),
        (replace(SUNG, text="She sang"), False),
        (replace(SUNG, topic="Zola"), False),
        (replace(SUNG, topic=None), False),
        (replace(SUNG, model="n"), False),
        (replace(SUNG, model="Ada", topic="m"), False),
        (replace(SUNG, documents=(Document("A page."),)), False),
        (replace(SUNG, abstained=True), False),
        (replace(SUNG, abstained=False), True),
    ],
)
def test_what_is_equal(other: Generation, equal: bool) -> None:
    repeats = Repeats()
    repeats.take(SUNG)
    repeats.take(replace(other, source="b.jsonl:1"))
    assert (repeats.remark() is not None) is equal


@pytest.mark.parametrize("text", ["", " \n"])
def test_rows_without_a_text_are_equal_to_none(text: str) -> None:
    repeats = Repeats()
    for line in (1, 2):
        repeats.take(replace(SUNG, text=text, source=f"a.jsonl:{line}"))
    assert repeats.remark() is None


def test_no_more_than_so_many_are_remembered() -> None:
    repeats = Repeats(most=2)
    for line, text in enumerate(["a", "a", "b", "a", "b"], 1):
        repeats.take(replace(SUNG, text=text, source=f"a:b.jsonl:{line}"))
    # The second text fills the memory, and of what comes then nothing is said.
    remark = repeats.remark()
    assert remark is not None
    assert remark.startswith("1 of the first 3 rows is equal")
    assert remark.endswith("(the first: a:b.jsonl:2 equals a:b.jsonl:1)")
