"""The files of a folder that are sources."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

_INDEX = ".index"


def files_of(folder: Path, besides: Path | None = None) -> list[Path]:
    """All files in a folder and its folders, in the order of their names.

    Without those whose names begin with a dot, or whose folders' do, and without what this
    program writes itself: the store that is built, and indexes of stores.

    Args:
        folder: where to look.
        besides: a file that is no source, as a path without links.
    """
    return sorted(file for file in _walk(folder) if not _is(file, besides))


def _walk(folder: Path) -> Iterator[Path]:
    for place, folders, files in os.walk(folder):
        here = Path(place)
        folders[:] = [name for name in folders if not _is_passed_over(here / name)]
        yield from (here / name for name in files if not name.startswith("."))


def _is_passed_over(folder: Path) -> bool:
    if folder.name.startswith("."):
        return True
    if not folder.name.endswith(_INDEX):
        return False
    from factscore.knowledge.search.folder import is_ours

    return is_ours(folder)


def _is(file: Path, other: Path | None) -> bool:
    return not file.is_file() or (other is not None and os.path.realpath(file) == str(other))
