"""Whether the scores of two sides may be compared: only if they were made by the same means."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from factscore.compare.records import KeptItem, Pair
from factscore.records import RunSetup
from factscore.setups import differences


def setups_of(items: Iterable[KeptItem]) -> tuple[RunSetup | None, ...]:
    """The different ways in which some items were made, in order of appearance."""
    return tuple(dict.fromkeys(item.setup for item in items))


def setup_warnings(
    first: Sequence[KeptItem], second: Sequence[KeptItem], pairs: Iterable[Pair]
) -> tuple[str, ...]:
    """Why scores may not be comparable, a line each.

    Args:
        first: the items of the first side's compared models.
        second: the second side's.
        pairs: those of them that are compared with each other.
    """
    found = [*_of_side("A", first), *_of_side("B", second)]
    ways = dict.fromkeys((pair.first.setup, pair.second.setup) for pair in pairs)
    for there, here in ways:
        if there is not None and here is not None and there != here:
            found.append(f"A and B were made differently: {_told(there, here)}")
    return tuple(dict.fromkeys(found))


def _of_side(name: str, items: Sequence[KeptItem]) -> Iterable[str]:
    unknown = sum(item.setup is None for item in items)
    if unknown:
        yield (
            f"{unknown:,} of {len(items):,} items of {name} do not say by what they were made"
            " (older versions of factscore did not write it); score them again"
        )
    known = [setup for setup in setups_of(items) if setup is not None]
    for before, after in pairwise(known):
        yield f"items of {name} were made in {len(known)} ways: {_told(before, after)}"


def _told(first: RunSetup, second: RunSetup) -> str:
    return "; ".join(differences(first, second))
