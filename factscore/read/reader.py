"""Files in, generations out; whatever is wrong with any of them, told at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from factscore.read.checking import FileCheck
from factscore.read.facts import FactsKind
from factscore.read.faults import MAX_PROBLEMS, Problems
from factscore.read.sources import (
    check_limit,
    given_twice,
    opened_once,
    rows_of,
    sources_of,
)
from factscore.records import Generation

__all__ = ["MAX_PROBLEMS", "read_generations"]


def read_generations(
    paths: Sequence[Path | str],
    *,
    facts: FactsKind = "human",
    labels: str | None = None,
    limit: int | None = None,
    documents: bool = False,
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
        documents: take ``contexts`` or ``documents`` of a row as what it is to be judged by.

    Returns:
        One generation a row; ``source`` is ``file:line``, fields without a meaning are
        in ``extra``. A file's rows belong to the model named after it unless they say
        otherwise; files of one name are told apart by their folders.

    Raises:
        InputError: with every problem of every file, one line each (the first 50, and
            how many more).
        UsageError: no path, or an option with a value it cannot have.
    """
    sources = sources_of(paths, facts, labels, documents=documents)
    check_limit(limit)
    problems = Problems(given_twice(sources))
    generations: list[Generation] = []
    for source in sources:
        check = FileCheck(source)
        generations += _read_file(check)[:limit]
        problems.add(source.name, check.faults)
    problems.refuse()
    return generations


def _read_file(check: FileCheck) -> list[Generation]:
    rows = rows_of(partial(opened_once, check.source.path))
    items = [item for found in rows if (item := check.take(found))]
    check.finish()
    if check.faults.total:
        return []
    return [item.generation_with(check.chosen) for item in items]
