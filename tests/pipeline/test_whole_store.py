"""Runs that search the whole store: without topics, for missing topics, on request."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
from pathlib import Path

import orjson
import pytest
from doubles import SentenceDecomposer, TalkingJudge, ThreeWayJudge, WordJudge

from factscore import Generation, Settings, evaluate
from factscore.calibration import run_setup
from factscore.errors import CacheMiss, StoreError, UsageError
from factscore.knowledge.build import build_store
from factscore.knowledge.search import build_index
from factscore.pipeline import open_pipeline
from factscore.records import ErrorType, ItemResult, Label, Passage, Reason, RunResult, Status
from factscore.report import results_line

ARTICLES = [
    {"title": "Vera Lind", "passages": ["Vera Lind was a botanist.", "She drew orchids in Lima."]},
    {"title": "Ove Holm", "passages": ["Ove Holm sailed to Lima."]},
    {"title": "Jon Berg (poet)", "passages": ["Jon Berg wrote odes."]},
    {"title": "Jon Berg (pilot)", "passages": ["Jon Berg flew mail."]},
]


@pytest.fixture
def articles(tmp_path: Path) -> Path:
    path = tmp_path / "articles.jsonl"
    path.write_text("".join(json.dumps(article) + "\n" for article in ARTICLES))
    return path


@pytest.fixture
def store(articles: Path, tmp_path: Path) -> Path:
    build_store([articles], tmp_path / "s.db")
    return tmp_path / "s.db"


def run(
    text: str,
    knowledge: object,
    *,
    topic: str | None = None,
    cache: Path | None = None,
    judge: WordJudge | None = None,
    **settings: object,
) -> RunResult:
    return evaluate(
        [Generation(text, topic=topic, model="m", source="a.jsonl:1")],
        decomposer=SentenceDecomposer(),
        judge=judge or WordJudge(),
        knowledge=knowledge,  # type: ignore[arg-type]
        cache=cache,
        settings=Settings(**{"gamma": 0, **settings}),  # type: ignore[arg-type]
    )


def only(result: RunResult) -> ItemResult:
    (item,) = result.items
    return item


def evidence(item: ItemResult, fact: int = 0) -> list[tuple[str, int]]:
    return [(p.title, p.index) for p in item.facts[fact].verdict.evidence]


def test_a_row_without_a_topic_is_checked_against_the_whole_store(articles: Path) -> None:
    item = only(run("Ove Holm sailed to Lima. Vera Lind was a pilot.", articles))
    assert item.status == Status.SCORED
    assert [judged.verdict.label for judged in item.facts] == ["supported", "not_supported"]
    assert evidence(item)[0] == ("Ove Holm", 0)
    assert ("Vera Lind", 1) in evidence(item)
    assert evidence(item, 1)[0] == ("Vera Lind", 0)


def test_a_topic_is_still_checked_against_its_own_article(articles: Path) -> None:
    item = only(run("Ove Holm sailed to Lima.", articles, topic="Vera Lind"))
    assert {title for title, _ in evidence(item)} == {"Vera Lind"}


def test_on_request_all_rows_are_checked_against_the_whole_store(articles: Path) -> None:
    item = only(run("She sailed to Lima.", articles, topic="Vera Lind", retrieve="store"))
    assert set(evidence(item)) == {("Vera Lind", 0), ("Vera Lind", 1), ("Ove Holm", 0)}


@pytest.mark.parametrize("topic", ["Captain Holm of Ribe", "Jon Berg"])
def test_topics_without_an_article_are_searched_for_if_wanted(articles: Path, topic: str) -> None:
    skipped = only(run("Holm sailed to Lima.", articles, topic=topic))
    assert skipped.status == Status.TOPIC_NOT_FOUND
    item = only(run("Holm sailed to Lima.", articles, topic=topic, missing_topic="search"))
    assert item.status == Status.SCORED
    assert evidence(item)[0] == ("Ove Holm", 0)


def test_the_topic_is_a_part_of_the_question(articles: Path) -> None:
    item = only(run("He sailed.", articles, topic="Jon Berg the pilot", missing_topic="search"))
    assert evidence(item)[:2] == [("Jon Berg (pilot)", 0), ("Jon Berg (poet)", 0)]


def test_a_store_without_an_index(store: Path) -> None:
    item = only(run("Ove Holm sailed to Lima.", store))
    assert item.status == Status.TOPIC_NOT_FOUND
    assert "the row has no topic" in item.detail
    assert f"factscore knowledge index {store}" in item.detail
    for settings in ({"retrieve": "store"}, {"missing_topic": "search"}):
        judge = WordJudge()
        with pytest.raises(StoreError, match="has no index"):
            run("Ove Holm sailed.", store, topic="Ove Holm", judge=judge, **settings)
        assert judge.asked == []
    build_index(store)
    assert only(run("Ove Holm sailed to Lima.", store)).status == Status.SCORED


def test_a_fact_of_which_no_word_is_in_the_store(articles: Path) -> None:
    judge = WordJudge()
    item = only(run("Quarks decay. Holm sailed.", articles, judge=judge))
    assert item.facts[0].verdict.reason == Reason.NO_EVIDENCE
    assert item.facts[0].verdict.label == Label.UNSCORED
    assert item.facts[1].verdict.label == Label.SUPPORTED
    assert judge.asked == ["Holm sailed."]


def test_a_chat_model_is_not_asked_without_evidence(articles: Path) -> None:
    judge = TalkingJudge()
    item = only(run("Quarks decay. Holm sailed.", articles, judge=judge))
    assert judge.model.asked == ["Holm sailed."]
    assert item.facts[0].verdict.reason == Reason.NO_EVIDENCE


@pytest.mark.parametrize("settings", [{}, {"retrieve": "store"}, {"missing_topic": "search"}])
@pytest.mark.parametrize("left", ["nothing", "an empty folder"])
def test_a_second_run_needs_no_index_and_is_equal(
    store: Path, tmp_path: Path, settings: dict[str, str], left: str
) -> None:
    build_index(store)
    text, cache = "Ove Holm sailed to Lima. Vera Lind was a pilot.", tmp_path / "c.db"
    first = run(text, store, cache=cache, **settings)
    assert only(first).status == Status.SCORED
    judge = WordJudge()
    assert run(text, store, cache=cache, judge=judge, **settings) == first
    assert judge.asked == []
    shutil.rmtree(tmp_path / "s.db.index")
    if left != "nothing":
        (tmp_path / "s.db.index").mkdir()
    assert run(text, store, cache=cache, offline=True, **settings) == first
    with pytest.raises(CacheMiss):
        run("Ove Holm never sailed.", store, cache=cache, offline=True, **settings)


def test_the_cache_holds_titles_and_numbers_but_no_text(articles: Path, tmp_path: Path) -> None:
    run("Vera Lind drew orchids.", articles, cache=tmp_path / "c.db")
    db = sqlite3.connect(tmp_path / "c.db")
    values = [json.loads(row[0]) for row in db.execute("SELECT value FROM answers")]
    db.close()
    (verdict,) = (value for value in values if "label" in value)
    packed = sorted(verdict["evidence"])
    assert [(title, index, store) for title, index, _, store in packed] == [
        ("Vera Lind", 0, 0),
        ("Vera Lind", 1, 0),
    ]
    assert not any("botanist" in json.dumps(value) for value in values)


def test_any_change_of_the_store_is_asked_again(articles: Path, tmp_path: Path) -> None:
    run("Ove Holm sailed to Lima.", articles, cache=tmp_path / "c.db")
    articles.write_text(articles.read_text().replace("wrote odes", "wrote songs"))
    judge = WordJudge()
    run("Ove Holm sailed to Lima.", articles, cache=tmp_path / "c.db", judge=judge)
    assert judge.asked == ["Ove Holm sailed to Lima."]


def test_verdicts_of_topic_runs_keep_their_keys(articles: Path, tmp_path: Path) -> None:
    """The key and the value that were written before the whole store could be searched."""
    run("She drew orchids.", articles, topic="Vera Lind", cache=tmp_path / "c.db", top_k=1)
    article = ["Vera Lind", ARTICLES[0]["passages"]]
    digest = hashlib.sha256(orjson.dumps(article)).hexdigest()
    request = {
        "article": digest,
        "fact": "She drew orchids.",
        "judge": {"judge": "words", "version": 1},
        "k": 1,
        "retrieval": "bm25okapi-1",
        "topic": "Vera Lind",
    }
    text = orjson.dumps({"request": request, "stage": "judge"}, option=orjson.OPT_SORT_KEYS)
    db = sqlite3.connect(tmp_path / "c.db")
    (value,) = db.execute(
        "SELECT value FROM answers WHERE key = ?", (f"f1:{hashlib.sha256(text).hexdigest()}",)
    ).fetchone()
    db.close()
    ((index, score),) = json.loads(value)["evidence"]
    assert index in (0, 1)
    assert isinstance(score, float)


def test_what_was_not_found_in_a_whole_store_has_no_type(articles: Path) -> None:
    judge = ThreeWayJudge()
    item = only(run("Ove Holm sailed to Peru.", articles, judge=judge))
    assert item.facts[0].verdict.reason == Reason.NOT_FOUND
    assert item.facts[0].error is None
    assert item.errors.unknown == 1
    articles.write_text(articles.read_text().replace("sailed to Lima", "saw no Lima"))
    item = only(run("Ove Holm sailed to Lima.", articles, judge=judge))
    assert item.facts[0].error == ErrorType.CONTRADICTION


def test_several_stores(articles: Path, tmp_path: Path) -> None:
    own = tmp_path / "own.jsonl"
    rows = [
        {"title": "Ove Holm", "passages": ["Our Holm repairs clocks."]},
        {"title": "Ida Krog", "passages": ["Ida Krog sailed to Lima."]},
    ]
    own.write_text("".join(json.dumps(row) + "\n" for row in rows))
    both, cache = [articles, own], tmp_path / "c.db"
    first = run("She sailed to Lima.", both, topic="Ida Krog", cache=cache)
    (found,) = only(first).facts[0].verdict.evidence
    assert found == Passage("Ida Krog", 0, "Ida Krog sailed to Lima.", found.score, str(own))
    assert first.knowledge is not None
    assert first.knowledge.path == f"{articles} + {own}"
    assert first.knowledge.articles == 6
    assert run("She sailed to Lima.", both, topic="Ida Krog", cache=cache) == first
    searched = run("Somebody sailed to Lima.", both, cache=cache)
    stores = {p.title: p.store for p in only(searched).facts[0].verdict.evidence}
    assert stores["Ida Krog"] == str(own)
    assert stores["Ove Holm"] == str(articles)
    assert run("Somebody sailed to Lima.", both, cache=cache) == searched
    line = json.loads(results_line(only(searched)))
    assert {row["store"] for row in line["facts"][0]["evidence"]} == {str(articles), str(own)}


def test_one_store_is_not_named_in_the_evidence(articles: Path) -> None:
    line = json.loads(results_line(only(run("Ove Holm sailed.", articles))))
    assert all("store" not in row for row in line["facts"][0]["evidence"])


def test_an_ambiguous_topic_is_decided_by_the_text_and_told(tmp_path: Path) -> None:
    path = tmp_path / "two.jsonl"
    life = (
        "Dahl, born in Kiel in 1901, went to Turin in May 1921. With Enrico Fermi she wrote on"
        " light, and in 1938 she moved to Chicago."
    )
    rows = [
        {"title": "Kim Dahl (chemist)", "passages": [life, "In 1938 Dahl moved to Chicago."]},
        {"title": "Kim Dahl (skier)", "passages": ["Dahl skied in Oslo."]},
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    item = only(run(life, path, topic="Kim Dahl"))
    assert item.status == Status.SCORED
    assert {title for title, _ in evidence(item)} == {"Kim Dahl (chemist)"}
    assert "'Kim Dahl' may be any of 2 articles" in item.detail
    # Another text about the same name is not decided by this one.
    other = only(run("Dahl liked tea.", path, topic="Kim Dahl"))
    assert other.status == Status.TOPIC_NOT_FOUND


def test_a_calibration_is_for_one_way_of_retrieval(articles: Path) -> None:
    kept = set()
    for settings in (
        Settings(),
        Settings(retrieve="store"),
        Settings(missing_topic="search"),
    ):
        with open_pipeline("input", WordJudge(), articles, None, settings) as pipeline:
            kept.add(run_setup(pipeline, settings).retrieval)
    assert kept == {"bm25okapi-1", "bm25-store-1", "bm25okapi-1+bm25-store-1"}


@pytest.mark.parametrize(
    ("topics", "retrieval"),
    [
        (["Ada"], "bm25okapi-1"),
        ([None, None], "bm25-store-1"),
        (["Ada", None], "bm25okapi-1+bm25-store-1"),
    ],
)
def test_a_calibration_knows_which_rows_were_searched(
    articles: Path, topics: list[str | None], retrieval: str
) -> None:
    with open_pipeline("input", WordJudge(), articles, None, Settings()) as pipeline:
        assert run_setup(pipeline, Settings(), topics=topics).retrieval == retrieval


def test_a_missing_topic_that_is_searched_says_so(articles: Path) -> None:
    item = only(
        run("Vera Lind was a botanist.", articles, topic="Nobody Known", missing_topic="search")
    )
    assert item.status == Status.SCORED
    assert item.detail.startswith("no article for the topic 'Nobody Known'")
    assert item.detail.endswith("searched in the whole store")


def test_a_topic_given_as_an_address_is_a_name_in_facts_and_queries(articles: Path) -> None:
    title = only(run("He wrote odes.", articles, topic="Jon Berg (poet)"))
    address = "https://en.wikipedia.org/wiki/Jon_Berg_(poet)"
    item = only(run("He wrote odes.", articles, topic=address))
    assert [one.fact.text for one in item.facts] == [one.fact.text for one in title.facts]
    assert [one.verdict for one in item.facts] == [one.verdict for one in title.facts]
    assert item.topic == address


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"retrieve": "page"}, "retrieve must be topic or store, not 'page'"),
        ({"missing_topic": "fail"}, "missing_topic must be skip or search, not 'fail'"),
    ],
)
def test_settings_are_checked(settings: dict[str, str], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        Settings(**settings)  # type: ignore[arg-type]
