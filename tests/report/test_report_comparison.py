"""What a comparison looks like, for people and for programs."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from results_files import NO, SETUP, YES, item, write_results

from factscore.compare import ComparisonResult, compare_results
from factscore.records import ItemResult
from factscore.report.comparison import HEADINGS, print_comparison
from factscore.report.comparison_json import comparison_json

Compare = Callable[..., ComparisonResult]
FIRST = [
    item("Ada", 0.5, facts={"Ada wrote.": YES, "Ada sang.": YES}),
    item("Emmy", 0.25),
    item("Sofya", 1.0),
    item("Nina", 0.5),
]
SECOND = [
    item("Ada", 0.75, facts={"Ada wrote.": YES, "Ada sang.": NO}),
    item("Emmy", 0.75),
    item("Sofya", 1.0),
    item("Nina", None),
    item("Lise", 0.5),
]


@pytest.fixture
def compare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Compare:
    monkeypatch.chdir(tmp_path)

    def call(first: list[ItemResult], second: list[ItemResult], **options: Any) -> Any:
        setup = options.pop("setup", SETUP)
        write_results("a.jsonl", first)
        write_results("b.jsonl", second, setup)
        return compare_results("a.jsonl", "b.jsonl", **options)

    return call


def printed(result: ComparisonResult) -> str:
    stream = io.StringIO()
    print_comparison(result, stream)
    return stream.getvalue()


def cells(text: str, name: str) -> list[str]:
    row = next(line for line in text.splitlines() if line.split()[:1] == [name])
    return [cell.strip() for cell in row.split("  ") if cell.strip()]


def test_the_table(compare: Compare) -> None:
    text = printed(compare(FIRST, SECOND))
    assert text.startswith("A: a.jsonl\nB: b.jsonl\n")
    assert cells(text, "model") == list(HEADINGS)
    # (.25 + .5 + 0) / 3; of the signs of .25 and .5, two of four patterns reach .75.
    name, items, a, b, difference, interval, p, *outcomes = cells(text, "m")
    assert (name, items, a, b, difference, p) == ("m", "3", "58.3", "83.3", "+25.0", "0.500")
    # One sample in 27 holds nothing but the 0, and one nothing but the .5: more than 2.5 % each.
    assert interval == "+0.0 to +50.0"
    assert outcomes == ["2", "1", "0"]


def test_what_stands_behind_a_row(compare: Compare) -> None:
    lines = printed(compare(FIRST, SECOND)).splitlines()
    assert (
        "m: 4 items in both (3 scored in both, 1 in A only: 1 abstained in B);"
        " 0 only in A; 1 only in B"
    ) in lines
    twice = printed(compare([*FIRST, *FIRST, item(None, 0.5)], [*SECOND, *SECOND]))
    assert "4 occur several times: paired in order, and counted as independent" in twice
    assert "1 of these have nothing to be paired by" in twice


def test_what_moved(compare: Compare) -> None:
    lines = printed(compare(FIRST, SECOND)).splitlines()
    start = lines.index("m: 2 of 2 items that moved, most first")
    assert [line.split() for line in lines[start + 1 :]] == [
        "+50.0 Emmy: 25.0 and 75.0 %, supported 0/0 and 0/0".split(),
        "+25.0 Ada: 50.0 and 75.0 %, supported 2/2 and 1/2; 1 of 2 facts in common"
        " changed:".split(),
        "supported, then not supported: Ada sang.".split(),
    ]
    assert "moved" not in printed(compare(FIRST, SECOND, moved=0))


def test_many_changed_facts_are_counted(compare: Compare) -> None:
    facts = [f"Ada has {n}." for n in range(7)]
    first = [item("Ada", 1.0, facts=dict.fromkeys(facts, YES))]
    second = [item("Ada", 0.0, facts=dict.fromkeys(facts, NO))]
    text = printed(compare(first, second))
    assert text.count("supported, then not supported: ") == 5
    assert "… and 2 more" in text


def test_names_of_models_that_differ(compare: Compare) -> None:
    second = [replace(one, model="new") for one in SECOND]
    text = printed(compare(FIRST, second))
    assert text.startswith("A: a.jsonl (m)\nB: b.jsonl (new)\n")
    assert "m and new: 4 items in both" in text


def test_models_that_are_not_compared(compare: Compare) -> None:
    more = [*FIRST, item("Ada", 0.5, model="x"), item("Ada", 0.5, model="y")]
    lines = printed(compare(more, SECOND, models=["m"])).splitlines()
    assert "not compared of a.jsonl: x, y" in lines
    assert not any("of b.jsonl" in line for line in lines)


def test_a_missing_number_is_a_dash_and_a_reason(compare: Compare) -> None:
    text = printed(compare(FIRST, [item("Ada", None), item("Emmy", None)]))
    assert cells(text, "m") == ["m", "0", *["–"] * 5, "0", "0", "0"]
    assert "no numbers: no item is scored on both sides; none in B: abstained 2" in text


def test_setups_that_differ_are_the_last_word(compare: Compare) -> None:
    result = compare(FIRST, SECOND, setup=replace(SETUP, version="9.2"))
    told = "A and B were made differently: version of factscore: 9.1 and 9.2"
    assert printed(result).splitlines()[-1] == f"warning: not comparable: {told}"
    found = json.loads(comparison_json(result))
    assert (found["comparable"], found["warnings"]) == (False, [told])


def test_text_from_files_cannot_move_the_cursor(compare: Compare) -> None:
    odd = [item("A\x1b[2J\nda", score, model="\x1b[31mm") for score in (0.5, 0.25)]
    assert "\x1b" not in printed(compare(odd[:1], odd[1:]))


def test_json(compare: Compare) -> None:
    found = json.loads(comparison_json(compare(FIRST, SECOND)))
    (model,) = found["models"]
    assert found["comparable"] is True
    assert found["a"]["setups"] == [json.loads(json.dumps(SETUP_FIELDS))]
    assert (found["a"]["items"], found["b"]["items"]) == (4, 5)
    assert model["items"] == {
        "paired": 4,
        "scored": 3,
        "scored_in_a_only": 1,
        "scored_in_b_only": 0,
        "scored_in_neither": 0,
        "states_in_b_if_scored_in_a_only": {"abstained": 1},
        "states_in_a_if_scored_in_b_only": {},
        "only_in_a": 0,
        "only_in_b": 1,
        "without_key": 0,
        "repeated_keys": 0,
    }
    assert model["difference"] == 0.25
    assert (model["p"], model["permutation"]) == (0.5, {"method": "exact", "draws": 4})
    assert (model["wins"], model["ties"], model["losses"]) == (2, 1, 0)
    assert model["moved"][1] == {
        "key": "topic",
        "value": "Ada",
        "topic": "Ada",
        "a_score": 0.5,
        "b_score": 0.75,
        "difference": 0.25,
        "a_facts": {"supported": 2, "not_supported": 0, "unscored": 0},
        "b_facts": {"supported": 1, "not_supported": 1, "unscored": 0},
        "common_facts": 2,
        "changed_facts": [{"text": "Ada sang.", "a": "supported", "b": "not_supported"}],
    }
    assert model["missing"] == {}


SETUP_FIELDS = {name: getattr(SETUP, name) for name in SETUP.__slots__}


def test_json_without_numbers_says_why(compare: Compare) -> None:
    found = json.loads(comparison_json(compare(FIRST, [item("Ada", None)])))
    (model,) = found["models"]
    names = ("a_score", "b_score", "difference", "ci95", "p")
    assert [model[name] for name in names] == [None] * 5
    assert set(model["missing"]) == set(names)


def test_the_same_files_give_the_same_bytes(compare: Compare) -> None:
    once = comparison_json(compare(FIRST, SECOND))
    assert comparison_json(compare(FIRST, SECOND)) == once
