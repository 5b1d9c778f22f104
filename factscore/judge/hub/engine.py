"""Claims → probabilities on one device: tokenised ahead, sorted by length, run in batches."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from factscore.errors import ModelError
from factscore.judge.hub.batches import Budget, Encoded, batches, padded
from factscore.judge.hub.devices import (
    CPU_SLAB,
    CPU_TOKENS,
    GPU_SLAB,
    GPU_TOKENS,
    Precision,
)
from factscore.judge.hub.families import open_family
from factscore.judge.hub.kinds import Classes, Kind
from factscore.judge.hub.loading import require_torch
from factscore.judge.hub.source import Source, problem
from factscore.records import Claim

if TYPE_CHECKING:
    from torch import Tensor

PLACES = 6
"""Decimal places of a probability; more than batches differ by, fewer than float32 has."""
ClaimRows: TypeAlias = list[list[list[float]]]
"""For each piece of a claim's fact, the class probabilities of each window."""


@dataclass(frozen=True, slots=True)
class EngineSettings:
    """What an engine is made of; small enough to be sent to another process."""

    source: Source
    kind: Kind
    device: str = "cpu"
    threads: int = 1
    """CPU threads, where the device is a CPU."""
    precision: Precision = "float32"
    """Of weights and activations; decided where the cache key is made, never here."""
    tokens: int | None = None
    """Tokens in one run, padding included; ``None``: what suits the device."""


class Engine:
    """A loaded model on one device.

    On a CPU, as many batches run at once as there are threads, each on one: small
    matrices gain more from that than from being shared out.

    Raises:
        MissingDependency: torch or transformers is not installed.
        ModelError: The model cannot be loaded.
    """

    def __init__(self, settings: EngineSettings) -> None:
        require_torch(settings.source.model)
        import torch

        self._torch = torch
        self._settings = settings
        self._cpu = settings.device == "cpu"
        self.family = open_family(settings.source, settings.kind)
        self._network = self._place(self.family.load(settings.precision))
        tokens = settings.tokens or (CPU_TOKENS if self._cpu else GPU_TOKENS)
        self.budget = Budget(tokens, self._run, settings.device)

    @property
    def classes(self) -> Classes:
        """What the columns of ``rows`` mean."""
        return self.family.classes

    def rows(self, claims: Sequence[Claim]) -> list[ClaimRows]:
        """Class probabilities of each claim's pieces and windows; none without words.

        Raises:
            ModelError: A pair does not fit into memory, or the model gives no numbers.
        """
        found = {
            pair.place: row
            for batch, rows in self._computed(claims)
            for pair, row in zip(batch, rows, strict=True)
        }
        listed: list[ClaimRows] = [[] for _ in claims]
        for place in sorted(found):
            if place.part == 0:
                listed[place.claim].append([])
            listed[place.claim][-1].append(found[place])
        return listed

    def _computed(
        self, claims: Sequence[Claim]
    ) -> Iterator[tuple[list[Encoded], list[list[float]]]]:
        workers = self._workers(len(claims))
        slab = CPU_SLAB if self._cpu else GPU_SLAB
        with (
            self._threads(max(1, self._settings.threads // workers)),
            _pool(1) as tokenising,
            _pool(workers) as computing,
        ):
            # One thread tokenises everything in order: a tokenizer is not to be shared.
            slabs = tokenising.map(
                lambda first: self.family.pairs(claims[first : first + slab], first),
                range(0, len(claims), slab),
            )
            running: list[tuple[list[Encoded], Future[list[list[float]]]]] = [
                (batch, computing.submit(self.budget.rows, batch))
                for pairs in slabs
                for batch in batches(pairs, self.budget.tokens)
            ]
            for batch, future in running:
                yield batch, future.result()

    def _workers(self, claims: int) -> int:
        if not self._cpu or not self.family.parallel:
            return 1
        return max(1, min(self._settings.threads, claims))

    @contextmanager
    def _threads(self, each: int) -> Iterator[None]:
        """Torch's own threads for the while; what they were before is another's business."""
        before = self._torch.get_num_threads()
        if self._cpu:
            self._torch.set_num_threads(each)
        try:
            yield
        finally:
            self._torch.set_num_threads(before)

    def _place(self, network: Any) -> Any:
        try:
            return network.to(self._settings.device)
        except (RuntimeError, AssertionError) as error:  # the second: torch without CUDA
            remedy = "choose another device, or a smaller model"
            raise problem(self._settings.source.model, str(error), remedy) from error

    def _run(self, pairs: Sequence[Encoded]) -> list[list[float]]:
        """Class probabilities of pairs of equal padded length, rounded, in order."""
        with self._torch.inference_mode():
            logits = self.family.logits(self._network, self._tensors(pairs))
            rows: list[list[float]] = logits.float().softmax(-1).tolist()
        if any(math.isnan(row[0]) for row in rows):
            raise ModelError(
                f"the judge nli:{self._settings.source.model} gives no numbers in "
                f"{self._settings.precision}; its weights are damaged, or it needs a CPU: "
                "run with CUDA_VISIBLE_DEVICES=-1"
            )
        return [[round(value, PLACES) for value in row] for row in rows]

    def _tensors(self, pairs: Sequence[Encoded]) -> dict[str, Tensor]:
        longest = max(pair.length for pair in pairs)
        length = max(longest, min(self.family.reader.room, padded(longest)))
        fill = _filler(self.family.tokenizer)
        left = self.family.padding_side == "left"
        return {
            name: self._torch.tensor(
                [_pad(pair.inputs[name], length, fill(name), left=left) for pair in pairs],
                device=self._settings.device,
            )
            for name in pairs[0].inputs
        }


def _filler(tokenizer: Any) -> Callable[[str], int]:
    ids = {
        "input_ids": tokenizer.pad_token_id or 0,
        "token_type_ids": tokenizer.pad_token_type_id or 0,
    }
    return lambda name: ids.get(name, 0)


def _pad(ids: Sequence[int], length: int, value: int, *, left: bool) -> list[int]:
    filling = [value] * (length - len(ids))
    return [*filling, *ids] if left else [*ids, *filling]


@contextmanager
def _pool(workers: int) -> Iterator[ThreadPoolExecutor]:
    """Threads that drop what is still waiting when one of them fails."""
    pool = ThreadPoolExecutor(workers)
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
