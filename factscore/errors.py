"""What can go wrong, as one tree.

    FactscoreError                 anything this library raises on purpose
    ├── UsageError                 an option or argument is wrong (exit status 2)
    ├── InputError                 an input file cannot be read as generations
    ├── StoreError                 a knowledge store cannot be opened or is damaged
    │   └── TopicNotFound          a topic has no article; carries the nearest titles
    ├── CacheError                 the cache cannot be opened, read or written
    │   └── CacheMiss              an answer is missing and the run is offline
    ├── HistoryError               the history of monitored runs cannot be opened, read or written
    ├── OutputError                a result file cannot be written
    ├── MissingDependency          an optional package is not installed
    ├── ModelError                 a judge's or decomposer's model cannot be loaded or reached
    ├── CallError                  one call to a chat model failed; the run goes on
    └── CostLimit                  --max-cost is reached

Every message says what is wrong, where, and what to do about it, in one line, so
that the command line can print it as it is. ``InputError`` is the exception to the
one line: it holds every problem of every file at once.
"""

from __future__ import annotations

from collections.abc import Sequence


class FactscoreError(Exception):
    """Base of everything that is raised on purpose."""


class UsageError(FactscoreError):
    """An option or an argument is wrong."""


class InputError(FactscoreError):
    """Input that cannot be read; ``problems`` holds one line for each fault.

    ``total`` is how many faults there are: more than lines where the last line only
    counts those that are not listed.
    """

    def __init__(self, problems: Sequence[str], total: int | None = None) -> None:
        self.problems = tuple(problems)
        self.total = len(self.problems) if total is None else total
        super().__init__("\n".join(self.problems))


class StoreError(FactscoreError):
    """A knowledge store cannot be opened or is damaged."""


class TopicNotFound(StoreError):
    """No article for a topic; ``nearest`` holds up to five titles that come close."""

    def __init__(self, topic: str, nearest: Sequence[str] = (), *, ambiguous: bool = False) -> None:
        self.topic = topic
        self.nearest = tuple(nearest)
        self.ambiguous = ambiguous
        super().__init__(self._message())

    def _message(self) -> str:
        listed = ", ".join(repr(title) for title in self.nearest)
        if self.ambiguous:
            return f"{self.topic!r} may be any of {listed}; use one of these titles as the topic"
        hint = f"; nearest titles: {listed}" if listed else ""
        return f"no article for the topic {self.topic!r}{hint}"


class CacheError(FactscoreError):
    """The cache cannot be opened, read or written."""


class CacheMiss(CacheError):
    """An answer is not in the cache and the run may not compute it."""


class HistoryError(FactscoreError):
    """The history of monitored runs cannot be opened, read or written."""


class OutputError(FactscoreError):
    """A result file cannot be written."""


class MissingDependency(FactscoreError):
    """An optional package is not installed.

    ``name`` is our extra that brings it; with ``package`` it is the package itself, for those
    that users choose and install on their own.
    """

    def __init__(self, feature: str, name: str, *, package: bool = False) -> None:
        extra = f"an extra: pip install 'factscore[{name}]'"
        needed = f"{name}: pip install {name}" if package else extra
        super().__init__(f"{feature} needs {needed}")


class ModelError(FactscoreError):
    """A model cannot be loaded, or a chat model cannot be reached."""


class CallError(FactscoreError):
    """One call to a chat model failed, with the provider's words; the run goes on."""


class CostLimit(FactscoreError):
    """The next call might cost more than is left of ``--max-cost``."""
