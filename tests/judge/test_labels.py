"""The judge that repeats the labels of the input, and the choice of judges by SPEC."""

from __future__ import annotations

from pathlib import Path

import pytest

from factscore.errors import UsageError
from factscore.judge import make_judge
from factscore.judge.base import Judge
from factscore.judge.labels import LabelsJudge
from factscore.records import Claim, Fact, Label, Passage, Reason, Verdict
from factscore.specs import Spec, parse_spec


def verdict_of(fact: Fact) -> Verdict:
    passages = (Passage("Ada", 0, "text", 1.0),)
    (verdict,) = LabelsJudge().judge([Claim("Ada", fact, passages)])
    return verdict


@pytest.mark.parametrize(
    ("fact", "verdict"),
    [
        (Fact("a", label=Label.SUPPORTED), Verdict(Label.SUPPORTED)),
        (Fact("a", label=Label.NOT_SUPPORTED), Verdict(Label.NOT_SUPPORTED)),
        (
            Fact("a", label=Label.NOT_SUPPORTED, reason=Reason.IRRELEVANT),
            Verdict(Label.NOT_SUPPORTED, None, Reason.IRRELEVANT, ()),
        ),
        (
            Fact("a", label=Label.UNSCORED, reason=Reason.REFUSED),
            Verdict(Label.UNSCORED, None, Reason.REFUSED, ()),
        ),
        (Fact("a"), Verdict(Label.UNSCORED, None, Reason.NO_LABEL, ())),
    ],
)
def test_verdict_is_the_label(fact: Fact, verdict: Verdict) -> None:
    assert verdict_of(fact) == verdict


def test_verdicts_are_in_order_and_need_nothing() -> None:
    labels = [Label.SUPPORTED, None, Label.NOT_SUPPORTED] * 5
    judge: Judge = LabelsJudge()
    verdicts = judge.judge([Claim("", Fact("a", label=label)) for label in labels])
    assert [verdict.label for verdict in verdicts] == [label or Label.UNSCORED for label in labels]
    assert judge.judge([]) == []
    assert (judge.needs_evidence, judge.identity(), judge.name) == (False, None, "labels")


def test_labels_by_its_spec() -> None:
    assert make_judge("labels").name == "labels"
    assert make_judge(" labels ", threads=2).name == "labels"


@pytest.mark.parametrize(
    ("spec", "parts"),
    [
        ("lables", ("no judge 'lables'", "nli, nli:MODEL, openai:MODEL", "did you mean labels?")),
        ("NIL", ("no judge 'NIL'", "did you mean nli?")),
        ("labels:x", ("no judge 'labels:x'", "did you mean labels?")),
        (
            "oracle9",
            (
                "no judge 'oracle9'; choose nli, nli:MODEL, openai:MODEL, anthropic:MODEL, "
                "scripted:FILE, labels",
            ),
        ),
        ("", ("no judge ''",)),
        ("nli:", ("names no model", "write nli")),
        ("openai", ("openai: names no model", "write openai:MODEL")),
        ("anthropic:", ("anthropic: names no model",)),
        ("scripted", ("names no file", "write scripted:FILE")),
        ("opanai:gpt-5", ("no judge 'opanai:gpt-5'", "did you mean openai:MODEL?")),
    ],
)
def test_specs_that_do_not_exist(spec: str, parts: tuple[str, ...]) -> None:
    with pytest.raises(UsageError) as caught:
        make_judge(spec)
    assert all(part in str(caught.value) for part in parts)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("nli", Spec("nli")),
        ("nli:", Spec("nli", "")),
        ("nli:org/model", Spec("nli", "org/model")),
        (r"nli:C:\models\x", Spec("nli", r"C:\models\x")),
        (" nli : ./a ", Spec("nli", "./a")),
    ],
)
def test_parts_of_a_spec(text: str, spec: Spec) -> None:
    assert parse_spec(text) == spec


def test_chat_models_by_their_spec(tmp_path: Path) -> None:
    script = tmp_path / "script.jsonl"
    script.write_text('{"reply": "True"}\n')
    for spec in ("openai:gpt-5-mini", "anthropic:claude-haiku-4-5", f"scripted:{script}"):
        assert make_judge(spec).name == spec


def test_three_way_is_for_chat_models() -> None:
    with pytest.raises(UsageError, match="leave --three-way out"):
        make_judge("nli", three_way=True)
