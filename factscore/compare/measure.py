"""Pairs → numbers. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from factscore.compare.pairing import ModelPair
from factscore.compare.permutation import sign_flip_test
from factscore.compare.records import (
    TIE,
    Change,
    ItemCounts,
    KeptFact,
    KeptItem,
    Key,
    ModelComparison,
    Moved,
    Pair,
    Pairing,
)
from factscore.records import Label, Status
from factscore.statistics import bootstrap_interval, mean


@dataclass(frozen=True, slots=True)
class _Scored:
    """A pair with a score on both sides."""

    pair: Pair
    first: float
    second: float

    @property
    def difference(self) -> float:
        return self.second - self.first


def compare_models(names: ModelPair, pairing: Pairing, *, moved: int) -> ModelComparison:
    """The numbers of two models over the items that both have a score for.

    The mean of the paired differences has a 95 % percentile bootstrap interval over pairs
    and the p-value of a sign-flip permutation test. Both take the pairs for independent.

    Args:
        names: the models'.
        pairing: the items that they have in common.
        moved: how many of the items that differ most to tell.
    """
    scored = [
        _Scored(pair, pair.first.score, pair.second.score)
        for pair in pairing.pairs
        if pair.first.score is not None and pair.second.score is not None
    ]
    differences = [one.difference for one in scored]
    interval = bootstrap_interval(differences)
    wins = sum(difference > TIE for difference in differences)
    losses = sum(difference < -TIE for difference in differences)
    return ModelComparison(
        first=names.first,
        second=names.second,
        items=_count_items(pairing, len(scored)),
        first_mean=mean([one.first for one in scored]),
        second_mean=mean([one.second for one in scored]),
        difference=mean(differences),
        ci95=interval,
        permutation=sign_flip_test(differences),
        wins=wins,
        ties=len(scored) - wins - losses,
        losses=losses,
        moved=_moved(scored, moved),
        missing=_missing(pairing, len(scored)),
    )


def _count_items(pairing: Pairing, scored: int) -> ItemCounts:
    lost = _states(pair.second for pair in pairing.pairs if pair.first.score is not None)
    gained = _states(pair.first for pair in pairing.pairs if pair.second.score is not None)
    return ItemCounts(
        paired=len(pairing.pairs),
        scored=scored,
        first_scored=sum(lost.values()),
        second_scored=sum(gained.values()),
        only_first=pairing.only_first,
        only_second=pairing.only_second,
        keyless=pairing.keyless,
        repeated=pairing.repeated,
        lost=lost,
        gained=gained,
    )


def _states(items: Iterable[KeptItem]) -> dict[Status, int]:
    """The states of the items without a score, the most frequent first."""
    return dict(Counter(item.status for item in items if item.score is None).most_common())


def _missing(pairing: Pairing, scored: int) -> Mapping[str, str]:
    if scored > 1:
        return {}
    if scored:
        return {"ci95": "an interval needs at least two items that are scored on both sides"}
    names = ("first_mean", "second_mean", "difference", "ci95", "permutation")
    return dict.fromkeys(names, _why_none(pairing.pairs))


def _why_none(pairs: Sequence[Pair]) -> str:
    if not pairs:
        return "the two have no item in common"
    why = "no item is scored on both sides"
    for side, items in (("A", [pair.first for pair in pairs]), ("B", [p.second for p in pairs])):
        if all(item.score is None for item in items):
            states = ", ".join(f"{status} {count:,}" for status, count in _states(items).items())
            why += f"; none in {side}: {states}"
    return why


def _moved(scored: Sequence[_Scored], most: int) -> tuple[Moved, ...]:
    different = [one for one in scored if abs(one.difference) > TIE]
    # Rounded, or equal differences would be told in the order of their last bits.
    different.sort(key=lambda one: -round(abs(one.difference), 12))
    return tuple(_moved_item(one) for one in different[:most])


def _moved_item(one: _Scored) -> Moved:
    first, second = one.pair.first, one.pair.second
    common = _common_facts(first.facts, second.facts)
    return Moved(
        key=first.key or Key("topic", first.topic or ""),
        topic=first.topic,
        first=one.first,
        second=one.second,
        difference=one.difference,
        first_facts=first.counts,
        second_facts=second.counts,
        common=len(common),
        changed=tuple(change for change in common if change.before != change.after),
    )


def _common_facts(first: Sequence[KeptFact], second: Sequence[KeptFact]) -> list[Change]:
    """The facts with equal texts, in the first side's order; the nth with the nth."""
    labels: dict[str, list[Label]] = {}
    for fact in reversed(second):
        labels.setdefault(fact.text, []).append(fact.label)
    return [
        Change(fact.text, fact.label, labels[fact.text].pop())
        for fact in first
        if labels.get(fact.text)
    ]
