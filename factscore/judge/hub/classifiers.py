"""Sequence classifiers: with labels that name entailment, and MiniCheck's two."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from factscore.decompose.sentences import split_sentences
from factscore.judge.hub.family import Family, Inputs, Pair, Prompted, longest, rows_of
from factscore.judge.hub.kinds import read_classes
from factscore.judge.hub.reader import sentence_chunks
from factscore.judge.hub.source import Source
from factscore.records import Claim

if TYPE_CHECKING:
    from torch import Tensor

MINICHECK_TOKENS = 400
"""Tokens of a chunk for MiniCheck's RoBERTa and DeBERTa."""


class Classifier(Family):
    """Three-way and two-way classifiers: the window as first text, the fact as second."""

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        self.classes = read_classes(source.model, self.config.id2label)
        self.padding_side = self.tokenizer.padding_side

    def overhead(self) -> int:
        """The marks around two texts."""
        return int(self.tokenizer.num_special_tokens_to_add(pair=True))

    def encode(self, pairs: Sequence[Pair]) -> list[Inputs]:
        """Pairs tokenised together."""
        # Only a title or a single "word" longer than the model can read is ever cut here.
        encoded = self.tokenizer(
            [pair.premise for pair in pairs],
            [pair.fact for pair in pairs],
            truncation="longest_first",
            max_length=self.reader.room,
        )
        return rows_of(encoded, list(encoded))

    def logits(self, network: Any, inputs: Mapping[str, Tensor]) -> Tensor:
        """The classifier's own."""
        logits: Tensor = network(**inputs).logits
        return logits


class MiniCheck(Prompted):
    """MiniCheck's RoBERTa and DeBERTa (Tang et al. 2024): the second output is support.

    They read ``document + eos + claim`` as one text. A document is cut into whole
    sentences of at most 400 tokens together; support is the maximum over chunks, from 0.5
    on. Here each passage is a document, and each chunk stands after the passage's title.
    """

    inputs = ("input_ids", "attention_mask", "token_type_ids")

    def room(self) -> int:
        """512 tokens; 2,048 for DeBERTa, whose positions are relative."""
        if getattr(self.config, "position_biased_input", True):
            return longest(self.config, self.tokenizer, 512)
        return 2048

    def write(self, premise: str, fact: str) -> str:
        """Document and claim with the mark between them."""
        return f"{premise}{self.tokenizer.eos_token}{fact}"

    def premises(self, claim: Claim, fact: str) -> list[str]:
        """Chunks of whole sentences; what is still too long is cut, not truncated."""
        return document_chunks(self, claim, fact, MINICHECK_TOKENS, self.reader.count)

    def logits(self, network: Any, inputs: Mapping[str, Tensor]) -> Tensor:
        """Not supported, supported."""
        logits: Tensor = network(**inputs).logits
        return logits


def document_chunks(
    family: Family, claim: Claim, fact: str, limit: int, count: Callable[[str], int]
) -> list[str]:
    """MiniCheck's chunks of every passage, in windows where they do not fit."""
    return [
        window
        for passage in claim.passages
        for chunk in sentence_chunks(
            (sentence.text for sentence in split_sentences(passage.text)), limit, count
        )
        for window in family.reader.premises(passage.title, chunk, fact)
    ]
