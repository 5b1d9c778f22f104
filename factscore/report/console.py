"""Where tables are printed: a terminal as wide as it is, or a file that wraps nothing."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

PLAIN_WIDTH = 10_000
"""Columns where the output is no terminal and COLUMNS does not say: nothing is wrapped."""


def open_console(stream: TextIO) -> Console:
    """A console on a stream that takes text for text: no markup, no emoji, no colouring."""
    from rich.console import Console

    plain = not stream.isatty() and "COLUMNS" not in os.environ
    return Console(
        file=stream,
        width=PLAIN_WIDTH if plain else None,
        markup=False,
        emoji=False,
        highlight=False,
    )


def full_width(table: Table, console: Console) -> int:
    """How many columns a table takes where nothing is cut: a cut number is a wrong number."""
    return console.measure(table, options=console.options.update(width=PLAIN_WIDTH)).maximum


def print_rows(
    headings: Sequence[str],
    rows: Iterable[Sequence[str]],
    console: Console,
    *,
    left: Collection[str] = (),
) -> None:
    """A table; where it is wider than the terminal, a line a cell, so that nothing is cut.

    Args:
        headings: One for each column, the first for what the rows are called.
        rows: One cell for each column.
        left: Headings of columns of words, not numbers; the first column is one anyway.
    """
    from rich import box
    from rich.table import Table

    cells = list(rows)
    table = Table(box=box.SIMPLE_HEAD)
    for heading in headings:
        words = heading in left or heading == headings[0]
        table.add_column(heading, justify="left" if words else "right", no_wrap=True)
    for row in cells:
        table.add_row(*row)
    if full_width(table, console) <= console.width:
        console.print(table)
        return
    for name, *values in cells:
        console.print(name, soft_wrap=True)
        for heading, value in zip(headings[1:], values, strict=True):
            console.print(f"  {heading}: {value}", soft_wrap=True)
