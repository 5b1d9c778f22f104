"""``factscore score``: the main job."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import click

from factscore import settings as defaults
from factscore.settings import Settings

if TYPE_CHECKING:
    from factscore.cli.progress import Progress
    from factscore.pipeline import Pipeline
    from factscore.records import Generation, ItemResult, ModelScore

BELOW_THRESHOLD = 3
"""Exit status when a model's score is below ``--fail-under``."""

_DEFAULT = Settings()
_Command = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Options:
    """The options of ``factscore score``; their meaning stands in their help."""

    files: tuple[str, ...]
    facts: Literal["human", "model"]
    labels: str | None
    limit: int | None
    decomposer: str | None
    judge: str
    knowledge: str
    cache: str
    no_cache: bool
    offline: bool
    threads: int | None
    top_k: int
    gamma: float
    f1_k: int
    out: str | None
    as_json: bool
    show: int
    fail_under: float | None
    quiet: bool

    def settings(self) -> Settings:
        """What the pipeline and the summary need of them."""
        return Settings(self.top_k, self.gamma, self.f1_k, self.offline)

    def refuse_contradictions(self) -> None:
        """Raise ``UsageError`` where options exclude each other or an output is an input."""
        from factscore.cli.output import refuse_overwriting

        if self.fail_under is not None and math.isnan(self.fail_under):
            raise click.UsageError("--fail-under is no number; give one from 0 to 1")
        if self.out == "-":
            raise click.UsageError("--out - would mix with the summary; name a file")
        if self.out is not None:
            refuse_overwriting(self.out, [*self.files, self.knowledge, self.cache])


def _input_options(command: _Command) -> _Command:
    for option in (
        click.option(
            "--limit",
            type=click.IntRange(min=1),
            metavar="N",
            help="Score only the first N items of each file; all are checked.",
        ),
        click.option(
            "--labels",
            metavar="NAME",
            help="Labels to use of released predictions (their name), or of our results (label).",
        ),
        click.option(
            "--facts",
            type=click.Choice(["human", "model"]),
            default="human",
            help="Whose facts to take from FActScore's labelled files.",
        ),
    ):
        command = option(command)
    return command


def _stage_options(command: _Command) -> _Command:
    for option in (
        click.option(
            "--threads",
            type=click.IntRange(min=1),
            show_default="all cores",
            help="CPU threads for a local judge.",
        ),
        click.option(
            "--offline", is_flag=True, help="Answer from the cache only; a miss is an error."
        ),
        click.option("--no-cache", is_flag=True, help="Compute everything anew, keep nothing."),
        click.option(
            "--cache",
            metavar="PATH",
            default=defaults.CACHE,
            help="Where answers are kept.",
        ),
        click.option(
            "--knowledge",
            metavar="PATH",
            default=defaults.KNOWLEDGE,
            help="A store (.db) or articles (.jsonl).",
        ),
        click.option(
            "--judge",
            metavar="SPEC",
            default=defaults.JUDGE,
            help="Who decides support: nli | nli:MODEL | labels.",
        ),
        click.option(
            "--decomposer",
            metavar="SPEC",
            show_default="input where rows carry facts, rules elsewhere",
            help="Who splits texts into facts: input | rules | input+rules.",
        ),
    ):
        command = option(command)
    return command


def _score_options(command: _Command) -> _Command:
    for option in (
        click.option(
            "--f1-k",
            type=click.IntRange(min=1),
            default=_DEFAULT.f1_k,
            help="K of F1@K: how many supported facts are full recall.",
        ),
        click.option(
            "--gamma",
            type=click.FloatRange(min=0),
            default=_DEFAULT.gamma,
            help="Length penalty below this many facts; 0 is off.",
        ),
        click.option(
            "--top-k",
            type=click.IntRange(min=1),
            default=_DEFAULT.top_k,
            help="Passages a fact is judged by.",
        ),
    ):
        command = option(command)
    return command


def _output_options(command: _Command) -> _Command:
    for option in (
        click.option(
            "--quiet", "-q", is_flag=True, help="No progress and no remarks on standard error."
        ),
        click.option(
            "--fail-under",
            type=click.FloatRange(0, 1),
            metavar="X",
            help="Exit 3 when a model's score is below X (0 to 1).",
        ),
        click.option(
            "--show",
            type=click.IntRange(min=0),
            default=0,
            metavar="N",
            help="Print the first N items fact by fact.",
        ),
        click.option(
            "--json",
            "as_json",
            is_flag=True,
            help="Print the summary as JSON instead of the table.",
        ),
        click.option(
            "--out",
            metavar="FILE",
            help="Write one line of JSON an item, with every fact and its evidence.",
        ),
    ):
        command = option(command)
    return command


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@_input_options
@_stage_options
@_score_options
@_output_options
def score(**options: Any) -> int:
    """Score the texts in FILE... fact by fact, and average per model.

    A row has an "output" and a "topic" (the title of the article it is checked against);
    JSONL, JSON, CSV and FActScore's own files are read, gzip or bzip2 or neither; - is
    standard input.
    """
    return _score(Options(**options))


def _score(options: Options) -> int:
    from factscore.pipeline import choose_decomposer, open_pipeline
    from factscore.read import read_generations

    options.refuse_contradictions()
    rows = read_generations(
        options.files, facts=options.facts, labels=options.labels, limit=options.limit
    )
    decomposer = options.decomposer or choose_decomposer(rows)
    cache = None if options.no_cache else options.cache
    with open_pipeline(
        decomposer, options.judge, options.knowledge, cache, options.settings(), options.threads
    ) as pipeline:
        if options.decomposer is None and not options.quiet:
            _say_decomposer(decomposer, rows)
        items = _run(pipeline, rows, options)
        return _report(pipeline, items, options)


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

    kept = []
    for position, item in enumerate(pipeline.run(rows, progress.facts)):
        write(results_line(item))
        progress.item()
        if position < options.show:
            _show(item, options)
        kept.append(replace(item, facts=(), text="", extra={}))
    return kept


def _show(item: ItemResult, options: Options) -> None:
    from factscore.report.table import print_item

    # With --json, standard output belongs to the summary alone.
    print_item(item, sys.stderr if options.as_json else sys.stdout)


def _report(pipeline: Pipeline, items: Sequence[ItemResult], options: Options) -> int:
    from factscore.report import summary_json
    from factscore.report.table import print_models
    from factscore.score import model_scores

    models = model_scores(items)
    if options.as_json:
        summary = summary_json(
            models,
            settings=options.settings(),
            reading={"facts": options.facts, "labels": options.labels, "limit": options.limit},
            identities=pipeline.identities(),
            decomposer=pipeline.decomposer,
            judge=pipeline.judge.name,
            knowledge=pipeline.knowledge_info(),
        )
        click.echo(summary, nl=False)
    else:
        print_models(models, options.f1_k, sys.stdout)
    if not options.quiet:
        _explain_missing_scores(models, items)
    return _threshold(models, options.fail_under)


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
