"""Whether a calibration may be used in a run: same judge, facts and way to the evidence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from factscore.calibration.records import Setup
from factscore.errors import UsageError
from factscore.pipeline import Pipeline
from factscore.read.facts import FactsKind
from factscore.records import JsonValue
from factscore.settings import Settings
from factscore.setups import retrieval_name

_SHOWN = 3
"""Differences in a judge's identity that are named."""


def run_setup(
    pipeline: Pipeline,
    settings: Settings,
    decomposer: str | None = None,
    facts: FactsKind = "human",
    *,
    topics: Iterable[str | None] = (),
) -> Setup:
    """What a run is done with, as far as a correction depends on it.

    Args:
        decomposer: who split the texts, if it was not this run.
        facts: whose facts are taken from FActScore's labelled files.
        topics: the topics of its rows, as far as there are any.
    """
    info = pipeline.knowledge_info()
    return Setup(
        judge=pipeline.judge.name,
        identity=pipeline.judge.identity(),
        decomposer=decomposer or pipeline.decomposer,
        facts=facts,
        knowledge=info.fingerprint if info else None,
        retrieval=retrieval_name(settings, topics) if pipeline.judge.needs_evidence else None,
        top_k=settings.top_k,
    )


def refuse_other(path: str, made: Setup, run: Setup) -> None:
    """A correction holds for what it was measured on, and for nothing else.

    Raises:
        UsageError: anything in the run's setup differs from ``made``.
    """
    found = list(differences(made, run))
    if found:
        raise UsageError(
            f"{path} was made for another run: {'; '.join(found)}; use the same here, or make"
            " another file with 'factscore calibrate'"
        )


def differences(made: Setup, run: Setup) -> list[str]:
    """What differs, each as ``what: there, here``.

    >>> from dataclasses import replace
    >>> there = Setup("nli", {}, "input", "human", "a", "bm25", 5)
    >>> differences(there, replace(there, decomposer="rules", top_k=3))
    ['decomposer: input in the file, rules here', 'top-k: 5 in the file, 3 here']
    """
    found = []
    if made.judge != run.judge:
        found.append(_told("judge", made.judge, run.judge))
    elif made.identity != run.identity:
        found.append(f"judge {run.judge}: {_inside(made.identity, run.identity)}")
    if made.decomposer != run.decomposer:
        found.append(_told("decomposer", made.decomposer, run.decomposer))
    if made.facts != run.facts:
        found.append(_told("facts", made.facts, run.facts))
    if made.knowledge != run.knowledge:
        found.append(_told("store (fingerprint)", _short(made.knowledge), _short(run.knowledge)))
    elif made.retrieval != run.retrieval:
        found.append(_told("retrieval", made.retrieval, run.retrieval))
    if made.top_k != run.top_k:
        found.append(_told("top-k", made.top_k, run.top_k))
    return found


def _told(what: str, there: object, here: object) -> str:
    return f"{what}: {there} in the file, {here} here"


def _short(fingerprint: str | None) -> str:
    return "none" if fingerprint is None else fingerprint[:12]


def _inside(there: JsonValue, here: JsonValue) -> str:
    """Which parts of a judge's identity differ."""
    if not isinstance(there, Mapping) or not isinstance(here, Mapping):
        return "another version"
    keys = [key for key in {**there, **here} if there.get(key) != here.get(key)]
    rest = f" and {len(keys) - _SHOWN} more" if len(keys) > _SHOWN else ""
    told = (_told(key, _brief(there.get(key)), _brief(here.get(key))) for key in keys[:_SHOWN])
    return ", ".join(told) + rest


def _brief(value: JsonValue) -> str:
    text = str(value)
    return text if len(text) <= 20 else f"{text[:16]}…"
