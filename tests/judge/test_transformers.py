"""``nli:MODEL`` with checkpoints of a few thousand random weights, made here."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pytest

from factscore.errors import ModelError
from factscore.judge.revision import folder_digest
from factscore.judge.transformers import (
    Classes,
    TransformersJudge,
    decide,
    read_classes,
)
from factscore.records import Claim, Fact, Label, Passage, Reason, Verdict

WORDS = "[PAD] [UNK] [CLS] [SEP] [MASK] ada was born in rome paris she wrote left 1815 : ."
THREE = {0: "CONTRADICTION", 1: "NEUTRAL", 2: "ENTAILMENT"}

Make = Callable[..., Path]


def claim(fact: str, *texts: str) -> Claim:
    passages = tuple(Passage("Ada", i, text, 1.0) for i, text in enumerate(texts))
    return Claim("Ada", Fact(fact), passages)


# --- without torch ---------------------------------------------------------------------


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


def test_the_best_window_decides() -> None:
    made = claim("f", "a")
    classes = Classes(3, entailment=0, contradiction=2)
    rows = [[0.2, 0.7, 0.1], [0.6, 0.3, 0.1]]
    assert decide(made, [rows], classes) == Verdict(Label.SUPPORTED, 0.6, None, made.passages)


def test_three_classes_need_the_largest_share_and_two_need_half() -> None:
    made = claim("f", "a")
    three, two = Classes(3, 0, 2), Classes(2, 0, None)
    assert decide(made, [[[0.4, 0.35, 0.25]]], three).label is Label.SUPPORTED
    assert decide(made, [[[0.4, 0.4, 0.2]]], three).label is Label.NOT_SUPPORTED
    assert decide(made, [[[0.5, 0.5]]], two).label is Label.SUPPORTED
    assert decide(made, [[[0.4999, 0.5001]]], two).label is Label.NOT_SUPPORTED
    assert decide(made, [[[0.4999, 0.5001]]], two).reason is None


def test_the_reason_is_contradiction_where_a_window_contradicts() -> None:
    made = claim("f", "a", "b")
    classes = Classes(3, 0, 2)
    against = [[0.3, 0.5, 0.2], [0.1, 0.1, 0.8]]
    assert decide(made, [against], classes).reason is Reason.CONTRADICTED
    assert decide(made, [[[0.3, 0.5, 0.2]]], classes).reason is Reason.NOT_FOUND


def test_the_weakest_piece_of_a_long_fact_decides() -> None:
    made = claim("f", "a")
    verdict = decide(made, [[[0.9, 0.1]], [[0.2, 0.8]]], Classes(2, 0, None))
    assert (verdict.label, verdict.probability) == (Label.NOT_SUPPORTED, 0.2)


def test_identity_of_a_hub_model_is_its_revision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reference = tmp_path / "models--some--model" / "refs" / "main"
    reference.parent.mkdir(parents=True)
    reference.write_text("0123abc\n")
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    identity = TransformersJudge("some/model").identity()
    assert identity == {"judge": "transformers", "model": "some/model", "revision": "0123abc"}


# --- with torch ------------------------------------------------------------------------


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Makes a random BERT of two layers in a folder; the labels are given."""
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")

    def made(labels: dict[int, str], positions: int = 64) -> Path:
        folder = tmp_path / f"model{len(labels)}-{positions}"
        folder.mkdir()
        vocabulary = folder / "vocab.txt"
        vocabulary.write_text("\n".join(WORDS.split()) + "\n")
        torch.manual_seed(7)
        config = transformers.BertConfig(
            vocab_size=len(WORDS.split()),
            hidden_size=32,
            num_hidden_layers=2,
            num_attention_heads=2,
            intermediate_size=64,
            max_position_embeddings=positions,
            initializer_range=0.5,  # random, but with an opinion
            id2label=labels,
            label2id={label: index for index, label in labels.items()},
        )
        network = transformers.BertForSequenceClassification(config)
        network.save_pretrained(folder)
        vocabulary_map = {word: number for number, word in enumerate(WORDS.split())}
        transformers.BertTokenizer(vocab=vocabulary_map).save_pretrained(folder)
        return folder

    return made


def by_hand(folder: Path, premise: str, fact: str) -> list[float]:
    """Softmax of a plain forward pass over one pair, tokenised by hand."""
    import torch
    import transformers

    network = transformers.BertForSequenceClassification.from_pretrained(folder).eval()
    words = {word: number for number, word in enumerate(WORDS.split())}

    def ids(text: str) -> list[int]:
        spaced = text.lower().replace(".", " .").replace(":", " :")
        return [words[word] for word in spaced.split()]

    first = [words["[CLS]"], *ids(premise), words["[SEP]"]]
    second = [*ids(fact), words["[SEP]"]]
    with torch.no_grad():
        logits = network(
            input_ids=torch.tensor([first + second]),
            token_type_ids=torch.tensor([[0] * len(first) + [1] * len(second)]),
        ).logits[0]
    exponents = [math.exp(value) for value in logits.tolist()]
    return [value / sum(exponents) for value in exponents]


@pytest.mark.torch
def test_three_classes_against_a_forward_pass_by_hand(make: Make) -> None:
    folder = make(THREE)
    texts = ["Ada was born in Rome.", "She left Paris in 1815."]
    verdict = TransformersJudge(str(folder)).judge([claim("Ada left Rome.", *texts)])[0]
    rows = [by_hand(folder, f"Ada: {text}", "Ada left Rome.") for text in texts]
    best = max(rows, key=lambda row: row[2])
    assert verdict.probability == pytest.approx(best[2], abs=6e-5)
    assert (verdict.label is Label.SUPPORTED) == (best[2] == max(best))


@pytest.mark.torch
def test_two_classes_in_another_order_and_spelling(make: Make) -> None:
    folder = make({0: "Entails", 1: "not-entailed"})
    verdict = TransformersJudge(str(folder)).judge([claim("She wrote.", "Ada wrote in Paris.")])[0]
    row = by_hand(folder, "Ada: Ada wrote in Paris.", "She wrote.")
    assert verdict.probability == pytest.approx(row[0], abs=6e-5)
    assert verdict.label is (Label.SUPPORTED if row[0] >= 0.5 else Label.NOT_SUPPORTED)
    assert verdict.reason is None


@pytest.mark.torch
def test_a_verdict_does_not_depend_on_the_batch(make: Make) -> None:
    judge = TransformersJudge(str(make(THREE)), batch_tokens=128)
    claims = [
        claim("She wrote.", "Ada was born in Rome." * n, "She left." * (n % 3 + 1))
        for n in range(1, 13)
    ]
    alone = [judge.judge([one])[0] for one in claims]
    assert judge.judge(claims) == alone
    assert judge.judge(claims[::-1]) == alone[::-1]


@pytest.mark.torch
def test_long_evidence_is_read_to_its_end(make: Make) -> None:
    folder = make(THREE, positions=512)
    judge = TransformersJudge(str(folder))
    fact, end = "Ada was born in Rome.", "Ada was born in Rome in 1815."
    text = "She wrote in Paris. " * 150 + end  # 757 tokens: two windows
    pairs = judge._checkpoint.pairs(0, claim(fact, text))
    premises = [judge._checkpoint._tokenizer.decode(pair.inputs["input_ids"]) for pair in pairs]
    assert [premise.count("1815") for premise in premises] == [0, 1]
    counts = [premise.count("she wrote in paris") for premise in premises]
    assert sum(counts) == 151  # the sentence at the seam is in both
    first = by_hand(folder, "Ada: " + "She wrote in Paris. " * counts[0], fact)
    last = by_hand(folder, "Ada: " + "She wrote in Paris. " * counts[1] + end, fact)
    verdict = judge.judge([claim(fact, text)])[0]
    assert verdict.probability == pytest.approx(max(first[2], last[2]), abs=6e-5)


@pytest.mark.torch
def test_every_word_of_long_evidence_and_of_a_long_fact_is_in_a_pair(make: Make) -> None:
    judge = TransformersJudge(str(make(THREE, positions=64)))
    checkpoint = judge._checkpoint
    text = " ".join("ada was born in rome paris she wrote left 1815 .".split() * 70)
    made = claim(" ".join(["she left rome"] * 40), text)
    pairs = checkpoint.pairs(0, made)
    assert max(pair.length for pair in pairs) <= 64
    words = WORDS.split()
    premises, facts = [], []
    for pair in pairs:
        ids = pair.inputs["input_ids"]
        split = ids.index(words.index("[SEP]"))
        premises.append((pair.piece, [words[i] for i in ids[3:split]]))  # after [CLS] ada :
        facts.append((pair.piece, [words[i] for i in ids[split + 1 : -1]]))
    read = [word for piece, premise in premises if piece == 0 for word in premise]
    assert len(read) >= 70 * 11
    pieces = dict(facts)
    assert [w for _, piece in sorted(pieces.items()) for w in piece] == made.fact.text.split()


@pytest.mark.torch
def test_without_evidence_or_without_words(make: Make) -> None:
    judge = TransformersJudge(str(make(THREE)))
    none, blank, empty = judge.judge(
        [claim("She left."), claim("She left.", " "), claim("", "Ada.")]
    )
    assert (none.label, none.reason) == (Label.UNSCORED, Reason.NO_EVIDENCE)
    assert (blank.label, blank.reason) == (Label.UNSCORED, Reason.NO_EVIDENCE)
    assert (empty.label, empty.reason) == (Label.UNSCORED, Reason.PARSE_FAILED)
    assert judge.judge([]) == []


@pytest.mark.torch
def test_odd_characters_are_read(make: Make) -> None:
    judge = TransformersJudge(str(make(THREE)))
    verdict = judge.judge([claim("\ud800 \x00 伦 [SEP] </s>", "Ada \udfff left. \x00")])[0]
    assert verdict.probability is not None


@pytest.mark.torch
def test_labels_that_do_not_name_entailment(make: Make) -> None:
    folder = make({0: "LABEL_0", 1: "LABEL_1"})
    with pytest.raises(ModelError, match=r"LABEL_0, LABEL_1.*do not name entailment"):
        TransformersJudge(str(folder)).judge([claim("She left.", "She left.")])


@pytest.mark.torch
def test_a_model_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("transformers")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    for name in (str(tmp_path / "nowhere"), str(tmp_path)):
        with pytest.raises(ModelError, match="cannot load the judge nli:") as error:
            TransformersJudge(name).judge([claim("She left.", "She left.")])
        assert "\n" not in str(error.value)


@pytest.mark.torch
def test_identity_of_a_folder_is_its_digest(make: Make) -> None:
    folder = make(THREE)
    judge = TransformersJudge(str(folder))
    assert judge.identity() == {
        "judge": "transformers",
        "model": folder.name,
        "digest": folder_digest(folder),
    }
    assert judge.name == f"nli:{folder}"
