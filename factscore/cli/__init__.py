"""The command line: one module a command, each imported when it is named.

Exit status: 0 done, 1 an error told in one line, 2 wrong usage, 3 a threshold missed or an
alarm, 130 interrupted.
"""

from __future__ import annotations

import codecs
import importlib
import io
import os
import signal
import sys
import time
from collections.abc import Sequence
from types import FrameType
from typing import NoReturn

import click

from factscore.errors import FactscoreError, InputError, UsageError

COMMANDS = {
    "agree": "factscore.cli.agree:agree",
    "cache": "factscore.cli.cache:cache",
    "calibrate": "factscore.cli.calibrate:calibrate",
    "compare": "factscore.cli.compare:compare",
    "judges": "factscore.cli.judges:judges",
    "knowledge": "factscore.cli.knowledge:knowledge",
    "monitor": "factscore.cli.monitor:monitor",
    "report": "factscore.cli.report:report",
    "score": "factscore.cli.score:score",
}
INTERRUPTED = 130
CACHED = ("agree", "calibrate", "monitor", "score")
"""Commands that keep their answers in a cache, and go on from there."""
SHARED = {"CACHE", "HISTORY", "KNOWLEDGE"}
"""Options that one variable sets for every command: FACTSCORE_CACHE."""


class _LazyGroup(click.Group):
    """A group that imports a command's module only when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name].split(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        _name_variables(command, f"FACTSCORE_{cmd_name.upper()}")
        return command


def _name_variables(command: click.Command, prefix: str) -> None:
    """Give every option the environment variable that its name leads one to expect."""
    for option in command.params:
        if isinstance(option, click.Option):
            name = max(option.opts, key=len).lstrip("-").replace("-", "_").upper()
            option.envvar = [f"{prefix}_{name}", *([f"FACTSCORE_{name}"] if name in SHARED else [])]
    if isinstance(command, click.Group):
        for name, subcommand in command.commands.items():
            _name_variables(subcommand, f"{prefix}_{name.upper()}")


@click.group(
    cls=_LazyGroup,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "show_default": True,
    },
    epilog="Start with: factscore score benchmarks/bios/*.jsonl --knowledge knowledge/sample.jsonl",
)
@click.version_option(package_name="factscore")
def cli() -> None:
    """How much of this text is true: split it into facts, check each, average.

    Every option can be set by an environment variable named after its command, e.g.
    FACTSCORE_SCORE_JUDGE=nli; FACTSCORE_KNOWLEDGE, FACTSCORE_CACHE and
    FACTSCORE_HISTORY serve all commands.
    """


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit."""
    signal.signal(signal.SIGINT, _Interrupts())
    sys.exit(run(arguments))


class _Interrupts:
    """The first Ctrl-C stops the run in order, one a second later or more stops it at once.

    What comes sooner is the same keypress: some shells and time limits signal twice, and an
    interruption of the tidying up would abort the process.
    """

    def __init__(self) -> None:
        self._first: float | None = None

    def __call__(self, number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        if self._first is None:
            self._first = now
            raise KeyboardInterrupt
        if now - self._first >= 1:
            os._exit(INTERRUPTED)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; every error of ours is told in words, without a traceback."""
    _prepare_streams()
    try:
        status = cli.main(arguments, prog_name="factscore", standalone_mode=False)
        sys.stdout.flush()
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        _say(_interruption(sys.argv[1:] if arguments is None else arguments))
        return INTERRUPTED
    except UsageError as error:
        _say(f"Error: {error}")
        return 2
    except InputError as error:
        _say("\n".join(error.problems))
        _say(f"Error: {error.total:,} problem(s); nothing was done")
        return 1
    except FactscoreError as error:
        _say(f"Error: {error}")
        return 1
    except BrokenPipeError:
        _drop_output()  # the reader (`| head`) has gone, and nobody is left to tell
        return 1
    except OSError as error:
        _drop_output()
        where = error.filename or "standard output"
        _say(f"Error: {where}: {error.strerror}; check the path and the room on its disk")
        return 1
    return status if isinstance(status, int) else 0


def _interruption(arguments: Sequence[str]) -> str:
    """What an interrupted command has left behind."""
    if arguments and arguments[0] in CACHED:
        return "interrupted; the same command goes on from what its cache has, if it has one"
    if list(arguments[:2]) == ["knowledge", "build"]:
        return "interrupted; an older store is replaced only by one that is complete"
    return "interrupted"


def _prepare_streams() -> None:
    """Closed streams become empty ones, and marks that a terminal lacks plain ones."""
    codecs.register_error("plain", _plain)
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115, PTH123
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plain")


_PLAIN = {"✓": "+", "✗": "-", "–": "-", "−": "-", "…": "...", "×": "x"}


def _plain(error: UnicodeError) -> tuple[str, int]:
    """What stands for characters that a stream's encoding does not have."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(_PLAIN.get(character, "?") for character in missing), error.end


def _drop_output() -> None:
    """Keep the interpreter from failing once more over what is still buffered at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(message: str) -> None:
    click.echo(message, err=True)
