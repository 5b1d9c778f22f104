"""When a server that does not answer is taken for gone."""

from __future__ import annotations

import time
from collections.abc import Callable

from factscore.errors import CallError, ModelError

ENOUGH = 5
"""Calls in a row without an answer, each with all its tries, after which a run stops."""


class Outage:
    """Counts calls of one model that reached nobody; any answer, an error too, ends the row.

    All calls that are under way at a hiccup fail in one moment, few or many. So there must
    also be one that was sent when the first of the row had failed already: with six tries
    again a server is gone when nobody has been there for about 40 seconds.

    Args:
        clock: seconds that only grow.

    Example:
        >>> outage = Outage(clock=iter([21.0, 21.1, 21.2, 21.3, 21.4, 42.0]).__next__)
        >>> [outage.failed(sent) for sent in (0.0, 0.1, 0.2, 0.3, 0.4, 21.1)]
        [False, False, False, False, False, True]
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._count = 0
        self._first = 0.0

    def answered(self) -> None:
        """The server said something."""
        self._count = 0

    def failed(self, sent: float) -> bool:
        """One more call had no answer; whether the server is gone.

        Args:
            sent: when the call was sent, by the clock.
        """
        now = self._clock()
        if not self._count:
            self._first = now
        self._count += 1
        return self._count >= ENOUGH and sent >= self._first


def gone(error: CallError, kept: str) -> ModelError:
    """What stops the run.

    >>> print(gone(CallError("openai:m: no answer: refused"), "all replies are in the cache"))
    openai:m: no answer: refused; so it was for all calls of late, and the run stops: see to the \
server or the network and run again; all replies are in the cache

    Args:
        error: how the last call failed.
        kept: what is not lost.
    """
    return ModelError(
        f"{error}; so it was for all calls of late, and the run stops: see to the server or the"
        f" network and run again; {kept}"
    )
