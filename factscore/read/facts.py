"""The facts that come with a row: plain, labelled, annotated by people, or judged before.

Faults are collected in a list that the caller hands in, so that one pass over a row finds
all of them; each is ``what is wrong; what to do``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, TypeGuard

from factscore.read.base import is_among
from factscore.records import Fact, JsonValue, Label, Reason
from factscore.textfiles import kind_of

FactsKind: TypeAlias = Literal["human", "model"]
"""Whose atomic facts to take from ``annotations``."""

GIVEN = "given_"
"""Begins the fields of our results that hold what an input said of a fact."""


@dataclass(frozen=True, slots=True)
class GivenLabel:
    """A label of the input, in our terms."""

    label: Label | None
    reason: Reason | None = None


_SUPPORTED = GivenLabel(Label.SUPPORTED)
_NOT_SUPPORTED = GivenLabel(Label.NOT_SUPPORTED)
_IRRELEVANT = GivenLabel(Label.NOT_SUPPORTED, Reason.IRRELEVANT)
_LABELS = {
    "s": _SUPPORTED,
    "supported": _SUPPORTED,
    "ns": _NOT_SUPPORTED,
    "not supported": _NOT_SUPPORTED,
    "ir": _IRRELEVANT,
    "irrelevant": _IRRELEVANT,
    "unscored": GivenLabel(Label.UNSCORED, Reason.NO_LABEL),
}
_AS_RELEASED = {"S": _SUPPORTED, "NS": _NOT_SUPPORTED, "IR": _IRRELEVANT}
"""The labels as FActScore's files have them, by the hundred thousand."""
_REASONS = {
    Label.NOT_SUPPORTED: frozenset({Reason.CONTRADICTED, Reason.NOT_FOUND, Reason.IRRELEVANT}),
    Label.UNSCORED: frozenset(
        {
            Reason.PARSE_FAILED,
            Reason.REFUSED,
            Reason.TRUNCATED,
            Reason.CALL_FAILED,
            Reason.NO_EVIDENCE,
            Reason.NO_LABEL,
        }
    ),
}


def parse_labels(values: Sequence[JsonValue], path: str, faults: list[str]) -> list[GivenLabel]:
    """Labels in any of their spellings, as ``parse_label`` knows them."""
    return [
        (_AS_RELEASED.get(value) if isinstance(value, str) else None)
        or parse_label(value, f"{path}[{index}]", faults)
        for index, value in enumerate(values)
    ]


def parse_label(value: JsonValue, path: str, faults: list[str]) -> GivenLabel:
    """A label in any of its spellings.

    Letter case, spaces and underscores do not matter: ``S``, ``supported`` or true;
    ``NS``, ``not_supported`` or false; ``IR`` or ``irrelevant`` (not supported, as in the
    published human scores); ``unscored``; null where there is none.
    """
    if value is None:
        return GivenLabel(None)
    if isinstance(value, bool):
        return _SUPPORTED if value else _NOT_SUPPORTED
    if isinstance(value, str):
        found = _LABELS.get(" ".join(value.lower().replace("_", " ").split()))
        if found:
            return found
    shown = repr(value[:40]) if isinstance(value, str) else kind_of(value)
    faults.append(f'{path} is {shown}; write "S", "NS", "IR" or null')
    return GivenLabel(None)


def parse_facts(
    value: JsonValue, text: str, faults: list[str], prefix: str = ""
) -> tuple[Fact, ...] | None:
    """The field ``facts``: strings, or objects with ``text`` and perhaps more.

    Args:
        value: a list of strings or of ``{text, label, reason, sentence, start, end}``,
            of which only ``text`` must be there; ``None``: no facts came.
        text: the generation, into which ``start`` and ``end`` point; empty if unknown.
        faults: where to put what is wrong.
        prefix: what stands before ``label`` and ``reason`` in the names of the fields that
            hold them.
    """
    if value is None:
        return None
    if not isinstance(value, list):
        faults.append(f"facts is {kind_of(value)}; write a list of strings")
        return None
    facts = [
        # Most facts are plain, and there are very many of them.
        Fact(item)
        if isinstance(item, str) and item and not item.isspace()
        else _fact(item, f"facts[{i}]", text, faults, prefix)
        for i, item in enumerate(value)
    ]
    return tuple(fact for fact in facts if fact)


def _fact(item: JsonValue, path: str, text: str, faults: list[str], prefix: str) -> Fact | None:
    if isinstance(item, str):
        return Fact(item) if is_said(item, path, faults) else None
    if not isinstance(item, dict):
        faults.append(f'{path} is {kind_of(item)}; write a string, or {{"text": …, "label": …}}')
        return None
    said = item.get("text")
    if not is_said(said, f"{path}.text", faults):
        return None
    sentence = item.get("sentence")
    if not isinstance(sentence, str | None):
        faults.append(f"{path}.sentence is {kind_of(sentence)}; write a string")
        sentence = None
    name = f"{prefix}label"
    label = parse_label(item.get(name), f"{path}.{name}", faults)
    given = _with_reason(label, item.get(f"{prefix}reason"))
    fact = Fact(said, sentence or "", label=given.label, reason=given.reason)
    return _with_span(fact, item, path, text, faults)


def is_said(value: JsonValue, path: str, faults: list[str]) -> TypeGuard[str]:
    """Whether a value can be a fact's text."""
    if not isinstance(value, str):
        faults.append(f"{path} is {kind_of(value)}; write the fact as a string")
        return False
    if not value.strip():
        faults.append(f"{path} is blank; write the fact, or delete the entry")
        return False
    return True


def _with_reason(given: GivenLabel, said: JsonValue) -> GivenLabel:
    """Take the reason over where it is one of ours; people also write prose there."""
    reasons = _REASONS.get(given.label, frozenset()) if given.label else frozenset()
    return replace(given, reason=Reason(said)) if is_among(said, reasons) else given


def _with_span(
    fact: Fact, item: Mapping[str, JsonValue], path: str, text: str, faults: list[str]
) -> Fact:
    start, end = item.get("start"), item.get("end")
    if start is None and end is None:
        return fact
    if not _is_offset(start) or not _is_offset(end) or start > end:
        faults.append(f"{path}: start and end are no span; write two offsets, or leave both out")
        return fact
    if text and end > len(text):
        faults.append(f"{path}.end is {end}, past the output's {len(text)} characters; correct it")
        return fact
    return Fact(fact.text, fact.sentence, start, end, fact.label, fact.reason)


def _is_offset(value: JsonValue) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
