"""What a run used of its chat models, by stage and model."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from factscore.llm.base import ChatModel, Usage
from factscore.llm.prices import price, price_list, why_unknown
from factscore.records import JsonValue


@dataclass(frozen=True, slots=True)
class UsageRow:
    """What one stage used of one model."""

    stage: str
    """``decompose`` or ``judge``."""
    model: str
    """The model's SPEC, e.g. ``openai:gpt-5-mini``."""
    calls: int
    """Requests that the model was sent, those that failed included."""
    cached_answers: int
    """Answers that came from our own cache, without a call."""
    failed: int
    """Those of ``calls`` that ended without a reply."""
    usage: Usage
    """Tokens of all calls."""
    price: float | None
    """US dollars; ``None`` where not known."""
    reason: str = ""
    """Why the price is not known."""


@dataclass(slots=True)
class _Account:
    """A row that is still counted."""

    model: ChatModel
    calls: int = 0
    hits: int = 0
    failed: int = 0
    usage: Usage = field(default_factory=Usage)
    price: Decimal | None = Decimal(0)

    def charge(self, usage: Usage, cost: float | None, calls: int) -> None:
        self.calls += calls
        self.usage += usage
        if cost is None or self.price is None:
            self.price = None
        else:
            self.price += Decimal(str(cost))

    def row(self, stage: str) -> UsageRow:
        known = None if self.price is None else float(self.price)
        reason = "" if known is not None else why_unknown(self.model) or ""
        name = self.model.name
        return UsageRow(stage, name, self.calls, self.hits, self.failed, self.usage, known, reason)


class Ledger:
    """Counts calls and what they cost, as they come."""

    def __init__(self) -> None:
        self._accounts: dict[tuple[str, str], _Account] = {}
        self._owners: dict[str, Decimal | None] = {}

    def add(
        self,
        stage: str,
        model: ChatModel,
        usage: Usage,
        *,
        batch: bool = False,
        calls: int = 1,
        owner: str | None = None,
    ) -> float | None:
        """Count a call that was answered, or is expected.

        Args:
            stage: who asked.
            model: who answered.
            usage: the tokens of this one call.
            batch: it went through the provider's batch API.
            calls: 0 where these are more tokens of a call that was counted before.
            owner: for whose item it was: the evaluated model.

        Returns:
            What the call cost in US dollars; ``None`` where that is not known.
        """
        cost = price(model, usage, batch=batch)
        self._account(stage, model).charge(usage, cost, calls)
        if owner is not None:
            before = self._owners.get(owner, Decimal(0))
            if cost is None or before is None:
                self._owners[owner] = None
            else:
                self._owners[owner] = before + Decimal(str(cost))
        return cost

    def costs(self) -> dict[str, float | None]:
        """US dollars by owner; ``None`` where the price of one of its calls is not known."""
        return {name: None if paid is None else float(paid) for name, paid in self._owners.items()}

    def hit(self, stage: str, model: ChatModel, count: int = 1) -> None:
        """Count answers from our own cache."""
        self._account(stage, model).hits += count

    def failed(self, stage: str, model: ChatModel) -> None:
        """Count a call that ended without a reply."""
        account = self._account(stage, model)
        account.calls += 1
        account.failed += 1

    def rows(self) -> tuple[UsageRow, ...]:
        """One row a stage and model, in the order in which they were first used."""
        return tuple(account.row(stage) for (stage, _), account in self._accounts.items())

    def _account(self, stage: str, model: ChatModel) -> _Account:
        return self._accounts.setdefault((stage, model.name), _Account(model))


def total_price(rows: Sequence[UsageRow]) -> float | None:
    """US dollars of some rows; ``None`` where one of them is not known.

    Example:
        >>> row = UsageRow("judge", "scripted:a.jsonl", 1, 0, 0, Usage(), 0.25)
        >>> total_price([row, row])
        0.5
    """
    prices = [row.price for row in rows if row.price is not None]
    return math.fsum(prices) if len(prices) == len(rows) else None


def usage_json(
    rows: Sequence[UsageRow], costs: Mapping[str, float | None] | None = None
) -> dict[str, JsonValue]:
    """The summary's ``usage``: ``stages``, ``total_usd``, ``models`` and the price list.

    ``total_usd`` is ``null`` where any price is not known, with ``total_usd_reason``;
    ``models`` has what was paid for each evaluated model's items (``costs``).
    """
    total = total_price(rows)
    shown: dict[str, JsonValue] = {
        "stages": [_row_json(row) for row in rows],
        "total_usd": total,
    }
    if total is None:
        shown["total_usd_reason"] = "; ".join(dict.fromkeys(r.reason for r in rows if r.reason))
    if costs:
        shown["models"] = dict(costs)
    return shown | ({"prices": price_list()} if rows else {})


def _row_json(row: UsageRow) -> dict[str, JsonValue]:
    shown: dict[str, JsonValue] = {
        "stage": row.stage,
        "model": row.model,
        "calls": row.calls,
        "cached_answers": row.cached_answers,
        "failed": row.failed,
        "input_tokens": row.usage.input_tokens,
        "cached_tokens": row.usage.cached_tokens,
        "written_tokens": row.usage.written_tokens,
        "output_tokens": row.usage.output_tokens,
        "price_usd": row.price,
    }
    return shown | ({"price_usd_reason": row.reason} if row.price is None else {})


def usage_lines(rows: Sequence[UsageRow]) -> list[str]:
    """One line a row for people, and the sum where there are several.

    Example:
        >>> used = Usage(input_tokens=45210, output_tokens=6100, cached_tokens=30000)
        >>> row = UsageRow("decompose", "openai:gpt-5-mini", 120, 30, 0, used, 0.0167525)
        >>> print(*usage_lines([row]))
        decompose openai:gpt-5-mini: 120 calls, 30 answers from the cache, \
45,210 tokens in (30,000 cached), 6,100 out, $0.017
    """
    total = total_price(rows)
    known = "price not known" if total is None else dollars(total)
    return [*map(_line, rows), *([f"in all: {known}"] if len(rows) > 1 else [])]


def cost_line(costs: Mapping[str, float | None]) -> str:
    """What each evaluated model cost.

    Example:
        >>> cost_line({"mine": 0.15, "theirs": None})
        'by evaluated model: mine $0.15, theirs not known'
    """
    parts = [
        f"{name} {'not known' if usd is None else dollars(usd)}" for name, usd in costs.items()
    ]
    return f"by evaluated model: {', '.join(parts)}"


def _line(row: UsageRow) -> str:
    used = row.usage
    calls = _many(row.calls, "call") + (f" ({row.failed:,} failed)" if row.failed else "")
    hits = _many(row.cached_answers, "answer") + " from the cache"
    cached = f" ({used.cached_tokens:,} cached)" if used.cached_tokens else ""
    parts = [
        calls,
        *([hits] if row.cached_answers else []),
        f"{used.input_tokens:,} tokens in{cached}",
        f"{used.output_tokens:,} out",
        dollars(row.price) if row.price is not None else f"price not known: {row.reason}",
    ]
    return f"{row.stage} {row.model}: {', '.join(parts)}"


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def dollars(amount: float) -> str:
    """An amount of money: cents, and below a dollar two digits that count.

    Example:
        >>> [dollars(amount) for amount in (0, 1234.5, 0.2, 0.0167525, 0.00045, 1e-9)]
        ['$0', '$1,234.50', '$0.20', '$0.017', '$0.00045', 'less than $0.000001']
    """
    if amount == 0:
        return "$0"
    if amount < 1e-6:
        return "less than $0.000001"
    if amount >= 0.995:
        return f"${amount:,.2f}"
    places = max(1 - math.floor(math.log10(amount)), 2)
    whole, _, digits = f"{amount:.{places}f}".partition(".")
    return f"${whole}.{digits.rstrip('0').ljust(2, '0')}"
