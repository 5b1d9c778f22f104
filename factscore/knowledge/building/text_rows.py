"""The rows of texts; the first ones wait until there is a dictionary made of them."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from factscore.knowledge.packing import SAMPLE, TextCodec, make_dictionary


class _Text(NamedTuple):
    first: int
    article: int
    passages: bytes


class TextRows:
    """Compresses and writes texts in the order in which they come."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Args: the store that is being built."""
        self._connection = connection
        self._codec: TextCodec | None = None
        self._waiting: list[_Text] = []
        self._size = 0

    def add(self, first: int, article: int, passages: bytes) -> None:
        """The passages of an article, as JSON, under the number of the first of them."""
        text = _Text(first, article, passages)
        if self._codec is not None:
            self._write(self._codec, text)
            return
        self._waiting.append(text)
        self._size += len(passages)
        if self._size >= SAMPLE:
            self.finish()

    def finish(self) -> None:
        """Writes what still waits."""
        if self._codec is None:
            dictionary = make_dictionary([text.passages for text in self._waiting])
            if dictionary is not None:
                self._connection.execute("INSERT INTO dictionaries VALUES (1, ?)", (dictionary,))
            self._codec = TextCodec(dictionary)
        for text in self._waiting:
            self._write(self._codec, text)
        self._waiting.clear()

    def _write(self, codec: TextCodec, text: _Text) -> None:
        self._connection.execute(
            "INSERT INTO texts VALUES (?, ?, ?)",
            (text.first, text.article, codec.pack_json(text.passages)),
        )
