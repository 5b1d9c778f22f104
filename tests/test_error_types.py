"""Why a fact is not supported, on pages made up for it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from doubles import SentenceDecomposer, ThreeWayJudge, WordJudge
from hypothesis import given
from hypothesis import strategies as st

from factscore import Fact, Generation, Settings, evaluate, read_generations
from factscore.error_types import count_errors, missing_evidence, sum_errors, terms
from factscore.judge.base import Judge
from factscore.records import (
    ErrorCounts,
    ErrorType,
    JudgedFact,
    Label,
    Reason,
    RunResult,
    Verdict,
)
from factscore.report import results_line, summary_json

LIFE = "Ada was born in London and had no brothers, but very many friends."
WORK = "Programs, for an engine, were what she wrote."
LATER = "In 1835 she married William King."


def found_out(fact: str, retrieved: list[str], page: list[str], topic: str = "Ada") -> str:
    return missing_evidence(topic, fact, [terms(t) for t in retrieved], [terms(t) for t in page])


@pytest.mark.parametrize(
    ("fact", "error"),
    [
        # Both words, or all three, stand in a passage that was not retrieved.
        ("Ada wrote programs.", "retrieval_error"),
        ("Ada married William in 1835.", "retrieval_error"),
        # The passages share them out: the page has them all the same.
        ("Ada wrote programs in 1835.", "retrieval_error"),
        # Neither word, one of two, and two of three are on the page.
        ("Ada sang operas.", "grounding_error"),
        ("Ada wrote novels.", "grounding_error"),
        ("Ada wrote programs for Microsoft.", "grounding_error"),
        # The retrieved passage has all the words; that they make another sense is no matter.
        ("Ada had brothers in London.", "grounding_error"),
        # No words at all, only the topic's, or only such as carry no meaning.
        ("", "grounding_error"),
        ("Ada is Ada.", "grounding_error"),
        ("She was not there.", "grounding_error"),
    ],
)
def test_words_on_the_page(fact: str, error: str) -> None:
    assert found_out(fact, [LIFE], [LIFE, WORK, LATER]) == error


def test_a_page_that_was_retrieved_whole_is_no_retrieval_error() -> None:
    page = [LIFE, WORK, LATER]
    for fact in ("Ada wrote programs.", "Ada sang.", "Ada had brothers."):
        assert found_out(fact, page, page) == ErrorType.GROUNDING


def test_the_words_of_the_topic_do_not_count() -> None:
    # Of the fact's own words, "wrote" and "programs", the page has one.
    fact, page = "Ada Augusta King Lovelace wrote programs.", [LIFE, "Ada King wrote letters."]
    assert found_out(fact, [LIFE], page, "Ada Augusta King Lovelace") == "grounding_error"


def test_one_word_of_seven_may_be_missing() -> None:
    six, seven = "red blue green white black brown", "red blue green white black brown grey"
    # The page has 6 of the 7 words (.857); 5 of 6 (.833) are too few.
    assert found_out(seven, [LIFE], [LIFE, six]) == "retrieval_error"
    assert found_out(six, [LIFE], [LIFE, "red blue green white black"]) == "grounding_error"
    # What is enough for the page is enough for the retrieved passages too.
    assert found_out(seven, [six], [six, "grey"]) == "grounding_error"


@pytest.mark.parametrize(
    ("topic", "life", "work", "elsewhere", "nowhere"),
    [
        (
            "Ада",
            "Ада родилась в Лондоне.",
            "Ада писала программы.",
            "Ада писала программы.",
            "Ада пела оперы.",
        ),
        ("エイダ", "エイダはロンドン生まれ", "初の機械を設計", "機械を設計", "歌劇を作曲"),
        ("爱达", "爱达生于伦敦", "爱达编写程序", "编写程序", "演唱歌剧"),
        ("Άντα", "Γεννήθηκε στο Λονδίνο.", "Έγραψε πρόγραμμα.", "έγραψε πρόγραμμα", "έψαλε όπερα"),
    ],
)
def test_other_scripts(topic: str, life: str, work: str, elsewhere: str, nowhere: str) -> None:
    assert found_out(elsewhere, [life], [life, work], topic) == "retrieval_error"
    assert found_out(nowhere, [life], [life, work], topic) == "grounding_error"


def test_terms() -> None:
    assert terms("The ENGINES, of 1,835!") == {"engine", "1835"}
    assert terms("京") == {"京"}
    assert terms("東京都に") == {"東京", "京都", "都に"}
    assert terms("") == frozenset()


words = st.frozensets(st.sampled_from("abc def ghi jkl mno pqr".split()))


@given(st.lists(words, max_size=4), st.lists(words, max_size=4), words)
def test_more_retrieved_passages_never_make_a_retrieval_error(
    retrieved: list[frozenset[str]], rest: list[frozenset[str]], wanted: frozenset[str]
) -> None:
    page, fact = [*retrieved, *rest], " ".join(sorted(wanted))
    assert missing_evidence("", fact, page, page) == "grounding_error"
    if rest and missing_evidence("", fact, [*retrieved, rest[0]], page) == "retrieval_error":
        assert missing_evidence("", fact, retrieved, page) == "retrieval_error"


def test_counts() -> None:
    no, yes = Verdict(Label.NOT_SUPPORTED), Verdict(Label.SUPPORTED)
    types = [*ErrorType, ErrorType.GROUNDING, None]
    facts = [JudgedFact(Fact("x"), no, error) for error in types] + [JudgedFact(Fact("x"), yes)]
    counts = count_errors(facts)
    assert counts == ErrorCounts(1, 1, 2, 1)
    assert sum_errors([counts, ErrorCounts(unknown=2)]) == ErrorCounts(1, 1, 2, 3)
    assert sum_errors([ErrorCounts(unknown=2)]) is None
    # Nothing lacks support, so that nothing is left to explain.
    assert sum_errors([ErrorCounts()]) == ErrorCounts()


TEXT = "Ada was born in London. Ada had brothers. Ada wrote programs. Ada flew to Mars."
"""One fact of each kind. By BM25 the first passage is the best for all of them: "programs."
and "wrote" are other tokens than "Programs," and "wrote.", and only the first has "Ada"."""


def run(tmp_path: Path, judge: Judge, cache: Path | None = None) -> RunResult:
    store = tmp_path / "store.jsonl"
    store.write_text(json.dumps({"title": "Ada", "passages": [LIFE, WORK, LATER]}) + "\n")
    return evaluate(
        [Generation(TEXT, topic="Ada", model="m")],
        decomposer=SentenceDecomposer(),
        judge=judge,
        knowledge=store,
        cache=cache,
        settings=Settings(top_k=1, gamma=0, partial=True),
    )


def errors(result: RunResult) -> list[str | None]:
    return [judged.error for judged in result.items[0].facts]


def test_a_run_yields_every_type(tmp_path: Path) -> None:
    result = run(tmp_path, ThreeWayJudge())
    facts = result.items[0].facts
    assert [[p.index for p in judged.verdict.evidence] for judged in facts] == [[0]] * 4
    assert errors(result) == [None, "contradiction", "retrieval_error", "grounding_error"]
    assert result.models[0].errors == ErrorCounts(1, 1, 1, 0)
    assert "errors" not in result.models[0].missing
    # Probabilities .9, .2, .2, .2; one item has no interval.
    assert result.items[0].partial == pytest.approx(0.375)
    assert result.models[0].partial is not None
    assert result.models[0].partial.mean == pytest.approx(0.375)


def test_cached_verdicts_have_the_same_types(tmp_path: Path) -> None:
    first = run(tmp_path, ThreeWayJudge(), tmp_path / "c.db")
    judge = ThreeWayJudge()
    assert run(tmp_path, judge, tmp_path / "c.db") == first
    assert judge.asked == []


def test_a_two_way_judge_tells_nothing(tmp_path: Path) -> None:
    result = run(tmp_path, WordJudge())
    assert errors(result) == [None] * 4
    assert result.models[0].errors is None
    assert result.models[0].missing["errors"].startswith("the judge does not say why")


def test_a_judge_that_names_no_evidence_tells_half(tmp_path: Path) -> None:
    class Silent(ThreeWayJudge):
        def _one(self, claim):  # type: ignore[no-untyped-def]
            verdict = super()._one(claim)
            return Verdict(verdict.label, verdict.probability, verdict.reason)

    # What was retrieved is not known, so that nobody can say what was not.
    found = errors(run(tmp_path, Silent()))
    assert set(found) <= {None, "contradiction"}


def test_labels_have_no_type(tmp_path: Path) -> None:
    facts = (Fact("Ada sang.", label=Label.NOT_SUPPORTED, reason=Reason.NOT_FOUND),)
    rows = [Generation("x", topic="Ada", model="m", facts=facts)]
    result = evaluate(rows, judge="labels", knowledge=tmp_path / "none.db", cache=None)
    assert result.items[0].facts[0].verdict.reason == "not_found"
    assert errors(result) == [None]


def test_results_hold_the_types_and_read_back(tmp_path: Path) -> None:
    line = results_line(run(tmp_path, ThreeWayJudge()).items[0])
    row = json.loads(line)
    assert [fact["error"] for fact in row["facts"]] == [
        None,
        "contradiction",
        "retrieval_error",
        "grounding_error",
    ]
    assert row["partial"] == pytest.approx(0.375)
    path = tmp_path / "results.jsonl"
    path.write_bytes(line)
    (read,) = read_generations([str(path)], labels="label")
    assert read.extra == {}
    assert read.facts is not None
    assert [fact.reason for fact in read.facts] == [None, "contradicted", "not_found", "not_found"]
    assert [fact.text for fact in read.facts] == [fact["text"] for fact in row["facts"]]


def test_summary_counts_the_types(tmp_path: Path) -> None:
    def model(judge: Judge) -> dict[str, object]:
        result = run(tmp_path, judge)
        summary = summary_json(
            result.models,
            settings=Settings(),
            reading={},
            identities={},
            decomposer="",
            judge="",
            knowledge=None,
        )
        found: dict[str, object] = json.loads(summary)["models"][0]
        return found

    assert model(ThreeWayJudge())["errors"] == {
        "contradiction": 1,
        "retrieval_error": 1,
        "grounding_error": 1,
        "unknown": 0,
    }
    two_way = model(WordJudge())
    assert two_way["errors"] is None
    assert "errors" in two_way["missing"]  # type: ignore[operator]
