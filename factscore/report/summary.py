"""The run's summary as JSON.

``{"version", "settings", "decomposer", "judge", "identities", "knowledge", "models": [...],
"common_topics", "usage"}``. ``settings`` holds every option that can change a number,
``identities`` what exactly decomposed and judged (versions, digests of weights). Shares are
fractions between 0 and 1. A number that does not exist is ``null``, and ``missing`` beside it
says why. A model has ``rank``, its place among the others (``factscore.ranking``), and
``partial``, its mean probability of support, only where that was asked for; the order of the
models is that of the input. ``common_topics`` says how many topics every model has a row for
(``common``) ``of`` how many, and which models are ``lacking`` how many of those.
``usage`` is what this run asked chat models and what that cost, in all and for each model's
items; nothing else depends on time, place or the cache, so the same run gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict

import orjson

from factscore.llm.usage import UsageRow, usage_json
from factscore.ranking import CommonTopics, RankedModel, in_input_order, rank_models
from factscore.records import (
    Agreement,
    CorrectedScore,
    JsonValue,
    KnowledgeInfo,
    ModelScore,
    Partial,
)
from factscore.report.results import interval_row
from factscore.score import accuracy, balanced_accuracy, labelled
from factscore.settings import Settings
from factscore.version import __version__


def summary_json(
    models: Sequence[ModelScore],
    *,
    settings: Settings,
    reading: Mapping[str, JsonValue],
    identities: Mapping[str, JsonValue],
    decomposer: str,
    judge: str,
    knowledge: KnowledgeInfo | None,
    usage: tuple[UsageRow, ...] = (),
    costs: Mapping[str, float | None] | None = None,
    common: CommonTopics | None = None,
) -> bytes:
    """The summary, indented, newline included; ``reading`` are the options of the reader."""
    ranked = in_input_order(rank_models(models))
    summary: dict[str, JsonValue] = {
        "version": __version__,
        "settings": {
            "top_k": settings.top_k,
            "gamma": settings.gamma,
            "f1_k": settings.f1_k,
            "retrieve": settings.retrieve,
            "missing_topic": settings.missing_topic,
            "evidence": settings.evidence,
            **reading,
        },
        "decomposer": decomposer,
        "judge": judge,
        "identities": dict(identities),
        "knowledge": None if knowledge is None else asdict(knowledge),
        "models": list(map(_model, ranked)),
        "common_topics": None if common is None else _common(common),
        "usage": usage_json(usage, costs),
    }
    return orjson.dumps(summary, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _common(common: CommonTopics) -> JsonValue:
    return {"common": len(common.topics), "of": common.total, "lacking": dict(common.lacking)}


def _model(ranked: RankedModel) -> JsonValue:
    model = ranked.model
    partial = {} if model.partial is None else {"partial": _partial(model.partial)}
    wanted = model.corrected is not None or "corrected" in model.missing
    corrected = {"corrected": _corrected(model.corrected)} if wanted else {}
    return {
        "model": model.model,
        "rank": ranked.rank,
        "items": model.items,
        "score": model.score,
        "init_score": model.init_score,
        "ci95": interval_row(model.ci95),
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
        "missing": {
            **model.missing,
            **({} if ranked.rank is not None else {"rank": "there is no interval to compare"}),
        },
    }


def _partial(partial: Partial) -> JsonValue:
    return {
        "mean": partial.mean,
        "ci95": interval_row(partial.ci95),
        "items": partial.items,
        "facts": partial.facts,
        "missing": dict(partial.missing),
    }


def _corrected(corrected: CorrectedScore | None) -> JsonValue:
    if corrected is None:
        return None
    return {
        "score": corrected.score,
        "ci95": interval_row(corrected.ci95),
        "ci95_population": interval_row(corrected.ci95_population),
        "labelled_items": corrected.labelled,
        "known_items": corrected.known,
        "new_items": corrected.new,
        "lambda": corrected.power,
        "missing": dict(corrected.missing),
    }


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
