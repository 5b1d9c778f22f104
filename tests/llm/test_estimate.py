"""What --dry-run adds up, by hand."""

from __future__ import annotations

import pytest
from priced_models import FREE, HAIKU, MINI, UNKNOWN

from factscore.llm.base import ChatRequest, Message
from factscore.llm.estimate import (
    StageEstimate,
    add_up,
    estimate_json,
    estimate_lines,
    one_cached,
    one_call,
    total_estimate,
)
from factscore.llm.prices import price_list

REQUEST = ChatRequest((Message("user", "true " * 993),), max_tokens=100)
"""993 + 4 + 3 tokens, "true " being a word and the space before the next, and a last space."""


def test_one_call() -> None:
    # 1,001 * 0.25 + 30 * 2 = 310.25 millionths
    call = one_call("judge", MINI, REQUEST, 30)
    assert call == StageEstimate(
        "judge", "openai:gpt-5-mini", 1, 0, 1_001, 30, pytest.approx(0.00031025, rel=1e-12)
    )
    half = one_call("judge", MINI, REQUEST, 30, batch=True)
    assert half.price == pytest.approx(0.000155125, rel=1e-12)


def test_a_reply_has_no_more_tokens_than_it_may() -> None:
    assert one_call("judge", MINI, REQUEST, 5_000).output_tokens == 100


def test_add_up() -> None:
    parts = [
        one_call("decompose", MINI, REQUEST, 100),  # 250.25 + 200 millionths
        one_cached("judge", HAIKU),
        one_call("judge", HAIKU, REQUEST, 2),  # 1,001 + 10 millionths
        one_call("decompose", MINI, REQUEST, 50),  # 250.25 + 100 millionths
    ]
    rows = add_up(iter(parts))
    assert rows == (
        StageEstimate(
            "decompose", "openai:gpt-5-mini", 2, 0, 2_002, 150, pytest.approx(0.0008005, rel=1e-9)
        ),
        StageEstimate(
            "judge", "anthropic:claude-haiku-4-5", 1, 1, 1_001, 2, pytest.approx(0.001011, rel=1e-9)
        ),
    )
    assert total_estimate(rows) == pytest.approx(0.0018115, rel=1e-9)
    assert estimate_lines(rows) == [
        "stage      model                       calls  cached  tokens in  out    price",
        "decompose  openai:gpt-5-mini               2       0      2,002  150  $0.0008",
        "judge      anthropic:claude-haiku-4-5      1       1      1,001    2   $0.001",
        "in all                                     3       1      3,003  152  $0.0018",
    ]
    shown = estimate_json(rows)
    assert shown["total_usd"] == pytest.approx(0.0018115, rel=1e-9)
    assert shown["stages"][1] == {  # type: ignore[index, call-overload]
        "stage": "judge",
        "model": "anthropic:claude-haiku-4-5",
        "calls": 1,
        "cached_answers": 1,
        "input_tokens": 1_001,
        "output_tokens": 2,
        "price_usd": pytest.approx(0.001011, rel=1e-9),
    }


def test_unknown_prices_are_said() -> None:
    rows = add_up([one_call("judge", UNKNOWN, REQUEST, 2), one_call("decompose", FREE, REQUEST, 2)])
    reason = f"{price_list()} has no price for openai:gpt-of-tomorrow"
    assert (rows[0].price, rows[0].reason, rows[1].price) == (None, reason, 0.0)
    assert total_estimate(rows) is None
    assert estimate_lines(rows)[1:] == [
        "judge      openai:gpt-of-tomorrow      1       0      1,001    2  not known",
        "decompose  :local                      1       0      1,001    2         $0",
        "in all                                 2       0      2,002    4  not known",
        f"no price: {reason}",
    ]
    assert estimate_json(rows)["stages"][0]["price_usd_reason"] == reason  # type: ignore[index, call-overload]


def test_nothing_to_ask() -> None:
    assert add_up([]) == ()
    assert estimate_json(()) == {"stages": [], "total_usd": 0.0}
    assert estimate_lines(()) == ["stage  model  calls  cached  tokens in  out  price"]
