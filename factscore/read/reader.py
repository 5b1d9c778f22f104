"""Files in, generations out; whatever is wrong with any of them, told at once."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, get_args

from factscore.errors import InputError, UsageError
from factscore.read.base import Fault, Row
from factscore.read.facts import FactsKind
from factscore.read.files import read_rows
from factscore.read.label_lists import chosen_list, label_lists, labelled
from factscore.read.names import STDIN, model_names, repeated, shown_name
from factscore.read.rows import is_result, to_generation
from factscore.records import Generation, JsonValue

MAX_PROBLEMS = 50
"""Problems that are told one by one; the rest are counted."""

VERDICTS = "label"
"""The name by which the verdicts of our own results are asked for as labels."""


@dataclass(frozen=True, slots=True)
class _Item:
    """A generation whose labels are still to be chosen; ``ours``: a line of our results."""

    line: int
    generation: Generation
    labels: Mapping[str, JsonValue]
    ours: bool


@dataclass(frozen=True, slots=True)
class _Source:
    """One file to read."""

    path: str
    model: str
    facts: FactsKind
    labels: str | None

    @property
    def name(self) -> str:
        return shown_name(self.path)


def read_generations(
    paths: Sequence[Path | str],
    *,
    facts: FactsKind = "human",
    labels: str | None = None,
    limit: int | None = None,
) -> list[Generation]:
    """Read the generations of some files, in the files' order.

    Compression (gzip, bzip2), encoding (UTF-8; UTF-16 and UTF-32 with a byte-order mark) and
    format (JSON Lines, JSON list, CSV with a header) are told by content.

    Args:
        paths: the files; ``-`` is standard input.
        facts: whose facts to take from FActScore's ``annotations``: ``human`` (with
            labels) or ``model`` (without).
        labels: the list of labels that counts in released predictions; by default
            ``ChatGPT_Labels`` where a file has it, else the only one it has. In our own
            results the facts have the labels they were given (``given_label``);
            ``label`` takes the verdicts of that run instead.
        limit: keep the first so many items of each file. The whole file is read and
            checked all the same, so that the items are what they are in a full run.

    Returns:
        One generation a row; ``source`` is ``file:line``, fields without a meaning are
        in ``extra``. A file's rows belong to the model named after it unless they say
        otherwise; files of one name are told apart by their folders.

    Raises:
        InputError: with every problem of every file, one line each (the first 50, and
            how many more).
        UsageError: no path, or an option with a value it cannot have.
    """
    _check_options(paths, facts, limit)
    named = [os.fspath(path) for path in paths]
    problems = [f"{shown_name(path)}: given twice; name each file once" for path in repeated(named)]
    generations: list[Generation] = []
    for path, model in zip(named, model_names(named), strict=True):
        source = _Source(path, model, facts, labels)
        faults: list[Fault] = []
        generations += _read_file(source, faults)[:limit]
        problems += [fault.at(source.name) for fault in sorted(faults, key=lambda one: one.line)]
    if problems:
        raise InputError(_capped(problems), total=len(problems))
    return generations


def _check_options(paths: Sequence[Path | str], facts: str, limit: int | None) -> None:
    if isinstance(paths, str | Path):
        raise UsageError(f"paths is the single path {str(paths)!r}; put it in a list")
    if not paths:
        raise UsageError("no input file; name at least one, or - for standard input")
    if facts not in get_args(FactsKind):
        raise UsageError(f"facts is {facts!r}; choose human or model")
    if limit is not None and limit < 1:
        raise UsageError(f"the limit is {limit}; give at least 1, or none")


def _capped(problems: Sequence[str]) -> list[str]:
    rest = len(problems) - MAX_PROBLEMS
    return [*problems[:MAX_PROBLEMS], *([f"… and {rest:,} more"] if rest > 0 else [])]


def _read_file(source: _Source, faults: list[Fault]) -> list[Generation]:
    items: list[_Item] = []
    rows = 0
    for found in _rows_of(source):
        rows += 1
        if isinstance(found, Fault):
            faults.append(found)
            continue
        try:
            items.append(_item(found, source))
        except InputError as error:
            faults.extend(Fault(found.line, problem) for problem in error.problems)
    if not rows:
        faults.append(Fault(0, 'no rows; each line is to be {"topic": "…", "output": "…"}'))
    return _with_labels(items, source, faults)


def _rows_of(source: _Source) -> Iterator[Row | Fault]:
    """The file's rows; what keeps it from being opened or read is a fault as well."""
    try:
        with _opened(source.path) as stream:
            yield from read_rows(stream)
    except FileNotFoundError:
        yield Fault(0, "no such file; check the path")
    except IsADirectoryError:
        yield Fault(0, "a folder; name the files in it")
    except OSError as error:
        reason = error.strerror or str(error)
        yield Fault(0, f"cannot be read ({reason}); check the path and its permissions")


@contextmanager
def _opened(path: str) -> Iterator[BinaryIO]:
    if path == STDIN:
        yield sys.stdin.buffer
        return
    with Path(path).open("rb") as stream:
        yield stream


def _item(row: Row, source: _Source) -> _Item:
    generation = to_generation(
        row.fields,
        facts=source.facts,
        model=source.model,
        source=f"{source.name}:{row.line}",
        verdicts=source.labels == VERDICTS,
    )
    ours = is_result(row.fields)
    # A list that our results carry was written for facts that a text was split into later.
    labels = {} if ours and source.labels is None else label_lists(row.fields)
    return _Item(row.line, generation, labels, ours)


def _with_labels(items: Sequence[_Item], source: _Source, faults: list[Fault]) -> list[Generation]:
    if source.labels == VERDICTS and any(item.ours for item in items):
        return [item.generation for item in items]
    found = [name for item in items for name in item.labels]
    try:
        chosen = chosen_list(found, source.labels)
    except InputError as error:
        # A file that could not be read has no labels either; once is enough.
        if items:
            faults.extend(Fault(0, problem) for problem in error.problems)
        return []
    generations = []
    for item in items:
        generation = item.generation
        try:
            if chosen is not None and chosen in item.labels:
                generation = labelled(generation, chosen, item.labels[chosen])
        except InputError as error:
            faults.extend(Fault(item.line, problem) for problem in error.problems)
        generations.append(generation)
    return generations
