"""What every kind of model can do: read a claim in pairs, and give logits for them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from factscore.judge.hub.batches import Encoded, Place
from factscore.judge.hub.devices import Precision
from factscore.judge.hub.kinds import YES_NO, Classes
from factscore.judge.hub.loading import load_config, load_network, load_tokenizer
from factscore.judge.hub.reader import Reader, neutraliser, plain
from factscore.judge.hub.source import Source, problem
from factscore.records import Claim

if TYPE_CHECKING:
    from torch import Tensor

Inputs: TypeAlias = Mapping[str, list[int]]
"""One pair as a model's arguments: ``input_ids``, ``attention_mask`` and the like."""

CLOSELY = 512
"""Tokens of a pair, at most, even where a model could read more: evidence is read closely."""
_SLACK = 8
"""Tokens by which a text may grow where it is joined to others."""


@dataclass(frozen=True, slots=True)
class Pair:
    """What is read at once: some evidence, and a fact or a piece of one."""

    premise: str
    fact: str


class Family(ABC):
    """One kind of model with the input format and the aggregation of its authors.

    Args:
        source: The checkpoint.
    """

    network: ClassVar[str] = "AutoModelForSequenceClassification"
    """The class of transformers that loads it."""
    parallel: ClassVar[bool] = True
    """Whether several threads may run one network at once."""
    padding_side: str = "right"

    def __init__(self, source: Source) -> None:
        self.source = source
        self.config = load_config(self.foundation, source.model)
        self.tokenizer = load_tokenizer(self.foundation, source.model)
        self.classes: Classes = YES_NO

    @cached_property
    def reader(self) -> Reader:
        """Cuts texts so that they fit into a pair.

        Raises:
            ModelError: The model reads too little.
        """
        room, overhead = self.room(), self.overhead()
        if room // 2 <= overhead:
            raise problem(
                self.source.model,
                f"it reads {room} tokens at once, {overhead} of them around fact and evidence",
                "choose a model that reads more",
            )
        return Reader(self.tokenizer, room, overhead, self.written)

    @property
    def foundation(self) -> Source:
        """Where config and tokenizer are."""
        return self.source

    def load(self, precision: Precision) -> Any:
        """The network, on the CPU, ready to answer."""
        return load_network(self.source, self.config, self.network, precision)

    def room(self) -> int:
        """Tokens of a pair, at most."""
        return longest(self.config, self.tokenizer, CLOSELY)

    @abstractmethod
    def overhead(self) -> int:
        """How many tokens of a pair are neither premise nor fact."""

    def premises(self, claim: Claim, fact: str) -> list[str]:
        """The evidence in parts to be read with the fact: here every window of each passage."""
        return [
            window
            for passage in claim.passages
            for window in self.reader.premises(passage.title, passage.text, fact)
        ]

    @abstractmethod
    def encode(self, pairs: Sequence[Pair]) -> list[Inputs]:
        """Pairs as the model reads them, none longer than ``room``."""

    @abstractmethod
    def logits(self, network: Any, inputs: Mapping[str, Tensor]) -> Tensor:
        """Logits of the classes: (pairs, ``classes.count``)."""

    def pairs(self, claims: Sequence[Claim], first: int) -> list[Encoded]:
        """Every piece of each claim's fact with every part of its evidence.

        ``first`` is the number of the first claim. Marks that mean something to the
        tokenizer (``[SEP]``, ``</s>``) mean nothing in judged text; they are taken out
        before anything is counted, so that what is counted is what is read.
        """
        made = [
            (Place(number, piece, part), Pair(premise, fact))
            for number, claim in enumerate(map(self._neutralised, claims), first)
            for piece, fact in enumerate(self.reader.facts(claim.fact.text))
            for part, premise in enumerate(self.premises(claim, fact))
        ]
        encoded = self.encode([pair for _, pair in made]) if made else []
        return [Encoded(place, inputs) for (place, _), inputs in zip(made, encoded, strict=True)]

    def written(self, text: str) -> str:
        """Judged text as it stands in what is read, and is counted."""
        return text

    def neutral(self, text: str) -> str:
        """Judged text without meaning to the tokenizer, in characters that it can take."""
        return self._without_marks(plain(text))

    def _neutralised(self, claim: Claim) -> Claim:
        passages = tuple(
            replace(each, title=self.neutral(each.title), text=self.neutral(each.text))
            for each in claim.passages
        )
        fact = replace(claim.fact, text=self.neutral(claim.fact.text))
        return replace(claim, fact=fact, passages=passages)

    @cached_property
    def _without_marks(self) -> Callable[[str], str]:
        tokens = self.tokenizer.added_tokens_decoder.values()
        return neutraliser(token.content for token in tokens if token.special)


class Prompted(Family):
    """A family that reads premise and fact in one text."""

    inputs: ClassVar[tuple[str, ...]] = ("input_ids", "attention_mask")
    """Which of the tokenizer's answers the network takes."""

    @abstractmethod
    def write(self, premise: str, fact: str) -> str:
        """The whole text that the model reads."""

    def special(self) -> bool:
        """Whether the tokenizer adds its own marks at the ends."""
        return True

    def overhead(self) -> int:
        """Tokens of the text around premise and fact, with some slack at the seams."""
        return len(self._ids([Pair("", "")])[0]["input_ids"]) + _SLACK

    def encode(self, pairs: Sequence[Pair]) -> list[Inputs]:
        """Pairs as texts, tokenised together."""
        return [
            inputs if len(inputs["input_ids"]) <= self.reader.room else self._shortened(pair)
            for pair, inputs in zip(pairs, self._ids(pairs), strict=True)
        ]

    def _shortened(self, pair: Pair) -> Inputs:
        # Only a title or a single "word" longer than the model can read is ever cut here.
        premise, fact = pair.premise, pair.fact
        while premise or fact:
            if len(premise) >= len(fact):
                premise = premise[: len(premise) * 3 // 4]
            else:
                fact = fact[: len(fact) * 3 // 4]
            inputs = self._ids([Pair(premise, fact)])[0]
            if len(inputs["input_ids"]) <= self.reader.room:
                break
        return inputs

    def _ids(self, pairs: Sequence[Pair]) -> list[Inputs]:
        texts = [self.write(pair.premise, pair.fact) for pair in pairs]
        encoded = self.tokenizer(texts, add_special_tokens=self.special())
        return rows_of(encoded, self.inputs)


def rows_of(encoded: Mapping[str, Sequence[list[int]]], names: Sequence[str]) -> list[Inputs]:
    """A tokenizer's answer by column → by row."""
    present = [name for name in names if name in encoded]
    columns = zip(*(encoded[name] for name in present), strict=True)
    return [dict(zip(present, row, strict=True)) for row in columns]


def longest(config: Any, tokenizer: Any, limit: int) -> int:
    """Tokens that a pair may have; position ids of RoBERTa's kin start two after zero.

    No positions, or XLNet's -1, mean that they are relative and have no end.
    """
    positions = getattr(config, "max_position_embeddings", None) or limit
    if positions < 0:
        positions = limit
    usable = positions if positions % 2**4 == 0 else positions - 2
    return int(min(limit, usable, tokenizer.model_max_length))
