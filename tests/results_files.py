"""Small results files, written as ``score --out`` writes them, for tests of what reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from factscore.records import (
    Fact,
    ItemResult,
    JsonValue,
    JudgedFact,
    Label,
    RunSetup,
    Status,
    Verdict,
)
from factscore.report import results_line

SETUP = RunSetup(
    version="9.1",
    decomposer="rules",
    decomposer_digest="d1",
    judge="nli",
    judge_digest="j1",
    knowledge="0123456789abcdef" * 4,
    retrieval="bm25okapi-1",
    top_k=5,
    gamma=10.0,
    f1_k=64,
    facts="human",
    labels=None,
)
YES, NO, UNKNOWN = Label.SUPPORTED, Label.NOT_SUPPORTED, Label.UNSCORED


def item(
    topic: str | None,
    score: float | None,
    *,
    model: str = "m",
    init: float | None = None,
    status: Status = Status.ABSTAINED,
    facts: Mapping[str, Label] | None = None,
    extra: Mapping[str, JsonValue] | None = None,
) -> ItemResult:
    """An item with a score, or in another state without one."""
    return ItemResult(
        model=model,
        topic=topic,
        status=status if score is None else Status.SCORED,
        score=score,
        init_score=score if init is None else init,
        facts=tuple(JudgedFact(Fact(t), Verdict(label)) for t, label in (facts or {}).items()),
        extra=extra or {},
    )


def write_results(
    path: Path | str, items: Sequence[ItemResult], setup: RunSetup | None = SETUP
) -> str:
    """Write the lines of some items; returns the path."""
    Path(path).write_bytes(b"".join(results_line(one, setup) for one in items))
    return str(path)
