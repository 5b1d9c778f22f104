"""The logistic formula over the judge's features, and the threshold upon it, fitted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path

import numpy as np  # noqa: TID253 - nothing in this module works without it
from examples import FOLDS, MODELS, entities, fold_of
from numpy.typing import NDArray  # noqa: TID253
from practice import LEAD, NEGATED, SWAPPED
from predict import Prediction

from factscore.judge.features import FEATURES
from factscore.judge.signals import Signals

BASE = ("logit", *(field.name for field in fields(Signals)))
"""Features whose weights people's facts alone decide."""
PRACTICE: Mapping[str, float] = {SWAPPED: 1.0, LEAD: 0.2, NEGATED: 0.1}
"""Weight of a statement beside one of people's facts, when the signs of binding are fitted."""
ALLOWANCE = 0.01


@dataclass(frozen=True, slots=True)
class Table:
    """What is fitted on; one row a fact, in the order of the predictions."""

    features: NDArray[np.float64]
    """Shape (facts, ``FEATURES``)."""
    supported: NDArray[np.bool_]
    topics: NDArray[np.str_]
    sources: NDArray[np.str_]
    folds: NDArray[np.int64]

    def rows(self, chosen: NDArray[np.bool_]) -> Table:
        """The chosen rows alone."""
        return Table(
            self.features[chosen],
            self.supported[chosen],
            self.topics[chosen],
            self.sources[chosen],
            self.folds[chosen],
        )

    @property
    def people(self) -> NDArray[np.bool_]:
        """Which rows are people's facts."""
        return np.isin(self.sources, MODELS)


@dataclass(frozen=True, slots=True)
class Combination:
    """Probability of support: logistic of the intercept plus each weight times its feature."""

    intercept: float
    weights: Mapping[str, float]
    threshold: float = 0.5

    def probabilities(self, table: Table) -> NDArray[np.float64]:
        """One a row."""
        weights = [self.weights.get(name, 0.0) for name in FEATURES]
        total = self.intercept + table.features @ np.array(weights)
        result: NDArray[np.float64] = 1 / (1 + np.exp(-total))
        return result


def tabulate(data: Path, predictions: Sequence[Prediction]) -> Table:
    """The predictions as arrays; leads are dealt to folds of their own."""
    folds = fold_of(entities(data))
    folds |= fold_of({p.topic for p in predictions} - set(folds))
    return Table(
        np.array([[p.values[name] for name in FEATURES] for p in predictions]),
        np.array([p.supported for p in predictions]),
        np.array([p.topic for p in predictions]),
        np.array([p.source for p in predictions]),
        np.array([folds[p.topic] for p in predictions]),
    )


def fit_combination(table: Table, names: Sequence[str] = FEATURES) -> Combination:
    """Weights of some features by logistic regression, then the threshold.

    Those of ``BASE`` come from people's facts alone. Their sum is then one feature beside the
    signs of binding, fitted on people's facts and the statements of ``practice.py`` together;
    each kind of statement has an intercept and a slope of that sum for itself, so that only
    what the signs are worth is learned from all.
    """
    base = [name for name in BASE if name in names]
    signs = [name for name in names if name not in BASE]
    intercept, weights = _regression(*_columns(table.rows(table.people), base))
    if signs:
        total = intercept + _columns(table, base)[0] @ weights
        shift, slope, of_signs = _fit_signs(table, total, signs)
        intercept, weights = shift + slope * intercept, np.append(slope * weights, of_signs)
    rounded = [round(float(weight), 4) for weight in weights]
    found = Combination(round(intercept, 4), dict(zip([*base, *signs], rounded, strict=True)))
    return replace(found, threshold=choose_threshold(table.rows(table.people), found))


def _fit_signs(
    table: Table, total: NDArray[np.float64], signs: Sequence[str]
) -> tuple[float, float, NDArray[np.float64]]:
    """Intercept and slope of the sum for people's facts, and the weights of the signs."""
    lines = [_own_line(table, total, source) for source in PRACTICE]
    peoples = (total * table.people)[:, None]
    columns = np.hstack([peoples, _columns(table, signs)[0], *lines])
    weights = [PRACTICE.get(source, 1.0) for source in table.sources]
    intercept, found = _regression(columns, table.supported, weights)
    return intercept, float(found[0]), found[1 : len(signs) + 1]


def _own_line(table: Table, total: NDArray[np.float64], source: str) -> NDArray[np.float64]:
    """What gives one kind of statement its slope and intercept."""
    own = table.sources == source
    return np.column_stack([total * own, own])


def _columns(table: Table, names: Sequence[str]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    return table.features[:, [FEATURES.index(name) for name in names]], table.supported


def _regression(
    columns: NDArray[np.float64],
    supported: NDArray[np.bool_],
    weights: Sequence[float] | None = None,
) -> tuple[float, NDArray[np.float64]]:
    from sklearn.linear_model import LogisticRegression

    model = LogisticRegression(C=1.0, max_iter=5000).fit(columns, supported, weights)
    return float(model.intercept_[0]), model.coef_[0]


def choose_threshold(table: Table, combination: Combination) -> float:
    """The threshold whose judged scores are nearest to people's, at little cost in agreement.

    Among all thresholds (steps of .005) whose balanced accuracy, averaged over the models
    that wrote the facts, is within ``ALLOWANCE`` of the best one's, the one with the
    smallest score error, averaged likewise. A score is the mean over items of the share of
    supported facts.
    """
    values = combination.probabilities(table)
    models = [table.sources == model for model in sorted(set(table.sources))]
    steps = [round(step / 200, 3) for step in range(1, 200)]
    agreement, error = [], []
    for step in steps:
        judged = values >= step
        agreement.append(np.mean([balanced(table, judged, rows) for rows in models]))
        error.append(np.mean([abs(_score_error(table, judged, rows)) for rows in models]))
    good = [i for i in range(len(steps)) if agreement[i] >= max(agreement) - ALLOWANCE]
    return steps[min(good, key=lambda i: error[i])]


def balanced(table: Table, judged: NDArray[np.bool_], rows: NDArray[np.bool_]) -> float:
    """Balanced accuracy on some rows."""
    truth, found = table.supported[rows], judged[rows]
    return float((found[truth].mean() + (~found)[~truth].mean()) / 2)


def _score_error(table: Table, judged: NDArray[np.bool_], rows: NDArray[np.bool_]) -> float:
    topics = table.topics[rows]
    difference = judged[rows].astype(float) - table.supported[rows]
    return float(np.mean([difference[topics == topic].mean() for topic in sorted(set(topics))]))


@dataclass(frozen=True, slots=True)
class Unseen:
    """What each row is judged to be by the combination that its fold had no part in."""

    probabilities: NDArray[np.float64]
    supported: NDArray[np.bool_]


def cross_validated(table: Table, names: Sequence[str] = FEATURES) -> Unseen:
    """Each fold judged by the combination and threshold that the other folds give."""
    found = Unseen(np.zeros(len(table.folds)), np.zeros(len(table.folds), dtype=bool))
    for fold in range(FOLDS):
        own = table.folds == fold
        combination = fit_combination(table.rows(~own), names)
        found.probabilities[own] = combination.probabilities(table.rows(own))
        found.supported[own] = found.probabilities[own] >= combination.threshold
    return found
