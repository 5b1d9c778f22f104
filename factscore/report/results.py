"""One line of a results file: an item with every fact, verdict and piece of evidence.

Keys, in order: ``model``, ``topic``, ``status``, ``detail`` (why the item has no score, or how
its topic was understood), ``score``, ``init_score``, ``f1_at_k``, ``partial``, ``sentences``,
``non_factual``, ``output``, ``facts``, ``run`` (by what it was made, see ``RunSetup``), then the
input row's own fields; one that has a name of ours gets the prefix ``input_``. Shares are
fractions between 0 and 1. Evidence has ``store`` where there are several.
"""

from __future__ import annotations

from dataclasses import asdict

import orjson

from factscore.records import Interval, ItemResult, JsonValue, JudgedFact, Passage, RunSetup


def results_line(item: ItemResult, setup: RunSetup | None = None) -> bytes:
    """The item as one line of JSON, newline included; reads back as an input row."""
    return orjson.dumps(_row(item, setup), option=orjson.OPT_APPEND_NEWLINE)


def _row(item: ItemResult, setup: RunSetup | None) -> dict[str, JsonValue]:
    row: dict[str, JsonValue] = {
        "model": item.model,
        "topic": item.topic,
        "status": item.status,
        "detail": item.detail or None,
        "score": item.score,
        "init_score": item.init_score,
        "f1_at_k": item.f1_at_k,
        "partial": item.partial,
        "sentences": item.sentences,
        "non_factual": item.non_factual,
        "output": item.text,
        "facts": [_fact(judged) for judged in item.facts],
        "run": None if setup is None else asdict(setup),
    }
    for name, value in item.extra.items():
        while name in row:
            name = f"input_{name}"
        row[name] = value
    return row


def _fact(judged: JudgedFact) -> JsonValue:
    fact, verdict = judged.fact, judged.verdict
    row: dict[str, JsonValue] = {
        "text": fact.text,
        "sentence": fact.sentence,
        "start": fact.start,
        "end": fact.end,
        "label": verdict.label,
        "probability": verdict.probability,
        "reason": verdict.reason,
        "error": judged.error,
        "evidence": [evidence_row(passage) for passage in verdict.evidence],
    }
    if verdict.detail:
        row["detail"] = verdict.detail
    if fact.label is not None:
        row |= {"given_label": fact.label, "given_reason": fact.reason}
    return row


def interval_row(interval: Interval | None) -> JsonValue:
    """``[low, high]``."""
    return None if interval is None else [interval.low, interval.high]


def evidence_row(passage: Passage) -> JsonValue:
    """A passage as evidence; with the store where there are several."""
    return {
        "title": passage.title,
        "passage": passage.index,
        "text": passage.text,
        "score": passage.score,
        **({"store": passage.store} if passage.store else {}),
    }
