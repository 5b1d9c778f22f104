"""Verdicts → numbers. Pure; every formula is the published one, named with its source."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from factscore.error_types import count_errors, sum_errors
from factscore.partial import graded, model_partial
from factscore.records import (
    DECIDED,
    Agreement,
    Decomposition,
    ErrorType,
    FactCounts,
    FailedSentence,
    Generation,
    ItemResult,
    JudgedFact,
    Label,
    ModelScore,
    Status,
    Verdict,
)
from factscore.statistics import bootstrap_interval, mean

SILENT = frozenset({Status.ABSTAINED, Status.EMPTY, Status.NO_FACTS})
"""States in which the model made no claim: not a response, and no recall either."""


def supported_share(counts: FactCounts) -> float | None:
    """Supported facts over facts with a verdict, 0 to 1; ``None`` without any verdict.

    >>> supported_share(FactCounts(supported=3, not_supported=1, unscored=2))
    0.75
    """
    judged = counts.supported + counts.not_supported
    return counts.supported / judged if judged else None


def length_penalty(facts: int, gamma: float) -> float:
    """Factor for short responses: ``exp(1 - gamma / facts)`` below ``gamma`` facts, else 1.

    Min et al. 2023 (FActScore), reference implementation 0.2.0. ``gamma = 0`` turns it
    off. ``facts`` counts every fact of the response, unscored ones too: it measures the
    response's length, not the judge's luck.

    >>> [round(length_penalty(n, 10), 3) for n in (10, 9, 5, 3)]
    [1.0, 0.895, 0.368, 0.097]
    """
    if facts > gamma or facts == 0:
        return 1.0
    return math.exp(1 - gamma / facts)


def f1_at_k(counts: FactCounts, k: int) -> float:
    """F1@K of one response (SAFE, Wei et al. 2024, section 6), 0 to 1.

    Precision is the supported share, recall is ``min(1, supported / k)``, and the result
    their harmonic mean; 0 without a supported fact.

    >>> f1_at_k(FactCounts(supported=32, not_supported=0), k=64)
    0.6666666666666666

    Raises:
        ValueError: a negative count, or ``k`` below 1.
    """
    if min(counts.supported, counts.not_supported) < 0 or k < 1:
        raise ValueError(f"F1@K needs counts of 0 or more and K of 1 or more, not {counts}, K={k}")
    if counts.supported == 0:
        return 0.0
    precision = counts.supported / (counts.supported + counts.not_supported)
    recall = min(1.0, counts.supported / k)
    return 2 * precision * recall / (precision + recall)


def count_labels(facts: Iterable[JudgedFact]) -> FactCounts:
    """How many facts were given each label."""
    found = Counter(judged.verdict.label for judged in facts)
    return FactCounts(
        supported=found[Label.SUPPORTED],
        not_supported=found[Label.NOT_SUPPORTED],
        unscored=found[Label.UNSCORED],
    )


def relevant_counts(facts: Iterable[JudgedFact]) -> FactCounts:
    """As ``count_labels`` without irrelevant facts, which F1@K leaves out."""
    return count_labels(f for f in facts if f.verdict.reason != "irrelevant")


def compare_labels(facts: Iterable[JudgedFact]) -> Agreement | None:
    """Verdicts against the input's own labels; ``None`` if no fact has both."""
    pairs = ((judged.verdict.label, judged.fact.label) for judged in facts)
    found = Counter(pair for pair in pairs if pair[0] in DECIDED and pair[1] in DECIDED)
    return _agreement(found) if found else None


def score_item(
    generation: Generation,
    decomposition: Decomposition,
    verdicts: Sequence[Verdict],
    *,
    missing_topic: str = "",
    note: str = "",
    gamma: float,
    f1_k: int,
    compare: bool,
    errors: Sequence[ErrorType | None] | None = None,
) -> ItemResult:
    """Everything about one generation, from its facts and their verdicts.

    Args:
        missing_topic: Why the topic has no article, if it has none.
        note: What is to be told of the topic's article, where nothing else is amiss.
        compare: Whether to hold verdicts against the labels of the input.
        errors: What went wrong with each fact; ``None``: nobody knows of any.
    """
    errors = errors or [None] * len(verdicts)
    facts = tuple(map(JudgedFact, decomposition.facts, verdicts, errors))
    facts = _with_failed(facts, decomposition.failed)
    counts = count_labels(facts)
    share = supported_share(counts)
    status = _status(decomposition, share, missing_topic)
    scored = status == Status.SCORED and share is not None
    f1 = f1_at_k(relevant_counts(facts), f1_k) if scored or status in SILENT else None
    grades = graded(facts) if scored else []
    return ItemResult(
        model=generation.model,
        topic=generation.topic,
        status=status,
        text=generation.text,
        facts=facts,
        counts=counts,
        agreement=compare_labels(facts) if compare else None,
        score=share * length_penalty(len(facts), gamma) if scored and share is not None else None,
        init_score=share if scored else None,
        f1_at_k=f1,
        partial=mean(grades),
        graded=len(grades),
        errors=count_errors(facts),
        sentences=decomposition.sentences,
        non_factual=decomposition.non_factual,
        detail=decomposition.detail or missing_topic or _judge_detail(status, facts) or note,
        extra=generation.extra,
        source=generation.source,
    )


def _with_failed(
    facts: tuple[JudgedFact, ...], failed: Sequence[FailedSentence]
) -> tuple[JudgedFact, ...]:
    """The facts, with each failed sentence as one fact without a verdict in its place."""
    if not failed:
        return facts
    unscored = [
        JudgedFact(one.fact, Verdict(Label.UNSCORED, reason=one.reason, detail=one.detail))
        for one in failed
    ]
    return tuple(sorted((*facts, *unscored), key=lambda judged: judged.fact.start or 0))


def _status(decomposition: Decomposition, share: float | None, missing_topic: str) -> Status:
    if decomposition.status != Status.SCORED:
        return decomposition.status
    if missing_topic:
        return Status.TOPIC_NOT_FOUND
    return Status.JUDGE_FAILED if share is None else Status.SCORED


def _judge_detail(status: Status, facts: Sequence[JudgedFact]) -> str:
    if status != Status.JUDGE_FAILED:
        return ""
    reasons = Counter(str(judged.verdict.reason) for judged in facts)
    listed = ", ".join(f"{reason} {count}" for reason, count in sorted(reasons.items()))
    return f"no fact has a verdict: {listed}"


def model_scores(items: Sequence[ItemResult], *, partial: bool = False) -> tuple[ModelScore, ...]:
    """One row for each model, in order of first appearance; ``partial``: with the grey scale."""
    by_model: dict[str, list[ItemResult]] = {}
    for item in items:
        by_model.setdefault(item.model, []).append(item)
    return tuple(_model_score(model, rows, partial) for model, rows in by_model.items())


def accuracy(agreement: Agreement) -> float:
    """Share of facts on which judge and input agree."""
    agreed = agreement.both + agreement.neither
    return agreed / labelled(agreement)


def balanced_accuracy(agreement: Agreement) -> float | None:
    """Mean of the recalls of both labels; ``None`` if the input has only one of them."""
    supported = agreement.both + agreement.input_only
    refuted = agreement.judge_only + agreement.neither
    if not supported or not refuted:
        return None
    return (agreement.both / supported + agreement.neither / refuted) / 2


def labelled(agreement: Agreement) -> int:
    """How many facts have both a verdict and a label of their own."""
    return agreement.both + agreement.judge_only + agreement.input_only + agreement.neither


def _model_score(model: str, items: Sequence[ItemResult], partial: bool) -> ModelScore:
    statuses = Counter(item.status for item in items)
    counts = _sum_counts(items)
    scored = [item for item in items if item.status == Status.SCORED]
    scores = [item.score for item in scored if item.score is not None]
    answered = [item for item in items if item.status != Status.DECOMPOSE_FAILED]
    responses = [item for item in answered if item.status not in SILENT]
    f1_values = [item.f1_at_k for item in items if item.f1_at_k is not None]
    judged = counts.supported + counts.not_supported
    numbers = {
        "score": mean(scores),
        "init_score": mean([i.init_score for i in scored if i.init_score is not None]),
        "respond_ratio": len(responses) / len(answered) if answered else None,
        "facts_per_response": mean([_total(item.counts) for item in responses]),
        "f1_at_k": mean(f1_values),
        "coverage": judged / total if (total := _total(counts)) else None,
    }
    interval = bootstrap_interval(scores)
    errors = sum_errors(item.errors for item in items)
    return ModelScore(
        model=model,
        items=len(items),
        statuses={status: statuses[status] for status in Status},
        facts=counts,
        ci95=interval,
        non_factual=sum(item.non_factual for item in items),
        errors=errors,
        partial=model_partial(scored) if partial else None,
        corrected=None,
        agreement=_sum_agreement(items),
        missing=_missing({**numbers, "ci95": interval, "errors": errors}),
        **numbers,
    )


_WHY = {
    "score": "no item was scored",
    "init_score": "no item was scored",
    "ci95": "an interval needs at least two scored items",
    "respond_ratio": "no item was decomposed",
    "facts_per_response": "no item responded",
    "f1_at_k": "no item was scored, and none was silent",
    "coverage": "there are no facts",
    "errors": "the judge does not say why facts are not supported",
}


def _missing(numbers: Mapping[str, object]) -> dict[str, str]:
    return {name: _WHY[name] for name, value in numbers.items() if value is None}


def _agreement(found: Counter[tuple[Label, Label | None]]) -> Agreement:
    yes, no = Label.SUPPORTED, Label.NOT_SUPPORTED
    return Agreement(
        both=found[yes, yes],
        judge_only=found[yes, no],
        input_only=found[no, yes],
        neither=found[no, no],
    )


def _sum_agreement(items: Sequence[ItemResult]) -> Agreement | None:
    parts = [item.agreement for item in items if item.agreement is not None]
    if not parts:
        return None
    return Agreement(
        both=sum(part.both for part in parts),
        judge_only=sum(part.judge_only for part in parts),
        input_only=sum(part.input_only for part in parts),
        neither=sum(part.neither for part in parts),
    )


def _sum_counts(items: Sequence[ItemResult]) -> FactCounts:
    return FactCounts(
        supported=sum(item.counts.supported for item in items),
        not_supported=sum(item.counts.not_supported for item in items),
        unscored=sum(item.counts.unscored for item in items),
    )


def _total(counts: FactCounts) -> int:
    return counts.supported + counts.not_supported + counts.unscored
