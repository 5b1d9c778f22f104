"""The measures of ``benchmarks/claim_sets.py``, by hand."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from types import ModuleType

import pytest

from factscore.records import Claim, Fact, Label, Passage, Verdict

ROOT = Path(__file__).parent.parent


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    return importlib.import_module("claim_sets")


def test_overlap_is_the_share_of_content_words(script: ModuleType) -> None:
    claim = Claim("", Fact("Ada was born in Paris."), (Passage("", 0, "Ada was born.", 0.0),))
    assert script.overlap(claim) == pytest.approx(2 / 3)  # ada and born, not paris


def test_threshold_of_overlap_is_the_best_for_the_other_sets(script: ModuleType) -> None:
    def judged(truth: list[bool], overlap: list[float]) -> object:
        return script.Judged("", truth, truth, None, overlap, 0)

    # Above .4 the first set is told apart, up to .6 and up to .9 the second: .42 is the first step.
    one = judged([True, False], [0.6, 0.4])
    two = judged([True, False], [0.9, 0.1])
    assert script.overlap_threshold([one, two]) == pytest.approx(0.42)


def test_evidence_is_what_was_retrieved_or_else_given(script: ModuleType, tmp_path: Path) -> None:
    rows = [
        {"claim": "a", "evidence": ["x", "y"], "label": "supported"},
        {"claim": "b", "evidence": ["x"], "retrieved": ["x", "z"], "label": "contradicted"},
        {"claim": "c", "evidence": ["x"], "label": "partially_supported"},
    ]
    (tmp_path / "claims").mkdir()
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "claims" / "fever_symmetric.jsonl").write_text(text)
    claims, truth = script.read_set(tmp_path, "fever_symmetric")
    assert [claim.passages[0].text for claim in claims] == ["x y", "x z", "x"]
    assert truth == [True, False, False]


def test_claims_without_a_verdict_are_counted_and_left_out(script: ModuleType) -> None:
    class Judge:
        def judge(self, claims: list[Claim]) -> list[Verdict]:
            return [Verdict(Label.SUPPORTED, 0.9), Verdict(Label.UNSCORED)]

    claims = [Claim("", Fact(text), (Passage("", 0, "a", 0.0),)) for text in ("a", "b")]
    judged = script.judge_set(Judge(), "set", claims, [True, False])
    assert (judged.truth, judged.supported, judged.missing) == ([True], [True], 1)
    assert judged.probability == [0.9]


def test_two_rows_a_set(script: ModuleType) -> None:
    one = script.Judged("one", [True, False], [True, True], [0.9, 0.8], [0.6, 0.4], 3)
    two = script.Judged("two", [True, False], [True, False], None, [0.9, 0.1], 0)
    rows = [line.split() for line in script.rows([one, two], "nli")]
    assert rows[0] == ["one:", "nli", "2", "3", "50.0", "0.500", "1.000"]
    # The threshold .12 comes from the other set, and tells nothing apart here.
    assert rows[1] == ["one:", "word", "overlap", ">=", "0.12", "2", "0", "50.0", "0.500", "1.000"]
    assert rows[2] == ["two:", "nli", "2", "0", "50.0", "1.000", "-"]
