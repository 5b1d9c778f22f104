"""The file that is built beside its place and takes it at the end."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from factscore.errors import StoreError
from factscore.knowledge.beside import beside, cannot_write, remove_leftovers
from factscore.knowledge.connect import MAGIC, read_header
from factscore.knowledge.schema import APPLICATION_ID, SCHEMA_VERSION

_MARKS = (".building", ".scratch")
"""Endings of what a build writes beside its target: the store, and what it needs meanwhile."""
_VERSION, _APPLICATION = slice(60, 64), slice(68, 72)
"""Where SQLite's header has ``user_version`` and ``application_id`` (SQLite's file format, 1.3)."""


def check_target(place: Path, shown: str, sources: Sequence[str]) -> None:
    """Refuses to replace anything but a store that this version could have written.

    Raises:
        StoreError: something else is there.
    """
    if any(os.path.realpath(source) == str(place) for source in sources):
        raise StoreError(f"{shown}: is also a source; choose another --out")
    if place.is_dir():
        raise StoreError(f"{shown}: is a folder; name a file in it with --out")
    if not place.exists() or not place.stat().st_size:
        return
    header = _header(place)
    if not header.startswith(MAGIC) or _number(header, _APPLICATION) != APPLICATION_ID:
        raise StoreError(f"{shown}: exists and is no knowledge store; choose another --out")
    if _number(header, _VERSION) > SCHEMA_VERSION:
        raise StoreError(
            f"{shown}: built by a newer factscore; upgrade, choose another --out, or delete it"
        )


def scratch_of(fresh: Path) -> Path:
    """The file for what a build needs meanwhile: beside the store, where there is room."""
    return fresh.with_suffix(_MARKS[1])


@contextmanager
def new_file(place: Path, shown: str) -> Iterator[Path]:
    """A file beside ``place`` that takes its place on success and vanishes otherwise.

    Raises:
        StoreError: it cannot be written.
    """
    fresh = beside(place, _MARKS[0])
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        remove_leftovers(place, _MARKS)
        try:
            yield fresh
            with fresh.open("rb+") as stream:
                os.fsync(stream.fileno())
            fresh.replace(place)
        finally:
            fresh.unlink(missing_ok=True)
            scratch_of(fresh).unlink(missing_ok=True)
    except (OSError, sqlite3.Error) as error:
        raise cannot_write(shown, error) from error


def _header(place: Path) -> bytes:
    try:
        return read_header(str(place))
    except OSError:
        return b""


def _number(header: bytes, at: slice) -> int:
    return int.from_bytes(header[at], "big")
