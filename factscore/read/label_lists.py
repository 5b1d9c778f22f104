"""Labels that stand beside the facts, as in FActScore's released predictions.

A row has ``facts`` and one or more lists such as ``ChatGPT_Labels``, each with one label a
fact. Which list counts is decided once a file, so that no model's score is a mixture of
two judges.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from factscore.errors import InputError
from factscore.read.base import LABELS_SUFFIX
from factscore.read.facts import GivenLabel, parse_labels
from factscore.records import Fact, Generation, JsonValue
from factscore.textfiles import kind_of

PREFERRED = "ChatGPT_Labels"
"""The list behind the published scores; taken where a file has it and none is named."""


def label_lists(fields: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """The fields of a row that label its facts; none where the row has no facts."""
    if fields.get("facts") is None:
        return {}
    return {
        name: value
        for name, value in fields.items()
        if name.endswith(LABELS_SUFFIX) and value is not None
    }


def chosen_list(found: Iterable[str], wanted: str | None) -> str | None:
    """The name of the list that counts in a file; ``None`` where it has none.

    Args:
        found: the names in the file's rows.
        wanted: a name that the user asks for.

    Raises:
        InputError: the file does not have the wanted one, or it is not clear which counts.
    """
    names = sorted(set(found))
    listed = ", ".join(names)
    if wanted is not None:
        if wanted in names:
            return wanted
        has = f"it has {listed}" if names else f"none of its fields ends in {LABELS_SUFFIX}"
        raise InputError([f"no labels called {wanted!r}; {has}"])
    if PREFERRED in names or len(names) < 2:
        return PREFERRED if PREFERRED in names else next(iter(names), None)
    raise InputError([f"several lists of labels; choose one by its name: {listed}"])


def labelled(generation: Generation, name: str, labels: JsonValue) -> Generation:
    """The generation with one label for each of its facts.

    Raises:
        InputError: see ``given_labels``.
    """
    pairs = zip(generation.facts or (), given_labels(generation, name, labels), strict=True)
    return replace(
        generation,
        facts=tuple(
            Fact(fact.text, fact.sentence, fact.start, fact.end, one.label, one.reason)
            for fact, one in pairs
        ),
    )


def given_labels(generation: Generation, name: str, labels: JsonValue) -> list[GivenLabel]:
    """What a list of labels says of a generation's facts, one by one.

    Raises:
        InputError: the labels are no list, too few or too many, or unknown; or the facts
            have labels of their own.
    """
    facts = generation.facts or ()
    if not isinstance(labels, list):
        raise InputError([f"{name} is {kind_of(labels)}; write a list with one label a fact"])
    if len(labels) != len(facts):
        raise InputError([f"{len(labels)} {name} for {len(facts)} facts; give each fact one label"])
    faults: list[str] = []
    if any(fact.label for fact in facts):
        faults.append(f"the facts have labels, and so does {name}; keep one of them")
    given = parse_labels(labels, name, faults)
    if faults:
        raise InputError(faults)
    return given
