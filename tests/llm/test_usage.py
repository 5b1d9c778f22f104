"""The ledger, and what people and programs read of it."""

from __future__ import annotations

import pytest
from priced_models import FREE, HAIKU, MINI, UNKNOWN, Priced

from factscore.llm.base import Usage
from factscore.llm.prices import price_list
from factscore.llm.usage import Ledger, UsageRow, dollars, total_price, usage_json, usage_lines


def filled() -> Ledger:
    """Two calls of MINI: 450 + 1,700 millionths; one of HAIKU: 1,135."""
    ledger = Ledger()
    ledger.hit("decompose", MINI)
    assert ledger.add("decompose", MINI, Usage(1_000, 100)) == pytest.approx(0.00045)
    assert ledger.add("judge", HAIKU, Usage(1_000, 20, 100, 500)) == pytest.approx(0.001135)
    assert ledger.add("decompose", MINI, Usage(10_000, 500, 8_000)) == pytest.approx(0.0017)
    ledger.failed("judge", HAIKU)
    return ledger


def test_rows_by_stage_and_model_in_order_of_first_use() -> None:
    assert filled().rows() == (
        UsageRow("decompose", "openai:gpt-5-mini", 2, 1, 0, Usage(11_000, 600, 8_000), 0.00215),
        UsageRow(
            "judge", "anthropic:claude-haiku-4-5", 2, 0, 1, Usage(1_000, 20, 100, 500), 0.001135
        ),
    )
    assert total_price(filled().rows()) == pytest.approx(0.003285, rel=1e-12)


def test_one_model_in_two_stages_has_two_rows() -> None:
    ledger = Ledger()
    ledger.add("decompose", MINI, Usage(4, 0))
    ledger.add("judge", MINI, Usage(4, 0))
    assert [row.stage for row in ledger.rows()] == ["decompose", "judge"]


def test_calls_are_priced_one_by_one() -> None:
    # Together the prompts pass the 200,000 tokens from which the model costs double.
    ledger = Ledger()
    for _ in range(3):
        ledger.add("judge", Priced("anthropic", "claude-sonnet-4-5"), Usage(100_000, 0))
    assert total_price(ledger.rows()) == pytest.approx(0.9, rel=1e-12)


def test_ten_thousand_calls_do_not_drift() -> None:
    ledger = Ledger()
    for _ in range(10_000):
        ledger.add("judge", MINI, Usage(400, 0))  # 100 millionths
    assert total_price(ledger.rows()) == 1.0


def test_batches_cost_half() -> None:
    ledger = Ledger()
    assert ledger.add("judge", MINI, Usage(1_000, 100), batch=True) == pytest.approx(0.000225)


def test_an_unknown_price_makes_the_total_unknown_and_says_why() -> None:
    ledger = filled()
    assert ledger.add("judge", UNKNOWN, Usage(10, 1)) is None
    ledger.add("judge", UNKNOWN, Usage(10, 1))
    reason = f"{price_list()} has no price for openai:gpt-of-tomorrow"
    row = ledger.rows()[-1]
    assert (row.calls, row.usage, row.price, row.reason) == (2, Usage(20, 2), None, reason)
    assert total_price(ledger.rows()) is None
    shown = usage_json(ledger.rows())
    assert shown["total_usd"] is None
    assert shown["total_usd_reason"] == reason
    assert usage_lines(ledger.rows())[-2:] == [
        f"judge openai:gpt-of-tomorrow: 2 calls, 20 tokens in, 2 out, price not known: {reason}",
        "in all: price not known",
    ]


def test_only_answers_from_the_cache_cost_nothing_even_if_the_price_is_unknown() -> None:
    ledger = Ledger()
    ledger.hit("judge", UNKNOWN)
    assert total_price(ledger.rows()) == 0.0


def test_json() -> None:
    assert usage_json(filled().rows()) == {
        "stages": [
            {
                "stage": "decompose",
                "model": "openai:gpt-5-mini",
                "calls": 2,
                "cached_answers": 1,
                "failed": 0,
                "input_tokens": 11_000,
                "cached_tokens": 8_000,
                "written_tokens": 0,
                "output_tokens": 600,
                "price_usd": 0.00215,
            },
            {
                "stage": "judge",
                "model": "anthropic:claude-haiku-4-5",
                "calls": 2,
                "cached_answers": 0,
                "failed": 1,
                "input_tokens": 1_000,
                "cached_tokens": 100,
                "written_tokens": 500,
                "output_tokens": 20,
                "price_usd": 0.001135,
            },
        ],
        "total_usd": pytest.approx(0.003285, rel=1e-12),
        "prices": price_list(),
    }


def test_a_run_without_chat_models_used_nothing() -> None:
    assert usage_json(()) == {"stages": [], "total_usd": 0.0}
    assert usage_lines(()) == []
    assert total_price(()) == 0.0


def test_lines() -> None:
    assert usage_lines(filled().rows()) == [
        "decompose openai:gpt-5-mini: 2 calls, 1 answer from the cache, "
        "11,000 tokens in (8,000 cached), 600 out, $0.0022",
        "judge anthropic:claude-haiku-4-5: 2 calls (1 failed), "
        "1,000 tokens in (100 cached), 20 out, $0.0011",
        "in all: $0.0033",
    ]
    ledger = Ledger()
    ledger.add("judge", FREE, Usage(1_234, 1))
    assert usage_lines(ledger.rows()) == ["judge :local: 1 call, 1,234 tokens in, 1 out, $0"]


@pytest.mark.parametrize(
    ("amount", "shown"),
    [
        (0, "$0"),
        (1234567.891, "$1,234,567.89"),
        (1, "$1.00"),
        (0.9999, "$1.00"),
        (0.994, "$0.99"),
        (0.5, "$0.50"),
        (0.123, "$0.12"),
        (0.0999, "$0.10"),
        (0.05, "$0.05"),
        (0.0167525, "$0.017"),
        (0.0101, "$0.01"),
        (0.00045, "$0.00045"),
        (0.0000012, "$0.0000012"),
        (9.9e-7, "less than $0.000001"),
    ],
)
def test_dollars(amount: float, shown: str) -> None:
    assert dollars(amount) == shown
