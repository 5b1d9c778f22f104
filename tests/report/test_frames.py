"""Runs as rows and data frames."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest

from factscore.errors import MissingDependency, UsageError
from factscore.records import (
    ErrorCounts,
    ErrorType,
    Fact,
    FactCounts,
    ItemResult,
    JudgedFact,
    Label,
    Passage,
    Reason,
    RunResult,
    RunSetup,
    Status,
    Verdict,
)
from factscore.report.formats.columns import MODEL_KINDS
from factscore.report.frames import FACT_KINDS, ITEM_KINDS, to_pandas, to_polars, to_rows
from factscore.score import model_scores

LEAD = Passage("Ada Lovelace", 0, "Ada lived in London.", 2.5)
OTHER = Passage("Ada Lovelace", 3, "Ada knew Babbage.", 1.5)
FACTS = (
    JudgedFact(
        Fact("Ada lived.", "Ada lived and flew.", 4, 23),
        Verdict(Label.SUPPORTED, 0.75, evidence=(LEAD, OTHER)),
    ),
    JudgedFact(
        Fact("Ada flew.", "Ada lived and flew.", 4, 23, Label.SUPPORTED),
        Verdict(Label.NOT_SUPPORTED, 0.25, Reason.NOT_FOUND, (OTHER,)),
        ErrorType.GROUNDING,
    ),
    JudgedFact(
        Fact("Hm."), Verdict(Label.UNSCORED, reason=Reason.CALL_FAILED, detail="the server is gone")
    ),
)
SCORED = ItemResult(
    model="steady",
    topic="Ada Lovelace",
    status=Status.SCORED,
    text="Hm. Ada lived and flew.",
    facts=FACTS,
    counts=FactCounts(1, 1, 1),
    score=0.25,
    init_score=0.5,
    f1_at_k=0.5,
    partial=0.5,
    graded=2,
    errors=ErrorCounts(grounding_error=1),
    sentences=2,
    non_factual=1,
    extra={"region": "Europe", "score": 5, "rare": True, "tags": ["a"], "weight": 1},
    source="a.jsonl:1",
)
SILENT = ItemResult(
    model="silent",
    topic=None,
    status=Status.ABSTAINED,
    text="I do not know.",
    f1_at_k=0.0,
    detail="it declines",
    extra={"region": None, "weight": 0.5, "input_score": "taken", "id": 2**63},
)
SETUP = RunSetup("1", "input", "a", "labels", "b", None, None, 5, 10.0, 32, "human", None)


def run_of(*items: ItemResult, setup: RunSetup | None = SETUP) -> RunResult:
    return RunResult(model_scores(items), items, "input", "labels", None, setup)


RUN = run_of(SCORED, SILENT)
EMPTY = run_of()


def test_rows_of_models() -> None:
    steady, silent = to_rows(RUN, "models")
    assert list(steady) == list(silent) == list(MODEL_KINDS)
    # One scored item has no interval, and a model without one no rank.
    assert (steady["model"], steady["rank"], steady["score"]) == ("steady", None, 0.25)
    assert (steady["f1_k"], steady["scored"], steady["supported"]) == (32, 1, 1)
    assert (silent["model"], silent["score"], silent["abstained"]) == ("silent", None, 1)
    assert to_rows(run_of(SCORED, setup=None), "models")[0]["f1_k"] is None


def test_models_stay_in_input_order() -> None:
    low = [ItemResult("low", "A", Status.SCORED, score=score) for score in (0.1, 0.2)]
    high = [ItemResult("high", "A", Status.SCORED, score=score) for score in (0.8, 0.9)]
    ranks = [
        (row["model"], row["rank"], row["tied"]) for row in to_rows(run_of(*low, *high), "models")
    ]
    assert ranks == [("low", 2, False), ("high", 1, False)]


def test_rows_of_items() -> None:
    first, second = to_rows(RUN)
    carried = {"region": "Europe", "input_score": 5, "rare": True, "tags": ["a"], "weight": 1}
    assert first == {
        "item": 0,
        "model": "steady",
        "topic": "Ada Lovelace",
        "status": "scored",
        "detail": None,
        "score": 0.25,
        "init_score": 0.5,
        "f1_at_k": 0.5,
        "partial": 0.5,
        "graded": 2,
        "supported": 1,
        "not_supported": 1,
        "unscored": 1,
        "contradiction": 0,
        "retrieval_error": 0,
        "grounding_error": 1,
        "unknown_error": 0,
        "sentences": 2,
        "non_factual": 1,
        "output": "Hm. Ada lived and flew.",
        "source": "a.jsonl:1",
        **carried,
        "input_input_score": None,
        "id": None,
    }
    assert list(first) == list(second)
    assert (second["item"], second["score"], second["detail"]) == (1, None, "it declines")
    others = {"region": None, "input_score": None, "input_input_score": "taken", "id": 2**63}
    assert {name: second[name] for name in others} == others


def test_rows_of_facts() -> None:
    first, second, third = to_rows(RUN, "facts")
    assert first == {
        "item": 0,
        "fact": 0,
        "model": "steady",
        "topic": "Ada Lovelace",
        "text": "Ada lived.",
        "sentence": "Ada lived and flew.",
        "start": 4,
        "end": 23,
        "label": "supported",
        "probability": 0.75,
        "reason": None,
        "error": None,
        "detail": None,
        "given_label": None,
        "given_reason": None,
        "passages": 2,
        "evidence_title": "Ada Lovelace",
        "evidence_passage": 0,
        "evidence_text": "Ada lived in London.",
    }
    assert (second["fact"], second["reason"], second["error"]) == (
        1,
        "not_found",
        "grounding_error",
    )
    assert (second["given_label"], second["evidence_passage"]) == ("supported", 3)
    assert (third["label"], third["detail"]) == ("unscored", "the server is gone")
    assert (third["start"], third["passages"], third["evidence_text"]) == (None, 0, None)


def test_keys_are_plain_texts() -> None:
    for what in ("models", "items", "facts"):
        for row in to_rows(RUN, what):  # type: ignore[arg-type]
            texts = [value for value in row.values() if isinstance(value, str)]
            assert {type(text) for text in [*row, *texts]} == {str}


@pytest.mark.parametrize("make", [to_rows, to_pandas, to_polars])
def test_unknown_rows(make: Any) -> None:
    if make is not to_rows:
        pytest.importorskip(make.__name__.removeprefix("to_"))
    with pytest.raises(UsageError, match="models, items or facts, not 'sentences'"):
        make(RUN, "sentences")


CARRIED = {
    "region": "string",
    "input_score": "Int64",
    "rare": "boolean",
    "tags": "string",
    "weight": "float64",
    "input_input_score": "string",
    "id": "string",
}
"""Carried field → pandas' type; a whole number beyond 64 bits and a list become JSON texts."""
PANDAS = {
    "text": "string",
    "whole number": "Int64",
    "number": "float64",
    "true or false": "boolean",
}
POLARS = {
    "text": "String",
    "whole number": "Int64",
    "number": "Float64",
    "true or false": "Boolean",
}
PANDAS_TO_POLARS = {PANDAS[kind]: POLARS[kind] for kind in PANDAS}
COLUMNS = {"models": MODEL_KINDS, "items": ITEM_KINDS, "facts": FACT_KINDS}


@pytest.mark.parametrize("what", ["models", "items", "facts"])
@pytest.mark.parametrize("run", [RUN, EMPTY], ids=["run", "empty"])
def test_types_of_pandas(run: RunResult, what: Any) -> None:
    pytest.importorskip("pandas")
    frame = to_pandas(run, what)
    expected = {name: PANDAS[kind] for name, kind in COLUMNS[what].items()}
    if what == "items" and run is RUN:
        expected |= CARRIED
    assert {name: str(dtype) for name, dtype in frame.dtypes.items()} == expected
    assert list(frame.columns) == list(expected)
    assert len(frame) == len(to_rows(run, what))


@pytest.mark.parametrize("what", ["models", "items", "facts"])
@pytest.mark.parametrize("run", [RUN, EMPTY], ids=["run", "empty"])
def test_types_of_polars(run: RunResult, what: Any) -> None:
    pytest.importorskip("polars")
    frame = to_polars(run, what)
    expected = {name: POLARS[kind] for name, kind in COLUMNS[what].items()}
    if what == "items" and run is RUN:
        expected |= {name: PANDAS_TO_POLARS[dtype] for name, dtype in CARRIED.items()}
    assert {name: str(dtype) for name, dtype in frame.schema.items()} == expected
    assert frame.columns == list(expected)
    assert len(frame) == len(to_rows(run, what))


def as_texts(row: dict[str, Any]) -> dict[str, Any]:
    """The values that have no type in common, as JSON."""
    return {
        name: json.dumps(value) if name in ("tags", "id") and value is not None else value
        for name, value in row.items()
    }


@pytest.mark.parametrize("what", ["models", "items", "facts"])
def test_values_of_polars(what: Any) -> None:
    pytest.importorskip("polars")
    assert to_polars(RUN, what).to_dicts() == [as_texts(row) for row in to_rows(RUN, what)]


@pytest.mark.parametrize("what", ["models", "items", "facts"])
def test_values_of_pandas(what: Any) -> None:
    pytest.importorskip("pandas")
    frame = to_pandas(RUN, what)
    for found, row in zip(frame.to_dict("records"), to_rows(RUN, what), strict=True):
        known = {name: value for name, value in as_texts(row).items() if value is not None}
        assert {name: found[name] for name in known} == known
    absent = [[row[name] is None for name in row] for row in to_rows(RUN, what)]
    assert frame.isna().values.tolist() == absent


def test_means_by_a_carried_field() -> None:
    pytest.importorskip("pandas")
    pytest.importorskip("polars")
    scores = {"Europe": (0.25, 0.75), "Asia": (0.5, None)}
    run = run_of(
        *(
            ItemResult("m", "A", Status.SCORED, score=score, extra={"region": region})
            for region, both in scores.items()
            for score in both
        )
    )
    means = {"Europe": 0.5, "Asia": 0.5}
    assert to_pandas(run).groupby("region")["score"].mean().to_dict() == means
    grouped = to_polars(run).select("region", "score").group_by("region").mean()
    assert dict(grouped.iter_rows()) == means


@pytest.mark.parametrize(
    ("values", "dtype", "found"),
    [
        ([1, None], "Int64", [1, None]),
        ([1, 0.5], "float64", [1.0, 0.5]),
        ([True, False], "boolean", [True, False]),
        ([True, 1], "string", ["true", "1"]),
        (["a", 1], "string", ['"a"', "1"]),
        (["a", ["b"]], "string", ['"a"', '["b"]']),
        ([{"k": "é"}, None], "string", ['{"k":"é"}', None]),
        ([None, None], "string", [None, None]),
        ([2**63, 1], "string", ["9223372036854775808", "1"]),
        ([-(2**63), 2**63 - 1], "Int64", [-(2**63), 2**63 - 1]),
    ],
)
def test_kinds_of_carried_fields(values: list[Any], dtype: str, found: list[Any]) -> None:
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("polars")
    run = run_of(*(ItemResult("m", "A", Status.SCORED, extra={"x": value}) for value in values))
    assert [row["x"] for row in to_rows(run)] == values
    column = to_pandas(run)["x"]
    assert str(column.dtype) == dtype
    assert [None if pandas.isna(value) else value for value in column] == found
    assert str(to_polars(run)["x"].dtype) == PANDAS_TO_POLARS[dtype]
    assert to_polars(run)["x"].to_list() == found


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_missing_package(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    make = {"pandas": to_pandas, "polars": to_polars}[package]
    with pytest.raises(MissingDependency) as caught:
        make(RUN)
    assert str(caught.value) == f"to_{package} needs {package}: pip install {package}"
