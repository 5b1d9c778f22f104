"""The texts in a store's database; old and new schemas.

Passages are numbered from 1 through the whole store, in the order of articles, so an
article's are a range of numbers.
"""

from __future__ import annotations

import sqlite3
from functools import cached_property

from factscore.knowledge.connect import tables
from factscore.knowledge.packing import TextCodec

_ROWS = "SELECT text FROM passages WHERE id >= ? AND id < ? ORDER BY id"
_PACKED = "SELECT data FROM texts WHERE first_passage = ?"


class DamagedText(sqlite3.DatabaseError):
    """The bytes of a text are not what was stored."""


class StoredTexts:
    """Reads texts from a connection to a store."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Args: a connection to a store of any schema."""
        self._connection = connection

    def of_article(self, first: int, count: int) -> tuple[str, ...]:
        """The passages of the article whose first passage has this number.

        Raises:
            sqlite3.Error: the database is damaged.
        """
        if not self._packed:
            rows = self._connection.execute(_ROWS, (first, first + count))
            return tuple(text for (text,) in rows)
        row = self._connection.execute(_PACKED, (first,)).fetchone()
        return self._unpack(row[0]) if row else ()

    def _unpack(self, data: bytes) -> tuple[str, ...]:
        try:
            return self._codec.unpack(data)
        except (TypeError, ValueError) as error:
            raise DamagedText(f"a text is damaged: {error}") from error

    @cached_property
    def _packed(self) -> bool:
        return "texts" in tables(self._connection)

    @cached_property
    def _codec(self) -> TextCodec:
        row = self._connection.execute("SELECT data FROM dictionaries").fetchone()
        return TextCodec(row[0] if row else None)
