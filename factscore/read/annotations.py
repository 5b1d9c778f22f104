"""Facts out of FActScore's field ``annotations``, sentence by sentence.

A sentence is ``{text, is-relevant, model-atomic-facts, human-atomic-facts}``. In the
published human scores a fact labelled irrelevant is not supported, and a sentence in which
people left no fact (it says nothing about the topic) adds the model's facts, not supported
either. That reproduces the figures of Min et al. (EMNLP 2023); ``is-relevant`` itself
decides nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from factscore.read.facts import FactsKind, is_said, parse_label
from factscore.records import Fact, JsonValue, Label, Reason
from factscore.textfiles import kind_of

_HUMAN = "human-atomic-facts"
_MODEL = "model-atomic-facts"


@dataclass(frozen=True, slots=True)
class _Place:
    """A sentence and where it stands in the output."""

    sentence: str
    start: int | None
    end: int | None


def annotated_facts(
    value: JsonValue, text: str, kind: FactsKind, faults: list[str]
) -> tuple[Fact, ...] | None:
    """The facts of all sentences in order; ``None`` where the annotations are null.

    With ``human``, people's facts with their labels; with ``model``, the model's facts,
    unlabelled. Each has its sentence, and its offsets if the sentence stands in the text
    after the one before it.
    """
    if value is None:
        return None
    if not isinstance(value, list):
        faults.append(f"annotations is {kind_of(value)}; write a list of sentences, or null")
        return None
    facts: list[Fact] = []
    position = 0
    for index, entry in enumerate(value):
        path = f"annotations[{index}]"
        if not isinstance(entry, dict):
            faults.append(f"{path} is {kind_of(entry)}; write an object with its facts")
            continue
        place = _place(entry, text, position, path, faults)
        position = position if place.end is None else place.end
        facts += _sentence_facts(entry, place, kind, path, faults)
    return tuple(facts)


def _place(
    entry: Mapping[str, JsonValue], text: str, position: int, path: str, faults: list[str]
) -> _Place:
    sentence = entry.get("text")
    if sentence is None or sentence == "":
        return _Place("", None, None)
    if not isinstance(sentence, str):
        faults.append(f"{path}.text is {kind_of(sentence)}; write the sentence as a string")
        return _Place("", None, None)
    start = text.find(sentence, position)
    if start < 0:
        return _Place(sentence, None, None)
    return _Place(sentence, start, start + len(sentence))


def _sentence_facts(
    entry: Mapping[str, JsonValue], place: _Place, kind: FactsKind, path: str, faults: list[str]
) -> list[Fact]:
    human = [] if kind == "model" else _facts(entry, _HUMAN, place, path, faults)
    if human:
        return human
    model = _facts(entry, _MODEL, place, path, faults)
    if kind == "model":
        return [_relabelled(fact, None, None) for fact in model]
    return [_relabelled(fact, Label.NOT_SUPPORTED, Reason.IRRELEVANT) for fact in model]


def _facts(
    entry: Mapping[str, JsonValue], name: str, place: _Place, path: str, faults: list[str]
) -> list[Fact]:
    items = entry.get(name)
    if items is None:
        return []
    if not isinstance(items, list):
        faults.append(f"{path}.{name} is {kind_of(items)}; write a list, or null")
        return []
    facts = []
    for index, item in enumerate(items):
        where = f"{path}.{name}[{index}]"
        if not isinstance(item, dict):
            faults.append(f'{where} is {kind_of(item)}; write {{"text": …, "label": …}}')
            continue
        said = item.get("text")
        given = parse_label(item.get("label"), f"{where}.label", faults)
        if is_said(said, f"{where}.text", faults):
            facts.append(
                Fact(said, place.sentence, place.start, place.end, given.label, given.reason)
            )
    return facts


def _relabelled(fact: Fact, label: Label | None, reason: Reason | None) -> Fact:
    return Fact(fact.text, fact.sentence, fact.start, fact.end, label, reason)
