"""``factscore.agree`` with a judge that can be followed by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from doubles import TalkingJudge, TalkingModel, WordJudge

from factscore.agreement import agree
from factscore.cache import Cache
from factscore.errors import InputError, UsageError
from factscore.judge.labels import LabelsJudge
from factscore.knowledge import open_store
from factscore.knowledge.base import KnowledgeStore
from factscore.llm.base import Reply
from factscore.records import Claim, Fact, Generation, Label, Reason, Verdict
from factscore.settings import Calling

YES, NO = Label.SUPPORTED, Label.NOT_SUPPORTED


@pytest.fixture
def store(tmp_path: Path) -> KnowledgeStore:
    path = tmp_path / "store.jsonl"
    path.write_text(
        '{"title": "Ada", "text": "Ada lived in London and wrote notes."}\n'
        '{"title": "Emmy", "text": "Emmy lived in Bryn Mawr."}\n'
    )
    with open_store(path) as opened:
        return opened


def row(topic: str, *facts: Fact, source: str = "a.jsonl:1", **extra: str) -> Generation:
    return Generation("x", topic, "m", facts, extra=extra, source=source)


# The judge finds the last word in the article, or does not.
RIGHT = Fact("Ada lived in London.", label=YES)
FLATTERED = Fact("Ada hated London.", label=NO)
MISSED = Fact("Ada wrote letters.", label=YES)
REFUTED = Fact("Ada lived in Paris.", label=NO)
BESIDE = Fact("Ada is a notes.", label=NO, reason=Reason.IRRELEVANT)
MUMBLED = Fact("Ada mumble notes.", label=YES)
UNLABELLED = Fact("Ada lived in Rome.")


def test_by_hand(store: KnowledgeStore) -> None:
    judge = WordJudge()
    rows = [
        row("Ada", RIGHT, FLATTERED, MISSED, REFUTED),
        row("Ada", MUMBLED, BESIDE, UNLABELLED, source="a.jsonl:2"),
        row("Nobody", Fact("Nobody lived.", label=YES), source="b.jsonl:1"),
        row("Emmy", Fact("Emmy lived in Mawr.", label=YES), source="b.jsonl:2"),
        Generation("x", "Emmy", "m", None, source="b.jsonl:3"),
    ]
    result = agree(rows, judge=judge, knowledge=store, cache=None)
    first, second = result.files
    assert (first.name, first.file) == ("a", "a.jsonl")
    assert first.counts.compared == 5
    assert first.counts.unlabelled == 1
    assert first.counts.irrelevant == 1
    assert first.counts.unscored == {"parse_failed": 1}
    assert first.measures.accuracy.value == pytest.approx(2 / 5)
    # Items: people 2/4 and 0/1, the judge 2/4 and 1/1.
    assert first.measures.human_score.value == pytest.approx(1 / 4)
    assert first.measures.judged_score.value == pytest.approx(3 / 4)
    assert first.measures.score_error.value == pytest.approx(1 / 2)
    assert first.human_score_all == pytest.approx((2 / 4 + 1 / 2) / 2)
    assert second.counts.items == 3
    assert second.counts.items_without_labels == 1
    assert second.counts.items_without_verdict == 1
    assert second.counts.unscored == {"no_evidence": 1}
    assert result.overall.counts.compared == 6
    assert result.judge == "words"
    assert result.knowledge is not None
    # What has no label need not be judged.
    assert UNLABELLED.text not in judge.asked


def test_irrelevant_facts_left_out(store: KnowledgeStore) -> None:
    judge = WordJudge()
    rows = [row("Ada", RIGHT, BESIDE)]
    kept = agree(rows, judge=judge, knowledge=store, cache=None).overall
    dropped = agree(rows, judge=judge, knowledge=store, cache=None, irrelevant="drop").overall
    assert (kept.counts.compared, kept.counts.irrelevant) == (2, 1)
    assert kept.measures.accuracy.value == pytest.approx(1 / 2)
    assert (dropped.counts.compared, dropped.counts.irrelevant) == (1, 1)
    assert dropped.measures.accuracy.value == 1
    assert dropped.human_score_all == 1


def test_split(store: KnowledgeStore) -> None:
    rows = [row("Ada", RIGHT, region="Europe"), row("Ada", FLATTERED, region="Asia"), row("Ada")]
    result = agree(rows, judge=WordJudge(), knowledge=store, cache=None, by="region")
    assert result.by == "region"
    assert [group.name for group in result.groups] == ["Europe", "Asia", None]
    assert [group.measures.accuracy.value for group in result.groups] == [1, 0, None]


def test_worst_mistakes_come_first(store: KnowledgeStore) -> None:
    chances = {"first": 0.6, "second": 0.9, "third": 0.05, "fourth": 0.7}

    class Graded(WordJudge):
        def _one(self, claim: Claim) -> Verdict:
            chance = chances[claim.fact.text.split()[0]]
            return Verdict(YES if chance >= 0.65 else NO, chance, evidence=claim.passages)

    facts = [
        Fact("first fact", label=YES),  # not supported, with confidence .4
        Fact("second fact", label=NO),  # supported, .9
        Fact("third fact", label=YES, sentence="The third fact is here."),  # not, .95
        Fact("fourth fact", label=YES),  # right
    ]
    result = agree([row("Ada", *facts)], judge=Graded(), knowledge=store, cache=None, wrong=2)
    assert [one.fact for one in result.wrong] == ["third fact", "second fact"]
    worst = result.wrong[0]
    assert worst.confidence == pytest.approx(0.95)
    assert (worst.label, worst.judged, worst.probability) == (YES, NO, 0.05)
    assert (worst.topic, worst.model, worst.source) == ("Ada", "m", "a.jsonl:1")
    assert worst.sentence == "The third fact is here."
    assert worst.evidence[0].title == "Ada"
    none = agree([row("Ada", *facts)], judge=Graded(), knowledge=store, cache=None, wrong=0)
    assert none.wrong == ()


def test_nothing_is_judged_twice(store: KnowledgeStore, tmp_path: Path) -> None:
    rows = [row("Ada", RIGHT, FLATTERED, MISSED), row("Ada", RIGHT)]
    judge = WordJudge()
    with Cache(tmp_path / "cache.db") as cache:
        first = agree(rows, judge=judge, knowledge=store, cache=cache)
        assert len(judge.asked) == 3
        second = agree(rows, judge=judge, knowledge=store, cache=cache)
        assert len(judge.asked) == 3
    assert first == second


def test_text_that_declines_and_has_labelled_facts_is_compared(store: KnowledgeStore) -> None:
    rows = [Generation("I'm sorry, I do not know.", "Ada", "m", (RIGHT,), source="a:1")]
    assert agree(rows, judge=WordJudge(), knowledge=store, cache=None).overall.counts.compared == 1


def test_abstained_rows_keep_their_facts_in_the_count(store: KnowledgeStore) -> None:
    rows = [Generation("x", "Ada", "m", (RIGHT, MISSED), abstained=True, source="a:1")]
    counts = agree(rows, judge=WordJudge(), knowledge=store, cache=None).overall.counts
    assert (counts.labelled, counts.compared) == (2, 0)
    assert counts.unscored == {"abstained": 2}


def test_rows_of_no_file_are_told_apart_by_model(store: KnowledgeStore) -> None:
    rows = [Generation("x", "Ada", model, (RIGHT,)) for model in ("one", "two", "one")]
    result = agree(rows, judge=WordJudge(), knowledge=store, cache=None)
    assert [(f.name, f.counts.items) for f in result.files] == [("one", 2), ("two", 1)]


@pytest.mark.parametrize("judge", ["labels", " labels ", LabelsJudge()])
def test_labels_are_no_judge(judge: str | LabelsJudge) -> None:
    with pytest.raises(UsageError, match="--judge nli"):
        agree([row("Ada", RIGHT)], judge=judge)


def test_files_without_labels_are_told_all_at_once(tmp_path: Path) -> None:
    rows = [
        row("Ada", RIGHT, source="good.jsonl:1"),
        row("Ada", UNLABELLED, source="bare.jsonl:1"),
        row("Ada", Fact("x", label=Label.UNSCORED), source="unscored.jsonl:1"),
    ]
    with pytest.raises(InputError) as caught:
        agree(rows, judge=WordJudge(), knowledge=tmp_path / "missing.db")
    assert [problem.split(":")[0] for problem in caught.value.problems] == [
        "bare.jsonl",
        "unscored.jsonl",
    ]
    assert "give facts as" in caught.value.problems[0]
    with pytest.raises(InputError, match="no rows"):
        agree([], judge=WordJudge())


def test_unknown_field_is_told_before_any_work() -> None:
    with pytest.raises(UsageError, match="did you mean region"):
        agree([row("Ada", RIGHT, region="x")], judge="nli", knowledge="missing.db", by="regoin")


def test_values_that_options_cannot_have() -> None:
    with pytest.raises(UsageError, match="choose not-supported or drop"):
        agree([row("Ada", RIGHT)], irrelevant="keep")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="0 or more, not -1"):
        agree([row("Ada", RIGHT)], wrong=-1)


@pytest.mark.parametrize("most", [1, 3])
def test_a_chat_model_is_called_as_told(most: int, store: KnowledgeStore) -> None:
    model = TalkingModel(lambda text: Reply("yes"), delay=0.01)
    result = agree(
        [row("Ada", RIGHT, FLATTERED, MISSED, REFUTED)],
        judge=TalkingJudge(model=model),
        knowledge=store,
        cache=None,
        calling=Calling(concurrency=most),
    )
    assert result.overall.measures.accuracy.value == pytest.approx(2 / 4)
    assert model.most == most
