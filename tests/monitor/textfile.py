"""Prometheus' own reader of textfiles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prometheus_client import Metric


def families(text: str) -> Iterator[Metric]:
    from prometheus_client.parser import text_string_to_metric_families

    yield from text_string_to_metric_families(text)
