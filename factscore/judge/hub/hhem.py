"""Vectara's HHEM 2: the encoder of a Flan-T5 with two outputs at its first token.

The files on the hub come with code of their own, which is not run. What is assumed in its
place: ``config.json`` names a ``foundation`` (a hub name or a folder; by default
google/flan-t5-base) with config and tokenizer, and a ``prompt`` with ``{text1}`` and
``{text2}``; the weights are those of transformers' ``T5ForTokenClassification`` under
names that begin with ``t5.``; of two outputs the second is "consistent".
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from factscore.errors import ModelError
from factscore.judge.hub.devices import Precision
from factscore.judge.hub.family import Prompted
from factscore.judge.hub.loading import explained, refuse_missing
from factscore.judge.hub.source import Source, find_source, problem

if TYPE_CHECKING:
    from torch import Tensor

FOUNDATION = "google/flan-t5-base"
PROMPT = (
    "<pad> Determine if the hypothesis is true given the premise?\n\n"
    "Premise: {text1}\n\nHypothesis: {text2}"
)
_PREFIX = "t5."
_SHARED = "transformer.encoder.embed_tokens.weight"
"""The same numbers as ``transformer.shared.weight``, under which they may stand alone."""


def find_foundation(source: Source) -> Source:
    """The model whose config and tokenizer an HHEM uses; no torch.

    Raises:
        ModelError: It is not there.
    """
    name = str(source.config.get("foundation", FOUNDATION))
    try:
        return find_source(name)
    except ModelError as error:
        raise ModelError(
            f"the judge nli:{source.model} needs config and tokenizer of {name}: {error}"
        ) from error


class Hhem(Prompted):
    """Support is the probability of "consistent"; the evidence is read passage by passage."""

    @cached_property
    def foundation(self) -> Source:
        """The model whose config and tokenizer it uses."""
        return find_foundation(self.source)

    def room(self) -> int:
        """Its authors set no limit; a passage is read whole."""
        return 2048

    def write(self, premise: str, fact: str) -> str:
        """The prompt of its config."""
        before, middle, after = self._parts()
        return f"{before}{premise}{middle}{fact}{after}"

    def _parts(self) -> tuple[str, str, str]:
        prompt = str(self.source.config.get("prompt", PROMPT))
        before, first, rest = prompt.partition("{text1}")
        middle, second, after = rest.partition("{text2}")
        if not first or not second:
            raise problem(
                self.source.model,
                "the prompt in its config.json has no {text1} before a {text2}",
                "download the model again",
            )
        return before, middle, after

    def load(self, precision: Precision) -> Any:
        """The network without the code that comes with it."""
        import torch
        from transformers import T5ForTokenClassification

        self.config.num_labels = self.classes.count
        network = T5ForTokenClassification(self.config)
        with explained(self.source.model):
            weights = {
                name.removeprefix(_PREFIX): tensor for name, tensor in self._weights().items()
            }
            report = network.load_state_dict(weights, strict=False)
        refuse_missing(self.source.model, sorted(set(report.missing_keys) - {_SHARED}))
        return network.to(getattr(torch, precision)).eval()

    def _weights(self) -> Mapping[str, Tensor]:
        from safetensors.torch import load_file
        from transformers.utils.hub import cached_file

        path = cached_file(self.source.model, "model.safetensors", **self.source.pinned)
        weights: Mapping[str, Tensor] = load_file(Path(str(path)))
        return weights

    def logits(self, network: Any, inputs: Mapping[str, Tensor]) -> Tensor:
        """Hallucinated, consistent."""
        logits: Tensor = network(**inputs).logits
        return logits[:, 0, :]
