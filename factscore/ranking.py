"""Which model is best, as far as the intervals tell, and whether they wrote of the same things."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from factscore.records import ItemResult, ModelScore


@dataclass(frozen=True, slots=True)
class RankedModel:
    """A model with its place among the others."""

    model: ModelScore
    rank: int | None
    """1 for the best; ``None`` without an interval to compare."""
    tied: bool
    """Whether another model has the same rank."""
    position: int
    """Where the model stood in the input, from 0."""


def rank_models(models: Sequence[ModelScore]) -> list[RankedModel]:
    """The models by score, best first; those of equal scores in input order.

    A model's rank is 1 + the number of models whose whole 95 % interval lies above its own.
    So a rank is only as good as the intervals separate, and models share one where they do
    not; below some 30 items intervals are too narrow (``factscore.statistics``). A rank may
    stand against the order of the scores: a model with few items has a wide interval, and few
    are certainly better.

    A model without an interval (fewer than two scored items) has no rank and takes no part
    in those of others; one without a score comes last.

    Example:
        Scores 0.70, 0.62, 0.52 with intervals 0.65–0.75, 0.57–0.67 and 0.47–0.57. The second
        overlaps the first (0.67 > 0.65) and shares rank 1; it overlaps the third as well
        (both hold 0.57). The third lies wholly below the first alone: rank 2.
    """
    ranks = [_rank(model, models) for model in models]
    ranked = [
        RankedModel(model, rank, rank is not None and ranks.count(rank) > 1, position)
        for position, (model, rank) in enumerate(zip(models, ranks, strict=True))
    ]
    return sorted(ranked, key=_best_first)


def in_input_order(ranked: Iterable[RankedModel]) -> list[RankedModel]:
    """Ranked models in the order in which they were given."""
    return sorted(ranked, key=lambda each: each.position)


def _rank(model: ModelScore, models: Sequence[ModelScore]) -> int | None:
    own = model.ci95
    if own is None:
        return None
    return 1 + sum(other.ci95 is not None and other.ci95.low > own.high for other in models)


def _best_first(ranked: RankedModel) -> tuple[bool, float]:
    score = ranked.model.score
    return score is None, -(score or 0.0)


@dataclass(frozen=True, slots=True)
class CommonTopics:
    """Which topics all models of a run wrote about; means over other topics do not compare."""

    models: int
    topics: tuple[str, ...]
    """Topics that every model has a row for, in order of first appearance."""
    total: int
    """Topics that any model has a row for."""
    lacking: Mapping[str, int] = field(default_factory=dict)
    """Model → how many of the ``total`` topics it has no row for, most first; none is left out."""


def common_topics(items: Iterable[ItemResult]) -> CommonTopics:
    """The topics of each model held against those of the others; rows without one are left out.

    A row counts whatever became of it: a model that abstained was asked.
    """
    wrote: dict[str, set[str]] = {}
    topics: dict[str, None] = {}
    for item in items:
        own = wrote.setdefault(item.model, set())
        if item.topic is not None:
            own.add(item.topic)
            topics.setdefault(item.topic)
    lacks = {
        model: len(topics) - len(own) for model, own in wrote.items() if len(own) < len(topics)
    }
    return CommonTopics(
        models=len(wrote),
        topics=tuple(topic for topic in topics if all(topic in own for own in wrote.values())),
        total=len(topics),
        lacking=dict(sorted(lacks.items(), key=lambda pair: -pair[1])),
    )
