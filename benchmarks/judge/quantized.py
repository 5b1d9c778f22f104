"""From trained networks to the two files that the package reads: int8 ONNX and vocabulary."""

from __future__ import annotations

import tempfile
from pathlib import Path

import torch  # noqa: TID253 - nothing in this module works without it
from network import SupportNetwork
from torch import Tensor, nn  # noqa: TID253
from train import base_folder, load_tokenizer


def trained(run: Path, fold: str | int) -> SupportNetwork:
    """The network of the second stage's run without a fold, or over ``all`` entities."""
    path = run / f"people-{fold}.pt"
    if not path.exists():
        raise SystemExit(f"{path} is missing; train.py people --fold {fold} makes it")
    network = SupportNetwork(base_folder())
    network.load_state_dict(torch.load(path, weights_only=True))
    return network.eval()


def write_model(network: SupportNetwork, folder: Path) -> None:
    """Write ``model.onnx`` (int8) and ``tokenizer.json``."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        full = Path(temporary) / "model.fp32.onnx"
        export_onnx(network, full)
        quantize(full, folder / "model.onnx", reduce_range=True)
    load_tokenizer(base_folder()).save(str(folder / "tokenizer.json"), pretty=False)


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
