"""How far reading is, by the bytes of the files as they lie on the disk."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from factscore.knowledge.sources.folder import files_of


class Meter:
    """Follows files that are read one after the other."""

    def __init__(self, paths: Sequence[Path] = (), besides: Path | None = None) -> None:
        """Args: all that will be read, files or folders, and a file in them that will not."""
        self.total = _size(paths, besides)
        """Bytes in all; ``None`` where nobody knows (standard input, pipes)."""
        self._before = 0
        self._current: BinaryIO | None = None

    def follow(self, stream: BinaryIO) -> None:
        """Another file is being read now."""
        self._before = self.read
        self._current = stream if stream.seekable() else None

    def leave(self) -> None:
        """The file that was followed is about to be closed."""
        self._before, self._current = self.read, None

    @property
    def read(self) -> int:
        """Bytes so far; a little ahead of the articles that were made of them."""
        return self._before + (self._current.tell() if self._current else 0)


def _size(paths: Sequence[Path], besides: Path | None) -> int | None:
    total = 0
    for path in paths:
        files = files_of(path, besides) if path.is_dir() else (path,)
        for file in files:
            if file.is_file():
                total += file.stat().st_size
            elif not file.is_dir():
                return None
    return total
