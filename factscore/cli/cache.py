"""``factscore cache``: look at, export and clear stored answers."""

from __future__ import annotations

from dataclasses import asdict
from typing import get_args

import click
import orjson

from factscore import settings as defaults
from factscore.cache.keys import Stage

cache_option = click.option(
    "--cache",
    "path",
    default=defaults.CACHE,
    metavar="PATH",
    help="The cache file.",
)


@click.group()
def cache() -> None:
    """Look at, export or clear the answers that runs have stored."""


@cache.command()
@cache_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
def info(path: str, as_json: bool) -> None:
    """Count the answers of each stage."""
    from factscore.cache import Cache

    with Cache(path, create=False) as store:
        stages = store.info()
    if as_json:
        click.echo(orjson.dumps([asdict(stage) for stage in stages], option=orjson.OPT_INDENT_2))
        return
    if not stages:
        click.echo(f"{path}: empty")
    for stage in stages:
        click.echo(
            f"{stage.stage}: {stage.answers:,} answers, {stage.bytes:,} bytes,"
            f" stored {stage.first} to {stage.last}"
        )


@cache.command()
@cache_option
@click.option("--out", metavar="FILE", default="-", help="Where to write; - is standard output.")
def export(path: str, out: str) -> None:
    """Write every answer as one line of JSON: key, stage, value, created."""
    from factscore.cache import Cache
    from factscore.cli.output import open_output, refuse_overwriting

    refuse_overwriting(out, [path])
    with Cache(path, create=False) as store, open_output(out) as write:
        for answer in store.export():
            write(orjson.dumps(asdict(answer), option=orjson.OPT_APPEND_NEWLINE))


@cache.command()
@cache_option
@click.option("--stage", type=click.Choice(get_args(Stage)), help="Only this stage's answers.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def clear(path: str, stage: Stage | None, yes: bool) -> int:
    """Delete stored answers.

    What they hold would have to be computed, or paid for, again.
    """
    from factscore.cache import Cache

    with Cache(path, create=False) as store:
        count = sum(row.answers for row in store.info() if stage in (None, row.stage))
        if count and not yes and not click.confirm(f"Delete {count:,} answers from {path}?"):
            click.echo("nothing deleted")
            return 1
        click.echo(f"{store.clear(stage):,} answers deleted from {path}")
        return 0
