"""What flows: ``Generation`` → ``Fact`` → ``Claim`` → ``Verdict`` → ``ItemResult`` → ``RunResult``.

All of them are frozen, so a stage can hand them on without copying, and none knows
how it is stored or shown. Enumerations are strings: ``Label.SUPPORTED == "supported"``.
"""

from __future__ import annotations

from factscore.records.facts import (
    DECIDED,
    Claim,
    Decomposition,
    Document,
    ErrorType,
    Fact,
    FailedSentence,
    Generation,
    JsonValue,
    JudgedFact,
    Label,
    Passage,
    Reason,
    Status,
    Verdict,
)
from factscore.records.results import (
    Agreement,
    CorrectedScore,
    ErrorCounts,
    FactCounts,
    Interval,
    ItemResult,
    KnowledgeInfo,
    ModelScore,
    Partial,
    RunResult,
    RunSetup,
)

__all__ = [
    "DECIDED",
    "Agreement",
    "Claim",
    "CorrectedScore",
    "Decomposition",
    "Document",
    "ErrorCounts",
    "ErrorType",
    "Fact",
    "FactCounts",
    "FailedSentence",
    "Generation",
    "Interval",
    "ItemResult",
    "JsonValue",
    "JudgedFact",
    "KnowledgeInfo",
    "Label",
    "ModelScore",
    "Partial",
    "Passage",
    "Reason",
    "RunResult",
    "RunSetup",
    "Status",
    "Verdict",
]
