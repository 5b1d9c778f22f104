"""``factscore compare``: two results against each other, item by item."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Literal

import click

if TYPE_CHECKING:
    from factscore.compare import ComparisonResult, Measure

NOT_COMPARABLE = 1
"""Exit status with ``--strict`` where the scores may not be comparable."""
_MEASURES: dict[str, Measure] = {"penalised": "score", "init": "init_score"}


@click.command()
@click.argument("first", metavar="A")
@click.argument("second", metavar="[B]", required=False)
@click.option(
    "--model",
    "models",
    metavar="NAME",
    multiple=True,
    help="Compare only this model; may be given several times. With A alone: the two to compare."
    "  [default: the one model of each file, or those of equal names]",
)
@click.option(
    "--key",
    metavar="FIELD",
    help="Pair items by this field, such as id or meta.id.  [default: topic; else id, custom_id,"
    " prompt, input or question]",
)
@click.option(
    "--score",
    "measure",
    type=click.Choice(list(_MEASURES)),
    default="penalised",
    help="Which score to compare: with the length penalty, or without.",
)
@click.option(
    "--moved",
    type=click.IntRange(min=0),
    default=5,
    metavar="N",
    help="List the N items whose scores differ most, and the facts behind it.",
)
@click.option("--strict", is_flag=True, help="Exit 1 where the scores may not be comparable.")
@click.option("--json", "as_json", is_flag=True, help="Print the comparison as JSON.")
def compare(
    *,
    first: str,
    second: str | None,
    models: tuple[str, ...],
    key: str | None,
    measure: Literal["penalised", "init"],
    moved: int,
    strict: bool,
    as_json: bool,
) -> int:
    """Compare the scores in B with those in A, item by item.

    A and B are results files, as "factscore score --out" writes them. The mean difference
    (B minus A) over the items that are scored in both comes with a 95 % interval by bootstrap
    over the pairs and a p-value by a sign-flip permutation test. Scores that were made by
    other means (judge, decomposer, store, settings, version) are not comparable, which is
    said.
    """
    from factscore.compare import compare_results

    result = compare_results(
        first, second, models=models, key=key, measure=_MEASURES[measure], moved=moved
    )
    _print(result, as_json=as_json)
    return NOT_COMPARABLE if strict and result.warnings else 0


def _print(result: ComparisonResult, *, as_json: bool) -> None:
    from factscore.report.comparison import print_comparison, warning_lines
    from factscore.report.comparison_json import comparison_json

    if not as_json:
        print_comparison(result, sys.stdout)
        return
    click.echo(comparison_json(result), nl=False)
    for line in warning_lines(result):
        click.echo(line, err=True)
