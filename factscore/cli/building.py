"""What ``factscore knowledge build`` tells while it goes and when it is done."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from factscore.knowledge.build import BuildProgress, BuildSummary
    from factscore.knowledge.rows import LeftOut

_EVERY = 0.5
"""Seconds between two signs of progress in a terminal."""
_SETTLED = 3
"""Seconds after which the time left is worth telling."""
_NEARLY = 0.995


class ShownProgress:
    """Tells rows, rate and time left, in a terminal only."""

    def __init__(self) -> None:
        self._began = self._last = time.monotonic()
        self._shown = sys.stderr.isatty()

    def __call__(self, progress: BuildProgress) -> None:
        """Called after each row."""
        now = time.monotonic()
        if self._shown and (progress.finishing or now - self._last >= _EVERY):
            self._last = now
            click.echo(f"\r\x1b[K{self._line(progress, now - self._began)}", nl=False, err=True)

    def _line(self, progress: BuildProgress, seconds: float) -> str:
        if progress.finishing:
            return f"{progress.articles:,} articles, indexing their names"
        rate = progress.rows / max(seconds, 1e-9)
        line = f"{progress.rows:,} pages, {progress.articles:,} articles, {rate:,.0f} pages/s"
        if not progress.total:
            return line
        share = min(1.0, progress.read / progress.total)
        # The last bytes are read a little before the last pages are done.
        settled = seconds >= _SETTLED and 0 < share < _NEARLY
        shown = f", {duration(seconds * (1 - share) / share)} left" if settled else ""
        return f"{line}, {100 * share:.0f} %{shown}"


def duration(seconds: float) -> str:
    """A time in the two units that matter.

    >>> duration(5040), duration(75)
    ('1 h 24 min', '1 min 15 s')
    """
    hours, rest = divmod(round(seconds), 3600)
    minutes, rest = divmod(rest, 60)
    if hours:
        return f"{hours} h {minutes:02} min"
    return f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


@contextmanager
def told_left_out(
    path: str | None, others: Sequence[str]
) -> Iterator[Callable[[LeftOut], None] | None]:
    """What writes each row that is left out into a file, if there is one to write.

    Args:
        path: ``--left-out``.
        others: files that the build reads or writes.

    Raises:
        UsageError: it is one of them.
        OutputError: it cannot be written.
    """
    import json

    from factscore.cli.output import open_output, refuse_overwriting

    if path is None:
        yield None
        return
    refuse_overwriting(path, others, "--left-out")
    with open_output(path) as write:

        def tell(row: LeftOut) -> None:
            line = {"kind": row.what, "title": row.name, "detail": row.why, "place": row.place}
            # The name of a file may be no UTF-8.
            write(json.dumps(line, ensure_ascii=False).encode("utf-8", "replace") + b"\n")

        yield tell
        write(b"")  # a build that leaves out nothing says so by an empty file


def say_summary(summary: BuildSummary, listed: str | None = None) -> None:
    """What was built, and on standard error what was left out, kind by kind.

    Args:
        summary: what was built.
        listed: the file that names all that was left out, if there is one.
    """
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)
    click.echo(
        f"{summary.path}: {summary.articles:,} articles, {summary.passages:,} passages, "
        f"{summary.aliases:,} aliases in {summary.seconds:.1f} s, "
        f"fingerprint {summary.fingerprint[:16]}"
    )
    for count, what in (
        (summary.disambiguations, "of the articles only list what their title may mean"),
        (summary.redirects, "of the aliases are redirects"),
        (summary.repeated, "given more than once, word for word"),
        (summary.without_text, "left out: pages without text"),
    ):
        if count:
            click.echo(f"{count:,} {what}", err=True)
    for kind in summary.left_out:
        shown = "; ".join(kind.examples) if "namespace" not in kind.what else ""
        more = "; …" if shown and kind.count > len(kind.examples) else ""
        click.echo(
            f"{kind.count:,} left out: {kind.what}{f': {shown}{more}' if shown else ''}", err=True
        )
    if any(kind.count > len(kind.examples) for kind in summary.left_out):
        where = f"all of it is named in {listed}" if listed else "--left-out FILE names all of it"
        click.echo(f"left out: {where}", err=True)
