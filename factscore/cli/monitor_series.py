"""``factscore monitor list|show|plot``: what a history holds."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from factscore.cli.monitor_options import history_option
from factscore.errors import UsageError

if TYPE_CHECKING:
    from factscore.monitor import MonitoredRun
    from factscore.monitor.plot import PictureFormat

_name = click.argument("name", metavar="NAME")
_last = click.option(
    "--last", type=click.IntRange(min=1), metavar="N", help="Only the last N runs."
)
_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")


@click.command("list")
@history_option
@_json
def list_series(history: str, as_json: bool) -> None:
    """List the series of a history, with the way of their scores."""
    from factscore.monitor import open_history
    from factscore.report.monitor import print_series

    with open_history(history, create=False) as opened:
        series = {name: opened.runs(name) for name in opened.names()}
    if as_json:
        _print_json([_series_row(name, runs) for name, runs in series.items()])
    elif series:
        print_series(series, sys.stdout)
    else:
        click.echo(f"{history}: no runs yet")


@click.command()
@_name
@history_option
@_last
@_json
def show(name: str, history: str, last: int | None, as_json: bool) -> None:
    """Show the runs of a series, and where the way of scoring changed."""
    from factscore.monitor.log import run_row
    from factscore.report.monitor import print_runs

    runs = _runs(history, name, last)
    if as_json:
        _print_json([run_row(run) for run in runs])
    else:
        print_runs(runs, sys.stdout)


@click.command()
@_name
@history_option
@_last
@click.option("--out", metavar="FILE", help="Write a picture, .svg or .png (extra plot).")
def plot(name: str, history: str, last: int | None, out: str | None) -> None:
    """Draw a series with its intervals, in the terminal or as a picture."""
    from factscore.report.trend import print_chart

    kind = None if out is None else _picture_format(out, history)
    runs = _runs(history, name, last)
    if out is None or kind is None:
        print_chart(name, runs, sys.stdout)
        return
    from factscore.cli.output import open_result
    from factscore.monitor.plot import plot_runs

    picture = plot_runs(name, runs, kind)
    with open_result(out) as write:
        write(picture)


def _picture_format(path: str, history: str) -> PictureFormat:
    from factscore.cli.output import refuse_overwriting

    refuse_overwriting(path, [history])
    ending = path.lower()[-4:]
    if ending == ".svg":
        return "svg"
    if ending == ".png":
        return "png"
    raise UsageError(f"--out {path} is neither .svg nor .png; name a picture of one of these kinds")


def _runs(history: str, name: str, last: int | None) -> list[MonitoredRun]:
    """A series, of which there must be runs."""
    from factscore.monitor import open_history

    with open_history(history, create=False) as opened:
        runs = opened.runs(name)
        if not runs:
            names = ", ".join(opened.names()) or "none"
            raise UsageError(f"{history}: no series {name!r}; it has: {names}")
    return runs if last is None else runs[-last:]


def _series_row(name: str, runs: Sequence[MonitoredRun]) -> dict[str, Any]:
    from factscore.monitor.log import run_row

    return {"name": name, "runs": len(runs), "last": run_row(runs[-1])}


def _print_json(rows: Sequence[dict[str, Any]]) -> None:
    import orjson

    click.echo(orjson.dumps(rows, option=orjson.OPT_INDENT_2))
