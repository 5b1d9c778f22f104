"""How a line of our own results is told from any other row, and which of its fields are ours."""

from __future__ import annotations

from collections.abc import Mapping

from factscore.read.base import is_among
from factscore.records import JsonValue, Status

RUN = "run"
"""By what a line was made; see ``says_setup``."""

NUMBERS = frozenset(
    {
        "status",
        "detail",
        "score",
        "init_score",
        "f1_at_k",
        "partial",
        "sentences",
        "non_factual",
    }
)
"""What a run finds out about an item; its next run finds out anew."""

KEYS = NUMBERS | {"model", "topic", "output", "facts"}
"""The fields that every line of results has, ``run`` apart; all others are the input's."""

_STATUSES = frozenset(map(str, Status))


def is_result(fields: Mapping[str, JsonValue]) -> bool:
    """Whether a row is a line of our own results: a known status, its numbers, its facts."""
    known = is_among(fields.get("status"), _STATUSES)
    return known and "init_score" in fields and "facts" in fields


def says_setup(fields: Mapping[str, JsonValue]) -> bool:
    """Whether ``run`` is ours: to older versions it was a field of the input like any other."""
    run = fields.get(RUN)
    return run is None or (isinstance(run, dict) and "judge_digest" in run)
