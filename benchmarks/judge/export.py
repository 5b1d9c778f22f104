"""From a run's networks to the files in the package: ``python benchmarks/judge/export.py RUN``.

Writes ``model.onnx`` (int8), ``tokenizer.json``, ``config.json`` and the model card, and
``folds.jsonl`` beside this script: what each fold's judge, fitted on the other folds alone,
says of people's facts that it never saw. All figures of the card come from there.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from card import write_card
from combination import Table, cross_validated, fit_combination, tabulate
from examples import Example
from folds import FOLDS_FILE, FoldVerdict, fact_id, write_verdicts
from predict import WINDOWS_READ, Prediction, read_predictions
from quantized import trained, write_model

from factscore.judge.nli import FOLDER, NliConfig
from factscore.judge.windows import SIZE

VERSION = "3"


def honest_verdicts(table: Table, predictions: Sequence[Prediction]) -> list[FoldVerdict]:
    """People's facts, each as judged by the fold that did not know its entity."""
    unseen = cross_validated(table)
    return [
        FoldVerdict(
            id=fact_id(Example(p.topic, p.fact, (), p.supported, p.source)),
            probability=round(float(probability), 4),
            supported=bool(supported),
        )
        for p, probability, supported, peoples in zip(
            predictions, unseen.probabilities, unseen.supported, table.people, strict=True
        )
        if peoples
    ]


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
    table = tabulate(data, predictions)
    write_verdicts(FOLDS_FILE, honest_verdicts(table, predictions))
    combination = fit_combination(table)
    config = NliConfig(
        name="factscore-minilm",
        version=VERSION,
        digest=digest_of(out),
        window_words=SIZE,
        windows=WINDOWS_READ,
        threshold=combination.threshold,
        intercept=combination.intercept,
        weights=combination.weights,
    )
    (out / "config.json").write_text(json.dumps(asdict(config), indent=2) + "\n")
    write_card(out / "MODEL_CARD.md", arguments.run, data, config)


if __name__ == "__main__":
    main()
