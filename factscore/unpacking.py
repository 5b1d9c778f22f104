"""Undoing compression as the content is read; what would fill the disk is stopped.

The packings are told by content (:func:`packing_of`). All are read the same way: piece
by piece, stream after stream where a file holds several (as "multistream" dumps do).
"""

from __future__ import annotations

import bz2
import io
import zlib
from typing import TYPE_CHECKING, BinaryIO, Protocol

from factscore.settings import MAX_RATIO

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

UNSUSPECTED = 1 << 28
"""Bytes up to which nothing is taken for a bomb."""

_PACKINGS = {
    b"\x1f\x8b": "gzip",
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"PK\x03\x04": "zip",
    b"7z\xbc\xaf": "7z",
}
_CHUNK = 1 << 16


class _Decompressor(Protocol):
    """One stream's; the standard library's own for bzip2 and zstd are ones."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int) -> bytes: ...


class UnreadableText(Exception):
    """Bytes that no text can be made of; the message says why, and what to do about it."""


def packing_of(head: bytes) -> str:
    """The packing of a file that begins so; empty for a plain one.

    >>> packing_of(b"BZh91AY"), packing_of(b"text")
    ('bzip2', '')
    """
    return next((name for magic, name in _PACKINGS.items() if head.startswith(magic)), "")


class Unpacked(io.RawIOBase):
    """The content of a compressed stream.

    Reading raises :class:`UnreadableText` for data that is damaged, cut off or a bomb,
    and ``OSError`` where the stream itself cannot be read.
    """

    def __init__(self, stream: BinaryIO, packing: str, max_ratio: float = MAX_RATIO) -> None:
        """Args: the compressed bytes, the name of their packing, and the limit for bombs.

        Raises:
            UnreadableText: a packing that is not read.
        """
        self._stream, self._packing, self._max_ratio = stream, packing, max_ratio
        self._unpack = _decompressor(packing)
        self._faults = _faults(packing)
        self._taken = self._given = 0

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Fills the buffer with what comes next; 0 at the end of the last stream."""
        view = memoryview(buffer).cast("B")
        data = self._next(len(view))
        view[: len(data)] = data
        self._given += len(data)
        if self._given > max(UNSUSPECTED, self._max_ratio * self._taken):
            raise UnreadableText(
                f"the {self._packing}-compressed data unpacks to more than {self._max_ratio:g} "
                "times its size, as a bomb does; if you trust it, unpack it yourself "
                "(knowledge build: or raise --max-ratio)"
            )
        return len(data)

    def _next(self, size: int) -> bytes:
        data = b""
        while not data:
            fresh = b""
            if self._unpack.eof:
                fresh = self._next_stream()
                if not fresh:
                    break
                self._unpack = _decompressor(self._packing)
            elif self._unpack.needs_input:
                fresh = self._read()
                if not fresh:
                    raise self._damaged()
            try:
                data = self._unpack.decompress(fresh, size)
            except self._faults as error:
                raise self._damaged() from error
        return data

    def _next_stream(self) -> bytes:
        """The beginning of another stream, without the zeros that may fill up a file."""
        rest = self._unpack.unused_data.lstrip(b"\0")
        while not rest and (chunk := self._read()):
            rest = chunk.lstrip(b"\0")
        return rest

    def _read(self) -> bytes:
        chunk = self._stream.read(_CHUNK)
        self._taken += len(chunk)
        return chunk

    def _damaged(self) -> UnreadableText:
        return UnreadableText(
            f"the {self._packing}-compressed data is damaged or cut off; copy or compress the "
            f"file again (it was read up to byte {self._taken:,})"
        )


class _Gunzip:
    """zlib's decompressor with the interface of the others."""

    def __init__(self) -> None:
        self._one = zlib.decompressobj(wbits=31)

    @property
    def eof(self) -> bool:
        return self._one.eof

    @property
    def needs_input(self) -> bool:
        return not self._one.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._one.unused_data

    def decompress(self, data: bytes, max_length: int) -> bytes:
        return self._one.decompress(self._one.unconsumed_tail + data, max_length)


def _decompressor(packing: str) -> _Decompressor:
    if packing == "gzip":
        return _Gunzip()
    if packing == "bzip2":
        return bz2.BZ2Decompressor()
    if packing == "zstd":
        from factscore.zstd import ZstdDecompressor

        return ZstdDecompressor()
    raise UnreadableText(
        f"packed with {packing}, which is not read; unpack it, or pack it with gzip"
    )


def _faults(packing: str) -> tuple[type[Exception], ...]:
    """What the decompressors raise over bad data."""
    if packing == "zstd":
        from factscore.zstd import ZstdError

        return (ZstdError,)
    return (zlib.error, OSError)
