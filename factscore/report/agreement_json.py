"""A judge against people, as JSON.

``{"version", "settings", "judge", "identity", "knowledge", "overall": {…}, "files": [{…}],
"by", "groups": [{…}], "wrong": [{…}]}``. ``overall``, each file and each group (a value of
the field ``by``) have the same keys: ``name``, ``n`` (facts compared), ``items`` and
``facts`` (what was compared and what was not), ``coverage``, the measures by name, ``ci95``
(name → [low, high]), ``missing`` (name → why there is no number or no interval),
``human_score_all`` and ``reliability`` (one object a bin); a file has ``file`` besides.
All numbers are fractions. Nothing depends on time or place, so the same run gives the same
bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

import orjson

from factscore.agreement.records import (
    BINS,
    AgreementResult,
    GroupAgreement,
    ReliabilityBin,
    WrongFact,
)
from factscore.records import JsonValue
from factscore.report.results import evidence_row, interval_row
from factscore.settings import BOOTSTRAP_SAMPLES, BOOTSTRAP_SEED
from factscore.version import __version__


def agreement_json(result: AgreementResult, *, settings: Mapping[str, JsonValue]) -> bytes:
    """The comparison, indented, newline included; ``settings`` are options of the run."""
    whole: dict[str, JsonValue] = {
        "version": __version__,
        "settings": {
            **settings,
            "irrelevant": result.irrelevant,
            "bins": BINS,
            "bootstrap_samples": BOOTSTRAP_SAMPLES,
            "bootstrap_seed": BOOTSTRAP_SEED,
        },
        "judge": result.judge,
        "identity": result.identity,
        "knowledge": None if result.knowledge is None else asdict(result.knowledge),
        "overall": _group(result.overall),
        "files": [{"file": group.file, **_group(group)} for group in result.files],
        "by": result.by,
        "groups": [_group(group) for group in result.groups],
        "wrong": [_wrong(fact) for fact in result.wrong],
    }
    return orjson.dumps(whole, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _group(group: GroupAgreement) -> dict[str, JsonValue]:
    counts, measures = group.counts, group.measures.items()
    return {
        "name": group.name,
        "n": counts.compared,
        "items": {
            "total": counts.items,
            "compared": counts.compared_items,
            "without_labels": counts.items_without_labels,
            "without_verdict": counts.items_without_verdict,
        },
        "facts": {
            "labelled": counts.labelled,
            "compared": counts.compared,
            "with_probability": counts.with_probability,
            "irrelevant": counts.irrelevant,
            "without_labels": counts.unlabelled,
            "without_verdict": dict(counts.unscored),
        },
        "coverage": counts.coverage,
        **{name: measure.value for name, measure in measures},
        "ci95": {name: interval_row(measure.ci95) for name, measure in measures},
        "missing": {name: measure.missing for name, measure in measures if measure.missing},
        "human_score_all": group.human_score_all,
        "reliability": [_bin(each) for each in group.reliability],
    }


def _bin(each: ReliabilityBin) -> JsonValue:
    return {
        "low": each.low,
        "high": each.high,
        "facts": each.facts,
        "probability": each.probability,
        "supported": each.supported.value,
        "ci95": interval_row(each.supported.ci95),
        "missing": {"supported": each.supported.missing} if each.supported.missing else {},
    }


def _wrong(fact: WrongFact) -> JsonValue:
    return {
        "source": fact.source,
        "model": fact.model,
        "topic": fact.topic,
        "fact": fact.fact,
        "sentence": fact.sentence,
        "given_label": fact.label,
        "given_reason": fact.label_reason,
        "label": fact.judged,
        "probability": fact.probability,
        "confidence": fact.confidence,
        "evidence": [evidence_row(passage) for passage in fact.evidence],
    }
