"""``--dry-run``: what a run would ask of its chat models and what that would cost, as a table."""

from __future__ import annotations

from collections.abc import Sequence

from factscore.llm.usage import UsageRow, dollars, total_price

_HEAD = ["stage", "model", "calls", "cached", "tokens in", "out", "price"]


def estimate_lines(rows: Sequence[UsageRow]) -> list[str]:
    """A table for people: one line a stage and model, the sum, and why prices are missing.

    Example:
        >>> from factscore.llm.base import Usage
        >>> row = UsageRow("judge", "m", 2, 1, 0, Usage(1600, 10), 0.5)
        >>> print(*estimate_lines([row]), sep="\\n")
        stage  model  calls  cached  tokens in  out  price
        judge  m          2       1      1,600   10  $0.50
    """
    lines = [(row.stage, row.model, _counts(row), row.price) for row in rows]
    if len(rows) > 1:
        sums = [sum(column) for column in zip(*map(_counts, rows), strict=True)]
        lines.append(("in all", "", sums, total_price(rows)))
    cells = [_HEAD, *([stage, model, *_shown(n, price)] for stage, model, n, price in lines)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    table = ["  ".join(_padded(line, widths)).rstrip() for line in cells]
    return table + list(dict.fromkeys(f"no price: {row.reason}" for row in rows if row.reason))


def _counts(row: UsageRow) -> list[int]:
    return [row.calls, row.cached_answers, row.usage.input_tokens, row.usage.output_tokens]


def _shown(counts: Sequence[int], price: float | None) -> list[str]:
    return [*(f"{n:,}" for n in counts), "not known" if price is None else dollars(price)]


def _padded(line: Sequence[str], widths: Sequence[int]) -> list[str]:
    """Words to the left, numbers to the right."""
    pairs = list(zip(line, widths, strict=True))
    return [*(w.ljust(n) for w, n in pairs[:2]), *(w.rjust(n) for w, n in pairs[2:])]
