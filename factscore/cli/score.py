"""``factscore score``: the main job."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from factscore.cli.calling import say_usage, take_calling, teller
from factscore.cli.options import Options, score_options
from factscore.cli.unscored import Unscored

if TYPE_CHECKING:
    from factscore.calibration import CalibrationFile
    from factscore.cli.progress import Progress
    from factscore.pipeline import Pipeline
    from factscore.records import Generation, ItemResult, JsonValue, ModelScore

BELOW_THRESHOLD = 3
"""Exit status when a model's score is below ``--fail-under``."""


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@score_options
def score(**options: Any) -> int:
    """Score the texts in FILE... fact by fact, and average per model.

    A row has an "output" and a "topic" (the title of the article it is checked against);
    JSONL, JSON, CSV and FActScore's own files are read, gzip or bzip2 or neither; - is
    standard input.
    """
    return _score(Options(calling=take_calling(options), **options))


def _score(options: Options) -> int:
    from factscore.pipeline import choose_decomposer, open_pipeline
    from factscore.read import read_generations

    options.refuse_contradictions()
    calibration = _read_calibration(options)
    rows = read_generations(
        options.files, facts=options.facts, labels=options.labels, limit=options.limit
    )
    decomposer = options.decomposer or choose_decomposer(rows)
    cache = None if options.no_cache else options.cache
    with open_pipeline(
        decomposer,
        options.judge,
        options.knowledge,
        cache,
        options.settings(),
        calling=options.calling,
        threads=options.threads,
    ) as pipeline:
        if calibration is not None:
            _check_calibration(calibration, pipeline, rows, options)
        if options.decomposer is None and not options.quiet:
            _say_decomposer(decomposer, rows)
        if options.dry_run:
            return _say_estimate(pipeline, rows, options)
        try:
            items = _run(pipeline, rows, options)
        finally:
            say_usage(pipeline.usage(), quiet=options.quiet)
        models = _models(rows, items, calibration, options)
        return _report(pipeline, models, items, _reading(options, calibration), options)


def _say_estimate(pipeline: Pipeline, rows: Sequence[Generation], options: Options) -> int:
    import orjson

    from factscore.llm.estimate import estimate_lines
    from factscore.llm.usage import usage_json

    parts = pipeline.estimate(rows)
    if options.as_json:
        click.echo(orjson.dumps(usage_json(parts), option=orjson.OPT_INDENT_2))
    elif parts:
        click.echo("\n".join(estimate_lines(parts)))
    else:
        click.echo("no chat model would be asked: nothing to pay")
    return 0


def _read_calibration(options: Options) -> CalibrationFile | None:
    from factscore.calibration import read_calibration

    return None if options.calibration is None else read_calibration(options.calibration)


def _check_calibration(
    given: CalibrationFile, pipeline: Pipeline, rows: Sequence[Generation], options: Options
) -> None:
    """Before any work: it must fit the run, and a remark tells of models that it cannot correct."""
    from factscore.calibration import refuse_other, run_setup, why_not

    topics = {row.topic for row in rows}
    run = run_setup(pipeline, options.settings(), facts=options.facts, topics=topics)
    refuse_other(given.path, given.calibration.setup, run)
    if options.quiet:
        return
    for model in dict.fromkeys(row.model for row in rows):
        if reason := why_not(model, given.calibration):
            click.echo(f"no corrected score: {reason}", err=True)


def _models(
    rows: Sequence[Generation],
    items: Sequence[ItemResult],
    given: CalibrationFile | None,
    options: Options,
) -> tuple[ModelScore, ...]:
    from factscore.calibration import correct_models
    from factscore.score import model_scores

    models = model_scores(items, partial=options.partial)
    if given is None:
        return models
    return correct_models(models, rows, items, given.calibration, options.gamma)


def _say_decomposer(decomposer: str, rows: Sequence[Generation]) -> None:
    carried = sum(row.facts is not None for row in rows)
    text = f"{carried:,} of {len(rows):,} rows carry facts; choose another with --decomposer"
    click.echo(f"decomposer: {decomposer} ({text})", err=True)


def _run(pipeline: Pipeline, rows: Sequence[Generation], options: Options) -> list[ItemResult]:
    """Score, write and show every item; keep only what the averages need."""
    from factscore.cli.output import open_output
    from factscore.cli.progress import show_progress

    if options.out is None:
        with show_progress(len(rows), quiet=options.quiet) as progress:
            return _run_items(pipeline, rows, options, progress, write=lambda line: None)
    with (
        open_output(options.out) as write,
        show_progress(len(rows), quiet=options.quiet) as progress,
    ):
        return _run_items(pipeline, rows, options, progress, write)


def _run_items(
    pipeline: Pipeline,
    rows: Sequence[Generation],
    options: Options,
    progress: Progress,
    write: Callable[[bytes], None],
) -> list[ItemResult]:
    from factscore.report import results_line

    kept, unscored = [], Unscored()
    note = teller(quiet=options.quiet)
    with closing(pipeline.run(rows, progress.facts, note)) as results:
        for position, item in enumerate(results):
            write(results_line(item))
            progress.item()
            unscored.add(item)
            if position < options.show:
                _show(item, options)
            kept.append(replace(item, facts=(), text="", extra={}))
    if not options.quiet:
        unscored.say()
    return kept


def _show(item: ItemResult, options: Options) -> None:
    from factscore.report.table import print_item

    # With --json, standard output belongs to the summary alone.
    print_item(item, sys.stderr if options.as_json else sys.stdout)


def _report(
    pipeline: Pipeline,
    models: tuple[ModelScore, ...],
    items: Sequence[ItemResult],
    reading: Mapping[str, JsonValue],
    options: Options,
) -> int:
    from factscore.report import summary_json
    from factscore.report.table import print_models

    if options.as_json:
        summary = summary_json(
            models,
            settings=options.settings(),
            reading=reading,
            identities=pipeline.identities(),
            decomposer=pipeline.decomposer,
            judge=pipeline.judge.name,
            knowledge=pipeline.knowledge_info(),
            usage=pipeline.usage(),
        )
        click.echo(summary, nl=False)
    else:
        print_models(models, options.f1_k, sys.stdout)
    if not options.quiet:
        _explain_missing_scores(models, items)
    return _threshold(models, options.fail_under)


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


def _threshold(models: Sequence[ModelScore], fail_under: float | None) -> int:
    if fail_under is None:
        return 0
    missed = [model for model in models if model.score is None or model.score < fail_under]
    for model in missed:
        reached = "has no score" if model.score is None else f"scores {model.score:.4f}"
        click.echo(f"{model.model} {reached}, below --fail-under {fail_under}", err=True)
    return BELOW_THRESHOLD if missed else 0
