"""What is said at the end of a run of all that did not go the usual way, and the first of each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import click

from factscore.records import ItemResult, JudgedFact, Label, Status

_LOST = {
    Status.TOPIC_NOT_FOUND: "no evidence",
    Status.DECOMPOSE_FAILED: "no facts",
    Status.JUDGE_FAILED: "no verdict",
}
"""States of an item that somebody may be able to mend."""
SHOWN = 100
"""Characters of a fact that a remark quotes."""
_TOLD = 3
"""Different messages of one kind of remark that are told."""
_PARTICULAR = re.compile(r"(?<!\w)(['\"`]).*\1(?!\w)|\S*\d\S*", re.DOTALL)
"""What a message says of one case only: all from its first to its last quotation mark, and words
with digits."""


@dataclass(slots=True)
class _Message:
    """A message that came with a remark, whatever its numbers and quotations."""

    first: str
    """Where it came first, and how it read there."""
    count: int = 0


@dataclass(slots=True)
class _Remark:
    """A kind of remark, with the first few messages; memory stays flat."""

    count: int = 0
    messages: dict[str, _Message] = field(default_factory=dict)

    def add(self, where: str, words: str) -> None:
        self.count += 1
        pattern = _PARTICULAR.sub("0", words)
        if pattern not in self.messages:
            if len(self.messages) == _TOLD:
                return
            self.messages[pattern] = _Message(f"{where}: {words}")
        self.messages[pattern].count += 1

    def lines(self, kind: str) -> Iterator[str]:
        noun, _, what = kind.partition(":")
        who = f"1 {noun} has" if self.count == 1 else f"{self.count:,} {noun}s have"
        first, *others = self.messages.values()
        yield f"{who} {what}, first {first.first}"
        for message in others:
            yield f"  {message.count:,} of them otherwise, first {message.first}"
        if rest := self.count - sum(message.count for message in self.messages.values()):
            yield f"  {rest:,} of them with messages of more kinds"


class Unscored:
    """Collects them over a run: facts without a verdict, and items without a score or with a note.

    Of facts, only those that come with words about what happened: no evidence and no label are
    states of the input, and stand in the table.
    """

    def __init__(self) -> None:
        self._remarks: dict[str, _Remark] = {}

    def add(self, item: ItemResult) -> None:
        """Look through an item."""
        if item.status in _LOST:
            self._count(f"item:{_LOST[item.status]}", _where(item), item.detail)
        elif item.status == Status.SCORED and item.detail:
            self._count("item:a note", _where(item), item.detail)
        for judged in item.facts:
            verdict = judged.verdict
            if verdict.label == Label.UNSCORED and verdict.detail:
                kind = f"fact:no verdict ({verdict.reason})"
                self._count(kind, _fact(item, judged), verdict.detail)

    def say(self) -> None:
        """Tell on standard error."""
        for kind, remark in self._remarks.items():
            for line in remark.lines(kind):
                click.echo(line, err=True)

    def _count(self, kind: str, where: str, words: str) -> None:
        self._remarks.setdefault(kind, _Remark()).add(where, words)


def _where(item: ItemResult) -> str:
    return item.source or repr(item.topic)


def _fact(item: ItemResult, judged: JudgedFact) -> str:
    return f"{_where(item)}, {shortened(judged.fact.text)!r}"


def shortened(text: str) -> str:
    """The beginning of a text, as much as fits a remark.

    >>> shortened("Ada Lovelace wrote notes.")
    'Ada Lovelace wrote notes.'
    """
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
