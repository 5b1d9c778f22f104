"""SPECs, ``kind[:model]``: how users name a decomposer or a judge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from factscore.errors import UsageError


@dataclass(frozen=True, slots=True)
class Spec:
    """A SPEC in its two parts."""

    kind: str
    model: str | None = None
    """What follows the colon; ``None`` without a colon."""


def parse_spec(text: str) -> Spec:
    """Split at the first colon: models may have colons of their own.

    Example:
        >>> parse_spec("nli:models/a:b")
        Spec(kind='nli', model='models/a:b')
    """
    kind, colon, model = text.strip().partition(":")
    return Spec(kind.strip(), model.strip() if colon else None)


def unknown_spec(what: str, text: str, known: Sequence[str]) -> UsageError:
    """The error for a SPEC that does not exist: the known ones, and the nearest.

    Args:
        what: ``judge`` or ``decomposer``.
        text: the SPEC as the user wrote it.
        known: SPECs as help shows them, e.g. ``nli:MODEL``.
    """
    import difflib

    kinds = {spec.partition(":")[0]: spec for spec in reversed(known)}
    near = difflib.get_close_matches(parse_spec(text).kind.lower(), kinds, n=1, cutoff=0.5)
    hint = f"; did you mean {kinds[near[0]]}?" if near else ""
    return UsageError(f"no {what} {text!r}; choose {', '.join(known)}{hint}")
