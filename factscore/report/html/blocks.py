"""Rows of JSON in compressed blocks, which a page unpacks one at a time."""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from collections.abc import Iterator

from factscore.records import JsonValue

BLOCK_BYTES = 192_000
"""JSON in one block: unpacked within milliseconds, yet long enough to compress well."""
_LEVEL = 9


class Blocks:
    """Takes rows as they come and keeps them compressed.

    Memory grows with the compressed rows alone. A block is the gzip of a JSON list, so that
    a browser unpacks it with its own ``DecompressionStream`` and ``JSON.parse``.
    """

    def __init__(self, size: int = BLOCK_BYTES) -> None:
        self._size = size
        self._waiting: list[bytes] = []
        self._waiting_bytes = 0
        self._blocks: list[bytes] = []
        self.count = 0
        """Rows so far."""
        self.firsts: list[int] = []
        """The number of each block's first row, from 0."""

    def add(self, row: JsonValue) -> int:
        """Take one row; returns its number, from 0."""
        if not self._waiting:
            self.firsts.append(self.count)
        self._waiting.append(compact(row))
        self._waiting_bytes += len(self._waiting[-1])
        self.count += 1
        if self._waiting_bytes >= self._size:
            self._flush()
        return self.count - 1

    def encoded(self) -> Iterator[str]:
        """Every block as base64, in order."""
        self._flush()
        return (b64encode(block).decode("ascii") for block in self._blocks)

    def _flush(self) -> None:
        if self._waiting:
            self._blocks.append(pack(b"[" + b",".join(self._waiting) + b"]"))
            self._waiting, self._waiting_bytes = [], 0


def compact(value: JsonValue) -> bytes:
    """JSON without spaces, as UTF-8; half a surrogate pair, which UTF-8 lacks, becomes "?"."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def pack(data: bytes) -> bytes:
    """Compress; without a date, so that the same data give the same bytes."""
    return gzip.compress(data, _LEVEL, mtime=0)
