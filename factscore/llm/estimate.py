"""``--dry-run``: what a run would ask of its chat models, and what that would cost."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from factscore.llm.base import ChatModel, ChatRequest, Usage
from factscore.llm.prices import price, why_unknown
from factscore.llm.tokens import count_request_tokens
from factscore.llm.usage import dollars
from factscore.records import JsonValue


@dataclass(frozen=True, slots=True)
class StageEstimate:
    """What one stage would ask of one model; also what a single request adds to that."""

    stage: str
    """``decompose`` or ``judge``."""
    model: str
    """The model's SPEC."""
    calls: int = 0
    """Requests that would be sent."""
    cached: int = 0
    """Answers that our own cache has already."""
    input_tokens: int = 0
    output_tokens: int = 0
    price: float | None = 0.0
    """US dollars at the full price, though a provider's cache may save some; ``None`` where
    not known."""
    reason: str = ""
    """Why the price is not known."""


def one_call(
    stage: str,
    model: ChatModel,
    request: ChatRequest,
    output_tokens: int,
    *,
    batch: bool = False,
) -> StageEstimate:
    """What one request adds.

    Args:
        stage: who asks.
        model: who is asked.
        request: what is asked.
        output_tokens: tokens that the reply will have, by experience; ``max_tokens`` at most
            are counted.
        batch: sent through the provider's batch API.
    """
    usage = Usage(count_request_tokens(request), min(output_tokens, request.max_tokens))
    cost = price(model, usage, batch=batch)
    reason = "" if cost is not None else why_unknown(model) or ""
    return StageEstimate(
        stage, model.name, 1, 0, usage.input_tokens, usage.output_tokens, cost, reason
    )


def one_cached(stage: str, model: ChatModel) -> StageEstimate:
    """What a request adds whose answer our own cache has."""
    return StageEstimate(stage, model.name, cached=1)


def add_up(parts: Iterable[StageEstimate]) -> tuple[StageEstimate, ...]:
    """One estimate for each stage and model, in the order of their first request.

    Example:
        >>> call = StageEstimate("judge", "m", 1, 0, 800, 5, 0.25)
        >>> add_up([call, StageEstimate("judge", "m", cached=1), call])[0].input_tokens
        1600
    """
    groups: dict[tuple[str, str], list[StageEstimate]] = {}
    for part in parts:
        groups.setdefault((part.stage, part.model), []).append(part)
    return tuple(_sum(group) for group in groups.values())


def _sum(group: Sequence[StageEstimate]) -> StageEstimate:
    return StageEstimate(
        stage=group[0].stage,
        model=group[0].model,
        calls=sum(part.calls for part in group),
        cached=sum(part.cached for part in group),
        input_tokens=sum(part.input_tokens for part in group),
        output_tokens=sum(part.output_tokens for part in group),
        price=total_estimate(group),
        reason=next((part.reason for part in group if part.reason), ""),
    )


def total_estimate(parts: Iterable[StageEstimate]) -> float | None:
    """US dollars of all; ``None`` where one of them is not known."""
    prices = [part.price for part in parts]
    known = [one for one in prices if one is not None]
    return math.fsum(known) if len(known) == len(prices) else None


def estimate_json(rows: Sequence[StageEstimate]) -> dict[str, JsonValue]:
    """The same as JSON: ``stages`` and ``total_usd``, which is ``null`` where not known."""
    return {"stages": [_row_json(row) for row in rows], "total_usd": total_estimate(rows)}


def _row_json(row: StageEstimate) -> dict[str, JsonValue]:
    shown: dict[str, JsonValue] = {
        "stage": row.stage,
        "model": row.model,
        "calls": row.calls,
        "cached_answers": row.cached,
        "input_tokens": row.input_tokens,
        "output_tokens": row.output_tokens,
        "price_usd": row.price,
    }
    return shown | ({"price_usd_reason": row.reason} if row.price is None else {})


def estimate_lines(rows: Sequence[StageEstimate]) -> list[str]:
    """A table for people: one line a stage and model, the sum, and why prices are missing.

    Example:
        >>> print(*estimate_lines([StageEstimate("judge", "m", 2, 1, 1600, 10, 0.5)]), sep="\\n")
        stage  model  calls  cached  tokens in  out  price
        judge  m          2       1      1,600   10  $0.50
    """
    cells = [["stage", "model", "calls", "cached", "tokens in", "out", "price"]]
    cells += [_cells(row) for row in rows]
    if len(rows) > 1:
        whole = _sum([StageEstimate("in all", ""), *rows])
        cells.append(_cells(whole))
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    table = ["  ".join(_padded(line, widths)).rstrip() for line in cells]
    return table + list(dict.fromkeys(f"no price: {row.reason}" for row in rows if row.reason))


def _cells(row: StageEstimate) -> list[str]:
    numbers = (row.calls, row.cached, row.input_tokens, row.output_tokens)
    cost = "not known" if row.price is None else dollars(row.price)
    return [row.stage, row.model, *(f"{number:,}" for number in numbers), cost]


def _padded(line: Sequence[str], widths: Sequence[int]) -> list[str]:
    """Words to the left, numbers to the right."""
    pairs = list(zip(line, widths, strict=True))
    return [*(w.ljust(n) for w, n in pairs[:2]), *(w.rjust(n) for w, n in pairs[2:])]
