"""What the fields of a row mean."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pytest

from factscore.errors import InputError
from factscore.read import read_generations, to_generation
from factscore.records import (
    Fact,
    Generation,
    ItemResult,
    JudgedFact,
    Label,
    Passage,
    Reason,
    RunSetup,
    Status,
    Verdict,
)
from factscore.report.results import results_line

S, NS = Label.SUPPORTED, Label.NOT_SUPPORTED


def made(**fields: Any) -> Generation:
    return to_generation(fields, facts="human", model="file", source="file.jsonl:1")


def read(path: Path, *rows: dict[str, Any], **options: Any) -> list[Generation]:
    path.write_bytes(b"\n".join(orjson.dumps(row) for row in rows))
    return read_generations([path], **options)


def test_all_fields() -> None:
    row = {"z": [1, None], "topic": "Ada", "output": " a\n", "abstained": False, "a": {"b": 1.5}}
    assert made(**row) == Generation(
        text=" a\n",
        topic="Ada",
        model="file",
        facts=None,
        abstained=False,
        extra={"z": [1, None], "a": {"b": 1.5}},
        source="file.jsonl:1",
    )
    assert list(made(**row).extra) == ["z", "a"]


@pytest.mark.parametrize("name", ["output", "response", "text", "generation"])
def test_names_of_the_text(name: str) -> None:
    generation = made(**{name: "a"})
    assert (generation.text, generation.extra) == ("a", {})


def test_several_names_for_one_text() -> None:
    assert made(output="a", response="a").text == "a"
    assert made(output="a", text=None).text == "a"


@pytest.mark.parametrize("value", [3, 0.5, True, ["a"], {"a": 1}])
@pytest.mark.parametrize(("first", "other"), [("output", "generation"), ("response", "text")])
def test_a_field_of_another_meaning_is_carried(first: str, other: str, value: object) -> None:
    generation = made(**{other: value, first: "a"})
    assert (generation.text, generation.extra) == ("a", {other: value})


def test_the_first_name_decides() -> None:
    with pytest.raises(InputError, match=r"^output is a number; put it in quotes$"):
        made(output=3, generation="a")
    with pytest.raises(InputError, match=r"^generation is a number; put it in quotes$"):
        made(generation=3)
    with pytest.raises(InputError, match=r"^output and text have different texts; keep one"):
        made(output="a", response=3, text="b")


@pytest.mark.parametrize("topic", [None, "", "  "])
def test_no_topic(topic: str | None) -> None:
    assert made(output="a", topic=topic).topic is None


def test_text_may_be_missing() -> None:
    assert made(facts=["a"]).text == ""
    assert made(output=None, facts=["a"]).text == ""
    assert made(abstained=True).text == ""
    assert made(output=None, abstained=True).abstained is True


def test_facts_given_or_not() -> None:
    assert made(output="a").facts is None
    assert made(output="a", facts=None).facts is None
    assert made(output="a", facts=[]).facts == ()
    assert made(output="a", facts=["b", {"text": "c"}]).facts == (Fact("b"), Fact("c"))


@pytest.mark.parametrize(
    ("label", "expected", "reason"),
    [
        ("S", S, None),
        ("s", S, None),
        ("Supported", S, None),
        (True, S, None),
        ("NS", NS, None),
        ("not_supported", NS, None),
        ("Not Supported", NS, None),
        (False, NS, None),
        ("IR", NS, Reason.IRRELEVANT),
        ("irrelevant", NS, Reason.IRRELEVANT),
        ("unscored", Label.UNSCORED, Reason.NO_LABEL),
        (None, None, None),
    ],
)
def test_labels(label: object, expected: Label | None, reason: Reason | None) -> None:
    assert made(facts=[{"text": "a", "label": label}]).facts == (
        Fact("a", label=expected, reason=reason),
    )


def test_reasons_of_ours_are_taken_and_prose_is_not() -> None:
    facts = [
        {"text": "a", "label": "NS", "reason": "contradicted"},
        {"text": "b", "label": "NS", "reason": "because the article says otherwise"},
        {"text": "c", "label": "S", "reason": "contradicted"},
        {"text": "d", "label": "NS", "reason": "refused"},
    ]
    given = made(facts=facts).facts or ()
    assert [fact.reason for fact in given] == [Reason.CONTRADICTED, None, None, None]


def test_a_line_of_our_results(tmp_path: Path) -> None:
    evidence = [{"title": "Ada", "passage": 0, "text": "…", "score": 1.5}]
    judged = {
        "text": "She wrote notes.",
        "sentence": "She wrote notes in London.",
        "start": 4,
        "end": 30,
        "label": "not_supported",
        "probability": 0.2,
        "reason": "not_found",
        "evidence": evidence,
    }
    unscored = {"text": "She lived.", "label": "unscored", "reason": "no_evidence", "evidence": []}
    line: dict[str, Any] = {
        "model": "m",
        "topic": "Ada",
        "status": "scored",
        "detail": None,
        "score": 0.0,
        "init_score": 0.0,
        "f1_at_k": 0.0,
        "sentences": 1,
        "non_factual": 0,
        "id": 7,
        "source": "by hand",
    }
    given: dict[str, Any] = {
        "text": "She sang.",
        "label": "supported",
        "reason": None,
        "evidence": [],
    }
    given |= {"given_label": "not_supported", "given_reason": "irrelevant"}
    line["facts"] = [judged, unscored, given]
    (generation,) = read(tmp_path / "r.jsonl", line)
    assert generation.facts == (
        Fact("She wrote notes.", "She wrote notes in London.", 4, 30),
        Fact("She lived."),
        Fact("She sang.", label=NS, reason=Reason.IRRELEVANT),
    )
    (with_verdicts,) = read(tmp_path / "r.jsonl", line, labels="label")
    assert with_verdicts.facts == (
        Fact("She wrote notes.", "She wrote notes in London.", 4, 30, NS, Reason.NOT_FOUND),
        Fact("She lived.", label=Label.UNSCORED, reason=Reason.NO_EVIDENCE),
        Fact("She sang.", label=S),
    )
    assert (generation.model, generation.topic, generation.text) == ("m", "Ada", "")
    assert generation.extra == {"id": 7, "source": "by hand"}


def test_results_are_read_again_as_they_were_written(tmp_path: Path) -> None:
    passage = Passage("Ada", 0, "She lived in London.", 2.5)
    fact = Fact("She lived in London.", "She lived in London.", 0, 20, NS)
    judged = JudgedFact(fact, Verdict(S, 0.9, None, (passage,)))
    written = ItemResult("m", "Ada", Status.SCORED, fact.text, (judged,), extra={"id": 1})
    path = tmp_path / "results.jsonl"
    path.write_bytes(results_line(written))
    assert read_generations([path]) == [
        Generation(
            text="She lived in London.",
            topic="Ada",
            model="m",
            facts=(fact,),
            extra={"id": 1},
            source=f"{path}:1",
        )
    ]
    (with_verdicts,) = read_generations([path], labels="label")
    assert with_verdicts.facts == (Fact(fact.text, fact.sentence, 0, 20, S),)


def test_by_what_results_were_made_is_not_carried(tmp_path: Path) -> None:
    setup = RunSetup(
        version="1",
        decomposer="rules",
        decomposer_digest="d" * 16,
        judge="nli",
        judge_digest="j" * 16,
        knowledge=None,
        retrieval=None,
        top_k=5,
        gamma=10.0,
        f1_k=64,
        facts="human",
        labels=None,
    )
    item = ItemResult("m", "Ada", Status.NO_FACTS, "She.", extra={"run": "night", "id": 1})
    path = tmp_path / "results.jsonl"
    for made_by in (setup, None):
        path.write_bytes(results_line(item, made_by))
        (row,) = read_generations([path])
        assert row.extra == {"input_run": "night", "id": 1}


def test_a_run_of_the_users_own_is_carried() -> None:
    assert made(output="a", run={"judge_digest": "x"}).extra == {"run": {"judge_digest": "x"}}
    assert made(output="a", run=None).extra == {"run": None}
    # Results of older versions have no field of this name.
    assert made(**RESULT, facts=["b"], run="night").extra == {"run": "night"}


RESULT = {"topic": "Ada", "status": "scored", "init_score": 1.0, "output": "a"}


def test_an_unknown_given_label_is_told() -> None:
    with pytest.raises(InputError, match=r"facts\[0\]\.given_label is 'perhaps'"):
        made(**RESULT, facts=[{"text": "b", "label": "supported", "given_label": "perhaps"}])


def test_verdicts_are_asked_for_by_name_where_there_are_none(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no labels called 'label'"):
        read(tmp_path / "r.jsonl", {"output": "a", "facts": [{"text": "b", "label": "S"}]},
             labels="label")  # fmt: skip


def test_lists_that_results_carry_count_only_by_name(tmp_path: Path) -> None:
    row = {**RESULT, "facts": [{"text": "b", "label": "supported"}], "X_Labels": ["NS"]}
    (carried,) = read(tmp_path / "r.jsonl", row)
    assert (carried.facts, carried.extra) == ((Fact("b"),), {"X_Labels": ["NS"]})
    (named,) = read(tmp_path / "r.jsonl", row, labels="X_Labels")
    assert named.facts == (Fact("b", label=NS),)
    other = {**row, "X_Labels": ["NS", "S", "S"]}
    assert read(tmp_path / "r.jsonl", other)[0].extra == {"X_Labels": ["NS", "S", "S"]}


@pytest.mark.parametrize(
    ("status", "abstained", "facts"),
    [
        ("abstained", True, None),
        ("empty", None, None),
        ("topic_not_found", None, None),
        ("no_facts", None, ()),
    ],
)
def test_results_without_facts(status: str, abstained: bool | None, facts: object) -> None:
    generation = made(topic="Ada", status=status, score=None, init_score=None, facts=[])
    assert (generation.abstained, generation.facts) == (abstained, facts)


def test_a_status_of_the_users_own_is_carried() -> None:
    assert made(output="a", status="empty", score=3).extra == {"status": "empty", "score": 3}


# FActScore's labelled files


def sentence(text: str, human: object, model: list[str], relevant: bool = True) -> dict[str, Any]:
    return {
        "text": text,
        "is-relevant": relevant,
        "model-atomic-facts": [{"text": fact} for fact in model],
        "human-atomic-facts": human,
    }


OUTPUT = "She was born. She was born. I hope this helps!"
ANNOTATED = {
    "input": "Question: Tell me a bio of Ada.",
    "output": OUTPUT,
    "topic": "Ada",
    "cat": ["rare", "Europe"],
    "annotations": [
        sentence(
            "She was born.", [{"text": "A.", "label": "S"}, {"text": "B.", "label": "IR"}], ["M."]
        ),
        sentence("She was born.", [], ["N."]),
        sentence("Not in the text.", [{"text": "C.", "label": "NS"}], []),
        sentence("I hope this helps!", None, ["O.", "P."], relevant=False),
    ],
}


def test_facts_of_people(tmp_path: Path) -> None:
    (row,) = read(tmp_path / "r.jsonl", ANNOTATED)
    assert row.facts == (
        Fact("A.", "She was born.", 0, 13, S, None),
        Fact("B.", "She was born.", 0, 13, NS, Reason.IRRELEVANT),
        Fact("N.", "She was born.", 14, 27, NS, Reason.IRRELEVANT),
        Fact("C.", "Not in the text.", None, None, NS, None),
        Fact("O.", "I hope this helps!", 28, 46, NS, Reason.IRRELEVANT),
        Fact("P.", "I hope this helps!", 28, 46, NS, Reason.IRRELEVANT),
    )
    assert row.extra == {"input": "Question: Tell me a bio of Ada.", "cat": ["rare", "Europe"]}
    assert row.abstained is None


def test_facts_of_the_model(tmp_path: Path) -> None:
    (row,) = read(tmp_path / "r.jsonl", ANNOTATED, facts="model")
    assert row.facts == (
        Fact("M.", "She was born.", 0, 13),
        Fact("N.", "She was born.", 14, 27),
        Fact("O.", "I hope this helps!", 28, 46),
        Fact("P.", "I hope this helps!", 28, 46),
    )


def test_null_annotations_are_an_abstention() -> None:
    declined = made(output="I do not know her.", annotations=None)
    assert (declined.abstained, declined.facts) == (True, None)
    assert made(output="", annotations=None).abstained is None
    assert made(output="I know her.", annotations=None, abstained=False).abstained is False
    assert made(output="She was.", annotations=[]).facts == ()


# Released predictions


def prediction(*facts: str, **labels: list[str]) -> dict[str, Any]:
    renamed = {name.replace("LLAMA_NP", "LLAMA+NP"): value for name, value in labels.items()}
    return {"prompt": "Question: Tell me a bio of Ada.", "facts": list(facts), **renamed}


def labels_of(rows: list[Generation]) -> list[list[Label | None]]:
    return [[fact.label for fact in row.facts or ()] for row in rows]


def test_predictions_prefer_the_published_labels(tmp_path: Path) -> None:
    rows = read(
        tmp_path / "r.jsonl",
        prediction("a", LLAMA_NP_Labels=["S"]),
        prediction("b", "c", ChatGPT_Labels=["S", "NS"], LLAMA_NP_Labels=["NS", "NS"]),
    )
    assert labels_of(rows) == [[None], [S, NS]]
    assert rows[1].extra == {"prompt": "Question: Tell me a bio of Ada."}
    assert (rows[1].topic, rows[1].text) == ("Ada", "")


def test_predictions_with_labels_by_name(tmp_path: Path) -> None:
    row = prediction("b", "c", ChatGPT_Labels=["S", "S"], LLAMA_NP_Labels=["NS", "IR"])
    (read_row,) = read(tmp_path / "r.jsonl", row, labels="LLAMA+NP_Labels")
    assert [(f.label, f.reason) for f in read_row.facts or ()] == [
        (NS, None),
        (NS, Reason.IRRELEVANT),
    ]


def test_predictions_with_the_only_labels(tmp_path: Path) -> None:
    rows = read(tmp_path / "r.jsonl", prediction("a", LLAMA_NP_Labels=["S"]), prediction("b"))
    assert labels_of(rows) == [[S], [None]]


def test_a_limit_does_not_change_which_labels_count(tmp_path: Path) -> None:
    first = prediction("a", LLAMA_NP_Labels=["S"])
    second = prediction("b", ChatGPT_Labels=["S"])
    assert labels_of(read(tmp_path / "r.jsonl", first, second, limit=1)) == [[None]]


@pytest.mark.parametrize(
    ("options", "parts"),
    [
        ({}, ("several lists", "A_Labels, B_Labels")),
        ({"labels": "C_Labels"}, ("no labels called 'C_Labels'", "A_Labels, B_Labels")),
    ],
)
def test_labels_that_are_not_clear(
    tmp_path: Path, options: dict[str, str], parts: tuple[str, str]
) -> None:
    path = tmp_path / "r.jsonl"
    row = prediction("a", A_Labels=["S"], B_Labels=["S"])
    with pytest.raises(InputError) as caught:
        read(path, row, **options)
    (problem,) = caught.value.problems
    assert problem.startswith(f"{path}: ")
    assert all(part in problem for part in parts)


def test_labels_by_name_where_there_are_none(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="none of its fields ends in _Labels"):
        read(tmp_path / "r.jsonl", {"output": "a"}, labels="X_Labels")


def test_labels_without_facts_are_carried() -> None:
    assert made(output="a", X_Labels=["S"]).extra == {"X_Labels": ["S"]}


@pytest.mark.parametrize(
    ("prompt", "topic"),
    [
        ("Question: Tell me a bio of Ada Lovelace.", "Ada Lovelace"),
        ("Question: Tell me a bio of John Doe Sr..", "John Doe Sr."),
        ("Tell me a bio of Ada", "Ada"),
        ("Write about Ada.", None),
        ("Question: Tell me a bio of .", None),
        (7, None),
    ],
)
def test_topic_of_the_prompt(prompt: object, topic: str | None) -> None:
    assert made(prompt=prompt, facts=["a"]).topic == topic
    assert made(input=prompt, output="a").topic == topic
    assert made(input=prompt, output="a", topic="Grace Hopper").topic == "Grace Hopper"
