"""What is wrong with the files of a run: the first of it kept to be told, the rest counted."""

from __future__ import annotations

from collections.abc import Iterable

from factscore.errors import InputError
from factscore.read.base import Fault

MAX_PROBLEMS = 50
"""Problems that are told one by one; the rest are counted."""


class Faults:
    """One file's faults by line, those of one line as they came; memory stays flat."""

    def __init__(self) -> None:
        self.total = 0
        self._kept: list[Fault] = []

    def add(self, fault: Fault) -> None:
        """Take one more."""
        self.total += 1
        self._keep(fault)

    def extend(self, others: Faults) -> None:
        """Take all of some others, after those that are here."""
        self.total += others.total
        for fault in others.first():
            self._keep(fault)

    def first(self) -> list[Fault]:
        """So many as are told, first lines first."""
        self._trim()
        return list(self._kept)

    def _keep(self, fault: Fault) -> None:
        self._kept.append(fault)
        if len(self._kept) > 2 * MAX_PROBLEMS:
            self._trim()

    def _trim(self) -> None:
        self._kept.sort(key=lambda fault: fault.line)
        del self._kept[MAX_PROBLEMS:]


class Problems:
    """The faults of all files, in the files' order."""

    def __init__(self, problems: Iterable[str] = ()) -> None:
        self._told = list(problems)
        self._total = len(self._told)

    def add(self, name: str, faults: Faults) -> None:
        """Take what is wrong with one file."""
        self._total += faults.total
        room = max(0, MAX_PROBLEMS - len(self._told))
        self._told += [fault.at(name) for fault in faults.first()[:room]]

    def refuse(self) -> None:
        """Raise for all of them.

        Raises:
            InputError: there is one; with the first ``MAX_PROBLEMS`` and how many more.
        """
        if not self._total:
            return
        told = self._told[:MAX_PROBLEMS]
        rest = self._total - len(told)
        more = [f"… and {rest:,} more"] if rest else []
        raise InputError([*told, *more], total=self._total)
