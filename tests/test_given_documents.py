"""Rows that bring their own evidence: passages, titles, keys, states."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from doubles import SentenceDecomposer, ThreeWayJudge, WordJudge

from factscore import Generation, Settings, evaluate
from factscore.documents import DOCUMENTS, find_documents, given_documents
from factscore.errors import UsageError
from factscore.records import Document, RunResult, Status
from factscore.setups import retrieval_name

ROW = Generation(
    "Ada was born in London. Ada died in Paris.",
    documents=(
        Document("Ada was born in London in 1815.", "Ada Lovelace"),
        Document("The engine was never built."),
    ),
)


def run(row: Generation, judge: WordJudge, cache: Path | None = None) -> RunResult:
    return evaluate(
        [row],
        decomposer=SentenceDecomposer(),
        judge=judge,
        knowledge="no/such/store.db",
        cache=cache,
        settings=Settings(gamma=0, evidence="input"),
    )


def test_facts_are_judged_by_the_row_and_no_store_is_opened() -> None:
    result = run(ROW, WordJudge())
    (item,) = result.items
    assert item.init_score == 0.5
    assert result.knowledge is None
    assert result.setup is not None
    assert result.setup.retrieval == DOCUMENTS
    evidence = item.facts[0].verdict.evidence
    assert {(passage.title, passage.text) for passage in evidence} == {
        ("Ada Lovelace", "Ada was born in London in 1815."),
        ("document 2", "The engine was never built."),
    }


def test_long_documents_are_cut_like_articles_and_the_best_passages_come_first() -> None:
    filler = " ".join(f"Sentence {n} says nothing of note." for n in range(80))
    found = given_documents("", [Document(f"{filler} Ada was born in London.", "Long")])
    assert len(found.shown) > 1
    best, *_ = found.top("Ada was born in London.", 1)
    assert best.title == "Long"
    assert best.index == len(found.shown) - 1
    assert all(len(passage.split()) <= 190 for passage in found.shown)


def test_a_row_without_documents_has_no_evidence_and_says_so() -> None:
    for documents in (None, ()):
        (item,) = run(replace(ROW, documents=documents), WordJudge()).items
        assert item.status == Status.TOPIC_NOT_FOUND
        assert "contexts or documents" in item.detail


def test_the_cache_knows_documents_by_their_text(tmp_path: Path) -> None:
    cache = tmp_path / "cache.db"
    first = run(ROW, WordJudge(), cache)
    again = WordJudge()
    assert run(ROW, again, cache) == first
    assert again.asked == []
    other = replace(ROW, documents=(Document("Ada died in Paris."),))
    judge = WordJudge()
    (item,) = run(other, judge, cache).items
    assert len(judge.asked) == 2
    assert [fact.verdict.label for fact in item.facts] == ["not_supported", "supported"]


def test_what_went_wrong_is_told_by_all_documents() -> None:
    (item,) = run(ROW, ThreeWayJudge()).items
    assert item.facts[1].error == "grounding_error"


def test_a_topic_is_a_part_of_the_query() -> None:
    texts = ("Notes on mills.", "Notes on looms.", "Ada wrote them.", "Notes on rails.")
    row = Generation("x", topic="Ada_Lovelace", documents=tuple(map(Document, texts)))
    named, nameless = (
        find_documents(row).evidence,
        find_documents(replace(row, topic=None)).evidence,
    )
    assert named is not None
    assert nameless is not None
    # No word of the fact is in any document, so that the topic's decide, or else the order.
    assert [passage.text for passage in named.top("zinc", 1)] == ["Ada wrote them."]
    assert [passage.text for passage in nameless.top("zinc", 1)] == ["Notes on mills."]
    assert named.state == nameless.state


def test_a_store_is_not_searched_as_well() -> None:
    with pytest.raises(UsageError, match="excludes search in a store"):
        Settings(evidence="input", retrieve="store")
    assert retrieval_name(Settings(evidence="input")) == DOCUMENTS
