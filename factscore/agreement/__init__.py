"""A judge against people: how well its verdicts agree with labels that facts carry.

``agree`` judges labelled facts and compares; ``measure_items`` compares what is judged
already; the plain formulas (``accuracy``, ``auc``, …) take two lists.
"""

from factscore.agreement.measure import measure_items
from factscore.agreement.metrics import (
    accuracy,
    auc,
    balanced_accuracy,
    brier_score,
    calibration_error,
    precision_not_supported,
    recall_not_supported,
)
from factscore.agreement.records import (
    BINS,
    AgreementResult,
    ComparedFact,
    ComparedItem,
    Counts,
    GroupAgreement,
    Irrelevant,
    Measure,
    Measures,
    ReliabilityBin,
    WrongFact,
)
from factscore.agreement.run import agree, compare, plan_comparison, refuse_labels

__all__ = [
    "BINS",
    "AgreementResult",
    "ComparedFact",
    "ComparedItem",
    "Counts",
    "GroupAgreement",
    "Irrelevant",
    "Measure",
    "Measures",
    "ReliabilityBin",
    "WrongFact",
    "accuracy",
    "agree",
    "auc",
    "balanced_accuracy",
    "brier_score",
    "calibration_error",
    "compare",
    "measure_items",
    "plan_comparison",
    "precision_not_supported",
    "recall_not_supported",
    "refuse_labels",
]
