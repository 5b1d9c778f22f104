"""The table of models as Markdown, CSV and parquet."""

from __future__ import annotations

import csv
import io
import sys
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scored_models import SILENT, STEADY

from factscore.errors import MissingDependency
from factscore.ranking import rank_models
from factscore.records import (
    CorrectedScore,
    ErrorCounts,
    Interval,
    Partial,
)
from factscore.report.formats import FORMATS, model_table
from factscore.report.formats.columns import MODEL_KINDS, Kind, model_row

FULL = replace(
    STEADY,
    score=2 / 3,
    ci95=Interval(0.1 + 0.2, 0.8),
    errors=ErrorCounts(1, 2, 6, 1),
    partial=Partial(0.7, Interval(0.6, 0.8), 8, 40),
    corrected=CorrectedScore(0.6, Interval(0.5, 0.65), Interval(0.4, 0.7), 9, 0, 8, 0.5),
)
FULL_VALUES = {
    "model": "steady",
    "rank": 1,
    "tied": False,
    "items": 10,
    "scored": 8,
    "abstained": 0,
    "empty": 0,
    "no_facts": 0,
    "topic_not_found": 2,
    "decompose_failed": 0,
    "judge_failed": 0,
    "score": 2 / 3,
    "ci95_low": 0.1 + 0.2,
    "ci95_high": 0.8,
    "init_score": 0.75,
    "respond_ratio": 1.0,
    "facts_per_response": 4.25,
    "f1_at_k": 0.5,
    "f1_k": 64,
    "coverage": 40 / 42,
    "supported": 30,
    "not_supported": 10,
    "unscored": 2,
    "contradiction": 1,
    "retrieval_error": 2,
    "grounding_error": 6,
    "unknown_error": 1,
    "non_factual_sentences": 3,
    "partial": 0.7,
    "partial_ci95_low": 0.6,
    "partial_ci95_high": 0.8,
    "corrected": 0.6,
    "corrected_ci95_low": 0.5,
    "corrected_ci95_high": 0.65,
    "corrected_population_ci95_low": 0.4,
    "corrected_population_ci95_high": 0.7,
    # 7 of 10 agree; recalls 6 of 8 and 1 of 2.
    "labelled_facts": 10,
    "label_accuracy": 0.7,
    "label_balanced_accuracy": 0.625,
}
ABSENT = {
    **dict.fromkeys(("rank", "score", "ci95_low", "ci95_high", "init_score", "coverage")),
    **dict.fromkeys(("facts_per_response", "contradiction", "retrieval_error")),
    **dict.fromkeys(("grounding_error", "unknown_error", "partial", "partial_ci95_low")),
    **dict.fromkeys(("partial_ci95_high", "corrected", "corrected_ci95_low")),
    **dict.fromkeys(("corrected_ci95_high", "corrected_population_ci95_low")),
    **dict.fromkeys(("corrected_population_ci95_high", "labelled_facts", "label_accuracy")),
    "label_balanced_accuracy": None,
}


def test_columns() -> None:
    full, silent = (model_row(ranked, 64) for ranked in rank_models([SILENT, FULL]))
    assert full == FULL_VALUES
    assert list(full) == list(silent) == list(MODEL_KINDS)
    assert {name: value for name, value in silent.items() if value is None} == ABSENT


def test_values_are_of_their_kind() -> None:
    kinds = {str: Kind.TEXT, bool: Kind.TRUTH, int: Kind.WHOLE, float: Kind.NUMBER}
    assert {name: kinds[type(value)] for name, value in FULL_VALUES.items()} == MODEL_KINDS


def test_csv() -> None:
    text = model_table([SILENT, FULL], 64, "csv").decode()
    header, first, second = text.splitlines()
    assert header.split(",") == list(FULL_VALUES)
    # Best first, with every digit.
    assert first.startswith(
        '"steady",1,false,10,8,0,0,0,2,0,0,0.6666666666666666,0.30000000000000004,'
    )
    assert second.startswith('"silent",,false,1,0,0,1,0,0,0,0,,,,,0.0,,0.0,64,,0,0,0,,,,,0,')
    rows = list(csv.DictReader(io.StringIO(text)))
    numbers = {
        name: float(rows[0][name])
        for name, kind in MODEL_KINDS.items()
        if kind in (Kind.NUMBER, Kind.WHOLE)
    }
    assert numbers == {name: FULL_VALUES[name] for name in numbers}
    assert {name: None for name, text in rows[1].items() if not text} == ABSENT


@given(st.text(st.characters(exclude_categories=["Cs"])))
@example("=1+1")
@example("+x")
@example("-x")
@example("@SUM(A1)")
@example('a "b", c\r\nd\re')
@example("")
def test_csv_names_read_back_as_they_are(name: str) -> None:
    text = model_table([replace(FULL, model=name)], 64, "csv").decode()
    _, row = csv.reader(io.StringIO(text, newline=""))
    assert row[0] == name
    assert row[1:3] == ["1", "false"]


def test_csv_without_models_has_a_header() -> None:
    assert model_table([], 64, "csv").decode() == ",".join(MODEL_KINDS) + "\n"


def test_parquet() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(io.BytesIO(model_table([SILENT, FULL], 64, "parquet")))
    types = {"string": Kind.TEXT, "bool": Kind.TRUTH, "int64": Kind.WHOLE, "double": Kind.NUMBER}
    assert {field.name: types[str(field.type)] for field in table.schema} == MODEL_KINDS
    full, silent = table.to_pylist()
    assert full == FULL_VALUES
    assert {name: value for name, value in silent.items() if value is None} == ABSENT


def test_parquet_without_models_has_all_columns() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(io.BytesIO(model_table([], 64, "parquet")))
    assert (table.num_rows, table.column_names) == (0, list(MODEL_KINDS))


def test_parquet_without_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingDependency, match=r"pip install 'factscore\[parquet\]'"):
        model_table([FULL], 64, "parquet")


def test_markdown() -> None:
    plain = replace(FULL, partial=None, corrected=None)
    assert model_table([SILENT, plain], 64, "markdown").decode().splitlines() == [
        "| model  | rank | scored | score % | 95 % interval | init % | respond % | facts/response |"
        " F1@64 % | coverage % |",
        "| ------ | ---: | -----: | ------: | ------------: | -----: | --------: | -------------: |"
        " ------: | ---------: |",
        "| steady |    1 |   8/10 |    66.7 |     30.0–80.0 |   75.0 |     100.0 |            4.2 |"
        "    50.0 |       95.2 |",
        "| silent |    – |    0/1 |       – |             – |      – |       0.0 |              – |"
        "     0.0 |          – |",
    ]


def cells_of(markdown: str) -> list[str]:
    """The texts of the first row below the heading, as a Markdown reader shows them."""
    markdown_it = pytest.importorskip("markdown_it")
    tokens = markdown_it.MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(markdown)
    start = next(place for place, token in enumerate(tokens) if token.type == "tbody_open")
    cells: list[Any] = [token for token in tokens[start:] if token.type == "inline"]
    return ["".join(part.content for part in cell.children) for cell in cells]


@given(st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1))
@example("a|b")
@example("llama_2_7b[instruct]")
@example("*x* `y` ~~z~~ <b>&amp; \\| __init__ ![a](b) $x$")
def test_markdown_shows_names_as_they_are(name: str) -> None:
    markdown = model_table([replace(FULL, model=name)], 64, "markdown").decode()
    shown = cells_of(markdown)
    assert shown[0] == name.strip()
    assert shown[1:3] == ["8/10", "66.7"]
    assert shown[-1] == "95.2"


def test_markdown_name_of_several_lines_stays_in_its_row() -> None:
    markdown = model_table([replace(FULL, model="a\n| b\x1b[2J")], 64, "markdown").decode()
    assert markdown.splitlines()[2].startswith(r"| a \| b \[2J |")


def test_bytes_are_the_same_every_time() -> None:
    for form in FORMATS:
        assert model_table([SILENT, FULL], 64, form) == model_table([SILENT, FULL], 64, form)
