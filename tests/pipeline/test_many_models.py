"""What the models of a run share, and what each of them cost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from doubles import SentenceDecomposer, TalkingDecomposer, TalkingJudge, TalkingModel, WordJudge

from factscore import Generation, Settings, evaluate, topics
from factscore.llm.base import Reply, Usage
from factscore.pipeline import WINDOW, open_pipeline
from factscore.records import RunResult
from factscore.retrieval import TopicIndex


@pytest.fixture
def articles(tmp_path: Path) -> Path:
    path = tmp_path / "articles.jsonl"
    rows = [
        {"title": f"Person {n}", "passages": [f"Person {n} was born in Town{n}.", "Notes."]}
        for n in range(WINDOW + 5)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def texts(model: str) -> list[Generation]:
    return [
        Generation(f"Person {n} was born in Town{n}. By {model}.", f"Person {n}", model)
        for n in range(WINDOW + 5)
    ]


def score(rows: list[Generation], articles: Path, judge: WordJudge) -> RunResult:
    return evaluate(
        rows,
        decomposer=SentenceDecomposer(),
        judge=judge,
        knowledge=articles,
        cache=None,
        settings=Settings(gamma=0),
    )


def test_equal_facts_of_models_are_judged_once_without_a_cache_too(articles: Path) -> None:
    judge = WordJudge()
    rows = [*texts("alpha"), *texts("beta"), *texts("gamma")]
    result = score(rows, articles, judge)
    # Each of 37 people has one fact that all three models state, and one of each model's own.
    assert len(judge.asked) == (WINDOW + 5) * 4
    assert [model.facts.supported for model in result.models] == [WINDOW + 5] * 3


def test_one_index_serves_the_topic_of_all_models(
    articles: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    class Counted(TopicIndex):
        def __init__(self, article: topics.Article, store: str = "") -> None:
            made.append(article.title)
            super().__init__(article, store)

    monkeypatch.setattr(topics, "TopicIndex", Counted)
    score([*texts("alpha"), *texts("beta"), *texts("gamma")], articles, WordJudge())
    assert len(made) == len(set(made)) == WINDOW + 5


def test_each_model_pays_for_its_own_items(articles: Path) -> None:
    def say(text: str) -> Reply:
        return Reply(text, usage=Usage(input_tokens=1_000_000))

    # The list has gpt-4o-mini at $0.15 for a million tokens in.
    split = TalkingModel(say, provider="openai", model="gpt-4o-mini")
    rows = [
        Generation("Person 1 was born in Town1.", "Person 1", "a"),
        Generation("Person 1 was born in Town1.", "Person 1", "b"),
        Generation("Person 2 was born in Town2.", "Person 2", "b"),
    ]
    with open_pipeline(
        TalkingDecomposer(model=split), TalkingJudge(), articles, None, Settings(gamma=0)
    ) as pipeline:
        list(pipeline.run(rows))
        costs = pipeline.costs()
    # The text that both have is paid by the first; verdicts are free of charge here.
    assert costs == {"a": pytest.approx(0.15), "b": pytest.approx(0.15)}


def test_nobody_is_paid_where_no_chat_model_is_asked(articles: Path) -> None:
    assert score(texts("a"), articles, WordJudge()).costs == {}
