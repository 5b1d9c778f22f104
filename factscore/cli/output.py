"""Files that commands write: never over an input, and every failure told."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from factscore.errors import OutputError, UsageError


@contextmanager
def open_output(path: str) -> Iterator[Callable[[bytes], None]]:
    """A function that writes bytes to a file, or to standard output for ``-``.

    What the file held before goes with the first write, not earlier: a run that fails
    before it has a result destroys none. Each call reaches the operating system before it
    returns, so that a killed run keeps what it wrote.

    Raises:
        OutputError: the file cannot be opened or written, e.g. on a full disk.
    """
    if path == "-":
        yield _checked(path, sys.stdout.buffer.write, sys.stdout.buffer.flush)
        return
    with _explained(path):
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        file = Path(path).open("ab", buffering=0)  # noqa: SIM115
    with file:
        write = _checked(path, file.write, lambda: None)
        begun = False

        def write_anew(data: bytes) -> None:
            nonlocal begun
            if not begun and Path(path).is_file():
                file.truncate(0)
            begun = True
            write(data)

        yield write_anew


@contextmanager
def open_result(path: str) -> Iterator[Callable[[bytes], None]]:
    """As ``open_output``, for one result at the end: no new file is left without it."""
    new = path != "-" and not Path(path).exists()
    with open_output(path) as write:
        try:
            yield write
        except BaseException:
            if new:
                Path(path).unlink()
            raise


def refuse_overwriting(path: str, inputs: Sequence[str], option: str = "--out") -> None:
    """An output that is also an input would destroy it; nor is a store or cache overwritten.

    Raises:
        UsageError: ``path`` is one of ``inputs``, by whatever name, or a database.
        OutputError: ``path`` cannot be a file's name.
    """
    with _explained(path):
        target = Path(path).resolve()
        same = [name for name in inputs if same_file(name, path)]
        database = target.is_file() and _begins(target, b"SQLite format 3\0")
    if same:
        raise UsageError(f"{option} {path} would overwrite {same[0]}; name another file")
    if database:
        raise UsageError(f"{option} {path} would overwrite a database; name another file")


def same_file(first: str, second: str) -> bool:
    """Whether two names are of one file, or would be of one once it is written.

    Links are followed. What cannot be a file's name is the same as nothing.
    """
    one, other = Path(first), Path(second)
    try:
        if one.resolve() == other.resolve():
            return True
        return one.exists() and other.exists() and one.samefile(other)
    except (OSError, ValueError, RuntimeError):  # RuntimeError: links in a circle
        return False


def _begins(path: Path, mark: bytes) -> bool:
    with path.open("rb") as file:
        return file.read(len(mark)) == mark


@contextmanager
def _explained(path: str) -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except (OSError, ValueError, RuntimeError) as error:  # RuntimeError: links in a circle
        reason = error.strerror if isinstance(error, OSError) else error
        full = isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)
        remedy = (
            "make room and run again: the cache keeps what was judged"
            if full
            else "name a file in a folder that you can write to"
        )
        raise OutputError(f"{path}: cannot be written ({reason}); {remedy}") from error


def _checked(
    path: str, write: Callable[[memoryview], int | None], flush: Callable[[], None]
) -> Callable[[bytes], None]:
    def checked(data: bytes) -> None:
        with _explained(path):
            rest = memoryview(data)
            while rest:
                # An unbuffered file may take a part only.
                rest = rest[write(rest) or 0 :]
            flush()

    return checked
