"""What ``factscore knowledge index`` and ``search`` tell."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from factscore.cli.building import duration
from factscore.errors import StoreError

if TYPE_CHECKING:
    from factscore.knowledge.search import IndexSummary
    from factscore.records import JsonValue, Passage

_EVERY = 0.5
"""Seconds between two signs of progress in a terminal."""
_SETTLED = 3
"""Seconds after which the time left is worth telling."""


def indexing_progress() -> Callable[[int, int], None]:
    """Tells articles and the time left, in a terminal only."""
    began = last = time.monotonic()
    shown = sys.stderr.isatty()

    def tell(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if not shown or (now - last < _EVERY and done < total):
            return
        last = now
        line = f"{done:,} of {total:,} articles indexed"
        if now - began >= _SETTLED and done < total:
            line += f", {duration((now - began) * (total - done) / done)} left"
        click.echo(f"\r\x1b[K{line}", nl=False, err=True)

    return tell


def say_index(summary: IndexSummary) -> None:
    """What was made, in one line."""
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)
    share = f", {summary.size / summary.text_bytes:.2f} of the text" if summary.text_bytes else ""
    click.echo(
        f"{summary.path}: {summary.passages:,} passages of {summary.articles:,} articles in "
        f"{summary.seconds:.1f} s, {summary.size / 1e6:,.1f} MB{share}"
    )


def say_stale(store: str, fingerprint: str) -> None:
    """A remark where a store has an index that is not, or no longer, its own."""
    from factscore.knowledge.search.folder import index_folder, read_marker

    if not index_folder(store).exists():
        return
    try:
        read_marker(store, fingerprint)
    except StoreError as error:
        click.echo(str(error), err=True)


def say_found(passages: Sequence[Passage], query: str) -> None:
    """The passages with their pages; words of the query are bold, in a terminal."""
    from factscore.knowledge.search.highlight import marked, matches

    if not passages:
        click.echo("no passage has any of these words")
    for rank, passage in enumerate(passages, 1):
        click.echo(f"{rank}. {passage.score:.3f}  {_bold(passage.title)}{_of(passage)}")
        click.echo(f"   {marked(passage.text, matches(passage.text, query), _bold)}\n")


def found_json(passages: Sequence[Passage], query: str) -> JsonValue:
    """The passages with ``highlights``: where words of the query stand in the text.

    Offsets are of characters; the second is one past the last.
    """
    from factscore.knowledge.search.highlight import matches

    return [
        {**asdict(passage), "highlights": [list(span) for span in matches(passage.text, query)]}
        for passage in passages
    ]


def _of(passage: Passage) -> str:
    return f", {passage.place.removeprefix(f'{passage.title}, ')}"


def _bold(text: str) -> str:
    # click removes it again where standard output is no terminal.
    return click.style(text, bold=True)
