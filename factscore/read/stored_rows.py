"""One line of our results → the ``ItemResult`` and the ``RunSetup`` that it was made from.

Faults are collected in a list that the caller hands in; each is ``what is wrong; what to do``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields as fields_of
from enum import StrEnum
from typing import TypeVar

from factscore.error_types import count_errors
from factscore.partial import graded
from factscore.read.facts import GIVEN, parse_facts
from factscore.read.result_lines import KEYS, RUN, says_setup
from factscore.records import (
    DECIDED,
    ErrorType,
    Fact,
    ItemResult,
    JsonValue,
    JudgedFact,
    Label,
    Passage,
    Reason,
    RunSetup,
    Status,
    Verdict,
)
from factscore.score import compare_labels, count_labels
from factscore.statistics import mean
from factscore.textfiles import kind_of

_LABELS = "labels"
"""The judge that repeats the labels of the input."""

_VERDICTS = {str(label): label for label in Label}
_REASONS = {str(reason): reason for reason in Reason}
_ERRORS = {str(error): error for error in ErrorType}

Named = TypeVar("Named", bound=StrEnum)


class _Checked:
    """The members of one object of a line; a fault for each that is not what it should be."""

    def __init__(self, members: Mapping[str, JsonValue], path: str, faults: list[str]) -> None:
        self._members = members
        self._path = path
        self._faults = faults

    def text(self, name: str) -> str | None:
        value = self._members.get(name)
        if value is None or isinstance(value, str):
            return value
        self._fault(name, kind_of(value), "write a string")
        return None

    def number(self, name: str) -> float | None:
        value = self._members.get(name)
        if value is None or (isinstance(value, int | float) and not isinstance(value, bool)):
            return value
        self._fault(name, kind_of(value), "write a number")
        return None

    def share(self, name: str) -> float | None:
        value = self.number(name)
        if value is None or 0 <= value <= 1:
            return value
        self._fault(name, f"{value:g}", "write a share between 0 and 1")
        return None

    def count(self, name: str) -> int:
        value = self.number(name) or 0
        if isinstance(value, int) and value >= 0:
            return value
        self._fault(name, f"{value:g}", "write a whole number, 0 or more")
        return 0

    def one_of(self, name: str, known: Mapping[str, Named]) -> Named | None:
        value = self.text(name)
        if value is not None and value not in known:
            self._fault(name, repr(value[:40]), f"write {', '.join(known)}")
        return None if value is None else known.get(value)

    def _fault(self, name: str, found: str, remedy: str) -> None:
        self._faults.append(f"{self._path}{name} is {found}; {remedy}")


def to_item(
    fields: Mapping[str, JsonValue],
    *,
    model: str,
    setup: RunSetup | None,
    source: str,
    faults: list[str],
) -> ItemResult:
    """The item of a line for which ``is_result`` holds.

    Args:
        fields: the line.
        model: the model's name where the line has none.
        setup: by what it was made, as ``to_setup`` found it.
        source: where it stands, as ``file:line``.
        faults: where to put what is wrong; the item is of no use if there is anything.
    """
    line = _Checked(fields, "", faults)
    text, status = line.text("output") or "", Status(str(fields["status"]))
    facts = _facts(fields["facts"], text, faults)
    name = line.text("model")
    item = ItemResult(
        model=model if name is None else name,
        topic=line.text("topic"),
        status=status,
        text=text,
        facts=facts,
        counts=count_labels(facts),
        agreement=None if _labels_are_verdicts(facts, setup) else compare_labels(facts),
        score=line.share("score"),
        init_score=line.share("init_score"),
        f1_at_k=line.share("f1_at_k"),
        partial=_partial(line, fields, facts, status),
        graded=len(graded(facts)) if status == Status.SCORED else 0,
        errors=count_errors(facts),
        sentences=line.count("sentences"),
        non_factual=line.count("non_factual"),
        detail=line.text("detail") or "",
        extra=_extra(fields),
        source=source,
    )
    if status == Status.SCORED and not faults and None in (item.score, item.init_score):
        faults.append("the status is scored, but there is no score; score the text again")
    return item


def _partial(
    line: _Checked, fields: Mapping[str, JsonValue], facts: tuple[JudgedFact, ...], status: Status
) -> float | None:
    """The mean probability; the first versions did not write it."""
    if "partial" in fields or status != Status.SCORED:
        return line.share("partial")
    return mean(graded(facts))


def _labels_are_verdicts(facts: tuple[JudgedFact, ...], setup: RunSetup | None) -> bool:
    """Whether the labels of the input were taken, which cannot be held against themselves.

    A line that does not say who judged shows it: other judges have evidence.
    """
    if setup is not None:
        return setup.judge == _LABELS
    decided = [judged for judged in facts if judged.verdict.label in DECIDED]
    return all(
        not judged.verdict.evidence
        and judged.verdict.probability is None
        and judged.verdict.label == judged.fact.label
        for judged in decided
    )


def _facts(value: JsonValue, text: str, faults: list[str]) -> tuple[JudgedFact, ...]:
    found = len(faults)
    facts = parse_facts(value, text, faults, GIVEN) or ()
    if len(faults) > found or not isinstance(value, list):
        return ()
    return tuple(
        _judged(fact, row, f"facts[{position}]", faults)
        for position, (fact, row) in enumerate(zip(facts, value, strict=True))
    )


def _judged(fact: Fact, row: JsonValue, path: str, faults: list[str]) -> JudgedFact:
    members = row if isinstance(row, dict) else {}
    line = _Checked(members, f"{path}.", faults)
    label = line.one_of("label", _VERDICTS)
    if label is None and members.get("label") is None:
        faults.append(f"{path} has no label; write {', '.join(Label)}")
    verdict = Verdict(
        label=label or Label.UNSCORED,
        probability=line.share("probability"),
        reason=line.one_of("reason", _REASONS),
        evidence=_evidence(members.get("evidence"), f"{path}.evidence", faults),
        detail=line.text("detail") or "",
    )
    return JudgedFact(fact, verdict, line.one_of("error", _ERRORS))


def _evidence(value: JsonValue, path: str, faults: list[str]) -> tuple[Passage, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        faults.append(f"{path} is {kind_of(value)}; write a list")
        return ()
    return tuple(_passage(row, f"{path}[{i}]", faults) for i, row in enumerate(value))


def _passage(row: JsonValue, path: str, faults: list[str]) -> Passage:
    if not isinstance(row, dict):
        faults.append(f"{path} is {kind_of(row)}; write an object with title, passage and text")
        return Passage("", 0, "", 0.0)
    line = _Checked(row, f"{path}.", faults)
    return Passage(
        title=line.text("title") or "",
        index=line.count("passage"),
        text=line.text("text") or "",
        score=line.number("score") or 0.0,
        store=line.text("store") or "",
    )


def _extra(fields: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    ours = KEYS | {RUN} if says_setup(fields) else KEYS
    return {name: value for name, value in fields.items() if name not in ours}


def to_setup(fields: Mapping[str, JsonValue], faults: list[str]) -> RunSetup | None:
    """By what a line was made; ``None`` where it does not say.

    Members that this version does not know are left out: they were not needed to tell
    results of this version apart.
    """
    run = fields.get(RUN)
    if not isinstance(run, dict) or not says_setup(fields):
        return None
    lacking = [field.name for field in fields_of(RunSetup) if field.name not in run]
    if lacking:
        faults.append(f"run lacks {', '.join(lacking)}; score the text again")
        return None
    line = _Checked(run, "run.", faults)
    return RunSetup(
        version=line.text("version") or "",
        decomposer=line.text("decomposer") or "",
        decomposer_digest=line.text("decomposer_digest") or "",
        judge=line.text("judge") or "",
        judge_digest=line.text("judge_digest") or "",
        knowledge=line.text("knowledge"),
        retrieval=line.text("retrieval"),
        top_k=line.count("top_k"),
        gamma=float(line.number("gamma") or 0),
        f1_k=line.count("f1_k"),
        facts=line.text("facts") or "",
        labels=line.text("labels"),
    )
