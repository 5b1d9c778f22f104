"""``--max-cost``: no call is sent that could take the run past its limit."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from factscore.errors import CostLimit, UsageError
from factscore.llm.base import ChatModel, ChatRequest, Usage
from factscore.llm.prices import price, why_unknown
from factscore.llm.tokens import most_request_tokens
from factscore.llm.usage import dollars


@dataclass(frozen=True, slots=True, eq=False)
class Reservation:
    """Money set aside for one call."""

    amount: Decimal


class Budget:
    """What a run may spend, has spent, and has set aside for calls in flight.

    As long as no call costs more than was set aside for it, the limit is never passed. Every
    reservation must be settled or released: others may wait for it. For one event loop.

    Args:
        max_cost: US dollars; ``None`` for no limit.
    """

    def __init__(self, max_cost: float | None) -> None:
        # Decimals, as floats that are added up a thousand times drift past a limit.
        self._limit = None if max_cost is None else _decimal(max_cost)
        self._spent = Decimal(0)
        self._reserved = Decimal(0)
        self._open: set[Reservation] = set()
        self._waiting: list[asyncio.Future[None]] = []

    @property
    def limited(self) -> bool:
        """Whether there is a limit; without one there is nothing to set aside."""
        return self._limit is not None

    @property
    def spent(self) -> float:
        """US dollars of the calls that were settled."""
        return float(self._spent)

    async def reserve(self, upper_bound: float) -> Reservation:
        """Set money aside; waits where calls in flight may leave enough.

        Args:
            upper_bound: US dollars that will be spent at most.

        Raises:
            CostLimit: there is not enough left, whatever the calls in flight cost.
        """
        amount = _decimal(upper_bound)
        while not self._fits(amount):
            turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(turn)
            await turn
        reservation = Reservation(amount)
        self._open.add(reservation)
        self._reserved += amount
        return reservation

    def settle(self, reservation: Reservation, actual: float) -> None:
        """Replace what was set aside by what was spent, in US dollars.

        Raises:
            ValueError: the reservation was settled or released before.
        """
        if reservation not in self._open:
            raise ValueError("this reservation was settled before")
        self._spent += _decimal(actual)
        self.release(reservation)

    def spend(self, actual: float) -> None:
        """Count US dollars for which nothing is set aside."""
        self._spent += _decimal(actual)

    def release(self, reservation: Reservation) -> None:
        """Give back what is still set aside; nothing is, once it was settled."""
        if reservation not in self._open:
            return
        self._open.remove(reservation)
        self._reserved -= reservation.amount
        waiting, self._waiting = self._waiting, []
        for turn in waiting:
            if not turn.done():
                turn.set_result(None)

    def _fits(self, amount: Decimal) -> bool:
        """Whether there is room now; if not, there may be later.

        Raises:
            CostLimit: there will not be.
        """
        if self._limit is None or self._spent + self._reserved + amount <= self._limit:
            return True
        if self._open and self._spent + amount <= self._limit:
            return False
        raise CostLimit(
            f"--max-cost {dollars(float(self._limit))}: spent {dollars(self.spent)} so far, "
            f"what comes next may cost {dollars(float(amount))}; what the cache has "
            "is not paid for twice, run again with a higher --max-cost to go on"
        )


def upper_bound(model: ChatModel, request: ChatRequest, *, batch: bool = False) -> float | None:
    """US dollars that one call costs at most; ``None`` where the price is not known.

    One token for each byte of the prompt, which no tokenizer passes, none of them from the
    provider's cache and all of them written into it if that costs more, and all of
    ``max_tokens`` used.
    """
    tokens = most_request_tokens(request)
    plain = price(model, Usage(tokens, request.max_tokens), batch=batch)
    written = price(model, Usage(tokens, request.max_tokens, 0, tokens), batch=batch)
    return None if plain is None or written is None else max(plain, written)


def check_prices(max_cost: float | None, models: Sequence[ChatModel]) -> None:
    """Before any work: a limit can only be kept where prices are known.

    Raises:
        UsageError: there is a limit, and a model whose price is not known.
    """
    if max_cost is None:
        return
    for model in models:
        if reason := why_unknown(model):
            raise UsageError(
                f"--max-cost cannot be kept: {reason}; "
                "leave --max-cost out, or choose a model whose price is known"
            )


def _decimal(amount: float) -> Decimal:
    """The number that the float is written as: 0.1 is a tenth."""
    return Decimal(str(amount))
