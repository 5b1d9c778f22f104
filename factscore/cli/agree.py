"""``factscore agree``: a judge against people."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from factscore.cli.calling import say_usage, teller
from factscore.cli.judging import JUDGING, Judging, take_judging
from factscore.cli.options import QUIET, READING, add_options

if TYPE_CHECKING:
    from factscore.agreement import AgreementResult, Irrelevant
    from factscore.agreement.run import Plan
    from factscore.pipeline import Pipeline
    from factscore.records import JsonValue

_PRINT = "-"
"""The JSON file that stands for standard output."""

_COMPARING = (
    click.option(
        "--irrelevant",
        type=click.Choice(["not-supported", "drop"]),
        default="not-supported",
        help="Facts that people call irrelevant: not supported, as published, or left out.",
    ),
    click.option(
        "--by",
        metavar="FIELD",
        help="Split by a field of the rows, such as cat, cat.0, meta.region, topic or model.",
    ),
)
_REPORTING = (
    click.option(
        "--wrong",
        type=click.IntRange(min=0),
        default=5,
        metavar="N",
        help="List the N facts where the judge is most confidently wrong.",
    ),
    click.option(
        "--json",
        metavar="[FILE]",
        is_flag=False,
        flag_value=_PRINT,
        help="Write the numbers as JSON; without FILE (or -) instead of the table.",
    ),
    click.option("--html", metavar="FILE", help="Write a page with tables, curve and mistakes."),
)


@dataclass(frozen=True, slots=True)
class AgreeOptions:
    """The options of ``factscore agree``; their meaning stands in their help."""

    files: tuple[str, ...]
    labels: str | None
    limit: int | None
    judging: Judging
    irrelevant: Irrelevant
    by: str | None
    wrong: int
    json: str | None
    html: str | None
    quiet: bool

    def refuse_contradictions(self) -> None:
        """Raise ``UsageError`` where an output is an input, another output or no file."""
        from factscore.cli.output import refuse_overwriting, same_file

        if self.html == "-":
            raise click.UsageError("--html - would mix with the table; name a file")
        written = None if self.json == _PRINT else self.json
        if self.html is not None and written is not None and same_file(self.html, written):
            raise click.UsageError(f"--json and --html would both write {self.html}")
        inputs = [*self.files, *self.judging.inputs]
        if self.html is not None:
            refuse_overwriting(self.html, inputs, "--html")
        if written is not None:
            refuse_overwriting(written, inputs, "--json")
            _refuse_rows(written)


def _refuse_rows(path: str) -> None:
    """``--json a.jsonl b.jsonl`` means a.jsonl for an input and would overwrite it."""
    target = Path(path)
    # What this command writes is indented, so that its first line is a bracket alone.
    if target.is_file() and target.stat().st_size and not _begins_with_bracket(target):
        raise click.UsageError(
            f"--json {path} would overwrite a file that is no JSON of this command; put --json"
            " after the files, write --json - to print, or name a new file"
        )


def _begins_with_bracket(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(2) == b"{\n"


def agree_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command every option of ``AgreeOptions``."""
    return add_options(command, (*READING, *JUDGING, *_COMPARING, *_REPORTING, QUIET))


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="LABELED...")
@agree_options
def agree(**options: Any) -> None:
    """Compare a judge with people on the labelled facts in LABELED...

    Facts have labels S, NS or IR; JSONL, JSON, CSV, FActScore's labelled files and released
    predictions, and our own results are read. Accuracy, AUC, calibration and score error
    come per file and over all, each with a 95 % interval by bootstrap over items.
    """
    _agree(AgreeOptions(judging=take_judging(options), **options))


def _agree(options: AgreeOptions) -> None:
    from factscore.agreement import plan_comparison, refuse_labels
    from factscore.read import read_generations
    from factscore.report.agreement import print_agreement

    options.refuse_contradictions()
    refuse_labels(options.judging.judge)
    rows = read_generations(options.files, labels=options.labels, limit=options.limit)
    plan = plan_comparison(rows, irrelevant=options.irrelevant, by=options.by)
    judging = options.judging
    with ExitStack() as files:
        # Opened before the work: hours of judging for a file that cannot be written.
        write_html = _opened(options.html, files)
        write_json = _opened(options.json, files)
        with judging.open("input", judging.settings()) as pipeline:
            try:
                result = _compare(pipeline, plan, options)
            finally:
                say_usage(pipeline.usage(), quiet=options.quiet)
        write_html(_html(result))
        write_json(_json(result, options))
    if options.json != _PRINT:
        print_agreement(result, sys.stdout)
    if not options.quiet:
        _explain_nothing(result)


def _compare(pipeline: Pipeline, plan: Plan, options: AgreeOptions) -> AgreementResult:
    from factscore.agreement import compare
    from factscore.cli.progress import show_progress

    with show_progress(len(plan.to_judge()), quiet=options.quiet) as progress:
        return compare(
            pipeline,
            plan,
            wrong=options.wrong,
            on_facts=progress.facts,
            on_item=progress.item,
            on_note=teller(quiet=options.quiet),
        )


def _opened(path: str | None, files: ExitStack) -> Callable[[bytes], None]:
    from factscore.cli.output import open_result

    return (lambda data: None) if path is None else files.enter_context(open_result(path))


def _html(result: AgreementResult) -> bytes:
    from factscore.report.agreement_html import agreement_html

    return agreement_html(result)


def _json(result: AgreementResult, options: AgreeOptions) -> bytes:
    from factscore.report.agreement_json import agreement_json

    settings: dict[str, JsonValue] = {
        "top_k": options.judging.top_k,
        "retrieve": options.judging.retrieve,
        "missing_topic": options.judging.missing_topic,
        "evidence": options.judging.evidence,
        "labels": options.labels,
        "limit": options.limit,
    }
    return agreement_json(result, settings=settings)


def _explain_nothing(result: AgreementResult) -> None:
    from factscore.records import Reason, Status

    for file in result.files:
        if not file.counts.compared:
            reasons = ", ".join(f"{why} {n:,}" for why, n in file.counts.unscored.items())
            without_evidence = {Status.TOPIC_NOT_FOUND, Reason.NO_EVIDENCE}
            store = not without_evidence.isdisjoint(file.counts.unscored)
            click.echo(
                f"{file.name}: no fact has a verdict ({reasons or 'none is left to judge'})"
                + ("; is --knowledge the store with these topics?" if store else ""),
                err=True,
            )
