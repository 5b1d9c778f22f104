"""``factscore judges`` from the outside."""

from __future__ import annotations

import json

import pytest

from factscore.cli import run
from factscore.judge import make_judge
from factscore.judge.known import KNOWN


def test_a_row_for_every_judge(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["judges"]) == 0
    out = capsys.readouterr().out
    rows = {line.split()[0]: line for line in out.splitlines() if line.strip()}
    assert {judge.spec for judge in KNOWN} <= rows.keys()
    true = rows["nli:google/t5_xxl_true_nli_mixture"]
    assert "11 B" in true
    assert "Apache-2.0" in true
    assert "not measured" in true
    assert "not measured" not in rows["nli"]
    assert "pip install 'factscore[torch]'" in out


def test_nothing_is_cut_on_a_narrow_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    assert run(["judges"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "nli:MoritzLaurer/DeBERTa-v3-large-mnli-fever-anli-ling-wanli" in lines
    assert "  size: 435 M" in lines


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["judges", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["spec"] for row in rows] == [judge.spec for judge in KNOWN]
    by_spec = {row["spec"]: row for row in rows}
    assert by_spec["nli:lytang/MiniCheck-RoBERTa-Large"]["agreement"] == []
    assert by_spec["nli"]["agreement"][0].keys() == {"facts", "n", "balanced_accuracy", "auc"}


@pytest.mark.parametrize("judge", KNOWN, ids=lambda judge: judge.spec)
def test_every_spec_is_one(judge) -> None:  # type: ignore[no-untyped-def]
    assert make_judge(judge.spec).name == judge.spec
    for measured in judge.agreement:
        assert 0 < measured.balanced_accuracy < 1
        assert 0 < measured.auc < 1
