"""What is written beside its place and takes it when it is complete.

The names begin with a dot and hold the number of the process that writes, so that the next
one can tell what a killed one left behind from what a running one is writing:
``.wikipedia.db.4711.building``.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection
from pathlib import Path

from factscore.errors import StoreError


def beside(place: Path, mark: str) -> Path:
    """Where this process writes what will take a place.

    Args:
        place: the place.
        mark: the ending of the name; begins with a dot.
    """
    return place.with_name(f".{place.name}.{os.getpid()}{mark}")


def remove_leftovers(place: Path, marks: Collection[str]) -> None:
    """Removes what killed processes left beside a place, not what a running one writes.

    Args:
        place: the place.
        marks: endings of what may be removed, files or folders.

    Raises:
        OSError: something cannot be removed.
    """
    begun = f".{place.name}."
    for left in place.parent.iterdir():
        number = left.stem.removeprefix(begun)
        if not left.name.startswith(begun) or left.suffix not in marks or not number.isdecimal():
            continue
        if not _is_running(int(number)):
            _remove(left)


def cannot_write(shown: str | Path, error: Exception) -> StoreError:
    """The error for a place that cannot be written."""
    reason = getattr(error, "strerror", None) or str(error)
    return StoreError(
        f"{shown}: cannot be written ({reason}); check the folder's permissions and free space"
    )


def _remove(left: Path) -> None:
    if left.is_dir() and not left.is_symlink():
        shutil.rmtree(left, ignore_errors=True)
    else:
        left.unlink(missing_ok=True)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True
