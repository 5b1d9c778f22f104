"""What --dry-run adds up, by hand."""

from __future__ import annotations

import pytest
from priced_models import FREE, HAIKU, MINI, UNKNOWN

from factscore.llm.base import Usage
from factscore.llm.estimate import estimate_lines
from factscore.llm.prices import price_list
from factscore.llm.usage import Ledger, UsageRow, total_price


def test_calls_that_are_expected() -> None:
    ledger = Ledger()
    ledger.add("decompose", MINI, Usage(1_001, 0))  # 250.25 millionths
    ledger.hit("judge", HAIKU)
    ledger.add("judge", HAIKU, Usage(1_001, 2))  # 1,001 + 10 millionths
    ledger.add("decompose", MINI, Usage(1_001, 0))  # 250.25 millionths
    ledger.add("decompose", MINI, Usage(0, 150), calls=0)  # 300 millionths
    rows = ledger.rows()
    assert rows == (
        UsageRow(
            *("decompose", "openai:gpt-5-mini", 2, 0, 0, Usage(2_002, 150)),
            pytest.approx(0.0008005, rel=1e-9),
        ),
        UsageRow(
            *("judge", "anthropic:claude-haiku-4-5", 1, 1, 0, Usage(1_001, 2)),
            pytest.approx(0.001011, rel=1e-9),
        ),
    )
    assert total_price(rows) == pytest.approx(0.0018115, rel=1e-9)
    assert estimate_lines(rows) == [
        "stage      model                       calls  cached  tokens in  out    price",
        "decompose  openai:gpt-5-mini               2       0      2,002  150  $0.0008",
        "judge      anthropic:claude-haiku-4-5      1       1      1,001    2   $0.001",
        "in all                                     3       1      3,003  152  $0.0018",
    ]


def test_unknown_prices_are_said() -> None:
    ledger = Ledger()
    ledger.add("judge", UNKNOWN, Usage(1_001, 2))
    ledger.add("decompose", FREE, Usage(1_001, 2))
    assert estimate_lines(ledger.rows())[1:] == [
        "judge      openai:gpt-of-tomorrow      1       0      1,001    2  not known",
        "decompose  :local                      1       0      1,001    2         $0",
        "in all                                 2       0      2,002    4  not known",
        f"no price: {price_list()} has no price for openai:gpt-of-tomorrow",
    ]


def test_nothing_to_ask() -> None:
    assert estimate_lines(()) == ["stage  model  calls  cached  tokens in  out  price"]
