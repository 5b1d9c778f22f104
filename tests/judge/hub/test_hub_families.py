"""Every kind of model against a plain forward pass over numbers written out by hand."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hub_samples import claim, ids_of, named, save_tokenizer

from factscore.errors import ModelError
from factscore.judge.hub import HubJudge
from factscore.records import Claim, Label, Reason

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")
pytestmark = pytest.mark.torch

VOCABULARY = 64
END, UNKNOWN = 1, 2
CHAT = "{% for m in messages %}Question {{ m['content'] }}{% endfor %} Answer"


def t5_config() -> object:
    return transformers.T5Config(
        vocab_size=VOCABULARY,
        d_model=32,
        d_kv=16,
        d_ff=64,
        num_layers=2,
        num_heads=2,
        decoder_start_token_id=0,
        pad_token_id=0,
        eos_token_id=1,
        initializer_factor=2.0,
    )


@pytest.fixture
def t5(tmp_path: Path) -> Callable[[str], Path]:
    def made(name: str) -> Path:
        torch.manual_seed(3)
        folder = tmp_path / name
        transformers.T5ForConditionalGeneration(t5_config()).save_pretrained(folder)
        save_tokenizer(folder)
        return folder

    return made


@pytest.fixture
def roberta(tmp_path: Path) -> Path:
    torch.manual_seed(5)
    folder = tmp_path / "MiniCheck-tiny"
    config = transformers.RobertaConfig(
        vocab_size=VOCABULARY,
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=514,
        type_vocab_size=1,
        pad_token_id=0,
        initializer_range=0.5,
    )
    transformers.RobertaForSequenceClassification(config).save_pretrained(folder)
    save_tokenizer(folder)
    return folder


@pytest.fixture
def hhem(tmp_path: Path) -> Path:
    from safetensors.torch import save_file

    torch.manual_seed(11)
    foundation, folder = tmp_path / "foundation", tmp_path / "hhem"
    config = t5_config()
    config.save_pretrained(foundation)  # type: ignore[attr-defined]
    save_tokenizer(foundation)
    network = transformers.T5ForTokenClassification(config)
    with torch.no_grad():
        network.classifier.weight *= 0.05  # random, but in doubt
    weights = {f"t5.{name}": tensor.clone() for name, tensor in network.state_dict().items()}
    folder.mkdir()
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    (folder / "config.json").write_text(
        json.dumps(
            {
                "architectures": ["HHEMv2ForSequenceClassification"],
                "model_type": "HHEMv2Config",
                "foundation": str(foundation),
                "auto_map": {"AutoConfig": "code_that_is_not_there.HHEMv2Config"},
            }
        )
    )
    return folder


@pytest.fixture
def chat(tmp_path: Path) -> Callable[[str | None], Path]:
    def made(template: str | None) -> Path:
        torch.manual_seed(13)
        folder = tmp_path / "chat"
        config = transformers.LlamaConfig(
            vocab_size=VOCABULARY,
            hidden_size=32,
            num_hidden_layers=2,
            num_attention_heads=2,
            intermediate_size=64,
            max_position_embeddings=512,
            pad_token_id=0,
            eos_token_id=1,
            initializer_range=0.5,
        )
        transformers.LlamaForCausalLM(config).save_pretrained(folder)
        save_tokenizer(folder, end=False, chat=template)
        return folder

    return made


def first_step(folder: Path, ids: list[int]) -> float:
    """P("1") against "0" as the first word that a T5 generates."""
    network = transformers.T5ForConditionalGeneration.from_pretrained(folder).eval()
    with torch.no_grad():
        logits = network(
            input_ids=torch.tensor([ids]), decoder_input_ids=torch.tensor([[0]])
        ).logits[0, 0]
    zero, one = ids_of("0 1")
    return float(torch.sigmoid(logits[one] - logits[zero]))


def label(probability: float) -> Label:
    assert 0.001 < probability < 0.999  # otherwise the test could not tell much
    return Label.SUPPORTED if probability >= 0.5 else Label.NOT_SUPPORTED


PASSAGES = ("Ada was born in Rome.", "She left Paris in 1815.")


def test_true_answers_one_or_zero(t5: Callable[[str], Path]) -> None:
    folder = t5("tiny_true_nli_mixture")
    verdict = HubJudge(str(folder)).judge([claim("Ada left Rome.", *PASSAGES)])[0]
    texts = (f"premise: Ada: {text} hypothesis: Ada left Rome." for text in PASSAGES)
    wanted = max(first_step(folder, [*ids_of(text), END]) for text in texts)
    assert verdict.probability == pytest.approx(wanted, abs=2e-6)
    assert verdict.label is label(wanted)
    assert verdict.reason is None


def test_minicheck_t5_reads_document_end_claim(t5: Callable[[str], Path]) -> None:
    folder = t5("MiniCheck-Flan-T5-tiny")
    verdict = HubJudge(str(folder)).judge([claim("Ada left Rome.", PASSAGES[0])])[0]
    ids = [*ids_of(f"predict: Ada: {PASSAGES[0]}"), END, *ids_of("Ada left Rome."), END]
    wanted = first_step(folder, ids)
    assert verdict.probability == pytest.approx(wanted, abs=2e-6)
    assert verdict.label is label(wanted)


def test_minicheck_t5_cuts_documents_into_sentences_of_500_words(
    t5: Callable[[str], Path],
) -> None:
    folder = t5("MiniCheck-Flan-T5-tiny")
    sentence = "Ada wrote in Paris " * 50 + "Ada."  # 201 words: two fit into 500
    text = f"{sentence} {sentence} {sentence}"
    verdict = HubJudge(str(folder)).judge([claim("Ada left.", text, title="")])[0]
    end = [END, *ids_of("Ada left."), END]
    wanted = max(
        first_step(folder, [*ids_of(f"predict: {chunk}"), *end])
        for chunk in (f"{sentence} {sentence}", sentence)
    )
    assert verdict.probability == pytest.approx(wanted, abs=2e-6)
    assert verdict.label is label(wanted)


def by_roberta(folder: Path, ids: list[int]) -> float:
    network = transformers.RobertaForSequenceClassification.from_pretrained(folder).eval()
    with torch.no_grad():
        logits = network(input_ids=torch.tensor([ids])).logits[0]
    return float(torch.sigmoid(logits[1] - logits[0]))


def test_minicheck_roberta_reads_one_text_and_its_second_output_is_support(roberta: Path) -> None:
    verdict = HubJudge(str(roberta)).judge([claim("Ada left Rome.", *PASSAGES)])[0]
    end = [END, *ids_of("Ada left Rome."), END]
    wanted = max(by_roberta(roberta, [*ids_of(f"Ada: {text}"), *end]) for text in PASSAGES)
    assert verdict.probability == pytest.approx(wanted, abs=2e-6)
    assert verdict.label is label(wanted)


def test_minicheck_roberta_cuts_documents_into_sentences_of_400_tokens(roberta: Path) -> None:
    sentence = "Ada wrote in Paris " * 30 + "Ada."  # 122 tokens: three fit into 400
    text = " ".join([sentence] * 4)
    verdict = HubJudge(str(roberta)).judge([claim("Ada left.", text, title="")])[0]
    end = [END, *ids_of("Ada left."), END]
    wanted = max(
        by_roberta(roberta, [*ids_of(chunk), *end])
        for chunk in (" ".join([sentence] * 3), sentence)
    )
    assert verdict.probability == pytest.approx(wanted, abs=2e-6)
    assert verdict.label is label(wanted)


def test_hhem_reads_its_prompt_and_answers_at_the_first_token(hhem: Path) -> None:
    from safetensors.torch import load_file

    verdict = HubJudge(str(hhem)).judge([claim("Ada left Rome.", *PASSAGES)])[0]
    network = transformers.T5ForTokenClassification(t5_config()).eval()
    weights = load_file(hhem / "model.safetensors")
    network.load_state_dict({name[3:]: tensor for name, tensor in weights.items()})
    found = []
    for text in PASSAGES:
        ids = ids_of(
            "<pad> Determine if the hypothesis is true given the premise? "
            f"Premise: Ada: {text} Hypothesis: Ada left Rome."
        )
        with torch.no_grad():
            logits = network(input_ids=torch.tensor([[*ids, END]])).logits[0, 0]
        found.append(float(torch.sigmoid(logits[1] - logits[0])))
    assert verdict.probability == pytest.approx(max(found), abs=2e-6)
    assert verdict.label is label(max(found))


QUESTION = """\
Decide from the evidence alone, without other knowledge, whether the statement is true.

<evidence>
Title: Ada
Text: She left Paris in 1815.

Title: Ada
Text: Ada was born in Rome.
</evidence>

<statement>
Ada left Rome.
</statement>

Does the evidence support the whole statement? Answer with one word, Yes or No."""
"""The best passage stands last."""


@pytest.mark.parametrize(
    ("template", "text"),
    [(CHAT, f"Question {QUESTION} Answer"), (None, f"{QUESTION}\n\nAnswer:")],
    ids=["chat template", "plain"],
)
def test_a_chat_model_is_asked_for_yes_or_no(
    chat: Callable[[str | None], Path], template: str | None, text: str
) -> None:
    folder = chat(template)
    verdict = HubJudge(str(folder)).judge([claim("Ada left Rome.", *PASSAGES)])[0]
    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    ids = tokenizer(text, add_special_tokens=False)["input_ids"]
    network = transformers.LlamaForCausalLM.from_pretrained(folder).eval()
    with torch.no_grad():
        shares = network(input_ids=torch.tensor([ids])).logits[0, -1].softmax(-1)
    yes, no = (sum(float(shares[i]) for i in ids_of(words)) for words in ("Yes yes", "No no"))
    assert verdict.probability == pytest.approx(yes / (yes + no), abs=2e-6)
    assert verdict.label is label(yes / (yes + no))


def test_a_chat_model_reads_as_many_passages_at_once_as_fit(
    chat: Callable[[str | None], Path],
) -> None:
    family = HubJudge(str(chat(None)))._engine.family
    long = "Ada wrote in Paris. " * 60  # 300 tokens of 512
    made = claim("Ada left.", long, "She left in 1815.", long)
    premises = family.premises(made, "Ada left.")
    assert [premise.count("1815") for premise in premises] == [1, 0]
    assert premises[0].startswith("Title: Ada\nText: She left in 1815.\n\nTitle: Ada\nText: Ada")
    pairs = family.pairs([made], 0)
    assert max(pair.length for pair in pairs) <= 512
    assert sum(premise.count("wrote") for premise in premises) >= 120


def test_a_chat_model_without_a_word_for_yes(chat: Callable[[str | None], Path]) -> None:
    folder = chat(None)
    path = folder / "tokenizer.json"
    path.write_text(path.read_text().replace('"Yes"', '"Yea"').replace('"yes"', '"yea"'))
    with pytest.raises(ModelError, match="no single token"):
        HubJudge(str(folder)).judge([claim("Ada left.", "Ada left.")])


def test_a_model_that_reads_less_than_its_prompt(chat: Callable[[str | None], Path]) -> None:
    folder = chat(None)
    named(folder, max_position_embeddings=96)
    with pytest.raises(ModelError, match="it reads 96 tokens at once"):
        HubJudge(str(folder)).judge([claim("Ada left.", "Ada left.")])


def test_marks_in_judged_text_are_text(roberta: Path) -> None:
    family = HubJudge(str(roberta))._engine.family
    pair = family.pairs([claim("Ada left. </s> She wrote.", "Ada.</s>Ada left.", title="")], 0)[0]
    assert pair.inputs["input_ids"].count(END) == 2


@pytest.mark.parametrize("kind", ["true", "roberta", "hhem", "chat"])
def test_marks_in_judged_text_push_nothing_out(
    kind: str, request: pytest.FixtureRequest, t5: Callable[[str], Path]
) -> None:
    folder = t5("true_nli") if kind == "true" else request.getfixturevalue(kind)
    if kind == "chat":
        folder = folder(None)
    family = HubJudge(str(folder))._engine.family
    asked = "< statement>" if kind == "chat" else "<statement>"
    assert family.written("<statement>") == asked
    long = "</s> Ada <evidence> </statement> " * 400
    pairs = family.pairs([claim("</s> Ada left.", long + " Paris", title="</s>")], 0)
    assert max(pair.length for pair in pairs) <= family.room()
    read = [number for pair in pairs for number in pair.inputs["input_ids"]]
    assert set(ids_of("Paris")) <= set(read)
    # Every one of them, not only the last: what is cut silently is lost.
    assert read.count(ids_of("Ada")[0]) >= 400 + len(pairs)


def mixed(count: int) -> list[Claim]:
    facts = ("Ada left.", "She was born in Paris in 1815.", "Ada wrote.")
    return [
        claim(facts[n % 3], "Ada was born in Rome. " * (n % 9 + 1), "She left Paris. " * (n % 4))
        for n in range(count)
    ]


@pytest.mark.parametrize("kind", ["true", "minicheck", "hhem", "chat"])
def test_verdicts_do_not_depend_on_the_batch(
    kind: str, request: pytest.FixtureRequest, t5: Callable[[str], Path]
) -> None:
    if kind == "true":
        folder = t5("true_nli")
    elif kind == "chat":
        folder = request.getfixturevalue("chat")(None)
    else:
        folder = request.getfixturevalue({"minicheck": "roberta"}.get(kind, kind))
    claims = mixed(21)
    judge = HubJudge(str(folder), threads=2)
    whole = judge.judge(claims)
    order = random.Random(1).sample(range(len(claims)), len(claims))
    shuffled = judge.judge([claims[n] for n in order])
    alone = [judge.judge([one])[0] for one in claims]
    sevens = [v for n in range(0, len(claims), 7) for v in judge.judge(claims[n : n + 7])]
    again = [shuffled[order.index(n)] for n in range(len(claims))]
    for other in (alone, sevens, again):
        assert [v.label for v in other] == [v.label for v in whole]
        assert [v.probability for v in other] == pytest.approx(
            [v.probability for v in whole], abs=1e-5
        )


@pytest.mark.parametrize("kind", ["roberta", "hhem"])
def test_without_evidence(kind: str, request: pytest.FixtureRequest) -> None:
    judge = HubJudge(str(request.getfixturevalue(kind)))
    for made in (claim("Ada left."), claim("Ada left.", "", " \n")):
        verdict = judge.judge([made])[0]
        assert (verdict.label, verdict.reason) == (Label.UNSCORED, Reason.NO_EVIDENCE)


def test_the_key_says_how_a_model_is_read(roberta: Path, hhem: Path) -> None:
    assert HubJudge(str(roberta)).identity().items() >= {"kind": "minicheck", "reading": 2}.items()
    assert HubJudge(str(hhem)).identity().items() >= {"kind": "hhem", "reading": 2}.items()
