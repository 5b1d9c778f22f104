"""Options of ``factscore monitor``, and what they exclude."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple

import click

from factscore.cli.judging import JUDGING, Judging
from factscore.cli.options import DECOMPOSER, FACTS, GAMMA, QUIET, READING, Decorator, add_options
from factscore.monitor.records import AHEAD, DEFAULT_BASELINE, Baseline, Rules
from factscore.settings import Settings

HISTORY = "history.db"
_TEXTFILE = b"# HELP "
"""How a Prometheus textfile of ours begins."""


class Periods(NamedTuple):
    """So many breaches among so many runs."""

    breaches: int
    runs: int


def _periods(ctx: click.Context, param: click.Parameter, value: str | None) -> Periods | None:
    """``3`` is 3 of the last 3 runs, ``2/3`` 2 of them."""
    if value is None:
        return None
    found = re.fullmatch(r"(?:([0-9]{1,9})/)?([0-9]{1,9})", value.strip())
    runs = int(found[2]) if found else 0
    breaches = int(found[1] or runs) if found else 0
    if not 1 <= breaches <= runs:
        raise click.BadParameter(f"{value!r}: give N (3: the last 3 runs) or M/N (2/3: 2 of them)")
    return Periods(breaches, runs)


def _baseline(ctx: click.Context, param: click.Parameter, value: str | None) -> Baseline | None:
    """``last`` is one run."""
    if value is None:
        return None
    if value == "last":
        return 1
    if re.fullmatch(r"[0-9]{1,6}", value) and int(value) >= 1:
        return int(value)
    try:
        if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
            return date.fromisoformat(value)
    except ValueError as error:
        raise click.BadParameter(f"{value!r} is no day ({error})") from error
    raise click.BadParameter(f"{value!r}: give last, a number of runs, or a day as 2026-11-01")


def _time(ctx: click.Context, param: click.Parameter, value: str | None) -> datetime | None:
    """Without a zone it is UTC."""
    if value is None:
        return None
    try:
        time = datetime.fromisoformat(value.strip())
        time = (time if time.tzinfo else time.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise click.BadParameter(
            f"{value!r} is no time; write it as 2026-11-01 or 2026-11-01T06:00:00Z"
        ) from error
    if time - AHEAD > datetime.now(UTC):
        raise click.BadParameter(f"{value!r} lies in the future; say when the texts were written")
    return time


history_option = click.option(
    "--history",
    metavar="FILE",
    default=HISTORY,
    show_default=True,
    help="The file that keeps the runs of every series.",
)
_SERIES: tuple[Decorator, ...] = (
    click.option(
        "--name",
        metavar="NAME",
        required=True,
        help="The series that the run belongs to, such as the job's name.",
    ),
    history_option,
    click.option(
        "--time",
        callback=_time,
        metavar="ISO",
        show_default="latest timestamp of the rows, else now",
        help="When the texts were written (UTC unless it says otherwise).",
    ),
    click.option(
        "--sample",
        type=click.IntRange(min=1),
        metavar="N",
        help="Score so many rows, drawn at random; the interval widens accordingly.",
    ),
    click.option(
        "--seed",
        type=int,
        metavar="S",
        show_default="0",
        help="Another seed draws another sample.",
    ),
)
_RULES: tuple[Decorator, ...] = (
    click.option(
        "--min-score",
        type=click.FloatRange(0, 1),
        metavar="X",
        help="A run whose whole 95 % interval lies below X (0 to 1) is a breach.",
    ),
    click.option(
        "--max-drop",
        type=click.FloatRange(0, 1),
        metavar="X",
        help="So is one that fell by more than X (0.05: five points) against the baseline, if the"
        " fall's 95 % interval excludes 0.",
    ),
    click.option(
        "--baseline",
        callback=_baseline,
        metavar="last|N|DATE",
        show_default=str(DEFAULT_BASELINE),
        help="What a fall is measured from: the run before, the mean of up to N runs before, or"
        " the runs of a day (2026-11-01, UTC). An alarm ends by itself once the low runs have"
        " become the baseline: with last at the next run, with a day never.",
    ),
    click.option(
        "--periods",
        callback=_periods,
        metavar="N|M/N",
        show_default="1",
        help="An alarm is N breaches in a row, or M among the last N runs.",
    ),
    click.option(
        "--no-data",
        type=click.Choice(["breach", "ignore"]),
        show_default="breach where there is a rule, else ignore",
        help="What a run without a score is.",
    ),
)
_OUTPUT: tuple[Decorator, ...] = (
    click.option(
        "--prometheus",
        metavar="FILE",
        help="Write the series' latest run as a textfile for node_exporter; name it *.prom.",
    ),
    click.option("--log", metavar="FILE", help="Append the run as one line of JSON."),
    click.option(
        "--json", "as_json", is_flag=True, help="Print that line of JSON instead of the text."
    ),
)


@dataclass(frozen=True, slots=True)
class MonitorOptions:
    """The options of ``factscore monitor FILE...``; their meaning stands in their help."""

    files: tuple[str, ...]
    facts: Literal["human", "model"]
    labels: str | None
    limit: int | None
    decomposer: str | None
    gamma: float
    judging: Judging
    name: str
    history: str
    time: datetime | None
    sample: int | None
    seed: int | None
    min_score: float | None
    max_drop: float | None
    baseline: Baseline | None
    periods: Periods | None
    no_data: Literal["breach", "ignore"] | None
    prometheus: str | None
    log: str | None
    as_json: bool
    quiet: bool

    def settings(self) -> Settings:
        """What the pipeline needs of them."""
        return self.judging.settings(gamma=self.gamma)

    def rules(self) -> Rules:
        """By what the run is judged."""
        periods = self.periods or Periods(1, 1)
        return Rules(
            min_score=self.min_score,
            max_drop=self.max_drop,
            baseline=self.baseline or DEFAULT_BASELINE,
            breaches=periods.breaches,
            periods=periods.runs,
            no_data=self.no_data or ("breach" if self.has_rule else "ignore"),
        )

    @property
    def has_rule(self) -> bool:
        """Whether a score can be in breach."""
        return self.min_score is not None or self.max_drop is not None

    def remarks(self) -> Iterator[str]:
        """What makes sense, and yet may not do what is expected of it."""
        rules = self.rules()
        if self.min_score is not None or self.max_drop is None:
            return
        if isinstance(rules.baseline, int) and rules.breaches > rules.baseline:
            given = "last" if rules.baseline == 1 else rules.baseline
            yield (
                f"a lasting fall raises no alarm: --baseline {given} is as low as the runs before"
                f" {rules.breaches} of them are in breach; give a longer one, such as"
                f" --baseline {max(DEFAULT_BASELINE, rules.breaches)}"
            )

    def refuse_contradictions(self) -> None:
        """Raise ``UsageError`` where options make no sense together or an output is an input."""
        self._refuse_numbers()
        if not self.name.strip() or not self.name.isprintable():
            raise click.UsageError(
                f"--name {self.name!r} is no name for a series; give one that can be read in a line"
            )
        if self.seed is not None and self.sample is None:
            raise click.UsageError("--seed chooses a sample; give its size with --sample N")
        self._refuse_files()

    def _refuse_numbers(self) -> None:
        for option, value in (("--min-score", self.min_score), ("--max-drop", self.max_drop)):
            if value is not None and math.isnan(value):
                raise click.UsageError(f"{option} is no number; give one from 0 to 1")
        if self.baseline is not None and self.max_drop is None:
            raise click.UsageError("--baseline is what --max-drop compares with; give both")
        if self.periods is not None and not self.has_rule and self.no_data != "breach":
            raise click.UsageError("--periods counts breaches; give --min-score or --max-drop")

    def _refuse_files(self) -> None:
        from factscore.cli.output import refuse_overwriting

        for path in self.files:
            if path in ("list", "show", "plot"):
                raise click.UsageError(
                    f"{path!r} comes first: factscore monitor {path}; a file of that name is"
                    f" ./{path}"
                )
        inputs = [*self.files, *self.judging.inputs]
        _refuse_same("--history", self.history, inputs)
        for option, target in (("--prometheus", self.prometheus), ("--log", self.log)):
            if target is None:
                continue
            if target == "-" or not target or Path(target).is_dir():
                raise click.UsageError(f"{option} {target} is no file; name one")
            _refuse_same(option, target, [self.history])
            refuse_overwriting(target, inputs, option)
        if self.prometheus is not None:
            _refuse_same("--prometheus", self.prometheus, [self.log] if self.log else [])
            _refuse_other_kind(self.prometheus)


def monitor_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command every option of ``MonitorOptions``."""
    scoring: tuple[Decorator, ...] = (FACTS, *READING, DECOMPOSER, *JUDGING, GAMMA)
    options = (*_SERIES, *_RULES, *_OUTPUT, *scoring, QUIET)
    return add_options(command, options)


def _refuse_same(option: str, path: str, others: Sequence[str]) -> None:
    from factscore.cli.output import same_file

    for other in others:
        if same_file(path, other):
            raise click.UsageError(f"{option} {path} would overwrite {other}; name another file")


def _refuse_other_kind(path: str) -> None:
    """A textfile is replaced whole, so what is there must be one."""
    target = Path(path)
    if not target.is_file() or not target.stat().st_size:
        return
    with target.open("rb") as file:
        ours = file.read(len(_TEXTFILE)) == _TEXTFILE
    if not ours:
        raise click.UsageError(
            f"--prometheus {path} would overwrite a file that is no textfile for Prometheus; name"
            " another"
        )
