"""Labelled rows → judged → compared: ``factscore agree``, in Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import get_args

from factscore import settings as defaults
from factscore.agreement.measure import measure_items
from factscore.agreement.records import (
    AgreementResult,
    ComparedFact,
    ComparedItem,
    GroupAgreement,
    Irrelevant,
    WrongFact,
)
from factscore.cache import Cache
from factscore.errors import InputError, UsageError
from factscore.judge.base import Judge
from factscore.knowledge import Knowledge
from factscore.pipeline import Pipeline, open_pipeline
from factscore.read.names import model_names
from factscore.records import DECIDED, Fact, Generation, ItemResult, JudgedFact, Label, Reason
from factscore.settings import Calling, Settings
from factscore.splits import split_rows

WRONG = 5
"""How many of the facts where the judge is wrong are kept."""


def agree(
    generations: Iterable[Generation],
    *,
    judge: str | Judge = defaults.JUDGE,
    knowledge: Knowledge = defaults.KNOWLEDGE,
    cache: str | Path | Cache | None = defaults.CACHE,
    settings: Settings | None = None,
    irrelevant: Irrelevant = "not-supported",
    by: str | None = None,
    wrong: int = WRONG,
    calling: Calling | None = None,
) -> AgreementResult:
    """Compare a judge with the labels that facts carry; the same as ``factscore agree``.

    Args:
        generations: What ``read_generations`` returns, or your own, with labelled facts.
        judge: A SPEC or an object, but not ``labels``.
        knowledge: A store, its path, or a list of those; not opened for a judge that needs
            no evidence.
        cache: A cache or its path; ``None`` computes everything anew.
        settings: Of these only top-k and offline matter.
        irrelevant: What becomes of facts that people call irrelevant.
        by: A field to split the items by (``factscore.splits``).
        wrong: How many of the facts where the judge is most confidently wrong to return.
        calling: How a chat model is called, and what that may cost.

    Raises:
        InputError: a file has no label at all.
        UsageError: the judge is ``labels``, no row has the field ``by``, or another option
            has a value it cannot have.
        FactscoreError: see ``factscore.errors``.
    """
    refuse_labels(judge)
    if wrong < 0:
        raise UsageError(f"wrong must be 0 or more, not {wrong}")
    rows = list(generations)
    plan = plan_comparison(rows, irrelevant=irrelevant, by=by)
    settings = settings or Settings()
    with open_pipeline("input", judge, knowledge, cache, settings, calling=calling) as pipeline:
        return compare(pipeline, plan, wrong=wrong)


def refuse_labels(judge: str | Judge) -> None:
    """Labels held against themselves agree, which says nothing.

    Raises:
        UsageError: the judge is ``labels``.
    """
    if (judge if isinstance(judge, str) else judge.name).strip() == "labels":
        raise UsageError(
            "the judge labels would be compared with itself; name the judge to be tested, such as"
            " --judge nli (for an earlier run's verdicts: its results file, --labels label)"
        )


@dataclass(frozen=True, slots=True)
class Plan:
    """The rows, with what is to be judged of each."""

    rows: tuple[Generation, ...]
    usable: tuple[tuple[Fact, ...], ...]
    """For each row, the facts with a label that counts; the others need no verdict."""
    irrelevant: Irrelevant
    by: str | None
    groups: dict[str | None, list[int]]
    """Positions of the rows of each value of ``by``."""

    def to_judge(self) -> list[Generation]:
        """The rows that have something to be judged, with just that."""
        pairs = zip(self.rows, self.usable, strict=True)
        return [replace(row, facts=facts) for row, facts in pairs if facts]


def plan_comparison(
    rows: Sequence[Generation], *, irrelevant: Irrelevant = "not-supported", by: str | None = None
) -> Plan:
    """Check before any work that the rows can be compared and split.

    Raises:
        InputError: a file has no label at all.
        UsageError: no row has the field ``by``, or ``irrelevant`` is neither of its values.
    """
    if irrelevant not in get_args(Irrelevant):
        raise UsageError(f"irrelevant is {irrelevant!r}; choose not-supported or drop")
    if not rows:
        raise InputError(["no rows to compare; read at least one file with labelled facts"])
    groups = {} if by is None else split_rows(rows, by)
    without = [
        name for name, at in _files(rows).items() if not any(_has_label(rows[n]) for n in at)
    ]
    if without:
        raise InputError([_no_labels(name) for name in without])
    drop = irrelevant == "drop"
    usable = tuple(
        tuple(f for f in row.facts or () if f.label in DECIDED and not (drop and _beside(f)))
        for row in rows
    )
    return Plan(tuple(rows), usable, irrelevant, by, groups)


def compare(
    pipeline: Pipeline,
    plan: Plan,
    *,
    wrong: int = WRONG,
    on_facts: Callable[[int], None] = lambda count: None,
    on_item: Callable[[], None] = lambda: None,
    on_note: Callable[[str], None] = lambda text: None,
) -> AgreementResult:
    """Judge what is to be judged, and compare.

    ``on_item`` is told of every finished row, the others what ``Pipeline.run`` tells them.
    """
    results = pipeline.run(plan.to_judge(), on_facts, on_note)
    items: list[ComparedItem] = []
    worst: list[WrongFact] = []
    for row, usable in zip(plan.rows, plan.usable, strict=True):
        result = next(results) if usable else None
        items.append(compared_item(row, usable, result))
        if result is not None:
            worst = sorted([*worst, *_wrong(result)], key=_by_confidence)[:wrong]
            on_item()
    return AgreementResult(
        judge=pipeline.judge.name,
        identity=pipeline.judge.identity(),
        knowledge=pipeline.knowledge_info(),
        irrelevant=plan.irrelevant,
        overall=measure_items(items, name="overall"),
        files=_by_file(plan.rows, items),
        by=plan.by,
        groups=tuple(
            measure_items([items[n] for n in at], name=value) for value, at in plan.groups.items()
        ),
        wrong=tuple(worst),
    )


def _by_file(
    rows: Sequence[Generation], items: Sequence[ComparedItem]
) -> tuple[GroupAgreement, ...]:
    files = _files(rows)
    return tuple(
        measure_items([items[n] for n in at], name=name, file=file)
        for name, (file, at) in zip(model_names(list(files)), files.items(), strict=True)
    )


def _files(rows: Sequence[Generation]) -> dict[str, list[int]]:
    """Positions of the rows of each file, in order of appearance."""
    files: dict[str, list[int]] = {}
    for position, row in enumerate(rows):
        files.setdefault(_file(row.source, row.model), []).append(position)
    return files


def _file(source: str, model: str) -> str:
    """A row's file; rows that were not read from one are told apart by their model."""
    return source.rpartition(":")[0] or source or model or "rows"


def _has_label(row: Generation) -> bool:
    return any(fact.label in DECIDED for fact in row.facts or ())


def _no_labels(name: str) -> str:
    return (
        f'{name}: no fact has a label; give facts as {{"text": …, "label": "S" or "NS"}}, or name'
        " FActScore's labelled files, released predictions, or results with given labels"
        " (--labels label for their verdicts)"
    )


def _beside(fact: Fact) -> bool:
    return fact.reason == Reason.IRRELEVANT


def compared_item(
    row: Generation, usable: Sequence[Fact], result: ItemResult | None
) -> ComparedItem:
    """What of a row could be compared; ``None``: nothing of it was judged."""
    facts = row.facts or ()
    judged = [one for one in result.facts if _decided(one)] if result else []
    return ComparedItem(
        facts=tuple(
            ComparedFact(
                supported=one.fact.label == Label.SUPPORTED,
                judged=one.verdict.label == Label.SUPPORTED,
                probability=one.verdict.probability,
            )
            for one in judged
        ),
        labelled=len(usable),
        supported=sum(fact.label == Label.SUPPORTED for fact in usable),
        unlabelled=sum(fact.label not in DECIDED for fact in facts),
        irrelevant=sum(map(_beside, facts)),
        unscored=_unscored(usable, result),
    )


def _decided(judged: JudgedFact) -> bool:
    return judged.verdict.label in DECIDED


def _unscored(usable: Sequence[Fact], result: ItemResult | None) -> dict[str, int]:
    """Reasons of the facts that have a label and no verdict."""
    if result is None:
        return {}
    if not result.facts:  # the row never got as far as the judge
        return {str(result.status): len(usable)}
    left = (one.verdict.reason or "no_verdict" for one in result.facts if not _decided(one))
    return dict(Counter(map(str, left)))


def _wrong(result: ItemResult) -> list[WrongFact]:
    return [
        _wrong_fact(result, judged, judged.fact.label)
        for judged in result.facts
        if judged.fact.label is not None
        and _decided(judged)
        and judged.verdict.label != judged.fact.label
    ]


def _wrong_fact(result: ItemResult, judged: JudgedFact, label: Label) -> WrongFact:
    fact, verdict = judged.fact, judged.verdict
    chance = verdict.probability
    if chance is not None and verdict.label == Label.NOT_SUPPORTED:
        confidence: float | None = 1 - chance
    else:
        confidence = chance
    return WrongFact(
        file=_file(result.source, result.model),
        model=result.model,
        topic=result.topic,
        source=result.source,
        fact=fact.text,
        sentence=fact.sentence,
        label=label,
        label_reason=fact.reason,
        judged=verdict.label,
        probability=chance,
        confidence=confidence,
        evidence=verdict.evidence,
    )


def _by_confidence(fact: WrongFact) -> float:
    """Most confident first; without a probability last, in input order."""
    return 1.0 if fact.confidence is None else -fact.confidence
