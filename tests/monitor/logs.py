"""Logs that tests of the command line score, and what comes of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from monitor.textfile import families

from factscore.monitor import MonitoredRun, open_history

Command: TypeAlias = Callable[..., tuple[int, str, str]]
"""Takes arguments; returns status, output and errors."""


def write_log(name: str, share: float, *, items: int = 4, **more: object) -> str:
    """Items of ten facts each, of which all have the same share of supported ones."""
    true = round(10 * share)
    facts = [{"text": f"Fact {n}.", "label": "S" if n < true else "NS"} for n in range(10)]
    rows = [
        {"topic": f"Topic {n}", "output": "x", "id": name, "facts": facts, **more}
        for n in range(items)
    ]
    Path(name).write_text("".join(json.dumps(row) + "\n" for row in rows))
    return name


def write_silent(name: str) -> str:
    Path(name).write_text('{"topic": "Ada", "output": "I do not know.", "abstained": true}\n')
    return name


def kept(name: str = "s", path: str = "history.db") -> list[MonitoredRun]:
    with open_history(path, create=False) as history:
        return history.runs(name)


def metrics(path: str) -> dict[str, float]:
    found = families(Path(path).read_text())
    return {sample.name: sample.value for family in found for sample in family.samples}
