"""From the trained network to the files in the package: ``python benchmarks/judge/export.py``.

Writes ``model.onnx`` (int8), ``tokenizer.json`` and ``config.json``; the threshold and the
logistic combination are fitted on the training entities' facts, each predicted by a network
that was trained without its entity.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch  # noqa: TID253 - nothing in this module works without it
from examples import Example, retrievers
from network import SupportNetwork
from torch import Tensor, nn  # noqa: TID253
from train import base_folder, load_tokenizer

from factscore.judge.nli import FOLDER, NliConfig
from factscore.judge.signals import signals
from factscore.judge.windows import SIZE, cut_passages

if TYPE_CHECKING:
    from numpy import ndarray

VERSION = "1"
WINDOWS_READ = 5
"""Windows a fact, at most, when judging."""
ALLOWANCE = 0.015
FEATURES = ("logit", "words", "window", "numbers", "names")


class _OnePair(nn.Module):
    """The network as it is shipped: one pair, no padding."""

    def __init__(self, network: SupportNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(self, ids: Tensor, types: Tensor, fact: Tensor) -> Tensor:
        logits: Tensor = self.network(ids, types, torch.ones_like(ids), fact)
        return logits


def export_onnx(network: SupportNetwork, path: Path) -> None:
    """Write the network as fp32 ONNX with free length and one pair a run."""
    network.eval()
    ids = torch.randint(1000, 2000, (1, 24))
    fact = torch.zeros(1, 24)
    fact[0, 1:9] = 1.0
    names = ["ids", "types", "fact"]
    torch.onnx.export(
        _OnePair(network).eval(),
        (ids, torch.zeros_like(ids), fact),
        str(path),
        input_names=names,
        output_names=["logit"],
        dynamic_axes={name: {1: "tokens"} for name in names},
        opset_version=17,
        dynamo=False,
    )


def quantize(source: Path, target: Path, *, reduce_range: bool) -> None:
    """int8 weights, one scale a column; activations are measured at run time.

    ``reduce_range`` keeps weights to 7 bits, so that processors without VNNI, which add
    products in 16 bits, cannot saturate, and every processor computes the same.
    """
    from onnxruntime.quantization import QuantType, quantize_dynamic
    from onnxruntime.quantization.shape_inference import quant_pre_process

    with tempfile.TemporaryDirectory() as folder:
        prepared = Path(folder) / "prepared.onnx"
        quant_pre_process(str(source), str(prepared), skip_symbolic_shape=True)
        quantize_dynamic(
            str(prepared),
            str(target),
            per_channel=True,
            reduce_range=reduce_range,
            weight_type=QuantType.QInt8,
        )


def features(examples: Sequence[Example], logits: Sequence[float]) -> ndarray:
    """One row a fact: the network's logit and the signals, in the order of ``FEATURES``."""
    import numpy as np

    rows = []
    for example, logit in zip(examples, logits, strict=True):
        windows = cut_passages(example.passages)
        values = {"logit": logit, **asdict(signals(example.topic, example.fact, windows))}
        rows.append([values[name] for name in FEATURES])
    return np.array(rows)


def honest(data: Path, records: Sequence[dict[str, Any]]) -> tuple[list[Example], list[float]]:
    """The facts of ``honest.json`` with their evidence, and their logits."""
    pages = retrievers(data)
    examples = [
        Example(r["topic"], r["fact"], pages[r["topic"]](r["fact"]), r["supported"], r["source"])
        for r in records
    ]
    return examples, [r["logit"] for r in records]


def choose_threshold(examples: Sequence[Example], probabilities: Sequence[float]) -> float:
    """The threshold whose judged scores are nearest to people's, at little cost in agreement.

    Among all thresholds (steps of .005) whose balanced accuracy over all facts is within
    ``ALLOWANCE`` of the best one's, the one with the smallest absolute difference between
    judged and human share of supported facts, averaged over the models that wrote them.
    """
    import numpy as np

    labels = np.array([e.supported for e in examples])
    writers = np.array([e.source for e in examples])
    steps = [round(step / 200, 3) for step in range(1, 200)]
    judged = [np.array(probabilities) >= step for step in steps]
    balanced = [(j[labels].mean() + (~j)[~labels].mean()) / 2 for j in judged]
    models = sorted(set(writers))
    error = [
        np.mean([abs(j[writers == m].mean() - labels[writers == m].mean()) for m in models])
        for j in judged
    ]
    good = [i for i in range(len(steps)) if balanced[i] >= max(balanced) - ALLOWANCE]
    return steps[min(good, key=lambda i: error[i])]


def fit_config(data: Path, records: Sequence[dict[str, Any]], digest: str) -> NliConfig:
    """Threshold and logistic combination from honest predictions."""
    from sklearn.linear_model import LogisticRegression

    examples, logits = honest(data, records)
    table, truth = features(examples, logits), [e.supported for e in examples]
    model = LogisticRegression(C=1.0, max_iter=1000).fit(table, truth)
    threshold = choose_threshold(examples, model.predict_proba(table)[:, 1])
    return NliConfig(
        name="factscore-minilm",
        version=VERSION,
        digest=digest,
        window_words=SIZE,
        windows=WINDOWS_READ,
        threshold=threshold,
        intercept=round(float(model.intercept_[0]), 4),
        weights={n: round(float(w), 4) for n, w in zip(FEATURES, model.coef_[0], strict=True)},
    )


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
    out: Path = arguments.out
    out.mkdir(parents=True, exist_ok=True)
    network = SupportNetwork(base_folder())
    network.load_state_dict(torch.load(arguments.run / "people-all.pt", weights_only=True))
    full = arguments.run / "model.fp32.onnx"
    export_onnx(network, full)
    quantize(full, out / "model.onnx", reduce_range=True)
    load_tokenizer(base_folder()).save(str(out / "tokenizer.json"), pretty=False)
    records = json.loads((arguments.run / "honest.json").read_text())
    config = fit_config(Path(arguments.data), records, digest_of(out))
    (out / "config.json").write_text(json.dumps(asdict(config), indent=2) + "\n")


if __name__ == "__main__":
    main()
