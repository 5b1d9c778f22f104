"""From a run's networks to the files in the package: ``python benchmarks/judge/export.py RUN``.

Writes ``model.onnx`` (int8), ``tokenizer.json``, ``config.json`` and the model card, and
``folds.jsonl`` beside this script: what each fold's judge, fitted on the other folds alone,
says of the facts that it never saw. All figures of the card come from there.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from card import write_card
from examples import FOLDS, Example, entities, fold_of, retrievers
from folds import FOLDS_FILE, FoldVerdict, fact_id, write_verdicts
from predict import WINDOWS_READ, Prediction, read_predictions
from quantized import trained, write_model

from factscore.judge.nli import FOLDER, NliConfig
from factscore.judge.signals import signals
from factscore.judge.windows import SIZE, cut_passages

if TYPE_CHECKING:
    from numpy import ndarray

VERSION = "2"
ALLOWANCE = 0.01
FEATURES = ("logit", "words", "window", "sentence", "numbers", "names")


@dataclass(frozen=True, slots=True)
class Combination:
    """The logistic formula over ``FEATURES`` and the threshold upon it."""

    intercept: float
    weights: tuple[float, ...]
    threshold: float


@dataclass(frozen=True, slots=True)
class Table:
    """What the combination is fitted on; one row a fact, in the order of the predictions."""

    features: Any
    """Shape (facts, ``FEATURES``)."""
    supported: Any
    topics: Any
    models: Any

    def rows(self, chosen: Any) -> Table:
        """The chosen rows alone."""
        return Table(
            self.features[chosen], self.supported[chosen], self.topics[chosen], self.models[chosen]
        )


def tabulate(data: Path, predictions: Sequence[Prediction]) -> Table:
    """The network's logit and the signals of each fact."""
    import numpy as np

    pages = retrievers(data)
    rows = []
    for p in predictions:
        windows = cut_passages(pages[p.topic](p.fact))
        values = {"logit": p.logit, **asdict(signals(p.topic, p.fact, windows))}
        rows.append([values[name] for name in FEATURES])
    return Table(
        np.array(rows),
        np.array([p.supported for p in predictions]),
        np.array([p.topic for p in predictions]),
        np.array([p.model for p in predictions]),
    )


def fit_combination(table: Table) -> Combination:
    """Coefficients by logistic regression, then the threshold."""
    from sklearn.linear_model import LogisticRegression

    model = LogisticRegression(C=1.0, max_iter=2000).fit(table.features, table.supported)
    weights = tuple(round(float(weight), 4) for weight in model.coef_[0])
    found = Combination(round(float(model.intercept_[0]), 4), weights, 0.5)
    threshold = choose_threshold(table, probabilities(found, table))
    return Combination(found.intercept, found.weights, threshold)


def probabilities(combination: Combination, table: Table) -> ndarray:
    import numpy as np

    total = combination.intercept + table.features @ np.array(combination.weights)
    result: ndarray = 1 / (1 + np.exp(-total))
    return result


def choose_threshold(table: Table, values: ndarray) -> float:
    """The threshold whose judged scores are nearest to people's, at little cost in agreement.

    Among all thresholds (steps of .005) whose balanced accuracy, averaged over the models
    that wrote the facts, is within ``ALLOWANCE`` of the best one's, the one with the
    smallest score error, averaged likewise. A score is the mean over items of the share of
    supported facts.
    """
    import numpy as np

    models = sorted(set(table.models))
    steps = [round(step / 200, 3) for step in range(1, 200)]
    balanced, error = [], []
    for step in steps:
        judged = values >= step
        balanced.append(np.mean([_balanced(table, judged, table.models == m) for m in models]))
        error.append(np.mean([abs(_score_error(table, judged, table.models == m)) for m in models]))
    good = [i for i in range(len(steps)) if balanced[i] >= max(balanced) - ALLOWANCE]
    return steps[min(good, key=lambda i: error[i])]


def _balanced(table: Table, judged: ndarray, rows: ndarray) -> float:
    truth, found = table.supported[rows], judged[rows]
    return float((found[truth].mean() + (~found)[~truth].mean()) / 2)


def _score_error(table: Table, judged: ndarray, rows: ndarray) -> float:
    import numpy as np

    topics = table.topics[rows]
    difference = judged[rows].astype(float) - table.supported[rows]
    return float(np.mean([difference[topics == topic].mean() for topic in sorted(set(topics))]))


def honest_verdicts(data: Path, predictions: Sequence[Prediction]) -> list[FoldVerdict]:
    """Each fold judged by the combination and threshold that the other folds give."""
    import numpy as np

    table = tabulate(data, predictions)
    folds = fold_of(entities(data))
    own = np.array([folds[topic] for topic in table.topics])
    verdicts = []
    for fold in range(FOLDS):
        combination = fit_combination(table.rows(own != fold))
        unseen = [p for p in predictions if folds[p.topic] == fold]
        found = probabilities(combination, table.rows(own == fold))
        verdicts += [
            FoldVerdict(
                id=fact_id(Example(p.topic, p.fact, (), p.supported, p.model)),
                probability=round(float(value), 4),
                supported=bool(value >= combination.threshold),
            )
            for p, value in zip(unseen, found, strict=True)
        ]
    return verdicts


def digest_of(folder: Path) -> str:
    """SHA-256 over ``model.onnx`` and then ``tokenizer.json``."""
    digest = hashlib.sha256()
    for name in ("model.onnx", "tokenizer.json"):
        digest.update((folder / name).read_bytes())
    return digest.hexdigest()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path, help="the folder that train.py wrote")
    parser.add_argument("data", type=Path, nargs="?", default=os.environ.get("FACTSCORE_DATA"))
    parser.add_argument("--out", type=Path, default=FOLDER)
    arguments = parser.parse_args()
    data, out = Path(arguments.data), arguments.out
    write_model(trained(arguments.run, "all"), out)
    predictions = read_predictions(arguments.run / "honest.jsonl")
    write_verdicts(FOLDS_FILE, honest_verdicts(data, predictions))
    combination = fit_combination(tabulate(data, predictions))
    config = NliConfig(
        name="factscore-minilm",
        version=VERSION,
        digest=digest_of(out),
        window_words=SIZE,
        windows=WINDOWS_READ,
        threshold=combination.threshold,
        intercept=combination.intercept,
        weights=dict(zip(FEATURES, combination.weights, strict=True)),
    )
    (out / "config.json").write_text(json.dumps(asdict(config), indent=2) + "\n")
    write_card(out / "MODEL_CARD.md", arguments.run, data, config)


if __name__ == "__main__":
    main()
