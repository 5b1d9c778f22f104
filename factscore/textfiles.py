"""What all readers of text files have in common: bytes → UTF-8, and words for their faults.

Compression and encoding are told by content, never by a file's name.
"""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

from factscore.settings import MAX_RATIO
from factscore.unpacking import Unpacked, UnreadableText, packing_of

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

    Peekable: TypeAlias = io.BufferedReader[Any]

__all__ = ["UnreadableText", "as_utf8", "kind_of", "not_utf8"]

# UTF-32 first: its little-endian mark begins with UTF-16's.
_MARKS = {
    codecs.BOM_UTF32_LE: "utf-32-le",
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
_CHUNK = 1 << 16


@contextmanager
def as_utf8(stream: BinaryIO, max_ratio: float = MAX_RATIO) -> Iterator[Peekable]:
    """The same content, decompressed and in UTF-8 without a byte-order mark.

    Gzip, bzip2 and zstd are undone, and UTF-16 and UTF-32 (recognised by their marks)
    recoded, as the content is read: memory stays flat. Bytes without a mark are handed
    on as they are.

    Args:
        stream: the file's bytes; need not be seekable.
        max_ratio: what unpacks to more than this many times its size is refused.

    Raises:
        UnreadableText: also for damage that shows only inside the ``with`` statement.
        OSError: the stream itself cannot be read.
    """
    head = stream.read(6)
    whole = _replayed(head, stream)
    packing = packing_of(head)
    if packing:
        whole = io.BufferedReader(Unpacked(whole, packing, max_ratio), _CHUNK)
    yield _in_utf8(whole)


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


def _in_utf8(stream: Peekable) -> Peekable:
    head = stream.read(4)
    if head.startswith(codecs.BOM_UTF8):
        return _replayed(head.removeprefix(codecs.BOM_UTF8), stream)
    for mark, encoding in _MARKS.items():
        if head.startswith(mark):
            rest = _replayed(head.removeprefix(mark), stream)
            return io.BufferedReader(_Recoded(rest, encoding, len(mark)), _CHUNK)
    return _replayed(head, stream)


class _Recoded(io.RawIOBase):
    """A stream in another encoding as UTF-8."""

    def __init__(self, stream: BinaryIO, encoding: str, offset: int) -> None:
        """Args: the stream, its encoding, and where it begins in its file, for messages."""
        self._stream, self._offset = stream, offset
        self._decoder = codecs.getincrementaldecoder(encoding)()
        self._ready = b""
        self._ended = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        view = memoryview(buffer).cast("B")
        while not self._ready and not self._ended:
            chunk = self._stream.read(_CHUNK)
            self._ended = not chunk
            self._ready = self._decode(chunk).encode()
        data = self._ready[: len(view)]
        self._ready = self._ready[len(view) :]
        view[: len(data)] = data
        return len(data)

    def _decode(self, chunk: bytes) -> str:
        kept = len(self._decoder.getstate()[0])
        try:
            text = self._decoder.decode(chunk, final=not chunk)
        except UnicodeDecodeError as error:
            place = self._offset - kept + error.start
            raise UnreadableText(
                f"not valid {error.encoding} at byte {place}; save it as UTF-8"
            ) from error
        self._offset += len(chunk)
        return text
