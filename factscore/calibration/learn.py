"""Judged items with labels → calibration. Pure."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from factscore.calibration.records import Calibration, JudgeQuality, Key, LabelledItem, Setup
from factscore.records import DECIDED, Agreement, Generation, ItemResult, JudgedFact, Label, Status
from factscore.score import compare_labels


@dataclass(frozen=True, slots=True)
class Learned:
    """Labelled items and their facts, and how many rows were left out and why."""

    items: tuple[LabelledItem, ...]
    facts: tuple[tuple[JudgedFact, ...], ...]
    """Of each item, the facts with a verdict."""
    left_out: Mapping[str, int]
    """Reason → rows."""


def text_digest(text: str) -> str:
    """What tells a text from another: its SHA-256, in hex.

    Of any text: half a character is refused by the pipeline, in words.
    """
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()


def usable_rows(rows: Sequence[Generation]) -> tuple[list[Generation], dict[str, int]]:
    """The rows whose facts all have labels, each once, and why others are left out.

    A row with only some of its facts labelled is left out because the rest need not be like
    them; one that comes a second time, because it tells nothing new.
    """
    kept: dict[Key, Generation] = {}
    left_out: Counter[str] = Counter()
    for row in rows:
        key = Key(row.model, row.topic, text_digest(row.text))
        reason = _unusable(row) or ("given twice" if key in kept else "")
        if reason:
            left_out[reason] += 1
        else:
            kept[key] = row
    return list(kept.values()), dict(left_out)


def gather(results: Iterable[ItemResult], left_out: Mapping[str, int]) -> Learned:
    """What the judge made of the usable rows; those without a score are left out as well.

    Args:
        left_out: rows that were left out before, as ``usable_rows`` counts them.
    """
    counts = Counter(left_out)
    items, facts = [], []
    for result in results:
        if result.status == Status.SCORED:
            items.append(_item(result))
            facts.append(tuple(one for one in result.facts if one.verdict.label in DECIDED))
        else:
            counts[result.status.replace("_", " ")] += 1
    return Learned(tuple(items), tuple(facts), dict(counts))


def learn(learned: Learned, setup: Setup, *, version: str, gamma: float) -> Calibration:
    """Everything that a later run needs for corrected scores."""
    by_model: dict[str, list[int]] = {}
    for position, item in enumerate(learned.items):
        by_model.setdefault(item.key.model, []).append(position)
    return Calibration(
        setup=setup,
        version=version,
        gamma=gamma,
        items=learned.items,
        models={
            model: judge_quality([learned.facts[n] for n in positions])
            for model, positions in by_model.items()
        },
    )


def judge_quality(items: Sequence[Sequence[JudgedFact]]) -> JudgeQuality:
    """Sensitivity, specificity and best threshold over the facts of some items.

    Args:
        items: for each item its facts, all with a label and a verdict.
    """
    facts = [fact for item in items for fact in item]
    found = compare_labels(facts) or Agreement()
    supported = found.both + found.input_only
    others = found.judge_only + found.neither
    numbers = {
        "threshold": _best_threshold(facts) if supported and others else None,
        "sensitivity": found.both / supported if supported else None,
        "specificity": found.neither / others if others else None,
    }
    why = {
        "threshold": "the judge gives no probabilities"
        if supported and others
        else "all labels are alike",
        "sensitivity": "people call no fact supported",
        "specificity": "people call every fact supported",
    }
    missing = {name: why[name] for name, value in numbers.items() if value is None}
    return JudgeQuality(items=len(items), facts=len(facts), missing=missing, **numbers)


def best_threshold(truth: Sequence[bool], probabilities: Sequence[float]) -> float:
    """The least probability of a supported fact that gives the largest balanced accuracy.

    Of equally good ones the lowest; only probabilities that occur are tried.

    >>> best_threshold([False, True, False, True], [0.1, 0.4, 0.6, 0.9])
    0.4

    Raises:
        ValueError: labels of one kind only.
    """
    positives = sum(truth)
    negatives = len(truth) - positives
    if not positives or not negatives:
        raise ValueError("a threshold needs facts of both labels")
    best, best_gain = 0.0, -1.0
    hits, rejected = positives, 0
    ranked = sorted(zip(probabilities, truth, strict=True))
    for position, (probability, label) in enumerate(ranked):
        gain = hits / positives + rejected / negatives
        first = position == 0 or ranked[position - 1][0] < probability
        if first and gain > best_gain:
            best, best_gain = probability, gain
        hits -= label
        rejected += not label
    return best


def _best_threshold(facts: Sequence[JudgedFact]) -> float | None:
    truth = [fact.fact.label == Label.SUPPORTED for fact in facts]
    given = [fact.verdict.probability for fact in facts]
    probabilities = [probability for probability in given if probability is not None]
    return best_threshold(truth, probabilities) if len(probabilities) == len(truth) else None


def _unusable(row: Generation) -> str:
    """Why a row cannot serve; empty if it can."""
    labels = [fact.label in DECIDED for fact in row.facts or ()]
    if row.abstained or not any(labels):
        return "abstained" if row.abstained else "no fact labelled"
    return "" if all(labels) else "only some facts labelled"


def _item(result: ItemResult) -> LabelledItem:
    return LabelledItem(
        key=Key(result.model, result.topic, text_digest(result.text)),
        facts=len(result.facts),
        supported=sum(judged.fact.label == Label.SUPPORTED for judged in result.facts),
        agreement=compare_labels(result.facts) or Agreement(),
    )
