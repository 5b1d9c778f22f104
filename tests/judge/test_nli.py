"""The embedded judge: the shipped weights, in any company, on any text."""

from __future__ import annotations

import hashlib
import json
import math
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from factscore.errors import ModelError
from factscore.judge.features import FEATURES
from factscore.judge.nli import FOLDER, NliConfig, NliJudge, read_config
from factscore.records import Claim, Fact, Label, Passage, Reason, Verdict

CURIE = (
    "Born in Warsaw on 7 November 1867, Marie Curie became a physicist and chemist. Paris was "
    "her home from 1891 on. Half of the Nobel Prize in Physics of 1903 went to her and her "
    "husband Pierre, the other half to Henri Becquerel.",
    "A second Nobel Prize, in Chemistry, came in 1911 for finding polonium and radium. She died "
    "on 4 July 1934 in a sanatorium at Passy, in the Alps.",
)


def claim(fact: str, texts: tuple[str, ...] = CURIE, topic: str = "Marie Curie") -> Claim:
    passages = tuple(Passage(topic, i, text, 1.0) for i, text in enumerate(texts))
    return Claim(topic, Fact(fact), passages)


@pytest.fixture(scope="module")
def judge() -> NliJudge:
    return NliJudge(threads=2)


def test_probability_is_the_logistic_formula() -> None:
    config = NliConfig(
        name="n",
        version="1",
        digest="",
        window_words=75,
        windows=4,
        threshold=0.5,
        intercept=-2.0,
        weights={"logit": 0.5, "words": 1.0, "names": 2.0},
    )
    values = {"words": 0.5, "window": 0.9, "names": 0.25}
    # -2 + 0.5·3 + 1·0.5 + 2·0.25 = 0.5; features without a weight do not count
    assert config.probability({"logit": 3.0, **values}) == round(1 / (1 + math.exp(-0.5)), 6)
    assert config.probability({"logit": 1e6, **values}) == 1.0
    assert config.probability({"logit": -1e6, **values}) == 0.0


def test_every_feature_of_the_package_has_a_weight_and_no_other_has() -> None:
    assert set(read_config(FOLDER).weights) == set(FEATURES)


def test_the_digest_is_that_of_the_files() -> None:
    digest = hashlib.sha256()
    for name in ("model.onnx", "tokenizer.json"):
        digest.update((FOLDER / name).read_bytes())
    assert read_config(FOLDER).digest == digest.hexdigest()


def test_identity_loads_nothing_heavy() -> None:
    code = (
        "import json, sys; from factscore.judge.nli import NliJudge;"
        "found = NliJudge().identity();"
        "heavy = {'numpy', 'onnxruntime', 'tokenizers', 'torch'} & set(sys.modules);"
        "print(json.dumps([found, sorted(heavy)]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    identity, heavy = json.loads(done.stdout)
    assert heavy == []
    assert identity["judge"] == "nli"
    assert identity["digest"] == read_config(FOLDER).digest


def test_what_the_evidence_says_is_likelier_than_its_opposite(judge: NliJudge) -> None:
    pairs = [
        ("Marie Curie was born in Warsaw.", "Marie Curie was born in Berlin."),
        ("Marie Curie was a physicist.", "Marie Curie was a novelist."),
        ("Marie Curie won a prize in chemistry.", "Marie Curie won a prize in literature."),
        ("Marie Curie died in 1934.", "Marie Curie died in 1956."),
    ]
    true = judge.judge([claim(fact) for fact, _ in pairs])
    false = judge.judge([claim(fact) for _, fact in pairs])
    for right, wrong in zip(true, false, strict=True):
        assert right.probability is not None
        assert wrong.probability is not None
        assert right.probability > wrong.probability
    assert [verdict.label for verdict in true] == [Label.SUPPORTED] * 4
    assert true[0].evidence == claim("").passages


def test_what_the_evidence_does_not_say_is_not_supported(judge: NliJudge) -> None:
    facts = ["Marie Curie sang in operas.", "Marie Curie owned a castle near Toledo."]
    for verdict in judge.judge([claim(fact) for fact in facts]):
        assert (verdict.label, verdict.reason) == (Label.NOT_SUPPORTED, None)


def test_a_verdict_is_the_same_in_any_company(judge: NliJudge) -> None:
    facts = [
        "Marie Curie was born in Warsaw.",
        "She died.",
        "Marie Curie, who had moved to Paris in 1891, shared the 1903 prize with Becquerel.",
        "Marie Curie wrote " + "many long letters to her friends in Warsaw and " * 20 + "stopped.",
        "Curie discovered gold.",
    ]
    claims = [claim(fact) for fact in facts]
    alone = [judge.judge([one])[0] for one in claims]
    assert judge.judge(claims) == alone
    assert judge.judge(claims[::-1]) == alone[::-1]
    assert judge.judge(claims * 3) == alone * 3
    assert NliJudge(threads=1).judge(claims) == alone


def test_without_words_there_is_no_verdict(judge: NliJudge) -> None:
    bare, blank, empty = judge.judge(
        [claim("She died.", ()), claim("She died.", (" \n",)), claim(" ")]
    )
    assert bare == Verdict(Label.UNSCORED, None, Reason.NO_EVIDENCE, ())
    assert (blank.label, blank.reason) == (Label.UNSCORED, Reason.NO_EVIDENCE)
    assert (empty.label, empty.reason) == (Label.UNSCORED, Reason.PARSE_FAILED)
    assert judge.judge([]) == []


def test_a_fact_of_two_thousand_words_is_read_to_its_end(judge: NliJudge) -> None:
    start = "Marie Curie was born in Warsaw. " * 330
    true, false = judge.judge([claim(start), claim(start + "Elvis Presley sang in Memphis.")])
    assert true.probability is not None
    assert false.probability is not None
    assert false.probability < true.probability


@pytest.mark.parametrize(
    "text",
    ["\ud800 born", "born\x00in", "她出生于华沙。" * 200, "x" * 5000, "[SEP] [CLS]", "🙂🙂", "!!!"],
)
def test_odd_text_is_judged(judge: NliJudge, text: str) -> None:
    for verdict in judge.judge([claim(text), claim("Marie Curie was born.", (text,))]):
        assert verdict.probability is not None
        assert 0 <= verdict.probability <= 1


def test_evidence_is_found_wherever_it_stands(judge: NliJudge) -> None:
    filler = "The laboratory had new windows, and the garden behind it was large. " * 60
    near, far = judge.judge(
        [
            claim("Marie Curie died in 1934.", CURIE),
            claim("Marie Curie died in 1934.", (filler + CURIE[1],)),
        ]
    )
    assert near.label is far.label is Label.SUPPORTED


def test_a_damaged_model_is_one_line(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(FOLDER, folder)
    (folder / "model.onnx").write_bytes(b"not a network")
    with pytest.raises(ModelError, match=r"model\.onnx.*install factscore again") as error:
        NliJudge(folder=folder).judge([claim("She died.")])
    assert "\n" not in str(error.value)
    (folder / "tokenizer.json").write_text("{")
    with pytest.raises(ModelError, match=r"tokenizer\.json"):
        NliJudge(folder=folder).judge([claim("She died.")])
    (folder / "config.json").write_text('{"name": "n"}')
    with pytest.raises(ModelError, match=r"config\.json"):
        NliJudge(folder=folder).identity()
    with pytest.raises(ModelError, match=r"config\.json"):
        NliJudge(folder=tmp_path / "nowhere").identity()


def test_a_fact_does_not_collect_its_words_on_several_pages() -> None:
    """Each page is judged by itself, and the page that supports best decides."""
    judge, fact = NliJudge(threads=1), Fact("Ada Berg was born in Oslo.")
    right = Passage("Ada Berg", 0, "Ada Berg was born in Oslo in 1901.", 2.0)
    other = Passage("Eva Lund", 0, "Eva Lund painted the harbour of Bergen.", 1.0)
    alone, both = judge.judge([Claim("", fact, (right,)), Claim("", fact, (other, right))])
    assert (both.label, both.probability) == (alone.label, alone.probability)
