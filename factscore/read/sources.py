"""The files of a run as the user names them, and how their bytes are come by."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TypeAlias, get_args

from factscore.errors import UsageError
from factscore.read.base import Fault, Row
from factscore.read.facts import FactsKind
from factscore.read.files import read_rows
from factscore.read.names import STDIN, model_names, repeated, shown_name

Opener: TypeAlias = Callable[[], AbstractContextManager[BinaryIO]]


@dataclass(frozen=True, slots=True)
class Source:
    """One file to read, and how its rows are to be understood."""

    path: str
    model: str
    facts: FactsKind
    labels: str | None
    documents: bool = False

    @property
    def name(self) -> str:
        """What messages call it."""
        return shown_name(self.path)


def sources_of(
    paths: Sequence[Path | str], facts: FactsKind, labels: str | None, *, documents: bool
) -> list[Source]:
    """The files in order, each with the model that its rows belong to.

    Raises:
        UsageError: no path, a path instead of a list, or an unknown kind of facts.
    """
    if isinstance(paths, str | Path):
        raise UsageError(f"paths is the single path {str(paths)!r}; put it in a list")
    if not paths:
        raise UsageError("no input file; name at least one, or - for standard input")
    if facts not in get_args(FactsKind):
        raise UsageError(f"facts is {facts!r}; choose human or model")
    named = [os.fspath(path) for path in paths]
    models = model_names(named)
    return [
        Source(path, model, facts, labels, documents)
        for path, model in zip(named, models, strict=True)
    ]


def check_limit(limit: int | None) -> None:
    """Raise for a limit that keeps nothing."""
    if limit is not None and limit < 1:
        raise UsageError(f"the limit is {limit}; give at least 1, or none")


def given_twice(sources: Sequence[Source]) -> list[str]:
    """A problem for each file that was named before."""
    again = repeated([source.path for source in sources])
    return [f"{shown_name(path)}: given twice; name each file once" for path in again]


def rows_of(opened: Opener) -> Iterator[Row | Fault]:
    """A file's rows; what keeps it from being opened or read is a fault as well."""
    try:
        with opened() as stream:
            yield from read_rows(stream)
    except FileNotFoundError:
        yield Fault(0, "no such file; check the path")
    except IsADirectoryError:
        yield Fault(0, "a folder; name the files in it")
    except OSError as error:
        reason = error.strerror or str(error)
        yield Fault(0, f"cannot be read ({reason}); check the path and its permissions")


@contextmanager
def opened_once(path: str) -> Iterator[BinaryIO]:
    """A file's bytes, or standard input's, which cannot be read again."""
    if path == STDIN:
        yield sys.stdin.buffer
        return
    with Path(path).open("rb") as stream:
        yield stream
