"""The published scores come out of the published files."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean

import pytest

from factscore.read import read_generations
from factscore.records import Generation, Label


def init_scores(rows: list[Generation]) -> list[float]:
    labelled = [row.facts for row in rows if row.facts and all(fact.label for fact in row.facts)]
    return [fmean(fact.label == Label.SUPPORTED for fact in facts) for facts in labelled]


@pytest.mark.parametrize(
    ("model", "items", "score"),
    [("InstructGPT", 91, 41.36), ("ChatGPT", 78, 58.70), ("PerplexityAI", 83, 70.08)],
)
def test_scores_of_people(data_dir: Path, model: str, items: int, score: float) -> None:
    rows = read_generations([data_dir / "factscore" / "labeled" / f"{model}.jsonl"])
    scores = init_scores(rows)
    assert (len(rows), len(scores)) == (92, items)
    assert 100 * fmean(scores) == pytest.approx(score, abs=0.01)
    assert {row.model for row in rows} == {model}


@pytest.mark.parametrize(
    ("file", "score"),
    [
        ("gpt4", 73.1),
        ("ChatGPT", 71.6),
        ("alpaca", 55.6),
        ("InstructGPT", 52.8),
        ("alpaca-13B", 47.7),
        ("vicuna-13b", 46.6),
        ("alpaca-7B", 39.7),
        ("vicuna-7b", 38.9),
        ("mpt-7b", 30.1),
        ("pythia-12b", 25.1),
        ("dolly-12b", 21.7),
        ("stablelm-alpha-7b", 17.3),
    ],
)
def test_published_scores_of_models(data_dir: Path, file: str, score: float) -> None:
    rows = read_generations([data_dir / "factscore" / "predictions" / f"{file}.jsonl.gz"])
    assert round(100 * fmean(init_scores(rows)), 1) == score
    assert all(row.topic and row.facts for row in rows)


def test_offsets_point_at_the_sentences(data_dir: Path) -> None:
    rows = read_generations([data_dir / "factscore" / "labeled" / "ChatGPT.jsonl"])
    facts = [(row.text, fact) for row in rows for fact in row.facts or ()]
    assert facts
    assert all(text[fact.start : fact.end] == fact.sentence for text, fact in facts)


def test_all_unlabelled_generations(data_dir: Path) -> None:
    files = sorted((data_dir / "factscore" / "unlabeled").glob("*.jsonl"))
    rows = read_generations(files)
    assert len(rows) == 6000
    assert len({row.model for row in rows}) == 12
    assert all(row.facts is None and row.topic for row in rows)
