"""Corrected scores and calibrations for people to read."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from factscore.calibration.records import Calibration, JudgeQuality, Key, LabelledItem, Setup
from factscore.records import (
    Agreement,
    CorrectedScore,
    FactCounts,
    Interval,
    ItemResult,
    Status,
)
from factscore.report.calibration import calibration_rows, print_calibration
from factscore.report.table import describe, print_models
from factscore.score import model_scores

(RAW,) = model_scores(
    [ItemResult("m", "a", Status.SCORED, counts=FactCounts(3, 7), score=0.3, init_score=0.3)]
)
CORRECTED = CorrectedScore(
    score=0.415,
    ci95=Interval(0.38, 0.45),
    ci95_population=Interval(0.31, 0.52),
    labelled=20,
    known=0,
    new=80,
    power=0.9,
)
NOTHING = replace(RAW, missing={"corrected": "no labels of\x1b[2J it"})
QUALITY = JudgeQuality(1, 10, 0.625, 0.85, None)


def calibration(*models: str) -> Calibration:
    return Calibration(
        setup=Setup("nli", None, "input", "human", None, None, 5),
        version="0",
        gamma=0.0,
        items=tuple(
            LabelledItem(Key(model, "a", "0"), 10, 4 + n, Agreement(4, 1, n, 5 - n))
            for n, model in enumerate(models)
        ),
        models=dict.fromkeys(models, QUALITY),
    )


def test_sentence_about_a_corrected_score() -> None:
    assert (
        "corrected 41.5 % with 20 labelled items of its own: 38.0–45.0 for these items,"
        " 31.0–52.0 for what they are a sample of"
    ) in describe(replace(RAW, corrected=CORRECTED))


def test_scored_items_with_labels_are_told() -> None:
    line = describe(replace(RAW, corrected=replace(CORRECTED, known=1)))
    assert "38.0–45.0 for these items (1 of them labelled), 31.0" in line


def test_no_corrected_score() -> None:
    assert "no corrected score: no labels of [2J it" in describe(NOTHING)


def test_columns_come_with_the_calibration_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    plain, corrected = io.StringIO(), io.StringIO()
    print_models([RAW], 64, plain)
    models = [replace(RAW, corrected=CORRECTED), replace(NOTHING, model="n")]
    print_models(models, 64, corrected)
    assert "corrected" not in plain.getvalue()
    first = next(line for line in corrected.getvalue().splitlines() if line.split()[:1] == ["m"])
    assert first.split()[1:8] == ["–", "1/1", "30.0", "–", "41.5", "38.0–45.0", "30.0"]
    other = next(line for line in corrected.getvalue().splitlines() if line.split()[:1] == ["n"])
    assert other.split()[1:8] == ["–", "1/1", "30.0", "–", "–", "–", "30.0"]


def test_rows_of_a_calibration() -> None:
    # People call four and five of ten facts supported, the judge five both times.
    assert calibration_rows(calibration("m", "n")) == [
        ("m", "1", "10", "40.0", "50.0", "85.0", "–", "0.625"),
        ("n", "1", "10", "50.0", "50.0", "85.0", "–", "0.625"),
    ]


@pytest.mark.parametrize("columns", ["200", "20"])
def test_no_number_is_cut(monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    stream = io.StringIO()
    print_calibration(calibration("m"), {"abstained": 3, "given twice": 1}, stream)
    text = stream.getvalue()
    assert "0.625" in text
    assert "4 rows left out: 3 abstained, 1 given twice" in " ".join(text.split())
