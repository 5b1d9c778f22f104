"""``factscore judges``: models that are known to work as judges."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click
import orjson

if TYPE_CHECKING:
    from factscore.judge.known import KnownJudge

NOT_MEASURED = "not measured"
NO_SIZE = "–"
HEADINGS = ("--judge", "kind", "size", "licence", "reads", "good for", "balanced accuracy")


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of the list.")
def judges(as_json: bool) -> None:
    """List known judges: size, licence, limits, and agreement with people.

    Any model of one of these kinds can be a judge, by its name on the Hugging Face hub or as
    a folder: --judge nli:MODEL.
    """
    from factscore.judge.known import KNOWN

    if as_json:
        click.echo(orjson.dumps([asdict(judge) for judge in KNOWN], option=orjson.OPT_INDENT_2))
        return
    _print(KNOWN)


def _print(known: Sequence[KnownJudge]) -> None:
    from factscore.judge.known import TORCH
    from factscore.report.console import open_console, print_rows

    console = open_console(sys.stdout)
    print_rows(HEADINGS, map(_cells, known), console, left=set(HEADINGS) - {"size"})
    console.print(
        f"nli:MODEL needs an extra: {TORCH}; weights come from the hub at first use",
        soft_wrap=True,
    )


def _cells(judge: KnownJudge) -> tuple[str, ...]:
    return (
        judge.spec,
        judge.kind,
        size(judge.millions),
        judge.licence,
        judge.limits,
        judge.good_for,
        agreement(judge),
    )


def size(millions: float | None) -> str:
    """Parameters for people.

    >>> size(22.7), size(435), size(11_000), size(1_540)
    ('22.7 M', '435 M', '11 B', '1.54 B')
    """
    if millions is None:
        return NO_SIZE
    return f"{millions:g} M" if millions < 1000 else f"{millions / 1000:g} B"


def agreement(judge: KnownJudge) -> str:
    """Balanced accuracy in per cent on each model's facts, where it was measured."""
    if judge.millions is None:
        return NO_SIZE
    measured = (f"{m.facts} {100 * m.balanced_accuracy:.1f} %" for m in judge.agreement)
    return ", ".join(measured) or NOT_MEASURED
