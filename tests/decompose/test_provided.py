"""Facts that came with the input, and the questions asked before any decomposing."""

from __future__ import annotations

import pytest

from factscore.decompose import make_decomposer
from factscore.decompose.provided import InputDecomposer, opening
from factscore.errors import UsageError
from factscore.records import Fact, Generation, Status

SORRY = "I'm sorry, but I don't have information about Ada Lee."
FACTS = (Fact("Ada sang."), Fact("Ada left."))


@pytest.mark.parametrize(
    ("generation", "status"),
    [
        (Generation("Ada sang.", facts=FACTS), Status.SCORED),
        (Generation("", facts=FACTS), Status.SCORED),
        (Generation(SORRY, facts=FACTS), Status.SCORED),
        (Generation("Ada sang.", facts=FACTS, abstained=True), Status.ABSTAINED),
        (Generation("Ada sang.", facts=()), Status.NO_FACTS),
        (Generation(SORRY, facts=()), Status.ABSTAINED),
        (Generation(SORRY, facts=(), abstained=False), Status.NO_FACTS),
        (Generation(SORRY), Status.ABSTAINED),
        (Generation(" \n", facts=()), Status.EMPTY),
        (Generation(""), Status.EMPTY),
        (Generation("", abstained=True), Status.ABSTAINED),
        (Generation("Ada sang."), Status.DECOMPOSE_FAILED),
        (Generation(SORRY, abstained=False), Status.DECOMPOSE_FAILED),
    ],
)
def test_states_of_input(generation: Generation, status: Status) -> None:
    (found,) = InputDecomposer().decompose([generation])
    assert found.status is status
    assert found.facts == (FACTS if status is Status.SCORED else ())
    assert bool(found.detail) == (status is not Status.SCORED)


def test_a_row_without_facts_is_told_what_to_do() -> None:
    (found,) = InputDecomposer().decompose([Generation("Ada sang.")])
    assert "no facts" in found.detail
    assert "--decomposer rules" in found.detail


@pytest.mark.parametrize(
    ("generation", "status"),
    [
        (Generation("Ada sang.", facts=FACTS), None),
        (Generation("", facts=FACTS), Status.EMPTY),
        (Generation(SORRY, facts=FACTS), Status.ABSTAINED),
        (Generation(SORRY, abstained=False), None),
        (Generation("Ada sang.", abstained=True), Status.ABSTAINED),
    ],
)
def test_facts_of_the_row_mean_nothing_to_other_decomposers(
    generation: Generation, status: Status | None
) -> None:
    found = opening(generation, facts_count=False)
    assert (found.status if found else None) is status


def test_specs() -> None:
    assert make_decomposer("input").name == "input"
    assert make_decomposer("input").identity() is None
    assert make_decomposer("rules").name == "rules"


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("rule", ["rule", "input, rules", "did you mean rules?"]),
        ("imput", ["did you mean input?"]),
        ("openai", ["openai: names no model", "openai:MODEL"]),
        ("anthropic:", ["anthropic: names no model"]),
        ("scripted", ["names no file"]),
        ("rules:x", ["rules:x", "input, rules"]),
        ("", ["input, rules"]),
    ],
)
def test_wrong_specs_get_the_list(spec: str, words: list[str]) -> None:
    with pytest.raises(UsageError) as caught:
        make_decomposer(spec)
    assert all(word in str(caught.value) for word in words)
    assert "\n" not in str(caught.value)
