"""Results files come back as the items that they were written from."""

from __future__ import annotations

import gzip
import io
import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from doubles import SentenceDecomposer, ThreeWayJudge, WordJudge

import factscore
from factscore.errors import InputError, UsageError
from factscore.read.result_lines import KEYS, RUN
from factscore.read.stored import StoredItem, read_stored
from factscore.records import (
    Agreement,
    Fact,
    FactCounts,
    Generation,
    ItemResult,
    Label,
    Reason,
    RunResult,
    RunSetup,
    Status,
)
from factscore.report import results_line
from factscore.score import model_scores

SETUP = RunSetup("9", "rules", "d", "nli", "j", "f" * 64, "bm25", 5, 10, 64, "human", None)
STORE = [
    {"title": "Ada Lovelace", "text": "Ada wrote programs. She had no yacht. London was home."},
    {"title": "Emmy Noether", "text": "Emmy Noether proved theorems in Erlangen."},
]
ROWS = [
    Generation("Ada wrote programs. She sailed a yacht. She sang opera.", "Ada Lovelace", "one"),
    Generation("Emmy proved theorems.", "Emmy Noether", "one", extra={"id": 7, "cat": ["rare"]}),
    Generation("", "Emmy Noether", "two"),
    Generation("fail", "Emmy Noether", "two"),
    Generation("Nobody lives.", "Nobody At All", "two"),
    Generation("They mumble. Emmy lived in Erlangen.", "Emmy Noether", "two"),
    Generation("They mumble.", "Emmy Noether", "two"),
]
LABELLED = [
    Generation(
        "x",
        "Ada Lovelace",
        "one",
        facts=(
            Fact("Ada wrote programs.", label=Label.SUPPORTED),
            Fact("Ada sang opera.", label=Label.SUPPORTED),
            Fact("Ada had a yacht.", label=Label.NOT_SUPPORTED, reason=Reason.IRRELEVANT),
            Fact("Ada had a dog."),
        ),
    ),
    Generation("I know nothing.", "Emmy Noether", "one", abstained=True),
]


Run = Callable[..., RunResult]


def written(path: Path, items: Sequence[ItemResult], setup: RunSetup | None = None) -> Path:
    path.write_bytes(b"".join(results_line(item, setup) for item in items))
    return path


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., RunResult]:
    store = tmp_path / "store.jsonl"
    store.write_text("".join(json.dumps(article) + "\n" for article in STORE))

    def evaluated(rows: Sequence[Generation], judge: Any, decomposer: Any = None) -> RunResult:
        return factscore.evaluate(
            rows, decomposer=decomposer, judge=judge, knowledge=store, cache=None
        )

    return evaluated


def check_comes_back(path: Path, result: RunResult, setup: RunSetup | None) -> list[StoredItem]:
    stored = list(read_stored([written(path, result.items, setup)]))
    assert [one.setup for one in stored] == [setup] * len(result.items)
    for line, (one, item) in enumerate(zip(stored, result.items, strict=True), 1):
        assert one.source == one.item.source == f"{path}:{line}"
        assert replace(one.item, source=item.source) == item
    models = model_scores([one.item for one in stored], partial=True)
    assert models == model_scores(result.items, partial=True)
    return stored


@pytest.mark.parametrize("judge", [WordJudge(), ThreeWayJudge()])
def test_a_run_comes_back_whole(tmp_path: Path, run: Run, judge: WordJudge) -> None:
    result = run(ROWS, judge, SentenceDecomposer())
    assert len({item.status for item in result.items}) >= 4
    check_comes_back(tmp_path / "r.jsonl", result, SETUP)


@pytest.mark.parametrize("setup", [SETUP, None])
def test_labels_that_a_judge_is_held_against_come_back(
    tmp_path: Path, run: Run, setup: RunSetup | None
) -> None:
    stored = check_comes_back(tmp_path / "r.jsonl", run(LABELLED, WordJudge()), setup)
    assert stored[0].item.agreement == Agreement(both=1, judge_only=1, input_only=1)
    assert stored[0].item.facts[2].fact.reason == Reason.IRRELEVANT


@pytest.mark.parametrize("setup", [replace(SETUP, judge="labels", knowledge=None), None])
def test_labels_that_are_the_verdicts_agree_with_nothing(
    tmp_path: Path, run: Run, setup: RunSetup | None
) -> None:
    stored = check_comes_back(tmp_path / "r.jsonl", run(LABELLED, "labels"), setup)
    assert stored[0].item.agreement is None
    assert stored[0].item.counts == FactCounts(2, 1, 1)


@pytest.mark.parametrize("judge", [WordJudge(), "labels"])
def test_all_that_a_run_says_of_itself_comes_back(tmp_path: Path, run: Run, judge: Any) -> None:
    result = run(LABELLED, judge)
    assert result.setup is not None
    check_comes_back(tmp_path / "r.jsonl", result, result.setup)


LINE: dict[str, Any] = {
    "model": "m",
    "topic": "Ada Lovelace",
    "status": "scored",
    "detail": None,
    "score": 0.5,
    "init_score": 0.5,
    "f1_at_k": 0.25,
    "partial": 0.5,
    "sentences": 1,
    "non_factual": 0,
    "output": "Ada wrote.",
    "facts": [
        {
            "text": "Ada wrote.",
            "sentence": "Ada wrote.",
            "start": 0,
            "end": 10,
            "label": "supported",
            "probability": 0.75,
            "reason": None,
            "error": None,
            "evidence": [
                {
                    "title": "Ada",
                    "passage": 2,
                    "text": "She wrote.",
                    "score": 1.5,
                    "store": "own.db",
                }
            ],
        }
    ],
    "run": None,
}


def line(**changes: Any) -> bytes:
    return json.dumps({**LINE, **changes}).encode() + b"\n"


def fact(**changes: Any) -> list[dict[str, Any]]:
    return [{**LINE["facts"][0], **changes}]


def test_a_line_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(line(id=3, input_score="high"))
    (stored,) = read_stored([path])
    item = stored.item
    assert (item.status, item.score, item.f1_at_k, item.graded) == (Status.SCORED, 0.5, 0.25, 1)
    assert item.facts[0].verdict.evidence[0].place == "Ada, passage 2 of own.db"
    # The names are the file's, which is what a user sees and asks for.
    assert item.extra == {"id": 3, "input_score": "high"}


def test_the_fields_of_ours_are_those_that_are_written(run: Run) -> None:
    (item,) = run(LABELLED[:1], "labels").items
    assert set(json.loads(results_line(item, SETUP))) == KEYS | {RUN}


def test_versions_that_wrote_less(tmp_path: Path) -> None:
    old = {name: LINE[name] for name in ("topic", "status", "score", "init_score", "output")}
    facts = [
        {"text": "Ada wrote.", "label": "supported", "probability": 0.75},
        {"text": "Ada sang.", "label": "not_supported", "probability": 0.25},
    ]
    path = tmp_path / "steady.jsonl"
    path.write_text(json.dumps({**old, "facts": facts, "run": 3}))
    (stored,) = read_stored([path])
    assert (stored.setup, stored.item.model) == (None, "steady")
    assert (stored.item.partial, stored.item.graded) == (0.5, 2)
    assert stored.item.errors.unknown == 1
    assert stored.item.extra == {"run": 3}  # a field of the input, before there was ours


def test_packed_files_and_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "r.jsonl.gz"
    path.write_bytes(gzip.compress(line() * 2))
    assert [one.source for one in read_stored([path])] == [f"{path}:1", f"{path}:2"]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line())))
    assert [one.source for one in read_stored(["-"])] == ["stdin:1"]


def test_items_come_while_the_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(line() + b"{\n" + line())
    items = read_stored([path])
    assert next(items).source == f"{path}:1"
    with pytest.raises(InputError, match=r"r\.jsonl:2: invalid JSON"):
        next(items)


def problems_of(*paths: Path) -> tuple[str, ...]:
    with pytest.raises(InputError) as caught:
        list(read_stored(paths))
    return caught.value.problems


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"score": "high"}, "score is a string; write a number"),
        ({"score": 1.5}, "score is 1.5; write a share between 0 and 1"),
        ({"init_score": True}, "init_score is true or false; write a number"),
        ({"score": None}, "the status is scored, but there is no score"),
        ({"sentences": 1.5}, "sentences is 1.5; write a whole number"),
        ({"topic": 7}, "topic is a number; write a string"),
        ({"facts": "none"}, "facts is a string; write a list"),
        ({"facts": ["Ada wrote."]}, "facts[0] has no label; write supported, not_supported"),
        ({"facts": fact(label="maybe")}, "facts[0].label is 'maybe'; write supported"),
        ({"facts": fact(reason="odd")}, "facts[0].reason is 'odd'; write contradicted"),
        ({"facts": fact(error=1)}, "facts[0].error is a number; write a string"),
        ({"facts": fact(probability=-1)}, "facts[0].probability is -1; write a share"),
        ({"facts": fact(end=99)}, "facts[0].end is 99, past the output's 10 characters"),
        ({"facts": fact(given_label="X")}, "facts[0].given_label is 'X'"),
        ({"facts": fact(evidence="x")}, "facts[0].evidence is a string; write a list"),
        ({"facts": fact(evidence=[1])}, "facts[0].evidence[0] is a number; write an object"),
        ({"facts": fact(evidence=[{"title": 1}])}, "facts[0].evidence[0].title is a number"),
        ({"run": {"judge_digest": "a", "judge": "b"}}, "run lacks version, decomposer,"),
    ],
)
def test_what_is_wrong_with_a_line_is_told(
    tmp_path: Path, changes: dict[str, Any], told: str
) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(line() + line(**changes))
    (problem,) = problems_of(path)
    assert problem.startswith(f"{path}:2: {told}")


def test_all_faults_of_all_files_are_told_at_once(tmp_path: Path) -> None:
    first, second, none = tmp_path / "a.jsonl", tmp_path / "b.jsonl", tmp_path / "none.jsonl"
    first.write_bytes(line(score=2) + b"{\n" + line() + b'{"output": "a"}\n')
    second.write_bytes(line(topic=1, score="x"))
    starts = [
        f"{first}:1: score is 2",
        f"{first}:2: invalid JSON",
        f"{first}:4: no line of results",
        f"{second}:1: topic is",
        f"{second}:1: score is",
        f"{none}: no such file",
        f"{tmp_path}: a folder",
    ]
    problems = problems_of(first, second, none, tmp_path)
    assert len(problems) == len(starts)
    for problem, start in zip(problems, starts, strict=True):
        assert problem.startswith(start)


def test_files_that_hold_no_results(tmp_path: Path) -> None:
    empty, rows = tmp_path / "empty.jsonl", tmp_path / "rows.jsonl"
    empty.write_bytes(b"\n")
    rows.write_bytes(b'{"output": "a"}\n' * 100)
    of_empty, of_rows = problems_of(empty, rows)
    assert of_empty.startswith(f"{empty}: no results in it")
    assert of_rows.startswith(f"{rows}: no results file; make one with: factscore score")


def test_only_so_many_faults_are_told(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(line(score="x") * 1284)
    problems = problems_of(path)
    assert len(problems) == 51
    assert problems[-1] == "… and 1,234 more"


def test_wrong_use(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_bytes(line())
    with pytest.raises(UsageError, match="put it in a list"):
        read_stored(path)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="no input file"):
        read_stored([])
    (problem,) = problems_of(path, path)
    assert problem.endswith("given twice; name each file once")
