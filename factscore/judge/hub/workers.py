"""One engine a device, each in a process of its own."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from factscore.errors import FactscoreError, ModelError
from factscore.judge.hub.engine import ClaimRows, Engine, EngineSettings
from factscore.judge.hub.kinds import Classes
from factscore.records import Claim


@dataclass(frozen=True, slots=True)
class _Failure:
    """An error, as it crosses between processes."""

    message: str


class Workers:
    """Shares claims out among devices and puts the answers back in order.

    The processes load their models side by side, and end with this object or the program.

    Raises:
        ModelError: A model cannot be loaded.
    """

    def __init__(self, settings: Sequence[EngineSettings]) -> None:
        self._model = settings[0].source.model
        self._ends = [_start(each) for each in settings]
        ready: list[Classes] = [self._receive(end) for end in self._ends]
        self.classes = ready[0]

    def rows(self, claims: Sequence[Claim]) -> list[ClaimRows]:
        """As ``Engine.rows``; every worker gets each n-th claim.

        Raises:
            ModelError: A worker failed or was ended.
        """
        count = len(self._ends)
        for number, end in enumerate(self._ends):
            self._send(end, claims[number::count])
        rows: list[ClaimRows] = [[] for _ in claims]
        for number, end in enumerate(self._ends):
            rows[number::count] = self._receive(end)
        return rows

    def _send(self, end: Connection[Any, Any], claims: Sequence[Claim]) -> None:
        try:
            end.send(list(claims))
        except OSError as error:
            raise self._ended() from error

    def _receive(self, end: Connection[Any, Any]) -> Any:
        try:
            answer = end.recv()
        except (EOFError, OSError) as error:
            raise self._ended() from error
        if isinstance(answer, _Failure):
            raise ModelError(answer.message)
        return answer

    def _ended(self) -> ModelError:
        return ModelError(
            f"a process of the judge nli:{self._model} has ended, perhaps for want of memory; run "
            "again to go on from the cache (a script of yours needs if __name__ == '__main__')"
        )


def _start(settings: EngineSettings) -> Connection[Any, Any]:
    # Spawned, not forked: a GPU does not survive a fork.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=serve, args=(theirs, settings), daemon=True)
    process.start()
    theirs.close()
    return ours


def serve(end: Connection[Any, Any], settings: EngineSettings) -> None:
    """Answer claims until the other end is closed; what runs in a worker process."""
    # Ctrl-C is the parent's to tell; the closed connection ends us.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):  # the other end is closed
        for answer in _answers(end, settings):
            end.send(answer)


def _answers(
    end: Connection[Any, Any], settings: EngineSettings
) -> Iterator[Classes | list[ClaimRows] | _Failure]:
    try:
        engine = Engine(settings)
        yield engine.classes
        while (claims := _received(end)) is not None:
            yield engine.rows(claims)
    except FactscoreError as error:
        yield _Failure(str(error))
    except Exception as error:
        lines = str(error).splitlines() or [""]
        yield _Failure(
            f"the judge nli:{settings.source.model} failed on {settings.device} "
            f"({type(error).__name__}: {lines[0][:300]}); choose other devices, or report it"
        )


def _received(end: Connection[Any, Any]) -> list[Claim] | None:
    try:
        claims: list[Claim] = end.recv()
    except (EOFError, OSError):
        return None
    return claims
