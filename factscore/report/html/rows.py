"""One item as the report's page wants it: its text in stretches, each with its facts."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from factscore.records import ItemResult, JsonValue, JudgedFact, Passage
from factscore.report.html.blocks import compact

_SCORE_DIGITS = 2
_SHARE_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Stretch:
    """A piece of a text and the facts that were taken from it."""

    text: str
    facts: tuple[JudgedFact, ...] = ()


@dataclass(frozen=True, slots=True)
class _Span:
    start: int
    end: int


def stretches(text: str, facts: Iterable[JudgedFact]) -> list[Stretch]:
    """Cut a text at the sentences of its facts.

    Together the stretches are the text, and each fact that has a place is in one of them: by
    its offsets, or else where its sentence stands first. Where sentences overlap, the later
    one has what the earlier leaves. Facts without a place are left out, see ``placeless``.

    Example:
        >>> from factscore.records import Fact, Label, Verdict
        >>> fact = JudgedFact(Fact("Ada wrote.", start=4, end=14), Verdict(Label.SUPPORTED))
        >>> [each.text for each in stretches("Hi. Ada wrote. Bye.", [fact])]
        ['Hi. ', 'Ada wrote.', ' Bye.']
    """
    placed: dict[_Span, list[JudgedFact]] = {}
    for fact in facts:
        if span := _place(text, fact):
            placed.setdefault(span, []).append(fact)
    found: list[Stretch] = []
    at = 0
    for span in sorted(placed, key=lambda each: (each.start, each.end)):
        if span.start > at:
            found.append(Stretch(text[at : span.start]))
        start = max(at, span.start)
        at = max(at, span.end)
        found.append(Stretch(text[start:at], tuple(placed[span])))
    if at < len(text):
        found.append(Stretch(text[at:]))
    return found


def placeless(text: str, facts: Iterable[JudgedFact]) -> list[Stretch]:
    """The facts that have no place in the text, by the sentence that they name, in order."""
    named: dict[str, list[JudgedFact]] = {}
    for fact in facts:
        if _place(text, fact) is None:
            named.setdefault(fact.fact.sentence, []).append(fact)
    return [Stretch(sentence, tuple(group)) for sentence, group in named.items()]


def _place(text: str, judged: JudgedFact) -> _Span | None:
    fact = judged.fact
    if fact.start is not None and fact.end is not None:
        return _Span(fact.start, fact.end) if 0 <= fact.start < fact.end <= len(text) else None
    at = text.find(fact.sentence) if fact.sentence else -1
    return _Span(at, at + len(fact.sentence)) if at >= 0 else None


def item_row(
    item: ItemResult, number: Callable[[Passage], int], source: str = ""
) -> dict[str, JsonValue]:
    """Everything of an item that its entry in the index does not say; what is empty is absent.

    Args:
        item: The item.
        number: Gives a passage's number in the report. An item lists the passages it uses,
            and its facts speak of them by their place in that list, which keeps rows short.
        source: Where the item was read, for people.
    """
    local: dict[int, int] = {}

    def short(passage: Passage) -> int:
        return local.setdefault(number(passage), len(local))

    row: dict[str, JsonValue] = {
        "parts": _parts(stretches(item.text, item.facts), short),
        "loose": _parts(placeless(item.text, item.facts), short),
        "passages": list(local),
        "detail": item.detail,
        "source": source,
        "numbers": _numbers(item),
        "fields": [[name, shown(value)] for name, value in item.extra.items()],
    }
    return {name: value for name, value in row.items() if value}


def _parts(found: Sequence[Stretch], number: Callable[[Passage], int]) -> list[JsonValue]:
    return [[each.text, [_fact(fact, number) for fact in each.facts]] for each in found]


def _fact(judged: JudgedFact, number: Callable[[Passage], int]) -> dict[str, JsonValue]:
    fact, verdict = judged.fact, judged.verdict
    row: dict[str, JsonValue] = {"text": fact.text, "label": verdict.label.value}
    evidence: list[JsonValue] = []
    for passage in verdict.evidence:
        evidence += [number(passage), finite(passage.score, _SCORE_DIGITS)]
    rest: Mapping[str, JsonValue] = {
        "probability": finite(verdict.probability, _SHARE_DIGITS),
        "reason": verdict.reason,
        "error": judged.error,
        "detail": verdict.detail or None,
        "given": fact.label,
        "given_reason": fact.reason,
        "evidence": evidence or None,
    }
    return row | {name: value for name, value in rest.items() if value is not None}


def _numbers(item: ItemResult) -> dict[str, JsonValue]:
    numbers: Mapping[str, JsonValue] = {
        "init_score": finite(item.init_score, _SHARE_DIGITS),
        "f1_at_k": finite(item.f1_at_k, _SHARE_DIGITS),
        "partial": finite(item.partial, _SHARE_DIGITS),
        "sentences": item.sentences or None,
        "non_factual": item.non_factual or None,
    }
    return {name: value for name, value in numbers.items() if value is not None}


def shown(value: JsonValue) -> str:
    """A carried field for people: a text as it is, anything else as JSON."""
    return value if isinstance(value, str) else compact(value).decode()


def finite(value: float | None, digits: int) -> float | None:
    """A number that JSON has, rounded; ``None`` for what is no number."""
    return None if value is None or not math.isfinite(value) else round(value, digits)
