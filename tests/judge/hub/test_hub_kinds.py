"""Kinds and labels, from a config.json alone."""

from __future__ import annotations

from typing import Any

import pytest
from hub_samples import THREE

from factscore.errors import ModelError
from factscore.judge.hub.kinds import Classes, Kind, read_classes, read_kind


def test_labels_are_found_however_they_are_spelled() -> None:
    assert read_classes("m", THREE) == Classes(3, 2, 0)
    assert read_classes("m", {0: "entailment", 1: "neutral", 2: "contradiction"}) == Classes(
        3, 0, 2
    )
    assert read_classes("m", {0: "not_entailment", 1: "entailment"}) == Classes(2, 1, None)
    assert read_classes("m", {0: "SUPPORTED", 1: "NOT SUPPORTED"}) == Classes(2, 0, None)
    assert read_classes("m", {0: "inconsistent", 1: "Consistent"}) == Classes(2, 1, None)
    assert read_classes("m", {0: "Refutes", 1: "Supports", 2: "NEI"}) == Classes(3, 1, 0)


@pytest.mark.parametrize(
    "labels",
    [
        {0: "LABEL_0", 1: "LABEL_1"},
        {0: "not_entailment", 1: "other"},
        {0: "entailment"},
        {0: "entailment", 1: "entails"},
        {0: "negative", 1: "positive"},
    ],
)
def test_entailment_is_never_guessed(labels: dict[int, str]) -> None:
    with pytest.raises(ModelError, match="do not name entailment") as error:
        read_classes("some/model", labels)
    assert "some/model" in str(error.value)
    assert "\n" not in str(error.value)


def config(architecture: str, **fields: Any) -> dict[str, Any]:
    return {"architectures": [architecture], **fields}


BERT = "BertForSequenceClassification"
TURNED = {"0": "entailment", "1": "not_entailment"}
T5 = config("T5ForConditionalGeneration", model_type="t5")


@pytest.mark.parametrize(
    ("model", "contents", "kind"),
    [
        ("some/nli", config(BERT, id2label=THREE), Kind.CLASSIFIER),
        ("some/nli", {"id2label": THREE}, Kind.CLASSIFIER),
        ("lytang/MiniCheck-RoBERTa-Large", config("RobertaForSequenceClassification"), "minicheck"),
        (
            "models/copy",
            config(
                "DebertaV2ForSequenceClassification",
                _name_or_path="lytang/MiniCheck-DeBERTa-v3-Large",
                id2label={"0": "LABEL_0", "1": "LABEL_1"},
            ),
            Kind.MINICHECK,
        ),
        ("me/my-minicheck-x", config(BERT, id2label=TURNED), Kind.CLASSIFIER),
        ("me/my-minicheck-x", config(BERT, id2label=THREE), Kind.CLASSIFIER),
        ("me/true_nli", config("T5ForSequenceClassification", id2label=TURNED), Kind.CLASSIFIER),
        ("me/my_true_nli", T5 | {"_name_or_path": "lytang/MiniCheck-Flan-T5-Large"}, Kind.TRUE),
        ("lytang/MiniCheck-Flan-T5-Large", T5, Kind.MINICHECK_T5),
        ("google/t5_xxl_true_nli_mixture", T5, Kind.TRUE),
        (
            "vectara/hallucination_evaluation_model",
            config("HHEMv2ForSequenceClassification", model_type="HHEMv2Config"),
            Kind.HHEM,
        ),
        ("some/chat", config("Qwen2ForCausalLM", model_type="qwen2"), Kind.CAUSAL),
        ("gpt2", config("GPT2LMHeadModel", model_type="gpt2"), Kind.CAUSAL),
    ],
)
def test_the_kind_stands_in_the_config(model: str, contents: dict[str, Any], kind: Kind) -> None:
    assert read_kind(model, contents) == kind


@pytest.mark.parametrize(
    ("model", "contents", "message"),
    [
        ("google/flan-t5-base", T5, "do not say what it answers"),
        ("some/construe_nli", T5, "do not say what it answers"),
        ("me/true_nli", T5 | {"id2label": TURNED}, "has labels .entailment, not_entailment"),
        ("me/minicheck", config(BERT, id2label={"0": "bad", "1": "good"}), "do not name"),
        ("some/bert", config(BERT), "LABEL_0, LABEL_1.*do not name entailment"),
        ("some/bert", config("BertForMaskedLM"), "BertForMaskedLM is no sequence classifier"),
        ("some/bert", {"model_type": "bert"}, "without architecture"),
        (
            "bespokelabs/Bespoke-MiniCheck-7B",
            config("InternLM2ForCausalLM"),
            "InternLM2ForCausalLM is no",
        ),
    ],
)
def test_no_kind_is_guessed(model: str, contents: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message) as error:
        read_kind(model, contents)
    assert model in str(error.value)
    assert "\n" not in str(error.value)
