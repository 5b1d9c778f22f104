"""Whatever object a row is: an item, a row that is left out, or a fault with its place."""

from __future__ import annotations

import copy
import json
import re
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from factscore.errors import InputError
from factscore.read import open_generations, read_generations
from factscore.read.stored import StoredItem, read_stored
from factscore.records import Generation

CHAT: dict[str, Any] = {
    "custom_id": "q-1",
    "response": {
        "status_code": 200,
        "body": {
            "created": 1711652795,
            "model": "gpt",
            "error": None,
            "choices": [{"index": 0, "message": {"role": "assistant", "content": "Ada wrote."}}],
        },
    },
    "error": None,
}
RESPONSES: dict[str, Any] = {
    "custom_id": "q-2",
    "response": {
        "status_code": 200,
        "body": {
            "status": "completed",
            "created_at": 1711652795,
            "output": [
                {"type": "reasoning", "summary": []},
                {"type": "message", "content": [{"type": "output_text", "text": "Ada wrote."}]},
            ],
        },
    },
}
MESSAGE: dict[str, Any] = {
    "custom_id": "q-3",
    "result": {
        "type": "succeeded",
        "error": {"error": {"type": "overloaded_error", "message": "Busy."}},
        "message": {
            "role": "assistant",
            "model": "claude",
            "content": [{"type": "text", "text": "Ada wrote."}],
            "stop_reason": "end_turn",
        },
    },
}
RESULT: dict[str, Any] = {
    "model": "m",
    "topic": "Ada Lovelace",
    "status": "scored",
    "detail": None,
    "score": 0.5,
    "init_score": 0.5,
    "f1_at_k": 0.25,
    "partial": 0.5,
    "sentences": 1,
    "non_factual": 0,
    "output": "Ada wrote.",
    "facts": [
        {
            "text": "Ada wrote.",
            "sentence": "Ada wrote.",
            "start": 0,
            "end": 10,
            "label": "not_supported",
            "probability": 0.25,
            "reason": "not_found",
            "error": "grounding_error",
            "detail": "",
            "evidence": [{"title": "Ada", "passage": 2, "text": "She wrote.", "score": 1.5}],
            "given_label": "not_supported",
            "given_reason": "irrelevant",
        }
    ],
    "run": {
        "version": "9",
        "decomposer": "rules",
        "decomposer_digest": "d",
        "judge": "nli",
        "judge_digest": "j",
        "knowledge": None,
        "retrieval": None,
        "top_k": 5,
        "gamma": 10,
        "f1_k": 64,
        "facts": "human",
        "labels": None,
    },
}
SENTENCE: dict[str, Any] = {
    "text": "Ada wrote.",
    "is-relevant": True,
    "model-atomic-facts": [{"text": "Ada wrote."}],
    "human-atomic-facts": [{"text": "Ada wrote.", "label": "S"}],
}
KNOWN: tuple[dict[str, Any], ...] = (
    CHAT,
    RESPONSES,
    MESSAGE,
    RESULT,
    {"topic": "Ada", "output": "Ada wrote.", "abstained": False, "timestamp": 1711652795},
    {"prompt": "Question: Tell me a bio of Ada.", "output": "Ada.", "annotations": [SENTENCE]},
    {"facts": ["Ada wrote."], "ChatGPT_Labels": ["S"], "NP_Labels": ["NS"]},
    {"output": "Ada.", "contexts": ["She wrote.", {"text": "a", "metadata": {"source": "b"}}]},
    {"messages": [{"role": "assistant", "content": [{"type": "refusal", "refusal": "No."}]}]},
)
"""Rows of all kinds, every one of them right."""


def names_in(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value).union(*map(names_in, value.values()))
    return set().union(*map(names_in, value)) if isinstance(value, list) else set()


NAMES = sorted(names_in(list(KNOWN)) | {"generation", "text", "documents", "date", "refusal"})
WORDS = ["succeeded", "errored", "failed", "assistant", "text", "refusal", "S", "IR", "no_facts"]
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
    | st.sampled_from([*WORDS, "2024-05-01", "[1]", '["a"', "1" * 400])
)
KEYS = st.sampled_from(NAMES) | st.text(st.characters(exclude_categories=["Cs"]), max_size=4)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every object or list of a value with each of its keys or positions."""
    keys = list(value) if isinstance(value, dict) else range(len(value))
    found: list[tuple[Any, Any]] = []
    for key in keys:
        found.append((value, key))
        if isinstance(value[key], dict | list):
            found += places(value[key])
    return found


@st.composite
def changed(draw: st.DrawFn) -> dict[str, Any]:
    """A row that is right but for one or two values, or for some that are left out or added."""
    row = copy.deepcopy(draw(st.sampled_from(KNOWN)))
    for _ in range(draw(st.integers(1, 2))):
        if not (found := places(row)):
            break
        holder, key = draw(st.sampled_from(found))
        if draw(st.integers(0, 4)):
            holder[key] = draw(VALUES)
        else:
            del holder[key]
    return {**row, **draw(st.just({}) | st.dictionaries(KEYS, VALUES, max_size=2))}


ROWS = changed() | st.dictionaries(KEYS, VALUES, max_size=6)


@pytest.mark.parametrize("row", KNOWN)
def test_what_is_changed_was_right(tmp_path: Path, row: dict[str, Any]) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text(json.dumps(row))
    assert len(read_generations([path], documents=True)) == 1


@settings(max_examples=300)
@given(st.lists(ROWS, min_size=1, max_size=3), st.booleans())
@example([MESSAGE | {"result": {"type": ["succeeded"]}}], False)
@example([CHAT | {"response": {"body": {"status": {}}}}], False)
@example([CHAT | {"response": {"body": {}, "status_code": ["a"] * 999}}], False)
@example([{"custom_id": "q", "error": {}}], False)
@example([{"messages": [{"role": "assistant", "content": [{"type": ["text"]}]}]}], False)
@example([{"facts": [{"text": "a", "label": "NS", "reason": ["not_found"]}]}], False)
def test_any_row(rows: list[dict[str, Any]], documents: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        listed = as_list(path, documents)
        assert as_stream(path, documents) == listed
        check_stored(path)


def as_list(path: Path, documents: bool) -> list[Generation] | tuple[str, ...]:
    try:
        return read_generations([path], documents=documents)
    except InputError as error:
        return checked(error, path)


def as_stream(path: Path, documents: bool) -> list[Generation] | tuple[str, ...]:
    try:
        with open_generations([path], documents=documents) as found:
            assert found.count == len(found) <= found.rows
            # A row is left out only with a word about it.
            assert found.count == found.rows or any("left out" in one for one in found.remarks)
            return list(found)
    except InputError as error:
        return checked(error, path)


def check_stored(path: Path) -> None:
    items: list[StoredItem] = []
    try:
        items.extend(read_stored([path]))
    except InputError as error:
        checked(error, path)
    else:
        assert items


def checked(error: InputError, path: Path) -> tuple[str, ...]:
    """The problems, each one line that begins with its place."""
    assert error.problems
    for problem in error.problems:
        assert re.match(rf"{re.escape(str(path))}(:[1-3])?: \S", problem)
        assert len(problem.splitlines()) == 1
        assert len(problem) < len(str(path)) + 1500
    return error.problems
