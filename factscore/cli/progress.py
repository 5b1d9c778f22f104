"""How far a run is, on standard error: a bar in a terminal, one line elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

import click

if TYPE_CHECKING:
    from rich.progress import Progress as Display
    from rich.progress import TaskID


class Progress(Protocol):
    """What a run tells while it goes."""

    def facts(self, count: int) -> None:
        """So many more facts have a verdict."""

    def item(self) -> None:
        """One more item is finished."""


class _Counter:
    """Counts without showing."""

    def __init__(self) -> None:
        self.fact_count = 0
        self.item_count = 0

    def facts(self, count: int) -> None:
        self.fact_count += count

    def item(self) -> None:
        self.item_count += 1


@contextmanager
def show_progress(items: int, *, quiet: bool) -> Iterator[Progress]:
    """Show a run over ``items`` items; the last line says how many facts a second."""
    counter = _Counter()
    began = time.monotonic()
    if quiet:
        yield counter
        return
    if sys.stderr.isatty():
        with _bar(items, counter) as bar:
            yield bar
    else:
        yield counter
    seconds = time.monotonic() - began
    click.echo(
        f"{_many(counter.item_count, 'item')}, {_many(counter.fact_count, 'fact')}"
        f" in {seconds:.1f} s"
        f" ({counter.fact_count / max(seconds, 1e-9):,.0f} facts/s)",
        err=True,
    )


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


@contextmanager
def _bar(items: int, counter: _Counter) -> Iterator[Progress]:
    from rich import progress
    from rich.console import Console

    columns = (
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TextColumn("items  {task.fields[facts]:,} facts  {task.fields[rate]:,.0f}/s"),
        progress.TimeRemainingColumn(),
    )
    with progress.Progress(*columns, console=Console(stderr=True), transient=True) as display:
        task = display.add_task("", total=items, facts=0, rate=0.0)
        yield _Shown(display, task, counter)


class _Shown:
    """Counts, and shows the counts in a bar."""

    def __init__(self, display: Display, task: TaskID, counter: _Counter) -> None:
        self._display, self._task, self._counter = display, task, counter
        self._began = time.monotonic()

    def facts(self, count: int) -> None:
        self._counter.facts(count)
        self._update()

    def item(self) -> None:
        self._counter.item()
        self._update()

    def _update(self) -> None:
        facts = self._counter.fact_count
        rate = facts / max(time.monotonic() - self._began, 1e-9)
        self._display.update(self._task, completed=self._counter.item_count, facts=facts, rate=rate)
