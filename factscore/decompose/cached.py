"""Decomposers that remember their answers, and which of two a row is given to."""

from __future__ import annotations

from collections.abc import Sequence

from factscore.cache import Cache, content_key
from factscore.cache.answers import (
    decompose_request,
    pack_decomposition,
    refuse_offline,
    unpack_decomposition,
)
from factscore.decompose.base import Decomposer
from factscore.records import Decomposition, Generation, Status


def decompose_once(
    decomposer: Decomposer, cache: Cache | None, generations: Sequence[Generation], *, offline: bool
) -> list[Decomposition]:
    """Decompose what the cache does not know; a failure is not remembered.

    Raises:
        CacheMiss: the run is offline, and a text is not known.
    """
    identity = decomposer.identity()
    if identity is None or cache is None:
        return decomposer.decompose(generations)
    keys = [content_key("decompose", decompose_request(identity, g)) for g in generations]
    known = {key: value for key in keys if (value := cache.get(key)) is not None}
    new = {k: g for k, g in zip(keys, generations, strict=True) if k not in known}
    if new and offline:
        raise refuse_offline(next(iter(new.values())).source, "decomposition")
    fresh = dict(zip(new, decomposer.decompose(list(new.values())), strict=True)) if new else {}
    good = {key: d for key, d in fresh.items() if d.status != Status.DECOMPOSE_FAILED}
    cache.put("decompose", {key: pack_decomposition(d) for key, d in good.items()})
    return [fresh[key] if key in fresh else unpack_decomposition(known[key]) for key in keys]


def decompose_each(
    decomposers: Sequence[Decomposer],
    cache: Cache | None,
    generations: Sequence[Generation],
    *,
    offline: bool,
) -> list[Decomposition]:
    """``decompose_once``: rows that carry facts by the first, the rest by the last.

    Mostly the two are one.
    """
    found: dict[int, Decomposition] = {}
    for decomposer, carry in ((decomposers[0], True), (decomposers[-1], False)):
        mine = [n for n, row in enumerate(generations) if (row.facts is not None) == carry]
        rows = [generations[n] for n in mine]
        answers = decompose_once(decomposer, cache, rows, offline=offline)
        found |= dict(zip(mine, answers, strict=True))
    return [found[position] for position in range(len(generations))]
