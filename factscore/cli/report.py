"""``factscore report``: results files → one page to look at."""

from __future__ import annotations

from collections.abc import Callable

import click

from factscore.cli.options import QUIET


@click.command()
@click.argument("results", nargs=-1, required=True, metavar="RESULTS...")
@click.option("--html", required=True, metavar="FILE", help="The page; - is standard output.")
@click.option("--title", metavar="TEXT", help="Heading of the page.")
@QUIET
def report(results: tuple[str, ...], html: str, title: str | None, quiet: bool) -> None:
    """Make one page of HTML from RESULTS..., files that "score --out" wrote.

    The page needs no network: models ranked with their intervals, what every number means, each
    model by state, score and carried field, and every item down to the evidence of each fact.
    """
    from factscore.cli.output import open_result, refuse_overwriting
    from factscore.read.stored import read_stored
    from factscore.report.html.build import TITLE, ReportBuilder

    refuse_overwriting(html, results, "--html")
    builder = ReportBuilder(title=title or TITLE)
    with open_result(html) as write:
        for stored in read_stored(results):
            builder.add(stored)
        counted = _Counted(write)
        builder.write(counted)
    if not quiet:
        for remark in builder.remarks():
            click.echo(remark, err=True)
        click.echo(f"{html}: {builder.summary()}; {_size(counted.bytes)}", err=True)


class _Counted:
    """Writes, and counts what it wrote."""

    def __init__(self, write: Callable[[bytes], None]) -> None:
        self._write = write
        self.bytes = 0

    def __call__(self, data: bytes) -> None:
        self._write(data)
        self.bytes += len(data)


def _size(count: int) -> str:
    """Bytes as people say them.

    >>> _size(900), _size(1_240_000)
    ('1 kB', '1.2 MB')
    """
    return f"{count / 1e6:,.1f} MB" if count >= 1e6 else f"{max(1, round(count / 1e3)):,} kB"
