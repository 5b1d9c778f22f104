"""``factscore score``: the main job."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from factscore.cli.calling import say_usage, teller
from factscore.cli.judging import take_judging
from factscore.cli.options import Options, score_options
from factscore.cli.reporting import print_report
from factscore.cli.unscored import Unscored

if TYPE_CHECKING:
    from factscore.calibration import CalibrationFile
    from factscore.cli.progress import Progress
    from factscore.pipeline import Pipeline
    from factscore.read import Generations
    from factscore.records import ItemResult, ModelScore, RunSetup


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@score_options
def score(**options: Any) -> int:
    """Score the texts in FILE... fact by fact, and average per model.

    A row has an "output" and a "topic" (the title of the article it is checked against);
    JSONL, JSON, CSV, chat transcripts ("messages"), batch outputs of OpenAI and Anthropic,
    and FActScore's own files are read, gzip or bzip2 or neither; - is standard input.
    """
    return _score(Options(judging=take_judging(options), **options))


def _score(options: Options) -> int:
    from factscore.pipeline import default_decomposer
    from factscore.read import open_generations

    options.refuse_contradictions()
    calibration = _read_calibration(options)
    with open_generations(
        options.files,
        facts=options.facts,
        labels=options.labels,
        limit=options.limit,
        documents=options.judging.evidence == "input",
    ) as rows:
        chosen = default_decomposer(carried=bool(rows.carried), bare=bool(rows.bare))
        with options.judging.open(options.decomposer or chosen, options.settings()) as pipeline:
            if calibration is not None:
                _check_calibration(calibration, pipeline, rows, options)
            if not options.quiet:
                _say_remarks(rows, chosen, options)
            if options.dry_run:
                from factscore.cli.dry_run import say_estimate

                return say_estimate(pipeline, rows, options)
            return _run(pipeline, rows, calibration, options)


def _run(
    pipeline: Pipeline,
    rows: Generations,
    calibration: CalibrationFile | None,
    options: Options,
) -> int:
    from factscore.cli.output import open_output, open_result
    from factscore.cli.progress import show_progress

    setup = pipeline.setup(facts=options.facts, labels=options.labels)
    with ExitStack() as files:
        write = files.enter_context(open_output(options.out)) if options.out else _nowhere
        # Opened before the work: hours of judging for a page that cannot be written.
        write_page = files.enter_context(open_result(options.html)) if options.html else _nowhere
        page = _Page(options, setup) if options.html else None
        try:
            with show_progress(rows.count, quiet=options.quiet) as progress:
                items = _run_items(pipeline, rows, options, progress, _results(write, page, setup))
        finally:
            say_usage(pipeline.usage(), pipeline.costs(), quiet=options.quiet)
        models = _models(rows, items, calibration, options)
        if page is not None:
            page.write(write_page, models)
    return print_report(pipeline, models, items, calibration, options)


def _nowhere(data: bytes) -> None:
    """Where results go that nobody wants."""


class _Page:
    """``--html``: the page of the run, item by item."""

    def __init__(self, options: Options, setup: RunSetup) -> None:
        from factscore.report.html.build import ReportBuilder

        self._builder = ReportBuilder(f1_k=options.f1_k)
        self._setup = setup

    def add(self, item: ItemResult) -> None:
        from factscore.read.stored import StoredItem

        self._builder.add(StoredItem(item, self._setup, item.source))

    def write(self, write: Callable[[bytes], None], models: Sequence[ModelScore]) -> None:
        self._builder.write(write, models)


def _results(
    write: Callable[[bytes], None], page: _Page | None, setup: RunSetup
) -> Callable[[ItemResult], None]:
    """What is done with each item as soon as it is there."""
    from factscore.report import results_line

    def take(item: ItemResult) -> None:
        if write is not _nowhere:
            write(results_line(item, setup))
        if page is not None:
            page.add(item)

    return take


def _run_items(
    pipeline: Pipeline,
    rows: Iterable[Any],
    options: Options,
    progress: Progress,
    take: Callable[[ItemResult], None],
) -> list[ItemResult]:
    """Score, write and show every item; keep only what the averages need."""
    kept, unscored = [], Unscored()
    note = teller(quiet=options.quiet)
    with closing(pipeline.run(rows, progress.facts, note)) as results:
        for position, item in enumerate(results):
            take(item)
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

    # Standard output belongs to the table, or whatever stands for it, alone.
    print_item(item, sys.stdout if options.printed == "table" else sys.stderr)


def _read_calibration(options: Options) -> CalibrationFile | None:
    from factscore.calibration import read_calibration

    return None if options.calibration is None else read_calibration(options.calibration)


def _check_calibration(
    given: CalibrationFile, pipeline: Pipeline, rows: Generations, options: Options
) -> None:
    """Before any work: it must fit the run, and a remark tells of models that it cannot correct."""
    from factscore.calibration import refuse_other, run_setup, why_not

    run = run_setup(pipeline, options.settings(), facts=options.facts, topics=rows.topics)
    refuse_other(given.path, given.calibration.setup, run)
    if options.quiet:
        return
    for model in rows.models:
        if reason := why_not(model, given.calibration):
            click.echo(f"no corrected score: {reason}", err=True)


def _models(
    rows: Generations,
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


def _say_remarks(rows: Generations, chosen: str, options: Options) -> None:
    for remark in rows.remarks:
        click.echo(remark, err=True)
    if options.decomposer is None:
        text = f"{rows.carried:,} of {rows.items:,} rows carry facts; choose another"
        click.echo(f"decomposer: {chosen} ({text} with --decomposer)", err=True)
