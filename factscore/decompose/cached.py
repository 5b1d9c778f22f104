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
from factscore.decompose.base import CallingDecomposer, Decomposer
from factscore.llm.base import Ask
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
    _keep(cache, fresh)
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


def known_decomposition(
    decomposer: Decomposer, cache: Cache | None, generation: Generation
) -> Decomposition | None:
    """What the cache has of one text."""
    key = _key(decomposer, generation)
    value = None if cache is None or key is None else cache.get(key)
    return None if value is None else unpack_decomposition(value)


async def decompose_calling(
    decomposer: CallingDecomposer, ask: Ask, cache: Cache | None, generation: Generation
) -> Decomposition:
    """Decompose one text with a chat model; what it says whole is remembered.

    There is no ``offline`` here: ``ask`` knows, and may have the replies without calling.
    """
    fresh = await decomposer.facts_of(generation, ask)
    key = _key(decomposer, generation)
    if cache is not None and key is not None:
        _keep(cache, {key: fresh})
    return fresh


def _key(decomposer: Decomposer, generation: Generation) -> str | None:
    identity = decomposer.identity()
    if identity is None:
        return None
    return content_key("decompose", decompose_request(identity, generation))


def _keep(cache: Cache, fresh: dict[str, Decomposition]) -> None:
    """Store what is whole: sentences that failed are to be asked about again."""
    good = {
        key: found
        for key, found in fresh.items()
        if found.status != Status.DECOMPOSE_FAILED and not found.failed
    }
    cache.put("decompose", {key: pack_decomposition(d) for key, d in good.items()})
