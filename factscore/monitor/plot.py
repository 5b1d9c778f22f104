"""A series as a picture: scores with their intervals over time."""

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import Any, Literal, TypeAlias

from factscore.errors import MissingDependency
from factscore.monitor.records import MonitoredRun

PictureFormat: TypeAlias = Literal["png", "svg"]

_SIZE = (9.0, 4.0)
"""Inches."""
_DPI = 150
_COLOUR = "#1f6fb2"
_STYLE = {
    # Text stays text that can be searched and read aloud, and the same runs give the same bytes.
    "svg.fonttype": "none",
    "svg.hashsalt": "factscore",
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def plot_runs(name: str, runs: Sequence[MonitoredRun], kind: PictureFormat) -> bytes:
    """A picture of a series, with a dot a run and a bar for its 95 % interval.

    Runs without a score leave a gap.

    Args:
        name: The series, which the picture is titled with.
        runs: By time.
        kind: ``png`` or ``svg``.

    Raises:
        MissingDependency: the extra ``plot`` is not installed.
    """
    library = _import("matplotlib")
    title = "".join(character if character.isprintable() else " " for character in name)
    picture = io.BytesIO()
    with library.rc_context(_STYLE), warnings.catch_warnings():
        # A name in a script that the font lacks is drawn as boxes, which is no reason to fail.
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        figure = _import("matplotlib.figure").Figure(figsize=_SIZE, layout="constrained")
        _draw(figure.subplots(), title, runs)
        # No date of drawing either.
        metadata = {"Title": title, **({"Date": None} if kind == "svg" else {})}
        figure.savefig(picture, format=kind, dpi=_DPI, metadata=metadata)
    return picture.getvalue()


def _import(name: str) -> Any:
    """A module of the extra; what its types say of dates is not so."""
    try:
        return import_module(name)
    except ImportError as error:
        raise MissingDependency("monitor plot --out", "plot") from error


def _draw(axes: Any, title: str, runs: Sequence[MonitoredRun]) -> None:
    dates = _import("matplotlib.dates")
    times = [run.time for run in runs]
    scores = [math.nan if run.score is None else 100 * run.score for run in runs]
    axes.plot(times, scores, "o-", color=_COLOUR, linewidth=1, markersize=4)
    bars = [(run.time, run.ci95) for run in runs if run.ci95 is not None]
    axes.vlines(
        [time for time, _ in bars],
        [100 * interval.low for _, interval in bars],
        [100 * interval.high for _, interval in bars],
        color=_COLOUR,
        alpha=0.4,
    )
    locator = dates.AutoDateLocator()
    axes.xaxis.set_major_locator(locator)
    axes.xaxis.set_major_formatter(dates.ConciseDateFormatter(locator))
    axes.set_title(title, parse_math=False)
    axes.set_ylabel("score %, with 95 % interval")
    axes.grid(axis="y", alpha=0.3)
