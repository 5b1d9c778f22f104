"""The bytes of an input that is read more than once.

A file is opened again; what can be read only once (standard input, a pipe, process
substitution) is copied to a temporary file, which has no name and goes with the process.
"""

from __future__ import annotations

import hashlib
import io
import os
import stat
import sys
import tempfile
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from factscore.errors import UsageError
from factscore.read.names import STDIN

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_CHUNK = 1 << 16


@dataclass(frozen=True, slots=True)
class Stamp:
    """What shows that somebody wrote to a file."""

    size: int
    modified: int
    """Nanoseconds."""


class Content:
    """One input's bytes; ``open`` as often as need be."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._copy: _Copy | None = None

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """The bytes from their beginning.

        Raises:
            OSError: the input cannot be opened or read, or not copied.
            UsageError: it was a pipe, and is closed.
        """
        if self._copy is None and self._is_read_only_once():
            self._copy = self._copied()
        if self._copy is not None:
            with io.BufferedReader(_Part(self._copy), _CHUNK) as stream:
                yield stream
        else:
            with Path(self._path).open("rb") as stream:
                yield stream

    def stamp(self, stream: BinaryIO) -> Stamp | None:
        """What a later one of the same file is to be equal to; ``None`` for a copy."""
        if self._copy is not None:
            return None
        status = os.fstat(stream.fileno())
        return Stamp(status.st_size, status.st_mtime_ns)

    def close(self) -> None:
        """Delete the copy, if there is one."""
        if self._copy is not None:
            self._copy.close()

    def _is_read_only_once(self) -> bool:
        if self._path == STDIN:
            return True
        mode = Path(self._path).stat().st_mode
        return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))

    def _copied(self) -> _Copy:
        if self._path == STDIN:
            return _Copy(sys.stdin.buffer)
        with Path(self._path).open("rb") as stream:
            return _Copy(stream)


class _Copy:
    """A stream's bytes in a temporary file; its readers have a place of their own each."""

    def __init__(self, stream: BinaryIO) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed by close
        self.close = weakref.finalize(self, self._file.close)
        self._lock = threading.Lock()
        while chunk := stream.read(_CHUNK):
            self._write(chunk)
        self._file.flush()

    def _write(self, chunk: bytes) -> None:
        try:
            self._file.write(chunk)
        except OSError as error:
            folder = tempfile.gettempdir()
            reason = f"no copy of it in {folder}: {error.strerror}; TMPDIR names another folder"
            raise OSError(error.errno, reason) from error

    def read_at(self, offset: int, buffer: WriteableBuffer) -> int:
        """Fill a buffer with what stands there, and say how much that is."""
        with self._lock:
            if self._file.closed:
                raise UsageError("the generations are closed; read them inside the with statement")
            self._file.seek(offset)
            return self._file.readinto(buffer)


class _Part(io.RawIOBase):
    """One reader of a copy."""

    def __init__(self, copy: _Copy) -> None:
        self._copy = copy
        self._offset = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        count = self._copy.read_at(self._offset, buffer)
        self._offset += count
        return count


class Hashed(io.RawIOBase):
    """A stream whose bytes go into one or more hashes as they are read."""

    def __init__(self, stream: BinaryIO, *states: hashlib._Hash) -> None:
        self._stream, self._states = stream, states

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        """Read, and hash what was read."""
        view = memoryview(buffer).cast("B")
        chunk = self._stream.read(len(view))
        view[: len(chunk)] = chunk
        self._update(chunk)
        return len(chunk)

    def drain(self) -> None:
        """Read the rest, of which nobody wants more than its hash."""
        while chunk := self._stream.read(_CHUNK):
            self._update(chunk)

    def _update(self, chunk: bytes) -> None:
        for state in self._states:
            state.update(chunk)
