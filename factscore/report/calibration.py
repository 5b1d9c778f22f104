"""A calibration for people to read: how people and judge score the labelled items."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TextIO

from factscore.calibration.records import Calibration, JudgeQuality, LabelledItem
from factscore.report.console import open_console, print_rows
from factscore.report.table import NO_NUMBER, percent, printable
from factscore.statistics import mean

COLUMNS = (
    "model",
    "items",
    "facts",
    "people %",
    "judge %",
    "sensitivity %",
    "specificity %",
    "threshold",
)


def print_calibration(
    calibration: Calibration, left_out: Mapping[str, int], stream: TextIO
) -> None:
    """A row a model, then the rows that were left out and why."""
    console = open_console(stream)
    print_rows(COLUMNS, calibration_rows(calibration), console)
    if left_out:
        why = ", ".join(f"{count} {reason}" for reason, count in left_out.items())
        console.print(f"{sum(left_out.values())} rows left out: {why}", soft_wrap=True)


def calibration_rows(calibration: Calibration) -> list[tuple[str, ...]]:
    """The table's cells; the first is the model's name."""
    gamma = calibration.gamma
    return [
        _row(name, quality, [one for one in calibration.items if one.key.model == name], gamma)
        for name, quality in calibration.models.items()
    ]


def _row(
    name: str, quality: JudgeQuality, items: Sequence[LabelledItem], gamma: float
) -> tuple[str, ...]:
    return (
        printable(name),
        f"{quality.items:,}",
        f"{quality.facts:,}",
        percent(mean([item.human_score(gamma) for item in items])),
        percent(mean([item.judged_score(gamma) for item in items])),
        percent(quality.sensitivity),
        percent(quality.specificity),
        NO_NUMBER if quality.threshold is None else f"{quality.threshold:.3f}",
    )
