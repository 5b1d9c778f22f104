"""One results file as a comparison needs it: without texts and evidence, and with keys."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from factscore.compare.records import KeptFact, KeptItem, Key, Measure
from factscore.errors import UsageError
from factscore.records import ItemResult, JsonValue
from factscore.splits import row_values, unknown_field

if TYPE_CHECKING:
    from factscore.read.stored import StoredItem

IDENTIFIERS = ("id", "custom_id", "prompt", "input", "question")
"""What an item without a topic is paired by: the first of these fields that has a value."""


@dataclass(frozen=True, slots=True)
class Side:
    """All items of one results file, in its order."""

    file: str
    items: tuple[KeptItem, ...]

    @property
    def models(self) -> tuple[str, ...]:
        """Their names, in order of first appearance."""
        return tuple(dict.fromkeys(item.model for item in self.items))

    def of(self, model: str) -> tuple[KeptItem, ...]:
        """The items of one model."""
        return tuple(item for item in self.items if item.model == model)


def make_side(
    file: str, stored: Iterable[StoredItem], *, measure: Measure, key: str | None = None
) -> Side:
    """Keep what is needed of some stored items, while they are read.

    Args:
        file: what the user calls the file.
        stored: its items.
        measure: which score to keep.
        key: the field to pair by; dots lead into what it holds, as in ``agree --by``.
            ``None``: the topic, or one of ``IDENTIFIERS``.

    Raises:
        UsageError: no item has a value in the field ``key``.
    """
    kept: list[KeptItem] = []
    names: dict[str, None] = {}
    for one in stored:
        own = usual_key(one.item) if key is None else _named_key(one.item, key)
        kept.append(_kept(one, measure, own))
        names |= dict.fromkeys(one.item.extra)
    if key is not None and all(item.key is None for item in kept):
        raise UsageError(f"--key: {file}: {unknown_field(key, names)}")
    return Side(file, tuple(kept))


def _kept(stored: StoredItem, measure: Measure, key: Key | None) -> KeptItem:
    item = stored.item
    return KeptItem(
        model=item.model,
        topic=item.topic,
        key=key,
        status=item.status,
        score=getattr(item, measure),
        counts=item.counts,
        facts=tuple(KeptFact(one.fact.text, one.verdict.label) for one in item.facts),
        setup=stored.setup,
    )


def usual_key(item: ItemResult) -> Key | None:
    """The item's topic, or the first identifier that it carries.

    >>> usual_key(ItemResult("m", None, "scored", extra={"id": None, "prompt": "Who?"}))
    Key(field='prompt', value='Who?')
    """
    if item.topic is not None:
        return Key("topic", item.topic)
    for name in IDENTIFIERS:
        value = item.extra.get(name)
        if value is not None and value != "":
            return Key(name, _text(value))
    return None


def _named_key(item: ItemResult, field: str) -> Key | None:
    """The field's value; several of them make one key together."""
    values = row_values(item, field)
    if len(values) > 1:
        return Key(field, _text(list[JsonValue](sorted(values))))
    return Key(field, values[0]) if values else None


def _text(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
