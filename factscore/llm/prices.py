"""What calls cost, by the price list that the package ``genai-prices`` brings along.

Nothing is fetched: the list is as old as the installed package (``price_list``).
"""

from __future__ import annotations

import re
from importlib.metadata import version
from typing import TYPE_CHECKING

from factscore.llm.base import ChatModel, Usage

if TYPE_CHECKING:
    from genai_prices.types import PriceCalculation

_BATCH = {"processing": "batch"}
"""What selects a model's batch rates in the list."""


def price(model: ChatModel, usage: Usage, *, batch: bool = False) -> float | None:
    """What one call costs, in US dollars; ``None`` where that is not known.

    Price the calls one by one and add up: some models cost more from some length of the
    prompt on. Tokens that the provider read from its cache, or wrote into it, cost what the
    list says of them.

    Args:
        model: who was asked; nobody charges for one without a ``provider``.
        usage: the tokens of one call.
        batch: sent through the provider's batch API: the list's batch rates, or half the
            price where it has none.

    Example:
        A model at $0.25 for a million tokens in, $0.025 for such from the cache, and $2 out:
        10,000 in, 8,000 of them cached, and 500 out cost
        ``(2,000 · 0.25 + 8,000 · 0.025 + 500 · 2) / 1,000,000 = $0.0017``.
    """
    if not model.provider:
        return 0.0
    found = _calculation(model, usage, batch=batch)
    if found is None:
        return None
    total = found.total_price
    if batch and not any(variant.when == _BATCH for variant in found.model.price_variants or ()):
        total /= 2
    return float(total)


def why_unknown(model: ChatModel) -> str | None:
    """Why ``price`` knows none for a model, in words; ``None`` where it does."""
    if price(model, Usage(1, 1)) is not None:
        return None
    url = _base_url(model)
    if url is None or _at_home(model):
        return f"{price_list()} has no price for {model.name}"
    return f"{model.name} is asked at {url}, whose prices are not known"


def price_list() -> str:
    """The price list and its version, which is all that it says of its age."""
    return f"genai-prices {version('genai-prices')}"


def _calculation(model: ChatModel, usage: Usage, *, batch: bool) -> PriceCalculation | None:
    import genai_prices

    if not _at_home(model):
        return None
    try:
        found = genai_prices.calc_price(
            _reported(usage),
            model.model,
            provider_id=model.provider,
            price_context=_BATCH if batch else None,
        )
    except LookupError:
        return None
    # Models for sound and pictures are listed without a price for text.
    rates = found.model_price
    return None if rates.input_mtok is None or rates.output_mtok is None else found


def _reported(usage: Usage) -> object:
    """Usage as the list counts it: cached tokens are part of the input tokens."""
    import genai_prices

    # Counts that do not add up are a server's slip, which must not end a run.
    cached = min(usage.cached_tokens, usage.input_tokens)
    return genai_prices.Usage(
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cache_read_tokens=cached,
        cache_write_tokens=min(usage.written_tokens, usage.input_tokens - cached),
    )


def _at_home(model: ChatModel) -> bool:
    """Whether a model is asked at its provider's own address, for which the list holds."""
    from genai_prices.data_snapshot import get_snapshot

    # Not the list's own search: to it "openai" in a gateway's name is enough.
    provider = next((one for one in get_snapshot().providers if one.id == model.provider), None)
    url = _base_url(model)
    if provider is None or url is None:
        return provider is not None
    return re.match(rf"(?:{provider.api_pattern})(?::443)?(?:/|$)", url) is not None


def _base_url(model: ChatModel) -> str | None:
    url = model.identity().get("base_url")
    return str(url) if url else None
