"""``factscore calibrate``: what a judge gets wrong, kept for corrected scores."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from factscore.cli.calling import say_usage, teller
from factscore.cli.judging import JUDGING, Judging, take_judging
from factscore.cli.options import GAMMA, QUIET, READING, add_options
from factscore.cli.unscored import Unscored

if TYPE_CHECKING:
    from factscore.read.facts import FactsKind
    from factscore.records import ItemResult

_OUTPUT = (
    click.option(
        "--decomposer",
        type=click.Choice(["input", "rules"]),
        default="input",
        help="Who split the texts into these facts before people labelled them: the rows come"
        " with facts (input), or this program made them (rules).",
    ),
    click.option(
        "--facts",
        type=click.Choice(["human", "model"]),
        default="human",
        help="Whose facts these are, as in score --facts; the model's get labels in a results"
        " file.",
    ),
    GAMMA,
    click.option(
        "--out", metavar="FILE", required=True, help="The file to write, for score --calibration."
    ),
)
_HEAD = 64
"""Bytes in which a calibration says what it is."""


@dataclass(frozen=True, slots=True)
class CalibrateOptions:
    """The options of ``factscore calibrate``; their meaning stands in their help."""

    files: tuple[str, ...]
    labels: str | None
    limit: int | None
    judging: Judging
    decomposer: str
    facts: FactsKind
    gamma: float
    out: str
    quiet: bool

    def refuse_contradictions(self) -> None:
        """Raise ``UsageError`` where the output is an input or another kind of file."""
        from factscore.cli.output import refuse_overwriting

        if self.out == "-":
            raise click.UsageError("--out - would mix with the table; name a file")
        refuse_overwriting(self.out, [*self.files, *self.judging.inputs])
        if not _may_be_replaced(Path(self.out)):
            raise click.UsageError(
                f"--out {self.out} would overwrite a file that is no calibration; name another"
            )


def calibrate_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command every option of ``CalibrateOptions``."""
    return add_options(command, (*READING, *JUDGING, *_OUTPUT, QUIET))


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="LABELED...")
@calibrate_options
def calibrate(**options: Any) -> None:
    """Measure a judge on the labelled facts in LABELED..., for corrected scores.

    Items whose facts all have labels (S, NS or IR) are judged, and their counts kept with
    sensitivity, specificity and the best threshold of each model. With the file, score
    --calibration adds the score that people would give, for the same model, judge,
    decomposer, facts, store and top-k. Let chance choose which of a model's items people
    label (--limit takes the first): 20 do.
    """
    _calibrate(CalibrateOptions(judging=take_judging(options), **options))


def _calibrate(options: CalibrateOptions) -> None:
    from factscore.agreement import refuse_labels
    from factscore.calibration import calibration_json, choose_rows, conclude, gather
    from factscore.calibration.run import DECOMPOSER
    from factscore.cli.output import open_result
    from factscore.cli.progress import show_progress
    from factscore.read import read_generations
    from factscore.report.calibration import print_calibration

    options.refuse_contradictions()
    refuse_labels(options.judging.judge)
    rows = choose_rows(
        read_generations(
            options.files, facts=options.facts, labels=options.labels, limit=options.limit
        )
    )
    settings = options.judging.settings(gamma=options.gamma)
    with (
        open_result(options.out) as write,
        options.judging.open(DECOMPOSER, settings) as pipeline,
    ):
        unscored = Unscored()
        try:
            with show_progress(len(rows.usable), quiet=options.quiet) as progress:
                results = pipeline.run(rows.usable, progress.facts, teller(quiet=options.quiet))
                counted = _counted(results, progress.item, unscored.add)
                learned = gather(counted, rows.left_out)
        finally:
            if not options.quiet:
                unscored.say()
            say_usage(pipeline.usage(), quiet=options.quiet)
        calibration = conclude(learned, pipeline, settings, options.decomposer, options.facts)
        write(calibration_json(calibration))
    print_calibration(calibration, learned.left_out, sys.stdout)


def _counted(
    results: Iterator[ItemResult], told: Callable[[], None], seen: Callable[[ItemResult], None]
) -> Iterator[ItemResult]:
    for result in results:
        told()
        seen(result)
        yield result


def _may_be_replaced(path: Path) -> bool:
    """Whether a path holds nothing, or an earlier calibration."""
    from factscore.calibration.file import FORMAT

    if not path.is_file():
        return True
    with path.open("rb") as file:
        head = file.read(_HEAD)
    return not head or FORMAT.encode() in head
