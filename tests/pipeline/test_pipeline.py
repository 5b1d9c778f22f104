"""The stages joined: order, cache, states."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from doubles import SentenceDecomposer, WordJudge

from factscore import Fact, Generation, Settings, evaluate
from factscore.cache import Cache
from factscore.errors import CacheMiss, InputError, StoreError, UsageError
from factscore.pipeline import WINDOW, choose_decomposer
from factscore.records import ItemResult, Label, Reason, RunResult, Status

ARTICLES = [
    {"title": "Ada Lovelace", "passages": ["Ada was born in London.", "Ada wrote about engines."]},
    {"title": "Emmy Noether", "passages": ["Noether was born in Erlangen."]},
    {"title": "Grace Hopper", "passages": ["Hopper wrote a compiler."]},
]


@pytest.fixture
def articles(tmp_path: Path) -> Path:
    path = tmp_path / "articles.jsonl"
    path.write_text("".join(json.dumps(article) + "\n" for article in ARTICLES))
    return path


def ada(text: str, model: str = "m") -> Generation:
    return Generation(text, topic="Ada Lovelace", model=model, source="bios.jsonl:1")


def run(
    rows: list[Generation],
    articles: Path,
    cache: Path | None = None,
    judge: WordJudge | None = None,
    decomposer: SentenceDecomposer | None = None,
    **settings: object,
) -> RunResult:
    return evaluate(
        rows,
        decomposer=decomposer or SentenceDecomposer(),
        judge=judge or WordJudge(),
        knowledge=articles,
        cache=cache,
        settings=Settings(**{"gamma": 0, **settings}),  # type: ignore[arg-type]
    )


def labels(item: ItemResult) -> list[Label]:
    return [judged.verdict.label for judged in item.facts]


def test_one_item_by_hand(articles: Path) -> None:
    result = run([ada("Ada was born in London. Ada was born in Paris.")], articles)
    (item,) = result.items
    assert labels(item) == ["supported", "not_supported"]
    assert item.init_score == 0.5
    assert [passage.title for passage in item.facts[0].verdict.evidence] == ["Ada Lovelace"] * 2
    assert result.models[0].init_score == 0.5
    assert result.knowledge is not None
    assert result.knowledge.articles == 3


def test_top_k_limits_the_evidence(articles: Path) -> None:
    result = run([ada("Ada wrote about engines.")], articles, top_k=1)
    (passage,) = result.items[0].facts[0].verdict.evidence
    assert passage.index in (0, 1)


def test_every_state(articles: Path) -> None:
    rows = [
        ada("Ada was born in London."),
        ada(""),
        ada("fail"),
        ada("mumble."),
        Generation("She lived.", topic="Nobody at All", model="m"),
    ]
    result = run(rows, articles)
    assert [item.status for item in result.items] == [
        Status.SCORED,
        Status.EMPTY,
        Status.DECOMPOSE_FAILED,
        Status.JUDGE_FAILED,
        Status.TOPIC_NOT_FOUND,
    ]
    assert "Nobody at All" in result.items[4].detail
    assert result.items[4].facts[0].verdict.reason == Reason.NO_EVIDENCE
    assert sum(result.models[0].statuses.values()) == 5


def test_an_article_without_words_is_no_evidence(tmp_path: Path) -> None:
    # FActScore's own database may hold such pages; the judge is not asked about them.
    db = sqlite3.connect(tmp_path / "enwiki.db")
    db.execute("create table documents (title primary key, text)")
    db.execute("insert into documents values ('Ada Lovelace', '')")
    db.commit()
    db.close()
    judge = WordJudge()
    result = run([ada("Ada was born in London.")], tmp_path / "enwiki.db", judge=judge)
    assert judge.asked == []
    assert result.items[0].status == Status.JUDGE_FAILED
    assert result.items[0].facts[0].verdict.reason == Reason.NO_EVIDENCE


def test_items_keep_their_order_over_windows(articles: Path) -> None:
    rows = [ada(f"Ada saw number {n}. " * (n % 3)) for n in range(2 * WINDOW + 5)]
    result = run(rows, articles)
    assert [item.text for item in result.items] == [row.text for row in rows]


def test_batches_are_drawn_from_many_items(articles: Path) -> None:
    judge = WordJudge()
    run([ada(f"Ada saw {n}.") for n in range(10)], articles, judge=judge)
    assert judge.batches == [4, 4, 2]


def test_equal_facts_are_judged_once_a_window(articles: Path) -> None:
    judge = WordJudge()
    rows = [ada("Ada was born in London.", model) for model in "abc"]
    result = run(rows, articles, judge=judge)
    assert judge.asked == ["Ada was born in London."]
    assert [labels(item) for item in result.items] == [["supported"]] * 3


def test_second_run_asks_nothing_and_is_equal(articles: Path, tmp_path: Path) -> None:
    rows = [ada("Ada was born in London. Ada was born in Paris."), ada("")]
    first = run(rows, articles, tmp_path / "c.db")
    judge, decomposer = WordJudge(), SentenceDecomposer()
    second = run(rows, articles, tmp_path / "c.db", judge, decomposer)
    assert second == first
    assert (judge.asked, decomposer.asked) == ([], [])


def test_what_can_change_the_answer_is_asked_again(articles: Path, tmp_path: Path) -> None:
    rows = [ada("Ada was born in London.")]
    run(rows, articles, tmp_path / "c.db")
    for change in ({"top_k": 1}, {"judge": WordJudge(version=2)}):
        judge = change.get("judge", WordJudge())
        assert isinstance(judge, WordJudge)
        run(rows, articles, tmp_path / "c.db", judge, top_k=change.get("top_k", 5))
        assert judge.asked == ["Ada was born in London."]
    changed = articles.read_text().replace("engines", "machines")
    articles.write_text(changed)
    judge = WordJudge()
    run(rows, articles, tmp_path / "c.db", judge)
    assert judge.asked == ["Ada was born in London."]


def test_another_articles_change_costs_nothing(articles: Path, tmp_path: Path) -> None:
    rows = [ada("Ada was born in London.")]
    run(rows, articles, tmp_path / "c.db")
    articles.write_text(articles.read_text().replace("Erlangen", "Göttingen"))
    judge = WordJudge()
    run(rows, articles, tmp_path / "c.db", judge)
    assert judge.asked == []


def test_failures_are_not_remembered(articles: Path, tmp_path: Path) -> None:
    rows = [ada("mumble. Ada was born in London."), ada("fail")]
    run(rows, articles, tmp_path / "c.db")
    judge, decomposer = WordJudge(), SentenceDecomposer()
    run(rows, articles, tmp_path / "c.db", judge, decomposer)
    assert judge.asked == ["mumble."]
    assert decomposer.asked == ["fail"]


def test_batches_before_a_crash_are_kept(articles: Path, tmp_path: Path) -> None:
    class Dying(WordJudge):
        def judge(self, claims):  # type: ignore[no-untyped-def]
            if len(self.batches) == 2:
                raise KeyboardInterrupt
            return super().judge(claims)

    rows = [ada(f"Ada saw {n}.") for n in range(12)]
    with pytest.raises(KeyboardInterrupt):
        run(rows, articles, tmp_path / "c.db", Dying())
    judge = WordJudge()
    run(rows, articles, tmp_path / "c.db", judge)
    assert judge.asked == [f"Ada saw {n}." for n in range(8, 12)]


def test_offline_answers_from_the_cache_alone(articles: Path, tmp_path: Path) -> None:
    rows = [ada("Ada was born in London.")]
    first = run(rows, articles, tmp_path / "c.db")
    assert run(rows, articles, tmp_path / "c.db", offline=True) == first
    with pytest.raises(CacheMiss, match=r"bios\.jsonl:1: the decomposition is not in the cache"):
        run([ada("Ada wrote.")], articles, tmp_path / "c.db", offline=True)
    with pytest.raises(CacheMiss, match=r"verdict on 'Ada was born in London\.'.*--offline"):
        run(rows, articles, tmp_path / "c.db", offline=True, top_k=3)


def test_offline_needs_a_cache(articles: Path) -> None:
    with pytest.raises(UsageError, match="--offline answers from the cache"):
        run([ada("Ada.")], articles, offline=True)


def test_labels_need_no_store(tmp_path: Path) -> None:
    facts = (
        Fact("a", label=Label.SUPPORTED),
        Fact("b", label=Label.NOT_SUPPORTED, reason=Reason.IRRELEVANT),
        Fact("c"),
    )
    rows = [Generation("x", model="m", facts=facts)]
    result = evaluate(rows, judge="labels", knowledge=tmp_path / "none.db", cache=None)
    assert labels(result.items[0]) == ["supported", "not_supported", "unscored"]
    assert result.items[0].init_score == 0.5
    assert result.knowledge is None
    assert result.models[0].agreement is None
    assert result.decomposer == "input"


def test_missing_store_is_told_before_work(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"none\.db"):
        run([ada("Ada.")], tmp_path / "none.db")


def test_given_labels_are_compared_with_the_judge(articles: Path) -> None:
    facts = (
        Fact("Ada was born in London.", label=Label.SUPPORTED),
        Fact("Ada was born in Paris.", label=Label.SUPPORTED),
    )
    rows = [Generation("x", topic="Ada Lovelace", model="m", facts=facts)]
    result = evaluate(rows, judge=WordJudge(), knowledge=articles, cache=None)
    agreement = result.models[0].agreement
    assert agreement is not None
    assert (agreement.both, agreement.input_only) == (1, 1)


def test_other_objects_are_refused(articles: Path) -> None:
    with pytest.raises(UsageError, match=r"not dict; make them with read_generations"):
        evaluate(
            [{"output": "x"}],  # type: ignore[list-item]
            decomposer=SentenceDecomposer(),
            judge=WordJudge(),
            knowledge=articles,
            cache=None,
        )


def test_default_decomposer() -> None:
    given, bare = Generation("y", facts=(Fact("y"),)), ada("x")
    silent = [Generation(""), Generation("I am sorry.", abstained=True)]
    assert choose_decomposer([bare, *silent]) == "rules"
    assert choose_decomposer([given, *silent]) == "input"
    assert choose_decomposer([given, bare]) == "input+rules"
    assert choose_decomposer([Generation("y", facts=())]) == "input"
    assert choose_decomposer([]) == "rules"


@pytest.mark.parametrize(
    "row",
    [
        ada("half \ud800 a character"),
        Generation("x", topic="\udfff", source="bios.jsonl:1"),
        Generation("x", model="m\udfff", source="bios.jsonl:1"),
        Generation("x", facts=(Fact("ok"), Fact("\ud83d.")), source="bios.jsonl:1"),
    ],
)
def test_lone_surrogates_are_refused(row: Generation, articles: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"bios\.jsonl:1: a lone surrogate"):
        run([row], articles, tmp_path / "c.db")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"top_k": 0}, "top_k must be at least 1, not 0"),
        ({"gamma": -1}, "gamma must be 0 (off) or more, not -1"),
        ({"gamma": float("nan")}, "gamma must be"),
        ({"gamma": float("inf")}, "gamma must be"),
        ({"f1_k": 0}, "f1_k must be at least 1"),
    ],
)
def test_settings_out_of_range(settings: dict[str, float], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        Settings(**settings)  # type: ignore[arg-type]
    assert message in str(caught.value)


def test_an_open_cache_is_left_open(articles: Path) -> None:
    with Cache(":memory:") as cache:
        evaluate(
            [ada("Ada was born in London.")],
            decomposer=SentenceDecomposer(),
            judge=WordJudge(),
            knowledge=articles,
            cache=cache,
        )
        assert {row.stage: row.answers for row in cache.info()} == {"decompose": 1, "judge": 1}
