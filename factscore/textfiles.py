"""What all readers of text files have in common: bytes → UTF-8, and words for their faults.

Compression and encoding are told by content, never by a file's name.
"""

from __future__ import annotations

import bz2
import codecs
import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias, cast

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

    Peekable: TypeAlias = io.BufferedReader[Any]

_PACKINGS = {
    b"\x1f\x8b": "gzip",
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"PK\x03\x04": "zip",
}
# UTF-32 first: its little-endian mark begins with UTF-16's.
_MARKS = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_CHUNK = 1 << 16


class UnreadableText(Exception):
    """Bytes that no text can be made of; the message says why, and what to do about it."""


@contextmanager
def as_utf8(stream: BinaryIO) -> Iterator[Peekable]:
    """The same content, decompressed and in UTF-8 without a byte-order mark.

    Gzip and bzip2 are undone as the content is read. UTF-16 and UTF-32 are recognised by
    their marks, and held in memory; bytes without a mark are handed on as they are.

    Args:
        stream: the file's bytes; need not be seekable.

    Raises:
        UnreadableText: also for damage that shows only inside the ``with`` statement.
        OSError: the stream itself cannot be read.
    """
    head = stream.read(6)
    whole = _replayed(head, stream)
    packing = next((name for magic, name in _PACKINGS.items() if head.startswith(magic)), "")
    try:
        yield _in_utf8(_unpacked(whole, packing))
    except (EOFError, zlib.error, OSError) as error:
        # Of bad data the decompressors also raise OSError; the system's have a number.
        if not packing or (isinstance(error, OSError) and error.errno is not None):
            raise
        raise UnreadableText(
            f"the {packing}-compressed data is damaged or cut off; copy or compress the file again"
        ) from error


def kind_of(value: object) -> str:
    """A JSON value's kind in words, for messages."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a string"
    return "a list" if isinstance(value, list) else "an object"


def not_utf8(error: UnicodeDecodeError) -> str:
    """What to say of a line whose bytes are not UTF-8."""
    return (
        f"not UTF-8 (byte 0x{error.object[error.start]:02x}); convert the file, "
        "if it is Latin-1 with: iconv -f latin1 -t utf-8 OLD > NEW"
    )


class _Replayed(io.RawIOBase):
    """A stream with bytes put back in front of it: pipes cannot be rewound."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head = head
        self._rest = rest

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        view = memoryview(buffer).cast("B")
        head = self._head[: len(view)]
        self._head = self._head[len(head) :]
        chunk = head + self._rest.read(len(view) - len(head))
        view[: len(chunk)] = chunk
        return len(chunk)


def _replayed(head: bytes, rest: BinaryIO) -> Peekable:
    return io.BufferedReader(_Replayed(head, rest), _CHUNK)


def _unpacked(stream: BinaryIO, packing: str) -> BinaryIO:
    if packing == "gzip":
        return cast("BinaryIO", gzip.GzipFile(fileobj=stream))
    if packing == "bzip2":
        return cast("BinaryIO", bz2.BZ2File(stream))
    if packing:
        raise UnreadableText(
            f"packed with {packing}, which is not read; unpack it, or pack it with gzip"
        )
    return stream


def _in_utf8(stream: BinaryIO) -> Peekable:
    head = stream.read(4)
    if head.startswith(codecs.BOM_UTF8):
        return _replayed(head.removeprefix(codecs.BOM_UTF8), stream)
    for mark, encoding in _MARKS.items():
        if head.startswith(mark):
            return io.BufferedReader(_recoded(head + stream.read(), encoding))
    return _replayed(head, stream)


def _recoded(data: bytes, encoding: str) -> io.RawIOBase:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise UnreadableText(
            f"not valid {error.encoding} at byte {error.start}; save it as UTF-8"
        ) from error
    return cast("io.RawIOBase", io.BytesIO(text.encode()))
