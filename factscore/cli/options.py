"""Options: those that commands share, and those of ``factscore score`` with what they exclude."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import click

from factscore import settings as defaults
from factscore.cli.calling import CALLING
from factscore.settings import Calling, Settings

_DEFAULT = Settings()


@dataclass(frozen=True, slots=True)
class Options:
    """The options of ``factscore score``; their meaning stands in their help."""

    files: tuple[str, ...]
    facts: Literal["human", "model"]
    labels: str | None
    limit: int | None
    decomposer: str | None
    judge: str
    knowledge: tuple[str, ...]
    cache: str
    no_cache: bool
    offline: bool
    threads: int | None
    top_k: int
    retrieve: Literal["topic", "store"]
    missing_topic: Literal["skip", "search"]
    three_way: bool
    calling: Calling
    dry_run: bool
    gamma: float
    f1_k: int
    partial: bool
    calibration: str | None
    out: str | None
    as_json: bool
    show: int
    fail_under: float | None
    quiet: bool

    def settings(self) -> Settings:
        """What the pipeline and the summary need of them."""
        return Settings(
            top_k=self.top_k,
            retrieve=self.retrieve,
            missing_topic=self.missing_topic,
            gamma=self.gamma,
            f1_k=self.f1_k,
            offline=self.offline,
            partial=self.partial,
            three_way=self.three_way,
        )

    def refuse_contradictions(self) -> None:
        """Raise ``UsageError`` where options exclude each other or an output is an input."""
        from factscore.cli.output import refuse_overwriting

        if self.fail_under is not None and math.isnan(self.fail_under):
            raise click.UsageError("--fail-under is no number; give one from 0 to 1")
        if self.out == "-":
            raise click.UsageError("--out - would mix with the summary; name a file")
        if self.out is not None:
            inputs = [*self.files, *self.knowledge, self.cache]
            refuse_overwriting(self.out, [*inputs, *filter(None, [self.calibration])])


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

JUDGING: tuple[Decorator, ...] = (
    click.option(
        "--judge",
        metavar="SPEC",
        default=defaults.JUDGE,
        help="Who decides support: nli | nli:MODEL | openai:MODEL | anthropic:MODEL |"
        " scripted:FILE | labels; see factscore judges.",
    ),
    click.option(
        "--knowledge",
        metavar="PATH",
        multiple=True,
        # Not for its checks: a list in the environment is split as paths are.
        type=click.Path(),
        default=[defaults.KNOWLEDGE],
        help="A store (.db) or articles (.jsonl); given more than once, all of them, the first"
        " one that has a topic's article first.",
    ),
    click.option("--cache", metavar="PATH", default=defaults.CACHE, help="Where answers are kept."),
    click.option("--no-cache", is_flag=True, help="Compute everything anew, keep nothing."),
    click.option("--offline", is_flag=True, help="Answer from the cache only; a miss is an error."),
    click.option(
        "--threads",
        type=click.IntRange(min=1),
        show_default="all cores",
        help="CPU threads of a local judge.",
    ),
    click.option(
        "--top-k",
        type=click.IntRange(min=1),
        default=_DEFAULT.top_k,
        help="Passages a fact is judged by.",
    ),
    click.option(
        "--retrieve",
        type=click.Choice(["topic", "store"]),
        default=_DEFAULT.retrieve,
        help="Where passages come from: the article of the row's topic (the whole store for rows"
        " without a topic), or the whole store for all rows; see knowledge index.",
    ),
    click.option(
        "--missing-topic",
        type=click.Choice(["skip", "search"]),
        default=_DEFAULT.missing_topic,
        help="Rows whose topic has no article: give no score, or search the whole store.",
    ),
    *CALLING,
)
"""Who judges, by what evidence, remembered where; for every command that judges."""

QUIET: Decorator = click.option(
    "--quiet", "-q", is_flag=True, help="No progress and no remarks on standard error."
)

_FACTS: Decorator = click.option(
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
_DECOMPOSER: Decorator = click.option(
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
        "--json", "as_json", is_flag=True, help="Print the summary as JSON instead of the table."
    ),
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
    options = (_FACTS, *READING, _DECOMPOSER, *JUDGING, *_SCORE, *_OUTPUT, QUIET)
    return add_options(command, options)
