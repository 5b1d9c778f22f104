"""By what results are made, and what tells two such ways apart."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import fields

from factscore.cache import canonical_json
from factscore.documents import DOCUMENTS
from factscore.knowledge.search.search import SEARCH
from factscore.records import JsonValue, KnowledgeInfo, RunSetup
from factscore.retrieval import RETRIEVAL
from factscore.settings import Settings
from factscore.version import __version__

_NAMES = {
    "version": "version of factscore",
    "knowledge": "store (fingerprint)",
    "top_k": "top-k",
    "f1_k": "K of F1@K",
}
_DIGITS = 16
"""Hexadecimal digits of an identity that a results file keeps."""


def identity_digest(identity: JsonValue) -> str:
    """What stands for an identity in a results file: equal for equal ones.

    >>> identity_digest({"b": 1, "a": 2}) == identity_digest({"a": 2, "b": 1})
    True
    """
    return hashlib.sha256(canonical_json(identity)).hexdigest()[:_DIGITS]


def make_setup(
    settings: Settings,
    *,
    decomposer: str,
    judge: str,
    identities: Mapping[str, JsonValue],
    knowledge: KnowledgeInfo | None,
    needs_evidence: bool,
    facts: str = "human",
    labels: str | None = None,
) -> RunSetup:
    """What a run is done with, as its results keep it.

    Args:
        settings: the run's.
        decomposer: its SPEC.
        judge: its SPEC.
        identities: under ``decomposer`` and ``judge``, all that can change their answers.
        knowledge: the store, if there is one.
        needs_evidence: whether the judge does.
        facts: whose facts were taken from FActScore's labelled files.
        labels: which list of labels was taken of the input.
    """
    return RunSetup(
        version=__version__,
        decomposer=decomposer,
        decomposer_digest=identity_digest(identities["decomposer"]),
        judge=judge,
        judge_digest=identity_digest(identities["judge"]),
        knowledge=knowledge.fingerprint if knowledge else None,
        retrieval=retrieval_name(settings) if needs_evidence else None,
        top_k=settings.top_k,
        gamma=settings.gamma,
        f1_k=settings.f1_k,
        facts=facts,
        labels=labels,
    )


def retrieval_name(settings: Settings, topics: Iterable[str | None] = ()) -> str:
    """How the passages of a run's rows are chosen, with versions.

    Args:
        settings: the run's.
        topics: the topics of its rows; a row without one is searched in the whole store.

    Example:
        >>> retrieval_name(Settings(), ["Ada Lovelace", None])
        'bm25okapi-1+bm25-store-1'
    """
    if settings.evidence == "input":
        return DOCUMENTS
    named = {topic is not None for topic in topics} or {True}
    if settings.retrieve == "store" or named == {False}:
        return SEARCH
    searched = settings.missing_topic == "search" or False in named
    return f"{RETRIEVAL}+{SEARCH}" if searched else RETRIEVAL


def differences(first: RunSetup, second: RunSetup) -> list[str]:
    """What differs between two setups, each as ``what: first, second``.

    >>> from dataclasses import replace
    >>> one = RunSetup("1", "input", "a", "nli", "b", "f", "bm25", 5, 10.0, 64, "human", None)
    >>> differences(one, replace(one, judge_digest="c", top_k=3))
    ['judge: nli in both, in different versions', 'top-k: 5 and 3']
    """
    return list(_differences(first, second))


def _differences(first: RunSetup, second: RunSetup) -> Iterable[str]:
    for field in fields(RunSetup):
        name = field.name
        there, here = getattr(first, name), getattr(second, name)
        if there == here:
            continue
        if name in ("judge_digest", "decomposer_digest"):
            who = name.removesuffix("_digest")
            if getattr(first, who) == getattr(second, who):
                yield f"{who}: {getattr(first, who)} in both, in different versions"
            continue
        told = (_told(name, value) for value in (there, here))
        yield f"{_NAMES.get(name, name)}: {' and '.join(told)}"


def _told(name: str, value: object) -> str:
    if value is None:
        return "none"
    return f"{value}"[:12] if name == "knowledge" else f"{value}"
