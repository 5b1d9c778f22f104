"""The grey scale, by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from factscore.cli import run
from factscore.partial import graded, model_partial
from factscore.records import (
    Decomposition,
    Fact,
    Generation,
    ItemResult,
    JudgedFact,
    Label,
    Reason,
    Status,
    Verdict,
)
from factscore.score import model_scores, score_item

YES, NO, UNKNOWN = Label.SUPPORTED, Label.NOT_SUPPORTED, Label.UNSCORED


def item(*verdicts: Verdict, gamma: float = 10) -> ItemResult:
    facts = tuple(Fact(f"fact {n}") for n in range(len(verdicts)))
    decomposition = Decomposition(Status.SCORED if facts else Status.NO_FACTS, facts)
    return score_item(
        Generation("x", model="m"), decomposition, verdicts, gamma=gamma, f1_k=4, compare=True
    )


def test_facts_without_a_verdict_or_a_probability_are_left_out() -> None:
    verdicts = [
        Verdict(YES, 0.75),
        Verdict(NO, 0.25),
        Verdict(NO, 0.0),
        Verdict(NO),
        Verdict(UNKNOWN, 0.5, Reason.PARSE_FAILED),
    ]
    assert graded(JudgedFact(Fact("x"), verdict) for verdict in verdicts) == [0.75, 0.25, 0.0]
    result = item(*verdicts)
    assert result.graded == 3
    assert result.partial == pytest.approx(1 / 3)


def test_no_length_penalty() -> None:
    result = item(Verdict(YES, 0.8), Verdict(NO, 0.4))
    assert result.partial == pytest.approx(0.6)
    assert result.score is not None
    assert result.score < 0.01


def test_model_by_hand() -> None:
    items = [
        item(Verdict(YES, 0.9), Verdict(NO, 0.1)),
        item(Verdict(YES, 0.7)),
        # Scored, but by labels: no probability, and no part in the mean.
        item(Verdict(YES)),
        item(Verdict(UNKNOWN)),
        item(),
    ]
    (row,) = model_scores(items, partial=True)
    assert row.partial is not None
    # (0.5 + 0.7) / 2; every resample of two items lies between them.
    assert row.partial.mean == pytest.approx(0.6)
    assert (row.partial.items, row.partial.facts) == (2, 3)
    assert row.partial.ci95 is not None
    assert row.partial.ci95.low == pytest.approx(0.5)
    assert row.partial.ci95.high == pytest.approx(0.7)
    assert row.partial.missing == {}
    assert model_scores(items)[0].partial is None


def test_numbers_that_do_not_exist_have_reasons() -> None:
    none = model_partial([item(Verdict(YES)), item(Verdict(NO))])
    assert (none.mean, none.ci95, none.items, none.facts) == (None, None, 0, 0)
    assert none.missing == dict.fromkeys(
        ("mean", "ci95"), "no fact of a scored item has a probability of support"
    )
    one = model_partial([item(Verdict(YES, 0.5))])
    assert (one.mean, one.ci95) == (0.5, None)
    assert one.missing == {"ci95": "an interval needs at least two items"}


ROWS = [
    {"topic": "Ada", "output": "x", "facts": ["Ada was born in London.", "Ada flew to Mars."]},
    {"topic": "Ada", "output": "y", "facts": ["Ada was born in London."], "partial": "mine"},
]


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.chdir(tmp_path)
    Path("bios.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    article = {"title": "Ada", "text": "Ada was born in London."}
    Path("store.jsonl").write_text(json.dumps(article) + "\n")
    return ["score", "bios.jsonl", "--knowledge", "store.jsonl", "--quiet"]


def test_command_line(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*command, "--partial", "--json", "--out", "results.jsonl"]) == 0
    (model,) = json.loads(capsys.readouterr().out)["models"]
    first, second = map(json.loads, Path("results.jsonl").read_text().splitlines())
    one, two, three = (f["probability"] for row in (first, second) for f in row["facts"])
    assert first["partial"] == pytest.approx((one + two) / 2)
    assert second["partial"] == pytest.approx(three)
    # The row's own field is kept beside ours, and what is ours is not carried any further.
    assert second["input_partial"] == "mine"
    assert model["partial"]["mean"] == pytest.approx(((one + two) / 2 + three) / 2)
    assert (model["partial"]["items"], model["partial"]["facts"]) == (2, 3)
    assert len(model["partial"]["ci95"]) == 2
    assert run(["score", "results.jsonl", *command[2:], "--out", "again.jsonl"]) == 0
    again = list(map(json.loads, Path("again.jsonl").read_text().splitlines()))
    assert again == [first, second]


def test_without_the_option(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*command, "--json"]) == 0
    assert "partial" not in json.loads(capsys.readouterr().out)["models"][0]
    assert run(command) == 0
    assert "partial" not in capsys.readouterr().out


def test_labels_have_no_probability(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    row = {"topic": "Ada", "output": "x", "facts": [{"text": "Ada lived.", "label": "S"}]}
    Path("labelled.jsonl").write_text(json.dumps(row) + "\n")
    labelled = ["score", "labelled.jsonl", "--judge", "labels", "--quiet", "--partial"]
    assert run([*labelled, "--json"]) == 0
    partial = json.loads(capsys.readouterr().out)["models"][0]["partial"]
    assert partial["mean"] is None
    assert "probability" in partial["missing"]["mean"]
    assert run(labelled) == 0
    assert "no partial score: no fact of a scored item has a probability" in capsys.readouterr().out
