"""What ``factscore score`` prints at the end: the models, why one has no score, the threshold."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import astuple
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from factscore.calibration import CalibrationFile
    from factscore.cli.options import Options
    from factscore.pipeline import Pipeline
    from factscore.records import ItemResult, JsonValue, ModelScore

BELOW_THRESHOLD = 3
"""Exit status when a model's score is below ``--fail-under``."""


def print_report(
    pipeline: Pipeline,
    models: tuple[ModelScore, ...],
    items: Sequence[ItemResult],
    given: CalibrationFile | None,
    options: Options,
) -> int:
    """Print the models as the options say; the exit status."""
    from factscore.ranking import common_topics
    from factscore.report.formats import model_table
    from factscore.report.table import describe_topics, print_models

    if options.printed == "json":
        reading = _reading(options, given)
        click.echo(_summary(pipeline, models, items, reading, options), nl=False)
    elif options.printed == "table":
        print_models(models, options.f1_k, sys.stdout, common_topics(items))
    else:
        sys.stdout.buffer.write(model_table(models, options.f1_k, options.printed))
        sys.stdout.buffer.flush()
        if not options.quiet and (topics := describe_topics(common_topics(items))):
            click.echo(topics, err=True)
    if not options.quiet:
        _explain_missing_scores(models, items)
        _explain_penalty(items, options.gamma)
    return _threshold(models, options.fail_under)


def _summary(
    pipeline: Pipeline,
    models: tuple[ModelScore, ...],
    items: Sequence[ItemResult],
    reading: Mapping[str, JsonValue],
    options: Options,
) -> bytes:
    from factscore.ranking import common_topics
    from factscore.report import summary_json

    return summary_json(
        models,
        settings=options.settings(),
        reading=reading,
        identities=pipeline.identities(),
        decomposer=pipeline.decomposer,
        judge=pipeline.judge.name,
        knowledge=pipeline.knowledge_info(),
        usage=pipeline.usage(),
        costs=pipeline.costs(),
        common=common_topics(items),
    )


def _reading(options: Options, given: CalibrationFile | None) -> dict[str, JsonValue]:
    """The options that only this command has, as far as they can change a number."""
    reading: dict[str, JsonValue] = {
        "facts": options.facts,
        "labels": options.labels,
        "limit": options.limit,
    }
    if given is not None:
        reading["calibration"] = given.digest
    return reading


def _explain_missing_scores(models: Sequence[ModelScore], items: Sequence[ItemResult]) -> None:
    for model in models:
        if model.score is None:
            details = (i.detail or str(i.status) for i in items if i.model == model.model)
            click.echo(f"{model.model}: no item was scored; the first: {next(details)}", err=True)


def _explain_penalty(items: Sequence[ItemResult], gamma: float) -> None:
    """Where most scored items are short, the score measures that more than anything else."""
    lengths = [astuple(item.counts) for item in items if item.score is not None]
    short = sum(sum(counts) < gamma for counts in lengths)
    if short > len(lengths) / 2:
        click.echo(
            f"{short:,} of {len(lengths):,} scored items have fewer than {gamma:g} facts and lose"
            " score to the length penalty; init is without it, and --gamma 0 turns it off",
            err=True,
        )


def _threshold(models: Sequence[ModelScore], fail_under: float | None) -> int:
    if fail_under is None:
        return 0
    missed = [model for model in models if model.score is None or model.score < fail_under]
    for model in missed:
        reached = "has no score" if model.score is None else f"scores {model.score:.4f}"
        click.echo(f"{model.model} {reached}, below --fail-under {fail_under}", err=True)
    return BELOW_THRESHOLD if missed else 0
