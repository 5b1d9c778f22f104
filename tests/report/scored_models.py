"""A model with numbers and one without, for tests of what shows them."""

from __future__ import annotations

from factscore.records import Agreement, FactCounts, Interval, ModelScore, Status

_NONE = dict.fromkeys(Status, 0)
STEADY = ModelScore(
    model="steady",
    items=10,
    statuses=_NONE | {Status.SCORED: 8, Status.TOPIC_NOT_FOUND: 2},
    facts=FactCounts(30, 10, 2),
    score=0.7126,
    init_score=0.75,
    ci95=Interval(0.601, 0.8),
    respond_ratio=1.0,
    facts_per_response=4.25,
    f1_at_k=0.5,
    coverage=40 / 42,
    non_factual=3,
    agreement=Agreement(6, 1, 2, 1),
)
SILENT = ModelScore(
    model="silent",
    items=1,
    statuses=_NONE | {Status.EMPTY: 1},
    facts=FactCounts(),
    score=None,
    init_score=None,
    ci95=None,
    respond_ratio=0.0,
    facts_per_response=None,
    f1_at_k=0.0,
    coverage=None,
)
