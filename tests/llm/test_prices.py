"""Prices, worked out by hand from the price list."""

from __future__ import annotations

import socket
import subprocess
import sys

import pytest
from priced_models import FREE, HAIKU, MINI, UNKNOWN, Priced

from factscore.llm.base import Usage
from factscore.llm.prices import price, price_list, why_unknown

LONG = Priced("anthropic", "claude-sonnet-4-5")
"""$3 in and $15 out; from 200,001 tokens in one prompt on $6 and $22.50."""
GPT41 = Priced("openai", "gpt-4.1")
"""$2 in, $0.50 cached, $8 out; in batches $1, $0.50 and $4."""


@pytest.mark.parametrize(
    ("model", "usage", "batch", "dollars"),
    [
        # 1,000 * 0.25 + 100 * 2 = 450 millionths
        (MINI, Usage(1_000, 100), False, 0.000450),
        # 2,000 * 0.25 + 8,000 * 0.025 + 500 * 2 = 1,700 millionths: cached ones are part of all
        (MINI, Usage(10_000, 500, 8_000), False, 0.001700),
        (MINI, Usage(10_000, 500, 8_000), True, 0.000850),
        # OpenAI does not charge for writing: 10,000 * 0.25
        (MINI, Usage(10_000, 0, 0, 4_000), False, 0.002500),
        # 400 * 1 + 100 * 0.1 + 500 * 1.25 + 20 * 5 = 1,135 millionths
        (HAIKU, Usage(1_000, 20, 100, 500), False, 0.001135),
        (HAIKU, Usage(1_000, 20, 100, 500), True, 0.0005675),
        # The prompt's length chooses the rates, for the reply too.
        (LONG, Usage(200_000, 1_000), False, 0.615000),
        (LONG, Usage(200_001, 1_000), False, 1.222506),
        # The batch table has no rate for cached tokens: they keep theirs.
        (GPT41, Usage(1_000, 100, 600), False, 0.001900),
        (GPT41, Usage(1_000, 100, 600), True, 0.001100),
        (Priced("openai", "gpt-5-mini-2025-08-07"), Usage(1_000, 100), False, 0.000450),
        (Priced("openai", "gpt-5-mini", "https://api.openai.com/v1"), Usage(4), False, 0.000001),
        (FREE, Usage(1_000_000, 1_000_000), False, 0.0),
        (MINI, Usage(), False, 0.0),
    ],
)
def test_price_by_hand(model: Priced, usage: Usage, batch: bool, dollars: float) -> None:
    assert price(model, usage, batch=batch) == pytest.approx(dollars, rel=1e-12)


def test_a_model_without_batch_rates_of_its_own_costs_half() -> None:
    model = Priced("openai", "o1-mini")
    # $1.10 in, $4.40 out: 1,000 * 1.1 + 1,000 * 4.4 = 5,500 millionths
    assert price(model, Usage(1_000, 1_000)) == pytest.approx(0.0055, rel=1e-12)
    assert price(model, Usage(1_000, 1_000), batch=True) == pytest.approx(0.00275, rel=1e-12)


@pytest.mark.parametrize(
    ("model", "why"),
    [
        (UNKNOWN, "genai-prices 0.2.3 has no price for openai:gpt-of-tomorrow"),
        (Priced("anthropic", "gpt-5-mini"), "no price for anthropic:gpt-5-mini"),
        (Priced("nobody", "gpt-5-mini"), "no price for nobody:gpt-5-mini"),
        # Listed, but by the minute of sound.
        (Priced("openai", "whisper-1"), "no price for openai:whisper-1"),
        (
            Priced("openai", "gpt-5-mini", "http://gpu:8000/v1"),
            "openai:gpt-5-mini is asked at http://gpu:8000/v1, whose prices are not known",
        ),
        (Priced("openai", "gpt-5-mini", "https://api.openai.com.evil.example/v1"), "evil.example"),
        # The list itself would take a gateway with "openai" in its name for OpenAI.
        (
            Priced("openai.example.com", "gpt-5-mini", "https://openai.example.com/v1"),
            "asked at https://openai.example.com/v1",
        ),
    ],
)
def test_unknown_price_is_none_with_its_reason(model: Priced, why: str) -> None:
    assert price(model, Usage(1_000, 100)) is None
    assert price(model, Usage(1_000, 100), batch=True) is None
    assert why in (why_unknown(model) or "").replace(price_list(), "genai-prices 0.2.3")


@pytest.mark.parametrize("model", [MINI, HAIKU, FREE])
def test_known_prices_need_no_reason(model: Priced) -> None:
    assert why_unknown(model) is None


def test_counts_that_do_not_add_up_do_not_end_the_run() -> None:
    # More cached than there are: all 100 count as cached, 100 * 0.1 = 10 millionths.
    assert price(HAIKU, Usage(100, 0, 900, 900)) == pytest.approx(0.00001, rel=1e-12)


def test_no_network_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    assert price(MINI, Usage(1_000_000)) == pytest.approx(0.25)


def test_the_price_list_is_imported_only_when_needed() -> None:
    code = (
        "import sys; import factscore.llm.budget, factscore.llm.estimate, factscore.llm.scripted\n"
        "print({'genai_prices', 'pydantic', 'httpx2', 'numpy', 'openai'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == ("set()", "")


def test_the_price_list_says_its_version() -> None:
    name, version = price_list().split()
    assert name == "genai-prices"
    assert tuple(map(int, version.split(".")[:2])) >= (0, 2)
