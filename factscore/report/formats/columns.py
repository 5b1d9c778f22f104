"""The columns that a model has in CSV and parquet files and in data frames, all of them always.

Shares are fractions between 0 and 1, with every digit. What does not exist is absent: an empty
field, a null. A column keeps its name, its kind and its meaning from version to version.

- ``model``; ``rank``, and ``tied``: whether it shares the rank (``factscore.ranking``)
- ``items``, of which ``scored``, ``abstained``, ``empty``, ``no_facts``, ``topic_not_found``,
  ``decompose_failed`` and ``judge_failed``
- ``score`` with its 95 % interval from ``ci95_low`` to ``ci95_high``; ``init_score``, before the
  length penalty
- ``respond_ratio``; ``facts_per_response``; ``f1_at_k`` with its K, ``f1_k``; ``coverage``, the
  share of facts with a verdict
- facts that are ``supported``, ``not_supported`` and ``unscored``; of those not supported
  ``contradiction``, ``retrieval_error``, ``grounding_error`` and ``unknown_error``
- ``non_factual_sentences``
- ``partial``: mean probability of support, with ``partial_ci95_low`` and ``partial_ci95_high``
- ``corrected``: the score that people would give, with ``corrected_ci95_low`` and
  ``corrected_ci95_high`` for these items, and ``corrected_population_ci95_low`` and
  ``corrected_population_ci95_high`` for what they are a sample of
- ``labelled_facts``: facts that came with a label and have a verdict; ``label_accuracy`` and
  ``label_balanced_accuracy`` of the judge on those
"""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from factscore.ranking import RankedModel
from factscore.records import Agreement, CorrectedScore, ErrorCounts, Interval, Partial, Status
from factscore.score import accuracy, balanced_accuracy, labelled

Value: TypeAlias = str | int | float | bool | None
Row: TypeAlias = dict[str, Value]


class Kind(StrEnum):
    """What a column holds where it holds anything."""

    TEXT = "text"
    WHOLE = "whole number"
    NUMBER = "number"
    TRUTH = "true or false"


def _kinds(kind: Kind, names: str) -> dict[str, Kind]:
    return dict.fromkeys(names.split(), kind)


ERROR_KINDS = _kinds(Kind.WHOLE, "contradiction retrieval_error grounding_error unknown_error")

MODEL_KINDS: dict[str, Kind] = {
    "model": Kind.TEXT,
    "rank": Kind.WHOLE,
    "tied": Kind.TRUTH,
    "items": Kind.WHOLE,
    **{str(status): Kind.WHOLE for status in Status},
    **_kinds(Kind.NUMBER, "score ci95_low ci95_high init_score respond_ratio"),
    **_kinds(Kind.NUMBER, "facts_per_response f1_at_k"),
    "f1_k": Kind.WHOLE,
    **_kinds(Kind.NUMBER, "coverage"),
    **_kinds(Kind.WHOLE, "supported not_supported unscored"),
    **ERROR_KINDS,
    "non_factual_sentences": Kind.WHOLE,
    **_kinds(Kind.NUMBER, "partial partial_ci95_low partial_ci95_high"),
    **_kinds(Kind.NUMBER, "corrected corrected_ci95_low corrected_ci95_high"),
    **_kinds(Kind.NUMBER, "corrected_population_ci95_low corrected_population_ci95_high"),
    "labelled_facts": Kind.WHOLE,
    **_kinds(Kind.NUMBER, "label_accuracy label_balanced_accuracy"),
}
"""Column → kind, in order."""


def model_row(ranked: RankedModel, f1_k: int | None) -> Row:
    """A value for each of ``MODEL_KINDS``; ``f1_k`` is K of F1@K, as far as it is known."""
    model = ranked.model
    return {
        "model": model.model,
        "rank": ranked.rank,
        "tied": ranked.tied,
        "items": model.items,
        **{str(status): model.statuses.get(status, 0) for status in Status},
        "score": model.score,
        **_interval("ci95", model.ci95),
        "init_score": model.init_score,
        "respond_ratio": model.respond_ratio,
        "facts_per_response": model.facts_per_response,
        "f1_at_k": model.f1_at_k,
        "f1_k": f1_k,
        "coverage": model.coverage,
        "supported": model.facts.supported,
        "not_supported": model.facts.not_supported,
        "unscored": model.facts.unscored,
        **error_cells(model.errors),
        "non_factual_sentences": model.non_factual,
        **_partial(model.partial),
        **_corrected(model.corrected),
        **_agreement(model.agreement),
    }


def error_cells(errors: ErrorCounts | None) -> Row:
    """A value for each of ``ERROR_KINDS``."""
    if errors is None:
        return dict.fromkeys(ERROR_KINDS)
    return {
        "contradiction": errors.contradiction,
        "retrieval_error": errors.retrieval_error,
        "grounding_error": errors.grounding_error,
        "unknown_error": errors.unknown,
    }


def _interval(name: str, interval: Interval | None) -> Row:
    return {
        f"{name}_low": None if interval is None else interval.low,
        f"{name}_high": None if interval is None else interval.high,
    }


def _partial(partial: Partial | None) -> Row:
    return {
        "partial": None if partial is None else partial.mean,
        **_interval("partial_ci95", None if partial is None else partial.ci95),
    }


def _corrected(corrected: CorrectedScore | None) -> Row:
    population = None if corrected is None else corrected.ci95_population
    return {
        "corrected": None if corrected is None else corrected.score,
        **_interval("corrected_ci95", None if corrected is None else corrected.ci95),
        **_interval("corrected_population_ci95", population),
    }


def _agreement(agreement: Agreement | None) -> Row:
    return {
        "labelled_facts": None if agreement is None else labelled(agreement),
        "label_accuracy": None if agreement is None else accuracy(agreement),
        "label_balanced_accuracy": None if agreement is None else balanced_accuracy(agreement),
    }
