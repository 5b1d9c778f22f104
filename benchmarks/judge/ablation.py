"""What each part of the judge gives: ``python benchmarks/judge/ablation.py RUN``.

Area under the curve, five-fold by entity: each fact is predicted by the network, and weighed
by the coefficients, that its entity had no part in.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np  # noqa: TID253 - nothing in this module works without it
from examples import FOLDS, MODELS, entities, fold_of
from export import FEATURES, Table, tabulate
from predict import read_predictions

from factscore.agreement import auc

SHARES = FEATURES[1:]
SUBSETS = (
    ("logit",),
    SHARES,
    FEATURES,
    *(tuple(name for name in FEATURES if name != left_out) for left_out in SHARES),
)


def cross_validated(table: Table, folds: Sequence[int], names: Sequence[str]) -> list[float]:
    """Area under the curve for each of ``MODELS``, of a logistic formula over some features."""
    from sklearn.linear_model import LogisticRegression

    columns = [FEATURES.index(name) for name in names]
    own, values = np.array(folds), np.zeros(len(folds))
    for fold in range(FOLDS):
        known = own != fold
        model = LogisticRegression(C=1.0, max_iter=2000)
        model.fit(table.features[known][:, columns], table.supported[known])
        values[~known] = model.predict_proba(table.features[~known][:, columns])[:, 1]
    rows = [table.models == model for model in MODELS]
    return [auc(table.supported[r].tolist(), values[r].tolist()) or 0.0 for r in rows]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path, help="the folder that predict.py wrote to")
    parser.add_argument("data", type=Path, nargs="?", default=os.environ.get("FACTSCORE_DATA"))
    arguments = parser.parse_args()
    data = Path(arguments.data)
    predictions = read_predictions(arguments.run / "honest.jsonl")
    of_topic = fold_of(entities(data))
    folds = [of_topic[p.topic] for p in predictions]
    table = tabulate(data, predictions)
    print(f"{'':<44}" + "".join(f"{model:>14}" for model in MODELS))
    for names in SUBSETS:
        found = cross_validated(table, folds, names)
        print(f"{' '.join(names):<44}" + "".join(f"{value:>14.4f}" for value in found))


if __name__ == "__main__":
    main()
