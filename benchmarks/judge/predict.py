"""Honest predictions: each fact by a network that did not learn from it.

    python benchmarks/judge/predict.py RUN [DATA]

Writes ``RUN/honest.jsonl``, which ``export.py`` fits combination and threshold on: people's
facts, and those of ``practice.py``. A fold's network is int8 and reads what the package
reads, as the one that is shipped.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from examples import FOLDS, MODELS, Example, entities, fold_of, people_labels, read_jsonl
from practice import practice_examples
from quantized import trained, write_model
from train import SEED

from factscore.judge.features import features
from factscore.judge.nli import Network
from factscore.judge.windows import cut_passages

WINDOWS_READ = 5
"""Windows a fact, at most, when judging."""


@dataclass(frozen=True, slots=True)
class Prediction:
    """What the judge sees of one fact."""

    source: str
    """Model that wrote the fact, or which part of ``practice.py`` it is from."""
    topic: str
    fact: str
    supported: bool
    values: Mapping[str, float]
    """Each of ``FEATURES``."""


def predict(folder: Path, examples: Sequence[Example]) -> list[Prediction]:
    """What the judge sees of each fact with the network in a folder."""
    network = Network(folder, windows=WINDOWS_READ)

    def one(example: Example) -> Prediction:
        windows = cut_passages(example.passages)
        values = features(network.logit, example.topic, example.fact, windows)
        if values is None:
            raise SystemExit(f"no words in {example.fact!r} or its evidence")
        rounded = {name: round(value, 4) for name, value in values.items()}
        return Prediction(example.source, example.topic, example.fact, example.supported, rounded)

    with ThreadPoolExecutor() as pool:
        return list(pool.map(one, examples))


def write_predictions(path: Path, predictions: Iterable[Prediction]) -> None:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(asdict(p), ensure_ascii=False) + "\n" for p in predictions)


def read_predictions(path: Path) -> list[Prediction]:
    return [Prediction(**row) for row in read_jsonl(path)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", type=Path, help="the folder that train.py wrote")
    parser.add_argument("data", type=Path, nargs="?", default=os.environ.get("FACTSCORE_DATA"))
    arguments = parser.parse_args()
    data = Path(arguments.data)
    folds = fold_of(entities(data))
    facts = [e for model in MODELS for e in people_labels(data, model)]
    facts += practice_examples(data, arguments.run, SEED)
    found = []
    # Leads are in no fold: no network learned from their facts.
    for fold in (*range(FOLDS), "all"):
        folder = arguments.run / f"fold-{fold}"
        write_model(trained(arguments.run, fold), folder)
        found += predict(folder, [e for e in facts if folds.get(e.topic, "all") == fold])
    write_predictions(arguments.run / "honest.jsonl", found)


if __name__ == "__main__":
    main()
