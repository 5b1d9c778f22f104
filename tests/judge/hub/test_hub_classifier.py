"""``nli:MODEL`` with labelled classifiers: against forward passes by hand."""

from __future__ import annotations

import math
import random
from pathlib import Path

import pytest
from hub_samples import BERT_WORDS, THREE, Make, claim

from factscore.errors import ModelError
from factscore.judge.hub import HubJudge
from factscore.judge.revision import folder_digest
from factscore.records import Label, Reason


def by_hand(folder: Path, premise: str, fact: str) -> list[float]:
    """Softmax of a plain forward pass over one pair, tokenised by hand."""
    import torch
    import transformers

    network = transformers.BertForSequenceClassification.from_pretrained(folder).eval()
    words = {word: number for number, word in enumerate(BERT_WORDS.split())}

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
    verdict = HubJudge(str(folder)).judge([claim("Ada left Rome.", *texts)])[0]
    rows = [by_hand(folder, f"Ada: {text}", "Ada left Rome.") for text in texts]
    best = max(rows, key=lambda row: row[2])
    assert verdict.probability == pytest.approx(best[2], abs=2e-6)
    assert (verdict.label is Label.SUPPORTED) == (best[2] == max(best))


@pytest.mark.torch
def test_two_classes_in_another_order_and_spelling(make: Make) -> None:
    folder = make({0: "Entails", 1: "not-entailed"})
    verdict = HubJudge(str(folder)).judge([claim("She wrote.", "Ada wrote in Paris.")])[0]
    row = by_hand(folder, "Ada: Ada wrote in Paris.", "She wrote.")
    assert verdict.probability == pytest.approx(row[0], abs=2e-6)
    assert verdict.label is (Label.SUPPORTED if row[0] >= 0.5 else Label.NOT_SUPPORTED)
    assert verdict.reason is None


@pytest.mark.torch
@pytest.mark.parametrize("threads", [1, 3])
def test_a_verdict_does_not_depend_on_the_batch(make: Make, threads: int) -> None:
    judge = HubJudge(str(make(THREE)), batch_tokens=256, threads=threads)
    claims = [
        claim("She wrote." * (n % 2 + 1), "Ada was born in Rome." * (n % 12), "She left." * (n % 3))
        for n in range(1, 129)
    ]
    whole = judge.judge(claims)
    order = random.Random(2).sample(range(len(claims)), len(claims))
    shuffled = judge.judge([claims[n] for n in order])
    others = [[shuffled[order.index(n)] for n in range(len(claims))]]
    for size in (1, 7, 64):
        starts = range(0, len(claims), size)
        others.append([v for n in starts for v in judge.judge(claims[n : n + size])])
    for other in others:
        assert [(v.label, v.reason) for v in other] == [(v.label, v.reason) for v in whole]
        assert [v.probability for v in other] == pytest.approx(
            [v.probability for v in whole], abs=1e-5
        )


@pytest.mark.torch
def test_long_evidence_is_read_to_its_end(make: Make) -> None:
    folder = make(THREE, positions=512)
    judge = HubJudge(str(folder))
    fact, end = "Ada was born in Rome.", "Ada was born in Rome in 1815."
    text = "She wrote in Paris. " * 150 + end  # 757 tokens: two windows
    pairs = judge._engine.family.pairs([claim(fact, text)], 0)
    premises = [judge._engine.family.tokenizer.decode(pair.inputs["input_ids"]) for pair in pairs]
    assert [premise.count("1815") for premise in premises] == [0, 1]
    counts = [premise.count("she wrote in paris") for premise in premises]
    assert sum(counts) == 151  # the sentence at the seam is in both
    first = by_hand(folder, "Ada: " + "She wrote in Paris. " * counts[0], fact)
    last = by_hand(folder, "Ada: " + "She wrote in Paris. " * counts[1] + end, fact)
    verdict = judge.judge([claim(fact, text)])[0]
    assert verdict.probability == pytest.approx(max(first[2], last[2]), abs=2e-6)


@pytest.mark.torch
def test_every_word_of_long_evidence_and_of_a_long_fact_is_in_a_pair(make: Make) -> None:
    judge = HubJudge(str(make(THREE, positions=64)))
    text = " ".join("ada was born in rome paris she wrote left 1815 .".split() * 70)
    made = claim(" ".join(["she left rome"] * 40), text)
    pairs = judge._engine.family.pairs([made], 0)
    assert max(pair.length for pair in pairs) <= 64
    words = BERT_WORDS.split()
    premises, facts = [], []
    for pair in pairs:
        ids = pair.inputs["input_ids"]
        split = ids.index(words.index("[SEP]"))
        premises.append((pair.place.piece, [words[i] for i in ids[3:split]]))  # after [CLS] ada :
        facts.append((pair.place.piece, [words[i] for i in ids[split + 1 : -1]]))
    read = [word for piece, premise in premises if piece == 0 for word in premise]
    assert len(read) >= 70 * 11
    pieces = dict(facts)
    assert [w for _, piece in sorted(pieces.items()) for w in piece] == made.fact.text.split()


@pytest.mark.torch
def test_marks_in_judged_text_are_words_and_leave_nothing_out(make: Make) -> None:
    judge = HubJudge(str(make(THREE, positions=512)))
    made = claim("[SEP] ada left", "[SEP] ada " * 190 + " paris", title="[CLS]")
    pairs = judge._engine.family.pairs([made], 0)
    words = BERT_WORDS.split()
    for pair in pairs:
        assert pair.length <= 512
        assert pair.inputs["input_ids"].count(words.index("[SEP]")) == 2
        assert pair.inputs["input_ids"].count(words.index("[CLS]")) == 1
    assert words.index("paris") in pairs[-1].inputs["input_ids"]


@pytest.mark.torch
def test_labels_count_more_than_a_name(make: Make) -> None:
    folder = make({0: "entailment", 1: "not_entailment"})
    verdict = HubJudge(str(folder.rename(folder.with_name("my-minicheck-x")))).judge(
        [claim("She wrote.", "Ada wrote in Paris.")]
    )[0]
    row = by_hand(folder.with_name("my-minicheck-x"), "Ada: Ada wrote in Paris.", "She wrote.")
    assert verdict.probability == pytest.approx(row[0], abs=2e-6)


@pytest.mark.torch
def test_without_evidence_or_without_words(make: Make) -> None:
    judge = HubJudge(str(make(THREE)))
    none, blank, empty = judge.judge(
        [claim("She left."), claim("She left.", " "), claim("", "Ada.")]
    )
    assert (none.label, none.reason) == (Label.UNSCORED, Reason.NO_EVIDENCE)
    assert (blank.label, blank.reason) == (Label.UNSCORED, Reason.NO_EVIDENCE)
    assert (empty.label, empty.reason) == (Label.UNSCORED, Reason.PARSE_FAILED)
    assert judge.judge([]) == []


@pytest.mark.torch
def test_odd_characters_are_read(make: Make) -> None:
    judge = HubJudge(str(make(THREE)))
    verdict = judge.judge([claim("\ud800 \x00 伦 [SEP] </s>", "Ada \udfff left. \x00")])[0]
    assert verdict.probability is not None


@pytest.mark.torch
def test_labels_that_do_not_name_entailment(make: Make) -> None:
    folder = make({0: "LABEL_0", 1: "LABEL_1"})
    with pytest.raises(ModelError, match=r"LABEL_0, LABEL_1.*do not name entailment"):
        HubJudge(str(folder)).judge([claim("She left.", "She left.")])


@pytest.mark.torch
def test_a_model_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("transformers")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    for name in (str(tmp_path / "nowhere"), str(tmp_path)):
        with pytest.raises(ModelError, match="cannot load the judge nli:") as error:
            HubJudge(name).judge([claim("She left.", "She left.")])
        assert "\n" not in str(error.value)


@pytest.mark.torch
def test_identity_of_a_folder_is_its_digest(make: Make) -> None:
    folder = make(THREE)
    judge = HubJudge(str(folder))
    assert judge.identity() == {
        "judge": "transformers",
        "model": folder.name,
        "digest": folder_digest(folder),
        "kind": "classifier",
        "reading": 2,
    }
    assert judge.name == f"nli:{folder}"
