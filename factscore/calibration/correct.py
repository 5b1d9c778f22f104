"""Judged items and a calibration → corrected scores. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from factscore.calibration.learn import text_digest
from factscore.calibration.prediction_powered import LEAST, Pair, estimate_mean
from factscore.calibration.records import Calibration, Key, LabelledItem
from factscore.records import CorrectedScore, Generation, ItemResult, ModelScore
from factscore.statistics import mean

_NOTHING = "no item was scored"
_SINGLE = "an interval for the population needs at least two different scored items without labels"
_NAMED = 8
"""Models of a file that a message names."""


def correct_models(
    models: Sequence[ModelScore],
    rows: Iterable[Generation],
    items: Sequence[ItemResult],
    calibration: Calibration,
    gamma: float,
) -> tuple[ModelScore, ...]:
    """Add to each model's row the score that people would give, or why there is none.

    Labels of the same model are needed, two at least: a judge errs differently with each
    writer, so that those of others say nothing of this one.

    Args:
        models: the rows of the table.
        rows: what was scored; tells which items are among the labelled ones.
        items: the results, in the order of ``rows``.
        calibration: made by the same judge from the same store.
        gamma: the run's length penalty.
    """
    scores: dict[str, dict[Key, list[float]]] = {model.model: {} for model in models}
    for row, item in zip(rows, items, strict=True):
        if item.score is not None:
            scores[item.model].setdefault(_key(row), []).append(item.score)
    return tuple(_correct(model, scores[model.model], calibration, gamma) for model in models)


def why_not(model: str, calibration: Calibration) -> str:
    """Why a model cannot have a corrected score, and the remedy; empty if it can."""
    labels = Counter(item.key.model for item in calibration.items)
    if labels[model] >= LEAST:
        return ""
    named = ", ".join(f"{name!r} ({labels[name]})" for name in list(labels)[:_NAMED])
    rest = f" and {len(labels) - _NAMED} more" if len(labels) > _NAMED else ""
    return (
        f"the calibration has {labels[model]} labelled item(s) of {model!r}, of {LEAST} needed; it"
        f" has those of {named}{rest}. If one of them is this model, write the same name into the"
        ' field "model" of every row (without it, that is the file\'s name); if not, label more'
    )


def correct_score(
    items: Sequence[LabelledItem], scores: Mapping[Key, Sequence[float]], gamma: float
) -> CorrectedScore:
    """The mean score that people would give a model's scored items.

    A scored item that is among the labelled ones belongs to these alone: its score by people
    is known and is taken as it is. An item that was scored several times counts that often
    in the mean, labelled or not, but as one observation in the intervals.

    Args:
        items: the labelled items of the model, at least two.
        scores: for each different scored item, the judge's scores after the length penalty,
            as many as there were rows of it.

    Raises:
        ValueError: fewer than two labelled items, or nothing was scored.
    """
    labelled = {item.key for item in items}
    new = [given for key, given in scores.items() if key not in labelled]
    pairs = [
        Pair(item.human_score(gamma), item.judged_score(gamma), len(scores.get(item.key, ())))
        for item in items
    ]
    times = list(map(len, new))
    found = estimate_mean(pairs, [mean(given) or 0.0 for given in new], times=times)
    population = found.population
    return CorrectedScore(
        score=found.value,
        ci95=found.items.interval(found.value),
        ci95_population=None if population is None else population.interval(found.value),
        labelled=len(items),
        known=sum(pair.scored for pair in pairs),
        new=sum(times),
        power=found.power if new else None,
        missing={"ci95_population": _SINGLE} if population is None else {},
    )


def _correct(
    model: ModelScore,
    scores: Mapping[Key, Sequence[float]],
    calibration: Calibration,
    gamma: float,
) -> ModelScore:
    reason = why_not(model.model, calibration) or ("" if scores else _NOTHING)
    if reason:
        return replace(model, missing={**model.missing, "corrected": reason})
    own = [item for item in calibration.items if item.key.model == model.model]
    return replace(model, corrected=correct_score(own, scores, gamma))


def _key(row: Generation) -> Key:
    return Key(row.model, row.topic, text_digest(row.text))
