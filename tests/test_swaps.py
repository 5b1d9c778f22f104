"""The pairs of true and false statements that judges are measured with, and their measures."""

from __future__ import annotations

import importlib
import json
import re
import unicodedata
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest

from factscore.judge.windows import content_words
from factscore.records import Label, Verdict

ROOT = Path(__file__).parent.parent
LEAST = {"role": 20, "number": 18, "date": 18, "negation": 12, "name": 18, "place": 14}
NEGATIONS = {"not", "never"}


@pytest.fixture
def swaps(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    return importlib.import_module("swaps")


def pairs() -> list[dict]:
    text = (ROOT / "benchmarks" / "swaps.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def swapped(pair: dict) -> tuple[str, str]:
    """What stands between the statements' common beginning and common end."""
    true, false = pair["true"].split(), pair["false"].split()
    while true and false and true[0] == false[0]:
        del true[0], false[0]
    while true and false and true[-1] == false[-1]:
        del true[-1], false[-1]
    return " ".join(true), " ".join(false)


def test_rows_have_the_five_fields_and_enough_of_each_kind() -> None:
    rows = pairs()
    assert all(set(row) == {"topic", "passages", "true", "false", "kind"} for row in rows)
    kinds = Counter(row["kind"] for row in rows)
    assert set(kinds) == set(LEAST)
    assert len(rows) >= 100
    assert all(kinds[kind] >= least for kind, least in LEAST.items())
    assert len({row["topic"] for row in rows}) >= 35


def test_no_statement_stands_twice() -> None:
    statements = [row[side] for row in pairs() for side in ("true", "false")]
    assert len(set(map(str.casefold, statements))) == len(statements)


def test_one_topic_has_one_set_of_passages() -> None:
    rows = pairs()
    topics = {row["topic"] for row in rows}
    assert len({(row["topic"], tuple(row["passages"])) for row in rows}) == len(topics)


def test_every_statement_has_evidence() -> None:
    for row in pairs():
        assert 1 <= len(row["passages"]) <= 3, row["topic"]
        assert all(60 <= len(p.split()) <= 190 for p in row["passages"]), row["topic"]
        known = set(content_words(" ".join([row["topic"], *row["passages"]])))
        for side in ("true", "false"):
            assert known & set(content_words(row[side])), row[side]


def test_text_is_clean() -> None:
    for row in pairs():
        for text in (row["topic"], row["true"], row["false"], *row["passages"]):
            assert text == unicodedata.normalize("NFC", text)
            assert text == " ".join(text.split())
            assert not any(unicodedata.category(c).startswith("C") for c in text)
        assert all(row[side].endswith(".") for side in ("true", "false"))


@pytest.mark.parametrize("kind", ["number", "date", "name", "place"])
def test_a_value_is_swapped_for_another(kind: str) -> None:
    for row in pairs():
        if row["kind"] == kind:
            true, false = swapped(row)
            assert 1 <= len(true.split()) <= 5, row["true"]
            assert 1 <= len(false.split()) <= 5, row["false"]
            if kind == "date":
                assert all(re.fullmatch(r"\d{4}\.?", value) for value in (true, false)), true


def test_a_negation_is_added_or_taken_away() -> None:
    sides = Counter()
    for row in pairs():
        if row["kind"] == "negation":
            negated = [bool(NEGATIONS & set(row[side].split())) for side in ("true", "false")]
            assert sum(negated) == 1 or "gave up" in row["true"], row["true"]
            sides[negated[0]] += 1
    # A judge that goes by "not" alone must not come out ahead.
    assert min(sides.values()) >= 0.4 * sum(sides.values())


def test_most_false_values_stand_elsewhere_in_the_passages() -> None:
    there = []
    for row in pairs():
        if row["kind"] in ("number", "date", "name", "place"):
            value = swapped(row)[1].rstrip(".")
            there.append(value in " ".join(row["passages"]))
    assert sum(there) >= 0.8 * len(there)


def test_shares_by_hand(swaps: ModuleType) -> None:
    def judged(kind: str, true: float, false: float) -> object:
        swap = swaps.Swap("T", ("text",), "a", "b", kind)
        verdicts = [
            Verdict(Label.SUPPORTED if p >= 0.5 else Label.NOT_SUPPORTED, p) for p in (true, false)
        ]
        return swaps.Judged(swap, *verdicts)

    # Right: 2, 1 (ordered), 1 (tied) and 0 of 2 statements.
    cases = [(0.9, 0.1), (0.9, 0.8), (0.7, 0.7), (0.2, 0.6)]
    found = swaps.shares([judged("role", true, false) for true, false in cases])
    assert found == swaps.Shares(pairs=4, right=0.5, both=0.25, ordered=0.5)


def test_a_statement_without_a_verdict_is_wrong(swaps: ModuleType) -> None:
    swap = swaps.Swap("T", ("text",), "a", "b", "role")
    none = Verdict(Label.UNSCORED)
    pair = swaps.Judged(swap, none, none)
    assert (pair.right, pair.ordered) == (0, False)


def test_claims_carry_topic_and_passages_in_order(swaps: ModuleType) -> None:
    true, false = swaps.Swap("T", ("one", "two"), "a", "b", "role").claims()
    assert (true.fact.text, false.fact.text) == ("a", "b")
    assert [(p.title, p.index, p.text) for p in true.passages] == [("T", 0, "one"), ("T", 1, "two")]
    assert true.passages == false.passages


def test_the_script_reads_the_file(swaps: ModuleType) -> None:
    assert len(swaps.read_swaps()) == len(pairs())
