"""Files as the user names them, and the models they are named after."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

STDIN = "-"
"""The path that stands for standard input."""

_PACKED = ".gz"
_FORMATS = (".jsonl", ".ndjson", ".json", ".csv", ".tsv")


def shown_name(path: str) -> str:
    """What a file is called in messages and sources."""
    return "stdin" if path == STDIN else _sayable(path)


def _sayable(path: str) -> str:
    """The path without the bytes that are no UTF-8, which no JSON file could hold."""
    return os.fsencode(path).decode(errors="replace")


def model_name(path: str) -> str:
    """The model that a file's rows belong to where they do not say.

    Example:
        >>> model_name("runs/vicuna-7b.v1.jsonl.gz"), model_name("-")
        ('vicuna-7b.v1', 'stdin')
    """
    if path == STDIN:
        return "stdin"
    name = Path(_sayable(path)).name
    for endings in ((_PACKED,), _FORMATS):
        for ending in endings:
            if name.lower().endswith(ending) and len(name) > len(ending):
                name = name[: -len(ending)]
                break
    return name or shown_name(path)


def model_names(paths: Sequence[str]) -> list[str]:
    """A name for each file, no two the same: with its folder, or its whole path, if need be.

    Example:
        >>> model_names(["a/out.jsonl", "b/out.jsonl", "gpt.json"])
        ['a/out', 'b/out', 'gpt']
    """
    names = [model_name(path) for path in paths]
    with_folder = [_with_folder(path) for path in paths]
    for candidates in (with_folder, [shown_name(path) for path in paths]):
        clash = Counter(names)
        names = [
            candidate if clash[name] > 1 else name
            for name, candidate in zip(names, candidates, strict=True)
        ]
    return names


def _with_folder(path: str) -> str:
    folder = _sayable(Path(path).absolute().parent.name)
    return f"{folder}/{model_name(path)}" if folder else model_name(path)


def repeated(paths: Sequence[str]) -> list[str]:
    """The paths that lead to a file already named before them."""
    seen: set[object] = set()
    again = []
    for path in paths:
        identity = _identity(path)
        if identity in seen:
            again.append(path)
        seen.add(identity)
    return again


def _identity(path: str) -> object:
    try:
        status = Path(path).stat() if path != STDIN else None
    except OSError:
        status = None
    return (status.st_dev, status.st_ino) if status else path
