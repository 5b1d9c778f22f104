"""What the name of a file tells."""

from __future__ import annotations

from pathlib import PurePath

_PACKED = frozenset((".gz", ".bz2", ".zst"))


def unpacked_name(name: str) -> PurePath:
    """A file's name without the ending that its compression gave it.

    >>> unpacked_name("notes/mill.md.gz").name
    'mill.md'
    """
    path = PurePath(name)
    return path.with_suffix("") if path.suffix.lower() in _PACKED else path
