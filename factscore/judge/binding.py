"""Signs of binding: does a fact's value stand with its predicate, or does a rival stand there?

A value is a run of capitalised words, a number, a part of a date, or a role word such as
"father" or "goals". Its rivals are the evidence's other values of its kind. A value is near
a predicate where the fact's other words stand close by in the evidence. The shares of
``signals`` cannot tell "born in Paris, worked in Rome" from "born in Rome"; these can.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from factscore.judge.lexicon import ONCE, PLACES, stem_of
from factscore.judge.values import Text, Value, read
from factscore.judge.windows import Window

LONGEST = 60
"""Words of the longest fact whose values are looked at: a longer one is no atomic fact."""
VALUES = 12
"""Values of a fact that are looked at, at most."""
RIVALS_OF_VALUE, RIVALS = 2, 4
"""Rivals that are worth asking about, at most: of one value, and of a fact."""
LEAD = {"name": 0.1, "role": 0.05}
"""How much nearer to the predicate a rival must stand than the value, to be worth asking about."""
_WORD = re.compile(r"[^\W_]+")
_DATE_PARTS = frozenset({"year", "month", "day"})
_SCALE = 4
"""Distance at which a word counts half."""
_UNLIKE = 0.6
"""What a rival counts where one of the two names stands after "in" or its like, and one not."""


@dataclass(frozen=True, slots=True)
class Binding:
    """Flags, and what margins tell (nearness of a value less its nearest rival's).

    All are between 0 and 1, and 0 where nothing can be said.
    """

    misplaced: float
    """How much a rival of a number or of a part of a date stands nearer than it."""
    misplaced_once: float
    """The same for any value with a predicate that holds of one value only, such as "born"."""
    bound_roles: float
    """By how much each role word with such a predicate stands nearer than its rivals."""
    denied: float
    """1 where the fact denies nothing and the evidence has a word of it under negation only."""
    denies: float
    """1 where the fact negates a word that the evidence has without negation."""


@dataclass(frozen=True, slots=True)
class Rival:
    """The fact with a rival in the place of a name or role, for the network to compare."""

    kind: str
    """``name`` or ``role``."""
    text: str
    window: int
    """Where the rival stands nearest to the predicate."""
    nearness: float


class Bindings:
    """A fact's values and how they are bound in all windows of its evidence.

    Example:
        >>> page = Window("Ada", "Ada was born in Warsaw. Later she moved to Paris.", 0)
        >>> [rival.text for rival in Bindings("Ada", "Ada was born in Paris.", [page]).rivals()]
        ['Ada was born in Warsaw.']
        >>> Bindings("Ada", "Ada was born in Warsaw.", [page]).rivals()
        []
        >>> page = Window("Ada", "Ada never married.", 0)
        >>> Bindings("Ada", "Ada married.", [page]).signs().denied
        1.0
    """

    def __init__(self, topic: str, fact: str, windows: Sequence[Window]) -> None:
        if len(_WORD.findall(fact)) > LONGEST:
            fact = ""
        self._fact = read(fact)
        self._own = _stems(topic)
        self._said = self._own | _stems(fact)  # no rivals
        self._evidence = [read(window.text) for window in windows]

    def signs(self) -> Binding:
        """What is bound, misplaced and denied."""
        numbers = [bound.margin for bound in self._bound if bound.kind == "number"]
        once = [bound for bound in self._bound if bound.once]
        roles = [bound.margin for bound in once if bound.kind == "role"]
        return Binding(
            misplaced=max(0.0, -min(numbers, default=0.0)),
            misplaced_once=max(0.0, -min((b.margin for b in once), default=0.0)),
            bound_roles=max(0.0, min(roles, default=0.0)),
            denied=float(self._denied()),
            denies=float(self._denies()),
        )

    def rivals(self) -> list[Rival]:
        """The strongest rivals of names and roles, such as stand nearer than the value."""
        found = [r for b in self._bound if b.kind in LEAD for r in self._rivals_of(b)]
        return sorted(found, key=lambda rival: -rival.nearness)[:RIVALS]

    def _rivals_of(self, bound: _Bound) -> Iterator[Rival]:
        value, text = bound.value, self._fact.text
        best = sorted(bound.rivals.items(), key=lambda item: -item[1].nearness)
        for name, place in best[:RIVALS_OF_VALUE]:
            ahead = place.nearness - bound.nearness > LEAD[bound.kind]
            if ahead and (bound.kind == "role" or value.before in self._before[name]):
                put = text[: value.start] + name + text[value.end :]
                yield Rival(bound.kind, put, place.window, place.nearness)

    @cached_property
    def _before(self) -> dict[str, set[str]]:
        """Which words go before each value of the evidence."""
        before: dict[str, set[str]] = {}
        for text in self._evidence:
            for value in text.values:
                before.setdefault(_spelled(text, value), set()).add(value.before)
        return before

    @cached_property
    def _names(self) -> frozenset[str]:
        """Words of the evidence's names that are capitalised not only for opening a sentence."""
        values = [value for text in self._evidence for value in text.values if not value.first]
        return frozenset(stem for v in values if v.kind == "name" for stem in v.stems)

    @cached_property
    def _bound(self) -> list[_Bound]:
        values = self._fact.values[:VALUES]
        dated = {stem for v in values if v.kind in _DATE_PARTS for stem in v.stems}
        bound = []
        for value in values:
            if value.stems & self._own or not self._is_value(value, doubtful=value.first):
                continue
            words = self._fact.words.keys() - value.stems - self._own
            if value.kind in _DATE_PARTS:
                words -= dated
            predicate = {word: w for word, w in self._weights.items() if word in words}
            bound.append(self._bind(value, predicate))
        return bound

    @cached_property
    def _weights(self) -> dict[str, float]:
        """Of those words of the fact that the evidence has: the rarer, the more."""
        counts = {
            word: sum(len(text.words.get(word, ())) for text in self._evidence)
            for word in self._fact.words
        }
        most = 20 * (len(self._evidence) + 1)
        return {word: math.log(1 + most / count) for word, count in counts.items() if count}

    def _is_value(self, value: Value, *, doubtful: bool) -> bool:
        return value.kind != "name" or not doubtful or bool(value.stems & self._names)

    def _bind(self, value: Value, predicate: Mapping[str, float]) -> _Bound:
        nearness, rivals = 0.0, dict[str, _Place]()
        for window, text in enumerate(self._evidence if predicate else ()):
            nearness = max(nearness, _nearness_of(value, predicate, text))
            for other in text.values:
                if self._is_rival(value, other):
                    place = _Place(_rival_nearness(value, other, predicate, text), window)
                    name = _spelled(text, other)
                    if place.nearness > rivals.get(name, _NOWHERE).nearness:
                        rivals[name] = place
        kind = value.kind if value.kind in LEAD else "number"
        once = not ONCE.isdisjoint(predicate.keys() | value.stems)
        return _Bound(value, kind, nearness, rivals, once)

    def _is_rival(self, value: Value, other: Value) -> bool:
        same_kind = (other.kind, other.group) == (value.kind, value.group)
        if not same_kind or not other.stems.isdisjoint(self._said):
            return False
        return self._is_value(other, doubtful=other.first and len(other.stems) == 1)

    def _denied(self) -> bool:
        said = (w for w in self._fact.words if w not in self._own and not w[:1].isdigit())
        return not self._fact.negations and any(self._negated(w) == {True} for w in said)

    def _denies(self) -> bool:
        after = {
            word
            for place, word in _order(self._fact)
            if any(0 < place - negation <= 3 for negation in self._fact.negations)
        }
        return any(self._negated(word) == {False} for word in after - self._own)

    def _negated(self, word: str) -> set[bool]:
        """For each place where the evidence has a word, whether a negation goes before."""
        return {
            any(0 < place - negation <= 4 for negation in text.negations)
            for text in self._evidence
            for place in text.words.get(word, ())
        }


@dataclass(frozen=True, slots=True)
class _Place:
    nearness: float
    window: int


_NOWHERE = _Place(0.0, -1)


@dataclass(frozen=True, slots=True)
class _Bound:
    """A value of the fact, its nearness to the predicate, and its rivals' best places."""

    value: Value
    kind: str
    nearness: float
    rivals: Mapping[str, _Place]
    once: bool

    @property
    def margin(self) -> float:
        return self.nearness - max((p.nearness for p in self.rivals.values()), default=0.0)


def _nearness_of(value: Value, predicate: Mapping[str, float], text: Text) -> float:
    """The value's own nearness in a text; a part of a name counts for that part."""
    shares = [(len(other.stems & value.stems) / len(value.stems), other) for other in text.values]
    found = [share * _nearness(predicate, v.place, text) for share, v in shares if share]
    if value.kind != "name":
        places = (place for stem in value.stems for place in text.words.get(stem, ()))
        found += [_nearness(predicate, place, text) for place in places]
    return max(found, default=0.0)


def _rival_nearness(
    value: Value, other: Value, predicate: Mapping[str, float], text: Text
) -> float:
    near = _nearness(predicate, other.place, text)
    unlike = (value.before in PLACES) != (other.before in PLACES)
    return near * _UNLIKE if value.kind == "name" and unlike else near


def _nearness(predicate: Mapping[str, float], place: float, text: Text) -> float:
    """Weighted mean over the predicate's words of 1 / (1 + distance / 4); 0 for absent ones."""
    total = math.fsum(
        weight / (1 + _distance(text.words[word], place) / _SCALE)
        for word, weight in predicate.items()
        if word in text.words
    )
    return total / math.fsum(predicate.values())


def _distance(places: Sequence[float], place: float) -> float:
    """From a place to the nearest of some places, which are in order."""
    after = bisect_left(places, place)
    return min(abs(other - place) for other in places[max(after - 1, 0) : after + 1])


def _order(text: Text) -> list[tuple[float, str]]:
    """Content words where they stand."""
    return sorted((place, word) for word, places in text.words.items() for place in places)


def _stems(text: str) -> set[str]:
    """Stems of all words, as they are written and as they are read."""
    seen = read(text)
    values = (stem for value in seen.values for stem in value.stems)
    return {*map(stem_of, _WORD.findall(text)), *seen.words, *values}


def _spelled(text: Text, value: Value) -> str:
    return text.text[value.start : value.end]
