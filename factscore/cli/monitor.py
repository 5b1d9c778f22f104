"""``factscore monitor``: score a log, keep the run in a series, and raise an alarm."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from factscore.cli.calling import say_usage, teller
from factscore.cli.judging import take_judging
from factscore.cli.monitor_options import MonitorOptions, monitor_options
from factscore.cli.monitor_series import list_series, plot, show
from factscore.cli.unscored import Unscored
from factscore.errors import ModelError, OutputError

if TYPE_CHECKING:
    from factscore.cli.progress import Progress
    from factscore.monitor import History, Judgement, Kept, MonitoredRun
    from factscore.monitor.failures import Failures
    from factscore.pipeline import Pipeline
    from factscore.read import Generations
    from factscore.records import ItemResult, JsonValue, RunSetup

ALARM = 3
"""Exit status of an alarm."""


class _Monitor(click.Group):
    """Scores FILE..., unless the first argument names a command."""

    allow_interspersed_args = True

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        if args and args[0] in self.commands:
            # A group without options of its own, which hands the rest on.
            group = click.Group(self.name, commands=self.commands)
            return group.make_context(info_name, args, parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


@click.group(
    cls=_Monitor,
    invoke_without_command=True,
    subcommand_metavar="| list | show NAME | plot NAME",
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@monitor_options
def monitor(**options: Any) -> int:
    """Score the log in FILE..., keep the run in a series, and judge it.

    Prints one line, and exits with 3 where the alarm stands. The files are read and scored as
    by factscore score, all of them as one run. The same files again, scored the same way, are
    the same run: it is judged again, and nothing is scored. Where decomposer or judge fails
    with more than 10 % of the items or facts, nothing is kept and the exit status is 1: run it
    again. A file that is called list, show or plot is ./list.
    """
    return _monitor(MonitorOptions(judging=take_judging(options), **options))


def _monitor(options: MonitorOptions) -> int:
    from factscore.monitor import State, judge_run, open_history

    options.refuse_contradictions()
    rules = options.rules()
    # Opened before the work: hours of judging for a history that cannot be written.
    with open_history(options.history, create=True) as history:
        kept = _kept(history, options)
        runs = history.runs(options.name)
        newest = history.newest(options.name) or runs[-1]
    judgement = judge_run(runs, kept.run, rules)
    _say(_about_run(kept, newest, options), options)
    try:
        _write(judgement, judge_run(runs, newest, rules), options, repeated=not kept.new)
    finally:
        _print(judgement, options, repeated=not kept.new)
    return ALARM if judgement.state == State.ALARM else 0


def _kept(history: History, options: MonitorOptions) -> Kept:
    """The run of these files: the one that is there, or a new one."""
    from factscore.monitor import Kept
    from factscore.pipeline import default_decomposer
    from factscore.read import open_generations

    with open_generations(
        options.files,
        facts=options.facts,
        labels=options.labels,
        limit=options.limit,
        documents=options.judging.evidence == "input",
        sample=options.sample,
        seed=options.seed or 0,
    ) as rows:
        chosen = default_decomposer(carried=bool(rows.carried), bare=bool(rows.bare))
        with options.judging.open(options.decomposer or chosen, options.settings()) as pipeline:
            setup = pipeline.setup(facts=options.facts, labels=options.labels)
            found = history.find(options.name, _digest(rows, options), setup)
            if found is not None:
                told = (
                    f"scored before, as {_called(found)}: it is judged again, and nothing is scored"
                )
                _say([told], options)
                return Kept(found, new=False)
            _say(_about_rows(rows, chosen, options), options)
            run = _scored(pipeline, rows, setup, options)
        kept = history.add(run, clock=options.time is None and rows.latest is None)
        if not kept.new:
            told = f"another process was first to keep it, as {_called(kept.run)}, which stands"
            _say([told], options)
        return kept


def _called(run: MonitoredRun) -> str:
    return f"run {run.number} of {run.time.isoformat()}"


def _digest(rows: Generations, options: MonitorOptions) -> str:
    """What is scored: each file's bytes, and what is taken of them."""
    from factscore.cache import canonical_json

    # A sample of all there is is none.
    drawn: JsonValue = [options.sample, options.seed or 0]
    if rows.count == rows.items:
        drawn = None
    taken: JsonValue = [list(rows.digests), options.limit, drawn]
    return hashlib.sha256(canonical_json(taken)).hexdigest()


def _scored(
    pipeline: Pipeline, rows: Generations, setup: RunSetup, options: MonitorOptions
) -> MonitoredRun:
    """Score the rows; nothing is kept yet."""
    from factscore.cli.progress import show_progress
    from factscore.llm.usage import total_price
    from factscore.monitor import monitored
    from factscore.monitor.failures import Failures

    failures = Failures(carried=setup.decomposer == "input")
    try:
        with show_progress(rows.count, quiet=options.quiet) as progress:
            run = monitored(
                options.name,
                _items(pipeline, rows, options, progress, failures),
                time=options.time or rows.latest or datetime.now(UTC),
                digest=_digest(rows, options),
                setup=setup,
                rows=rows.rows,
            )
    finally:
        say_usage(pipeline.usage(), quiet=options.quiet)
    _refuse_failure(run, failures, options)
    paid = total_price(pipeline.usage()) if pipeline.asks_chat_models else None
    return replace(run, cost=paid)


def _refuse_failure(run: MonitoredRun, failures: Failures, options: MonitorOptions) -> None:
    """A judge that is down says nothing of the texts: kept, the run could not be tried again."""
    from factscore.records import Status

    if words := failures.words():
        cache = "" if options.judging.no_cache else "; the cache keeps what was answered"
        raise ModelError(f"{words}: nothing is kept, run the same command again{cache}")
    failed = run.statuses[Status.DECOMPOSE_FAILED] + run.statuses[Status.JUDGE_FAILED]
    if run.score is None and failed:
        raise ModelError(
            f"no item was scored: decomposer or judge failed with {failed:,} of {run.items:,};"
            " nothing is kept, mend it and run the same command again"
        )


def _items(
    pipeline: Pipeline,
    rows: Generations,
    options: MonitorOptions,
    progress: Progress,
    failures: Failures,
) -> Iterator[ItemResult]:
    unscored = Unscored()
    note = teller(quiet=options.quiet)
    with closing(pipeline.run(rows, progress.facts, note)) as results:
        for item in results:
            progress.item()
            unscored.add(item)
            failures.add(item)
            yield item
    if not options.quiet:
        unscored.say()


def _say(remarks: Iterable[str], options: MonitorOptions) -> None:
    if not options.quiet:
        for remark in remarks:
            click.echo(remark, err=True)


def _about_rows(rows: Generations, chosen: str, options: MonitorOptions) -> Iterator[str]:
    yield from rows.remarks
    if options.decomposer is None:
        text = f"{rows.carried:,} of {rows.items:,} rows carry facts; choose another"
        yield f"decomposer: {chosen} ({text} with --decomposer)"


def _about_run(kept: Kept, newest: MonitoredRun, options: MonitorOptions) -> Iterator[str]:
    run = kept.run
    if kept.moved:
        yield (
            f"the clock is behind the last run, whose time this one gets: {run.time.isoformat()}"
        )
    textfile = "; --prometheus tells the last" * bool(options.prometheus)
    if newest.time < run.time:
        yield (
            f"its time, {run.time.isoformat()}, lay in the future when it was kept: it is judged"
            f" in its place, and the last run is that of {newest.time.isoformat()}{textfile}"
        )
    elif newest != run:
        yield (
            f"later runs of {run.name} are kept, the last of {newest.time.isoformat()}: this one"
            f" is judged in its place{textfile}"
        )
    if not options.has_rule:
        yield "no rule: the run is only kept; --min-score and --max-drop raise alarms"
    yield from options.remarks()


def _write(
    judgement: Judgement, newest: Judgement, options: MonitorOptions, *, repeated: bool
) -> None:
    """The textfile and the log; what keeps one from being written does not keep the other."""
    from factscore.monitor.log import append_line, log_line
    from factscore.monitor.prometheus import write_textfile

    failures = []
    try:
        if options.prometheus is not None:
            write_textfile(options.prometheus, newest)
    except OutputError as error:
        failures.append(str(error))
    try:
        if options.log is not None:
            append_line(options.log, log_line(judgement, options.rules(), repeated=repeated))
    except OutputError as error:
        failures.append(str(error))
    if failures:
        raise OutputError("; ".join(failures))


def _print(judgement: Judgement, options: MonitorOptions, *, repeated: bool) -> None:
    from factscore.monitor.log import log_line
    from factscore.report.monitor import judged_line

    rules = options.rules()
    if options.as_json:
        click.echo(log_line(judgement, rules, repeated=repeated), nl=False)
    else:
        click.echo(judged_line(judgement, rules))


for _command in (list_series, show, plot):
    monitor.add_command(_command)
