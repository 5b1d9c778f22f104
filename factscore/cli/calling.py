"""How chat models are called: the options that judging commands share, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

from factscore.settings import Calling

if TYPE_CHECKING:
    from factscore.llm.usage import UsageRow

_DEFAULT = Calling()
_NOTHING: Mapping[str, float | None] = {}

CALLING = (
    click.option(
        "--three-way",
        is_flag=True,
        help="Ask a chat model why a fact is not supported: contradicted or not found.",
    ),
    click.option(
        "--base-url",
        metavar="URL",
        show_default="the SDK's, or OPENAI_BASE_URL",
        help="Server of an openai: model, such as vLLM, Ollama or llama.cpp.",
    ),
    click.option(
        "--concurrency",
        type=click.IntRange(min=1),
        default=_DEFAULT.concurrency,
        metavar="N",
        help="Calls to chat models at once.",
    ),
    click.option(
        "--timeout",
        type=click.FloatRange(min=0, min_open=True),
        default=_DEFAULT.timeout,
        metavar="SECONDS",
        help="Try a call again that has no answer after this long.",
    ),
    click.option(
        "--max-cost",
        type=click.FloatRange(min=0),
        metavar="USD",
        help="Stop before chat models cost more than this.",
    ),
    click.option(
        "--batch",
        is_flag=True,
        help="Send requests through the provider's batch API: half the price, within a day.",
    ),
)


CALLING_NAMES = ("base_url", "concurrency", "timeout", "max_cost", "batch")
"""The options that are fields of ``Calling``."""


def take_calling(options: dict[str, Any]) -> Calling:
    """Take the options that are ``CALLING``'s out of all; ``--three-way`` stays."""
    return Calling(**{name: options.pop(name) for name in CALLING_NAMES})


def teller(*, quiet: bool) -> Callable[[str], None]:
    """Says on standard error what a run waits for."""
    return lambda text: None if quiet else click.echo(text, err=True)


def say_usage(
    rows: tuple[UsageRow, ...], costs: Mapping[str, float | None] = _NOTHING, *, quiet: bool
) -> None:
    """On standard error, what chat models were asked and what it cost, by model if several."""
    from factscore.llm.usage import cost_line, usage_lines
    from factscore.report.table import printable

    if quiet:
        return
    for line in usage_lines(rows):
        click.echo(line, err=True)
    if len(costs) > 1:
        click.echo(printable(cost_line(costs)), err=True)
