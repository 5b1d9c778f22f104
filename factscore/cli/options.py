"""Options: those for reading, and those of ``factscore score`` with what they exclude."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

import click

from factscore.cli.judging import JUDGING, Judging
from factscore.settings import Settings

_DEFAULT = Settings()
Format: TypeAlias = Literal["table", "markdown", "csv", "json", "parquet"]


@dataclass(frozen=True, slots=True)
class Options:
    """The options of ``factscore score``; their meaning stands in their help."""

    files: tuple[str, ...]
    facts: Literal["human", "model"]
    labels: str | None
    limit: int | None
    decomposer: str | None
    judging: Judging
    dry_run: bool
    gamma: float
    f1_k: int
    partial: bool
    calibration: str | None
    out: str | None
    html: str | None
    form: Format
    as_json: bool
    show: int
    fail_under: float | None
    quiet: bool

    @property
    def printed(self) -> Format:
        """How the models are printed."""
        return "json" if self.as_json else self.form

    def settings(self) -> Settings:
        """What the pipeline and the summary need of them."""
        return self.judging.settings(gamma=self.gamma, f1_k=self.f1_k, partial=self.partial)

    def refuse_contradictions(self) -> None:
        """Raise ``UsageError`` where options exclude each other or an output is an input."""
        from factscore.cli.output import refuse_overwriting, same_file

        if self.fail_under is not None and math.isnan(self.fail_under):
            raise click.UsageError("--fail-under is no number; give one from 0 to 1")
        if self.as_json and self.form not in ("table", "json"):
            raise click.UsageError(f"--json and --format {self.form} exclude each other")
        if self.printed == "parquet":
            _refuse_parquet(self.f1_k)
        inputs = [*self.files, *self.judging.inputs, *filter(None, [self.calibration])]
        for option, path in (("--out", self.out), ("--html", self.html)):
            if path == "-":
                raise click.UsageError(f"{option} - would mix with the summary; name a file")
            if path is not None:
                refuse_overwriting(path, inputs, option)
        if self.out is not None and self.html is not None and same_file(self.out, self.html):
            raise click.UsageError(f"--out and --html would both write {self.out}")


def _refuse_parquet(f1_k: int) -> None:
    """Where it cannot be written, which is better told before hours of judging."""
    from factscore.report.formats import model_table

    if sys.stdout.isatty():
        raise click.UsageError("--format parquet is for a file: … --format parquet > FILE")
    model_table((), f1_k, "parquet")


Decorator: TypeAlias = Callable[[Callable[..., Any]], Callable[..., Any]]

READING: tuple[Decorator, ...] = (
    click.option(
        "--labels",
        metavar="NAME",
        help="Labels to use of released predictions (their name), or of our results (label).",
    ),
    click.option(
        "--limit",
        type=click.IntRange(min=1),
        metavar="N",
        help="Use only the first N items of each file; all are checked.",
    ),
)
"""What to take of the files; for every command that reads facts with labels."""

QUIET: Decorator = click.option(
    "--quiet", "-q", is_flag=True, help="No progress and no remarks on standard error."
)

FACTS: Decorator = click.option(
    "--facts",
    type=click.Choice(["human", "model"]),
    default="human",
    help="Whose facts to take from FActScore's labelled files.",
)
GAMMA: Decorator = click.option(
    "--gamma",
    type=click.FloatRange(min=0),
    default=_DEFAULT.gamma,
    help="Length penalty below this many facts; 0 is off.",
)
DECOMPOSER: Decorator = click.option(
    "--decomposer",
    metavar="SPEC",
    show_default="input where rows carry facts, rules elsewhere",
    help="Who splits texts into facts: input | rules | openai:MODEL | anthropic:MODEL |"
    " scripted:FILE; input+… for the rows without facts.",
)
_SCORE: tuple[Decorator, ...] = (
    GAMMA,
    click.option(
        "--f1-k",
        type=click.IntRange(min=1),
        default=_DEFAULT.f1_k,
        help="K of F1@K: how many supported facts are full recall.",
    ),
    click.option(
        "--partial",
        is_flag=True,
        help="Report the mean probability of support too, beside the share of supported facts.",
    ),
    click.option(
        "--calibration",
        metavar="FILE",
        help="Add the score that people would give, by a file of factscore calibrate; verdicts and"
        " raw scores stay as they are, the file's threshold is not applied.",
    ),
)
_OUTPUT: tuple[Decorator, ...] = (
    click.option(
        "--dry-run",
        is_flag=True,
        help="Only estimate calls, tokens and price of chat models, without network.",
    ),
    click.option(
        "--out",
        metavar="FILE",
        help="Write one line of JSON an item, with every fact and its evidence.",
    ),
    click.option(
        "--html", metavar="FILE", help="Write a page with every model, item, fact and its evidence."
    ),
    click.option(
        "--format",
        "form",
        type=click.Choice(get_args(Format)),
        default="table",
        help="How the models are printed; json is the whole summary, parquet is for a file.",
    ),
    click.option("--json", "as_json", is_flag=True, help="The same as --format json."),
    click.option(
        "--show",
        type=click.IntRange(min=0),
        default=0,
        metavar="N",
        help="Print the first N items fact by fact.",
    ),
    click.option(
        "--fail-under",
        type=click.FloatRange(0, 1),
        metavar="X",
        help="Exit 3 when a model's score is below X (0 to 1).",
    ),
)


def add_options(command: Callable[..., Any], options: Sequence[Decorator]) -> Callable[..., Any]:
    """Give a command options, in the order in which help shows them."""
    for option in reversed(options):
        command = option(command)
    return command


def score_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command every option of ``Options``."""
    options = (FACTS, *READING, DECOMPOSER, *JUDGING, *_SCORE, *_OUTPUT, QUIET)
    return add_options(command, options)
