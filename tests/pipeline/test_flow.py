"""Runs in which a chat model answers: overlap, order, what is kept and what is asked again."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from doubles import SentenceDecomposer, TalkingDecomposer, TalkingJudge, TalkingModel, WordJudge

from factscore import Generation, Settings, evaluate
from factscore.cache import Cache
from factscore.decompose.base import Decomposer
from factscore.errors import CacheMiss, CallError, CostLimit, ModelError
from factscore.judge.base import Judge
from factscore.llm.base import Ask, ChatRequest, Message, Reply
from factscore.pipeline import Pipeline, open_pipeline
from factscore.records import Decomposition, ItemResult, Label, Reason, RunResult, Status
from factscore.settings import Calling

TEXT = "Ada was born in London. Ada wrote about engines."


@pytest.fixture
def articles(tmp_path: Path) -> Path:
    path = tmp_path / "articles.jsonl"
    passages = ["Ada was born in London.", "Ada wrote about engines."]
    path.write_text(json.dumps({"title": "Ada Lovelace", "passages": passages}))
    return path


def rows(count: int) -> list[Generation]:
    return [
        Generation(f"Ada saw place{n}. Ada left place{n}.", "Ada Lovelace", f"m{n % 2}")
        for n in range(count)
    ]


def run(
    generations: list[Generation],
    articles: Path,
    *,
    decomposer: Decomposer | None = None,
    judge: Judge | None = None,
    cache: Path | None = None,
    calling: Calling | None = None,
    **settings: object,
) -> RunResult:
    return evaluate(
        generations,
        decomposer=decomposer or TalkingDecomposer(),
        judge=judge or TalkingJudge(),
        knowledge=articles,
        cache=cache,
        settings=Settings(**{"gamma": 0, **settings}),  # type: ignore[arg-type]
        calling=calling,
    )


def talking_judge(say: object = None, **changes: object) -> TalkingJudge:
    model = TalkingModel(lambda text: Reply("yes" if "saw" in text else "no"))
    return TalkingJudge(model=replace(model, **({"say": say} if say else {}), **changes))  # type: ignore[arg-type]


def states(item: ItemResult) -> list[tuple[Label, Reason | None]]:
    return [(judged.verdict.label, judged.verdict.reason) for judged in item.facts]


@pytest.mark.parametrize("decomposer", [SentenceDecomposer, TalkingDecomposer])
@pytest.mark.parametrize("judge", [WordJudge, talking_judge])
def test_every_pair_of_stages_scores_alike_in_input_order(
    decomposer: type[Decomposer], judge: type[Judge], articles: Path
) -> None:
    generations = [Generation(TEXT.replace("wrote", "saw"), "Ada Lovelace") for _ in range(3)]
    generations[1] = Generation("Ada was born in London.", "Ada Lovelace")
    result = run(generations, articles, decomposer=decomposer(), judge=judge())
    wanted = {"words": [1.0, 1.0, 1.0], "talking-judge": [0.5, 0.0, 0.5]}[result.judge]
    assert [item.init_score for item in result.items] == wanted
    assert [len(item.facts) for item in result.items] == [2, 1, 2]


def test_items_come_in_input_order_however_long_they_take(articles: Path) -> None:
    class Slow(TalkingModel):
        async def complete(self, request: object) -> Reply:
            text = request.messages[-1].text  # type: ignore[attr-defined]
            await asyncio.sleep(0.03 if "place0" in text else 0)
            return Reply(text)

    decomposer = TalkingDecomposer(model=Slow(lambda text: Reply(text)))
    result = run(rows(5), articles, decomposer=decomposer)
    assert [item.facts[0].fact.text for item in result.items] == [
        f"Ada saw place{n}." for n in range(5)
    ]


def test_later_items_are_decomposed_while_earlier_ones_are_judged(articles: Path) -> None:
    log: list[str] = []

    class Noted(TalkingModel):
        async def complete(self, request: object) -> Reply:
            text = request.messages[-1].text  # type: ignore[attr-defined]
            log.append(f"{self.name} {text}")
            await asyncio.sleep(0.005)
            return self.say(text)  # type: ignore[return-value]

    decomposer = TalkingDecomposer(model=Noted(lambda text: Reply(text), name="d"))
    judge = TalkingJudge(model=Noted(lambda text: Reply("yes"), name="j"))
    run(rows(8), articles, decomposer=decomposer, judge=judge, calling=Calling(concurrency=1))
    kinds = "".join(line[0] for line in log)
    # One call at a time, earlier items first: neither all "d" first nor item by item.
    assert kinds.startswith(("djj", "ddjj"))
    assert kinds.index("j") < kinds.rindex("d")
    assert (kinds.count("d"), kinds.count("j")) == (8, 16)


def test_calls_are_bounded_over_both_stages(articles: Path) -> None:
    both = TalkingModel(lambda text: Reply(text if ". " in text else "yes"), delay=0.001)
    run(
        rows(12),
        articles,
        decomposer=TalkingDecomposer(model=both),
        judge=TalkingJudge(model=both),
        calling=Calling(concurrency=4),
    )
    assert both.most == 4


def test_a_second_run_asks_nothing_and_is_equal(articles: Path, tmp_path: Path) -> None:
    cache = tmp_path / "c.db"
    first = run(rows(5), articles, judge=talking_judge(), cache=cache)
    decomposer, judge = TalkingDecomposer(), talking_judge()
    assert run(rows(5), articles, decomposer=decomposer, judge=judge, cache=cache) == first
    assert (decomposer.model.asked, judge.model.asked) == ([], [])
    assert run(rows(5), articles, judge=talking_judge(), cache=cache, offline=True) == first


def test_a_failing_call_is_one_fact_without_a_verdict(articles: Path, tmp_path: Path) -> None:
    def say(text: str) -> Reply | Exception:
        return CallError("context too long") if text == "Ada saw place1." else Reply("yes")

    cache = tmp_path / "c.db"
    result = run(rows(3), articles, judge=talking_judge(say), cache=cache)
    fine = [(Label.SUPPORTED, None)] * 2
    assert [states(item) for item in result.items] == [
        fine,
        [(Label.UNSCORED, Reason.CALL_FAILED), (Label.SUPPORTED, None)],
        fine,
    ]
    assert result.items[1].facts[0].verdict.detail == "context too long"
    again = talking_judge(lambda text: Reply("yes"))
    run(rows(3), articles, judge=again, cache=cache)
    assert again.model.asked == ["Ada saw place1."]


def test_a_failed_decomposition_is_a_state_of_its_item(articles: Path) -> None:
    def say(text: str) -> Reply | Exception:
        return CallError("filtered") if "place0" in text else Reply(text)

    result = run(rows(2), articles, decomposer=TalkingDecomposer(model=TalkingModel(say)))
    assert [item.status for item in result.items] == [Status.DECOMPOSE_FAILED, Status.SCORED]
    assert result.items[0].detail == "filtered"


def test_a_dead_model_stops_the_run_before_any_call(articles: Path) -> None:
    decomposer = TalkingDecomposer()
    judge = talking_judge(fault=ModelError("no such model"))
    with pytest.raises(ModelError, match="no such model"):
        run(rows(3), articles, decomposer=decomposer, judge=judge)
    assert decomposer.model.asked == []
    assert (decomposer.model.closed, judge.model.closed) == (1, 1)


class Patient(TalkingDecomposer):
    """Asks a hundred times about the first text before it has its facts, and once about others."""

    async def facts_of(self, generation: Generation, ask: Ask) -> Decomposition:
        for n in range(100 if "place0" in generation.text else 1):
            text = f"{n} {generation.text}"
            await ask(ChatRequest((Message("user", text),), 9), lambda reply: True)
        return self._one(generation.text)


def test_a_dead_model_does_not_wait_for_earlier_items(articles: Path) -> None:
    def say(text: str) -> Reply | Exception:
        return ModelError("the key was revoked") if "place1" in text else Reply(text)

    decomposer = Patient(model=TalkingModel(say, delay=0.01))
    with pytest.raises(ModelError, match="revoked"):
        run(rows(3), articles, decomposer=decomposer, calling=Calling(concurrency=9))
    assert len(decomposer.model.asked) < 50


def test_what_is_paid_for_is_finished_where_the_money_is_out(articles: Path) -> None:
    def say(text: str) -> Reply | Exception:
        return CostLimit("no money") if "place1" in text else Reply(text)

    for pipeline in opened(articles, WordJudge(), decomposer=Patient(model=TalkingModel(say))):
        results = pipeline.run(rows(3))
        assert len(next(results).facts) == 2
        with pytest.raises(CostLimit):
            next(results)


def test_an_error_of_a_local_stage_reaches_the_caller(articles: Path) -> None:
    class Broken(WordJudge):
        def judge(self, claims: object) -> list[object]:  # type: ignore[override]
            raise ModelError("out of memory")

    with pytest.raises(ModelError, match="out of memory"):
        run(rows(3), articles, judge=Broken())


def test_offline_a_miss_is_an_error(articles: Path, tmp_path: Path) -> None:
    cache = tmp_path / "c.db"
    run(rows(1), articles, cache=cache)
    with pytest.raises(CacheMiss):
        run(rows(2), articles, cache=cache, offline=True)


def opened(
    articles: Path,
    judge: Judge,
    cache: Path | None = None,
    concurrency: int = 4,
    decomposer: Decomposer | None = None,
) -> Iterator[Pipeline]:
    calling = Calling(concurrency=concurrency)
    with open_pipeline(
        decomposer or TalkingDecomposer(), judge, articles, cache, Settings(), calling=calling
    ) as pipeline:
        yield pipeline


def test_a_reader_who_stops_stops_the_run_and_keeps_what_was_sent(
    articles: Path, tmp_path: Path
) -> None:
    judge = talking_judge(delay=0.02)
    for pipeline in opened(articles, judge, tmp_path / "c.db"):
        results = pipeline.run(rows(60))
        next(results)
        results.close()  # type: ignore[attr-defined]
        asked = len(judge.model.asked)
        time.sleep(0.05)
        assert len(judge.model.asked) == asked < 120
    with Cache(tmp_path / "c.db") as cache:
        replies = [row.value for row in cache.export() if row.stage == "reply"]
    # Every call of the judge that was sent has its reply in the cache.
    said = [reply["text"] for reply in replies]  # type: ignore[index, call-overload]
    assert sum(text in {"yes", "no"} for text in said) == asked
    assert not [t for t in threading.enumerate() if t.name == "factscore"]


def test_the_run_is_no_more_than_some_items_before_its_reader(articles: Path) -> None:
    judge = talking_judge()
    for pipeline in opened(articles, judge, concurrency=1):
        results = pipeline.run(rows(500))
        next(results)
        time.sleep(0.3)
        # 32 items are on their way, and as many finished ones may wait.
        assert len(judge.model.asked) <= 2 * (1 + 2 * 32 + 1)
        results.close()  # type: ignore[attr-defined]


def test_facts_are_counted_as_they_are_settled(articles: Path, tmp_path: Path) -> None:
    counts: list[int] = []
    for _ in range(2):
        for pipeline in opened(articles, talking_judge(), tmp_path / "c.db"):
            list(pipeline.run(rows(3), counts.append))
    assert sum(counts) == 12


def test_usage_is_told_by_stage_and_model(articles: Path, tmp_path: Path) -> None:
    for pipeline in opened(articles, talking_judge(), tmp_path / "c.db"):
        list(pipeline.run(rows(3)))
        found = [(row.stage, row.calls, row.cached_answers) for row in pipeline.usage()]
    assert found == [("decompose", 3, 0), ("judge", 6, 0)]


def test_usage_is_part_of_the_result_and_not_of_its_equality(
    articles: Path, tmp_path: Path
) -> None:
    first = run(rows(3), articles, judge=talking_judge(), cache=tmp_path / "c.db")
    second = run(rows(3), articles, judge=talking_judge(), cache=tmp_path / "c.db")
    assert [(row.stage, row.calls) for row in first.usage] == [("decompose", 3), ("judge", 6)]
    assert [row.calls for row in second.usage] == [0, 0]
    assert first == second


def test_inside_a_running_loop(articles: Path) -> None:
    async def notebook() -> RunResult:
        return run(rows(2), articles)

    assert len(asyncio.run(notebook()).items) == 2
