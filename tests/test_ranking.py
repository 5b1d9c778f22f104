"""Ranks and common topics."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from factscore.ranking import common_topics, in_input_order, rank_models
from factscore.records import FactCounts, Interval, ItemResult, ModelScore, Status


def model(
    name: str, score: float | None, low: float | None = None, high: float | None = None
) -> ModelScore:
    interval = None if low is None or high is None else Interval(low, high)
    return ModelScore(
        model=name,
        items=10,
        statuses={},
        facts=FactCounts(),
        score=score,
        init_score=score,
        ci95=interval,
        respond_ratio=1.0,
        facts_per_response=1.0,
        f1_at_k=0.5,
        coverage=1.0,
    )


def ranks(*models: ModelScore) -> list[tuple[str, int | None, bool]]:
    return [(each.model.model, each.rank, each.tied) for each in rank_models(models)]


def test_the_example() -> None:
    third = model("third", 0.52, 0.47, 0.57)
    first = model("first", 0.70, 0.65, 0.75)
    second = model("second", 0.62, 0.57, 0.67)
    assert ranks(third, first, second) == [
        ("first", 1, True),
        ("second", 1, True),
        ("third", 2, False),
    ]


def test_separate_intervals() -> None:
    assert ranks(
        model("a", 0.2, 0.1, 0.3), model("b", 0.8, 0.7, 0.9), model("c", 0.5, 0.4, 0.6)
    ) == [
        ("b", 1, False),
        ("c", 2, False),
        ("a", 3, False),
    ]


def test_intervals_that_touch_overlap() -> None:
    assert ranks(model("a", 0.6, 0.5, 0.7), model("b", 0.4, 0.3, 0.5)) == [
        ("a", 1, True),
        ("b", 1, True),
    ]


def test_wide_interval_may_have_a_better_rank_than_a_better_score() -> None:
    found = ranks(
        model("few items", 0.50, 0.20, 0.80),
        model("many", 0.60, 0.55, 0.65),
        model("best", 0.75, 0.70, 0.80),
    )
    assert found == [("best", 1, True), ("many", 2, False), ("few items", 1, True)]


def test_without_interval_or_score_there_is_no_rank() -> None:
    found = ranks(
        model("silent", None),
        model("one item", 0.9),
        model("a", 0.5, 0.4, 0.6),
        model("mute", None),
    )
    assert found == [
        ("one item", None, False),
        ("a", 1, False),
        ("silent", None, False),
        ("mute", None, False),
    ]


def test_equal_scores_keep_their_order() -> None:
    models = [model(name, 0.5, 0.5, 0.5) for name in "dbca"]
    assert ranks(*models) == [(name, 1, True) for name in "dbca"]
    assert ranks() == []


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), max_size=8))
def test_any_models(pairs: list[tuple[float, float]]) -> None:
    models = [
        model(str(place), (low + high) / 2, low, high)
        for place, (low, high) in enumerate(map(sorted, pairs))
    ]
    ranked = rank_models(models)
    assert [each.model for each in in_input_order(ranked)] == models
    scores = [each.model.score for each in ranked if each.model.score is not None]
    assert scores == sorted(scores, reverse=True)
    if models:
        # Nobody lies above the model whose interval reaches highest, and it may be first.
        assert min(each.rank for each in ranked if each.rank is not None) == 1
    for each in ranked:
        assert each.rank is not None
        assert each.tied == any(o.rank == each.rank and o is not each for o in ranked)


def rows(name: str, *topics: str | None, status: Status = Status.SCORED) -> list[ItemResult]:
    return [ItemResult(name, topic, status) for topic in topics]


def test_same_topics() -> None:
    found = common_topics(rows("a", "Ada", "Bo", "Ada") + rows("b", "Bo", "Ada"))
    assert (found.models, found.topics, found.total) == (2, ("Ada", "Bo"), 2)
    assert found.lacking == {}


def test_some_topics_in_common() -> None:
    found = common_topics(
        rows("a", "Ada", "Bo", "Cy") + rows("b", "Bo", "Ada") + rows("c", "Bo", "Di")
    )
    assert (found.models, found.topics, found.total) == (3, ("Bo",), 4)
    # Of Ada, Bo, Cy, Di: a lacks Di; b lacks Cy and Di; c lacks Ada and Cy.
    assert list(found.lacking.items()) == [("b", 2), ("c", 2), ("a", 1)]


def test_a_refusal_is_a_row() -> None:
    found = common_topics(rows("a", "Ada") + rows("b", "Ada", status=Status.ABSTAINED))
    assert (found.topics, found.total, found.lacking) == (("Ada",), 1, {})


@pytest.mark.parametrize(
    ("items", "models", "total", "lacking"),
    [
        ([], 0, 0, {}),
        (rows("a", None) + rows("b", None, None), 2, 0, {}),
        (rows("a", "Ada", None) + rows("b", "Bo"), 2, 2, {"a": 1, "b": 1}),
        (rows("a", "Ada") + rows("b", None), 2, 1, {"b": 1}),
    ],
)
def test_nothing_in_common(
    items: list[ItemResult], models: int, total: int, lacking: dict[str, int]
) -> None:
    found = common_topics(items)
    assert (found.models, found.topics, found.total) == (models, (), total)
    assert found.lacking == lacking


def test_one_model_has_all_its_topics() -> None:
    found = common_topics(rows("a", "Ada", "Bo"))
    assert (found.models, found.topics, found.total) == (1, ("Ada", "Bo"), 2)
