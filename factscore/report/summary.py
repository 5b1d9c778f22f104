"""The run's summary as JSON.

``{"version", "settings", "decomposer", "judge", "identities", "knowledge", "models": [...],
"usage"}``. ``settings`` holds every option that can change a number, ``identities`` what
exactly decomposed and judged (versions, digests of weights). Shares are fractions between
0 and 1. A number that does not exist is ``null``, and ``missing`` beside it says why.
A model has ``partial``, its mean probability of support, only where that was asked for.
``usage`` is what this run asked chat models, and what that cost; nothing else depends on
time, place or the cache, so the same run gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

import orjson

from factscore.llm.usage import UsageRow, usage_json
from factscore.records import (
    Agreement,
    CorrectedScore,
    Interval,
    JsonValue,
    KnowledgeInfo,
    ModelScore,
    Partial,
)
from factscore.score import accuracy, balanced_accuracy, labelled
from factscore.settings import Settings
from factscore.version import __version__


def summary_json(
    models: tuple[ModelScore, ...],
    *,
    settings: Settings,
    reading: Mapping[str, JsonValue],
    identities: Mapping[str, JsonValue],
    decomposer: str,
    judge: str,
    knowledge: KnowledgeInfo | None,
    usage: tuple[UsageRow, ...] = (),
) -> bytes:
    """The summary, indented, newline included; ``reading`` are the options of the reader."""
    summary: dict[str, JsonValue] = {
        "version": __version__,
        "settings": {
            "top_k": settings.top_k,
            "gamma": settings.gamma,
            "f1_k": settings.f1_k,
            "retrieve": settings.retrieve,
            "missing_topic": settings.missing_topic,
            **reading,
        },
        "decomposer": decomposer,
        "judge": judge,
        "identities": dict(identities),
        "knowledge": None if knowledge is None else asdict(knowledge),
        "models": [_model(model) for model in models],
        "usage": usage_json(usage),
    }
    return orjson.dumps(summary, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _model(model: ModelScore) -> JsonValue:
    partial = {} if model.partial is None else {"partial": _partial(model.partial)}
    wanted = model.corrected is not None or "corrected" in model.missing
    corrected = {"corrected": _corrected(model.corrected)} if wanted else {}
    return {
        "model": model.model,
        "items": model.items,
        "score": model.score,
        "init_score": model.init_score,
        "ci95": _interval(model.ci95),
        **corrected,
        **partial,
        "respond_ratio": model.respond_ratio,
        "facts_per_response": model.facts_per_response,
        "f1_at_k": model.f1_at_k,
        "statuses": {str(status): count for status, count in model.statuses.items()},
        "facts": {
            "supported": model.facts.supported,
            "not_supported": model.facts.not_supported,
            "unscored": model.facts.unscored,
        },
        "errors": None if model.errors is None else asdict(model.errors),
        "coverage": model.coverage,
        "non_factual_sentences": model.non_factual,
        "agreement": _agreement(model.agreement),
        "missing": dict(model.missing),
    }


def _partial(partial: Partial) -> JsonValue:
    return {
        "mean": partial.mean,
        "ci95": _interval(partial.ci95),
        "items": partial.items,
        "facts": partial.facts,
        "missing": dict(partial.missing),
    }


def _corrected(corrected: CorrectedScore | None) -> JsonValue:
    if corrected is None:
        return None
    return {
        "score": corrected.score,
        "ci95": _interval(corrected.ci95),
        "ci95_population": _interval(corrected.ci95_population),
        "labelled_items": corrected.labelled,
        "known_items": corrected.known,
        "new_items": corrected.new,
        "lambda": corrected.power,
        "missing": dict(corrected.missing),
    }


def _interval(interval: Interval | None) -> JsonValue:
    return None if interval is None else [interval.low, interval.high]


def _agreement(agreement: Agreement | None) -> JsonValue:
    if agreement is None:
        return None
    balanced = balanced_accuracy(agreement)
    return {
        "n": labelled(agreement),
        "accuracy": accuracy(agreement),
        "balanced_accuracy": balanced,
        **asdict(agreement),
        "missing": {} if balanced is not None else {"balanced_accuracy": "all labels are alike"},
    }
