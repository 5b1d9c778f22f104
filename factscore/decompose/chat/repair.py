"""What is done to a chat model's facts before they count, as FActScore does it.

In this order, over the facts of one sentence:

1. A fact with a *foreign* number (one that neither the sentence nor the topic has, however
   they write it) is mended where that is safe. Either the sentence's number goes on where
   the fact's ends ("5" for "5 million", "1960" for "1960s": the original's prefix match),
   or the fact ends in a time that is foreign as a whole ("… moved to Rome in 1951."), and is
   right without it.
2. Where it cannot be mended it is dropped, unless a number of the sentence would then be in
   no fact: it stays as it was.
3. A fact that breaks off after a verb ("Ada Lee was born.") and stands within another one is
   dropped.
4. Exact duplicates are dropped.

A number that belongs to a name from the text before ("Apollo 11" for "it") is not foreign.
If nothing were left, the facts stay as they were, duplicates aside.
"""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass

from factscore.decompose.chat.number_words import MONTHS
from factscore.decompose.chat.numbers import Number, numbers, readings

_NEVER_FOREIGN = frozenset({"0", "1"})
"""English counts one with "a"."""

_BROKEN_OFF = re.compile(
    r"\b(?:born|appointed|characteri[sz]ed|described|known|served|elected|(?<!founding )member|"
    r"advocate)$"
)
_MONTH = "|".join(MONTHS)
_TIME_AT_END = re.compile(
    r",? (?:in|on|during|around|in (?:about|around)) "
    r"(?:(?:the|early|mid|late|year|spring|summer|autumn|fall|winter|of)[ -])*"
    rf"(?:(?:{_MONTH}|\d{{1,4}}(?:st|nd|rd|th|s)?)\b[., ]*(?:of )?)+$"
)
_LIMITED = re.compile(r"\b(?:not|never|no|only|nobody|neither|nor|without|\w+n['’]t)\b", re.I)
_NAME_BEFORE = re.compile(r"([^\W\d_a-z][\w'’&.]*)[ -]$")
_NAME_AFTER = re.compile(r" [^\W\d_a-z]\w*")
_QUOTED = re.compile(r"[\"“][^\"“”]+[\"”]")
_NO_NAMES = frozenset("A After An At Before By During From In On Since The Until".split())


@dataclass(frozen=True, slots=True)
class Source:
    """What facts may take their numbers from."""

    sentence: str
    topic: str = ""
    before: str = ""
    """The text before the sentence: for names only."""


@dataclass(frozen=True, slots=True)
class _Checked:
    fact: str
    keep: bool
    """Whether it has no foreign number, or none any more."""


def clean(facts: Sequence[str], source: Source) -> tuple[str, ...]:
    """The facts of one sentence that count, in their order.

    Example:
        >>> source = Source("She moved to Rome in 1950, the year after her son was born.")
        >>> clean(["Ada Lee moved to Rome in 1950.", "Ada Lee's son was born in 1949."], source)
        ('Ada Lee moved to Rome in 1950.',)
    """
    known = readings(source.sentence) | readings(source.topic) | _NEVER_FOREIGN
    checked = [_check(fact, known, source) for fact in facts]
    kept = _complete(_keep(checked, source.sentence))
    return tuple(dict.fromkeys(kept or facts))


def _check(fact: str, known: Set[str], source: Source) -> _Checked:
    foreign = _foreign(fact, known, source.before)
    if not foreign:
        return _Checked(fact, keep=True)
    mended = _without_time(_go_on(fact, foreign, source.sentence), known, source.before)
    if _foreign(mended, known, source.before):
        return _Checked(fact, keep=False)
    return _Checked(mended, keep=True)


def _foreign(fact: str, known: Set[str], before: str) -> list[Number]:
    return [n for n in numbers(fact) if n.value not in known and not _is_named(fact, n, before)]


def _is_named(fact: str, number: Number, before: str) -> bool:
    """Whether a number is part of a name that the text before has too."""
    name = _NAME_BEFORE.search(fact, 0, number.start)
    if name and name[1] not in _NO_NAMES and name[1] not in MONTHS:
        return fact[name.start() : number.end] in before
    after = _NAME_AFTER.match(fact, number.end)
    if after and not fact[number.start : number.end].isdigit():
        return fact[number.start : after.end()] in before
    quoted = (q for q in _QUOTED.finditer(fact) if q.start() < number.start < q.end())
    return any(quote[0].strip('"“”') in before for quote in quoted)


def _go_on(fact: str, foreign: Sequence[Number], sentence: str) -> str:
    """The fact with numbers written out where the sentence's goes on after their end."""
    for number in reversed(foreign):
        begun = fact[number.start : number.end]
        longer = {
            surface
            for other in numbers(sentence)
            if (surface := sentence[other.start : other.end]).startswith(begun)
            and not surface[len(begun) : len(begun) + 1].isdigit()
        }
        if len(longer) == 1:
            fact = fact[: number.start] + longer.pop() + fact[number.end :]
    return fact


def _without_time(fact: str, known: Set[str], before: str) -> str:
    """The fact without the time that it ends in, if all of that is foreign."""
    time = _TIME_AT_END.search(fact)
    if not time or _LIMITED.search(fact):
        return fact
    foreign = _foreign(fact, known, before)
    rest = fact[: time.start()]
    if any(n not in foreign for n in numbers(fact) if n.start >= time.start()):
        return fact
    return fact if _BROKEN_OFF.search(rest) or len(rest.split()) < 3 else f"{rest}."


def _keep(checked: Sequence[_Checked], sentence: str) -> list[str]:
    """Those to be kept, and those others without which a number of the sentence is lost."""
    wanted = {number.value for number in numbers(sentence)}
    covered = {n.value for each in checked if each.keep for n in numbers(each.fact)}
    kept = []
    for each in checked:
        own = wanted.intersection(n.value for n in numbers(each.fact))
        if each.keep or own - covered:
            kept.append(each.fact)
            covered |= own
    return kept


def _complete(facts: Sequence[str]) -> list[str]:
    """Without those that break off and stand whole in another fact."""
    unique = list(dict.fromkeys(facts))
    bare = [fact.rstrip(" .") for fact in unique]
    return [
        fact
        for n, fact in enumerate(unique)
        if not _BROKEN_OFF.search(bare[n])
        or not any(bare[n] in other for m, other in enumerate(bare) if m != n)
    ]
