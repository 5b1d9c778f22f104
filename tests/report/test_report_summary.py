"""Ranks, costs and common topics in the summary."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from factscore.llm.base import Usage
from factscore.llm.usage import UsageRow
from factscore.ranking import CommonTopics
from factscore.records import FactCounts, Interval, ModelScore, Status
from factscore.report import summary_json
from factscore.settings import Settings

LOW = ModelScore(
    model="low",
    items=9,
    statuses=dict.fromkeys(Status, 0) | {Status.SCORED: 9},
    facts=FactCounts(30, 10, 2),
    score=0.25,
    init_score=0.5,
    ci95=Interval(0.125, 0.375),
    respond_ratio=1.0,
    facts_per_response=4.0,
    f1_at_k=0.5,
    coverage=40 / 42,
    missing={"errors": "the judge does not say why"},
)
HIGH = replace(LOW, model="high", score=0.75, ci95=Interval(0.5, 0.875))
NONE = replace(LOW, model="none", score=None, ci95=None, missing={"ci95": "no interval"})


def summary(*models: ModelScore, **more: Any) -> dict[str, Any]:
    made = summary_json(
        models,
        settings=Settings(),
        reading={},
        identities={},
        decomposer="input",
        judge="labels",
        knowledge=None,
        **more,
    )
    found: dict[str, Any] = json.loads(made)
    return found


def test_ranks_in_input_order() -> None:
    models = summary(LOW, NONE, HIGH)["models"]
    assert [(m["model"], m["rank"]) for m in models] == [("low", 2), ("none", None), ("high", 1)]
    assert models[0]["missing"].keys() == {"errors"}
    assert models[1]["missing"]["rank"] == "there is no interval to compare"
    assert models[1]["missing"]["ci95"] == "no interval"


def test_what_the_items_of_each_model_cost() -> None:
    row = UsageRow("judge", "openai:m", 3, 0, 0, Usage(), None)
    costs = {"low": 0.5, "high": None}
    assert summary(LOW, HIGH, usage=(row,), costs=costs)["usage"]["models"] == costs
    assert "models" not in summary(LOW, HIGH)["usage"]


def test_common_topics() -> None:
    found = summary(LOW, HIGH, common=CommonTopics(2, ("Ada",), 4, {"high": 3}))
    assert found["common_topics"] == {"common": 1, "of": 4, "lacking": {"high": 3}}
    assert summary(LOW)["common_topics"] is None
