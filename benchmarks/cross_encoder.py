"""The embedded judge with its own weights in sentence-transformers' CrossEncoder instead.

The weights come out of the shipped int8 file, each multiplied with its scale again, so that
both sides compute with the same numbers; the CrossEncoder does it in float32, as it does with
any model. Windows, token marks, pooling and the formula around the network are the judge's.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch  # noqa: TID253 - nothing in this module works without it
from torch import Tensor, nn  # noqa: TID253

sys.path.insert(0, str(Path(__file__).parent / "judge"))

from network import SupportNetwork, collate
from train import base_folder, load_tokenizer

from factscore.judge.features import Logit, features
from factscore.judge.nli import FOLDER, Network, NliConfig, read_config
from factscore.judge.pairs import FACT_TOKENS, WINDOW_TOKENS, Pair, make_pair, tokenize
from factscore.judge.windows import Window, best_windows, cut_passages
from factscore.records import Claim, Label, Verdict

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from sentence_transformers import CrossEncoder
    from tokenizers import Tokenizer

BATCH = 32
"""CrossEncoder's own default."""
_PREFIX = "network."


@dataclass(frozen=True, slots=True)
class TextPair:
    """A fact and a window, as CrossEncoder is given them."""

    fact: str
    window: str


def stored_weights(path: Path) -> dict[str, NDArray[np.float32]]:
    """The weights of a quantised network under their torch names, as float32.

    int8 matrices stand in the file as ``onnx::MatMul_…_quantized``, columns first, with one
    scale a column; the node that multiplies by one says which layer it is.
    """
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(str(path)).graph
    values = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    found = {
        name.removeprefix(_PREFIX): _stored(values, name)
        for name in {name.removesuffix("_quantized") for name in values}
        if name.startswith(_PREFIX) and name.endswith((".weight", ".bias"))
    }
    for node in graph.node:
        if node.op_type == "MatMulInteger":
            name = node.input[1].removesuffix("_quantized")
            found[_layer(node.name)] = _stored(values, name).T
    return found


def _layer(node: str) -> str:
    """The torch name of the weight that a node multiplies by.

    >>> _layer("/network/encoder/encoder/layer.0/output/dense/MatMul_quant")
    'encoder.encoder.layer.0.output.dense.weight'
    """
    path = re.sub(r"/(?:Gemm_)?MatMul_quant$", "", node).replace("/", ".")
    return path.removeprefix("." + _PREFIX) + ".weight"


def _stored(values: Mapping[str, NDArray[Any]], name: str) -> NDArray[np.float32]:
    if name in values:
        return values[name]
    # Subtracted as integers: 8 bits less 8 bits may need 9.
    steps = values[f"{name}_quantized"].astype("int32") - values[f"{name}_zero_point"]
    weights: NDArray[np.float32] = (steps * values[f"{name}_scale"]).astype("float32")
    return weights


class PairModule(nn.Module):
    """What CrossEncoder wants of its only module: texts to tensors, tensors to ``scores``."""

    def __init__(self, network: SupportNetwork, tokenizer: Tokenizer) -> None:
        super().__init__()
        self.network = network
        self.tokenizer = tokenizer

    def preprocess(
        self, inputs: Sequence[Sequence[str]], prompt: str | None = None, **_: object
    ) -> dict[str, Tensor]:
        """Pairs of texts, padded to the longest (to a multiple of 16)."""
        batch = collate([self.pair(*texts) for texts in inputs])
        return {"ids": batch.ids, "types": batch.types, "real": batch.real, "fact": batch.fact}

    def pair(self, fact: str, window: str) -> Pair:
        """One pair of texts as the judge reads it."""
        return make_pair(tokenize(self.tokenizer, fact), tokenize(self.tokenizer, window))

    def forward(self, features: dict[str, Tensor]) -> dict[str, Tensor]:
        """Adds ``scores``, the logits, of shape (pairs,)."""
        return features | {"scores": self.network(**features)}


def int8_logits(pairs: Sequence[TextPair], folder: Path = FOLDER) -> list[float]:
    """The shipped network's own logits; the pairs must fit."""
    network = Network(folder, windows=1)
    logits = (network.logit(pair.fact, [Window("", pair.window, 0)]) for pair in pairs)
    return [logit for logit in logits if logit is not None]


class CrossEncoderJudge:
    """The judge ``nli``, with CrossEncoder in the place of its network."""

    def __init__(self, folder: Path = FOLDER, *, threads: int) -> None:
        """Args: the folder of the shipped judge; how many threads torch may use."""
        import transformers
        from sentence_transformers import CrossEncoder

        logging: Any = transformers.utils.logging
        logging.set_verbosity_error()
        logging.disable_progress_bar()
        torch.set_num_threads(threads)
        network = SupportNetwork(base_folder())
        # What transformers chooses unless told otherwise, and the faster one in float32.
        network.encoder.set_attn_implementation("sdpa")
        weights = stored_weights(folder / "model.onnx")
        network.load_state_dict({k: torch.tensor(v) for k, v in weights.items()})
        self.module = PairModule(network, load_tokenizer(folder))
        self.model: CrossEncoder = CrossEncoder(
            modules=[self.module], device="cpu", activation_fn=nn.Identity()
        )
        self._config: NliConfig = read_config(folder)

    def fits(self, claim: Claim) -> bool:
        """Whether no text of the claim is so long that the judge would read it in pieces."""
        pairs = (self.module.pair(p.fact, p.window) for p in self.pairs(claim))
        return all(
            0 < pair.fact_length <= FACT_TOKENS
            and len(pair.ids) - pair.fact_length - 3 <= WINDOW_TOKENS
            for pair in pairs
        )

    def pairs(self, claim: Claim) -> list[TextPair]:
        """The fact with each of the windows that the judge reads for it."""
        return self._pairs(claim.fact.text, self._windows(claim))

    def logits(self, pairs: Sequence[TextPair]) -> list[float]:
        """One logit a pair, all in one call, so that CrossEncoder can sort them by length."""
        texts = [(pair.fact, pair.window) for pair in pairs]
        found: list[float] = self.model.predict(texts, batch_size=BATCH).tolist()
        return found

    def judge(self, claims: Sequence[Claim]) -> list[Verdict]:
        """One verdict a claim, in order; every claim must fit and have evidence."""
        asked: dict[TextPair, None] = {}  # in order; facts with their rivals

        def note(text: str, windows: Sequence[Window]) -> float:
            asked.update(dict.fromkeys(self._pairs(text, windows)))
            return 0.0

        for claim in claims:
            self._values(claim, note)
        pairs = list(asked)
        logits = dict(zip(pairs, self.logits(pairs), strict=True))

        def answer(text: str, windows: Sequence[Window]) -> float:
            return max(logits[pair] for pair in self._pairs(text, windows))

        return [self._verdict(claim, self._values(claim, answer)) for claim in claims]

    def _windows(self, claim: Claim) -> list[Window]:
        return cut_passages(claim.passages, self._config.window_words)

    def _pairs(self, text: str, windows: Sequence[Window]) -> list[TextPair]:
        best = best_windows(text, windows, self._config.windows)
        return [TextPair(text, window.premise) for window in best]

    def _values(self, claim: Claim, logit: Logit) -> Mapping[str, float]:
        values = features(logit, claim.topic, claim.fact.text, self._windows(claim))
        if values is None:
            raise ValueError(f"no words in {claim.fact.text!r} or its evidence")
        return values

    def _verdict(self, claim: Claim, values: Mapping[str, float]) -> Verdict:
        probability = self._config.probability(values)
        supported = probability >= self._config.threshold
        label = Label.SUPPORTED if supported else Label.NOT_SUPPORTED
        return Verdict(label, probability, None, claim.passages)
