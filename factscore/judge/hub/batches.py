"""Pairs → batches of equal padded length, by a budget of tokens that memory may cut."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from factscore.errors import ModelError

_STEP = 32
_FULL = re.compile(
    r"out of memory|not enough memory|can't allocate memory|DefaultCPUAllocator"
    r"|CU(?:BLAS|DNN)_STATUS_ALLOC_FAILED",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where a pair belongs; all numbers from 0."""

    claim: int
    piece: int
    """Which piece of the claim's fact."""
    part: int
    """Which part of its evidence, in the order of the evidence."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """One pair as token ids."""

    place: Place
    inputs: Mapping[str, list[int]]

    @property
    def length(self) -> int:
        """How many tokens it has."""
        return len(self.inputs["input_ids"])


def padded(length: int) -> int:
    """The length that a pair is padded to: a multiple of 32, of nothing but its own length."""
    return -(-length // _STEP) * _STEP


def batches(pairs: Sequence[Encoded], tokens: int) -> Iterator[list[Encoded]]:
    """Pairs of equal padded length together, at most ``tokens`` tokens at once, long ones first.

    The long ones first, so that what does not fit into memory shows at once.
    """
    groups: dict[int, list[Encoded]] = {}
    for pair in pairs:
        groups.setdefault(padded(pair.length), []).append(pair)
    for length, group in sorted(groups.items(), reverse=True):
        size = max(1, tokens // length)
        yield from (group[i : i + size] for i in range(0, len(group), size))


def memory_is_full(error: BaseException) -> bool:
    """Whether an error of torch says that memory is full.

    Only a GPU's allocator has a class of its own for that; a CPU's, cuBLAS and cuDNN say
    it in words.

    Example:
        >>> memory_is_full(RuntimeError("DefaultCPUAllocator: can't allocate memory"))
        True
    """
    if isinstance(error, MemoryError) or type(error).__name__ == "OutOfMemoryError":
        return True
    return isinstance(error, RuntimeError) and bool(_FULL.search(str(error)))


class Budget:
    """Runs batches, and halves what runs at once where memory is not enough.

    Args:
        tokens: Tokens in one run, padding included.
        run: A batch → its rows, in order.
        device: For the message where a single pair does not fit.
    """

    def __init__(
        self,
        tokens: int,
        run: Callable[[Sequence[Encoded]], list[list[float]]],
        device: str,
    ) -> None:
        self.tokens = tokens
        self._run = run
        self._device = device

    def rows(self, batch: Sequence[Encoded]) -> list[list[float]]:
        """The rows of a batch of equal padded length, in as many runs as memory asks for.

        Raises:
            ModelError: A single pair does not fit.
        """
        found: list[list[float]] = []
        while len(found) < len(batch):
            size = max(1, self.tokens // padded(batch[0].length))
            part = batch[len(found) : len(found) + size]
            rows = self._attempt(part)
            if rows is None:
                self._halve(part)
            else:
                found += rows
        return found

    def _attempt(self, part: Sequence[Encoded]) -> list[list[float]] | None:
        # Returning ends the exception, and with it the frames that hold the memory.
        try:
            return self._run(part)
        except (RuntimeError, MemoryError) as error:
            if not memory_is_full(error):
                raise
            return None

    def _halve(self, part: Sequence[Encoded]) -> None:
        if len(part) == 1:
            raise ModelError(
                f"one pair of {part[0].length:,} tokens does not fit into the memory of "
                f"{self._device}; end what else uses it, choose a smaller model, or run on the "
                "CPU with CUDA_VISIBLE_DEVICES=-1"
            )
        self.tokens = min(self.tokens, padded(part[0].length) * len(part)) // 2
