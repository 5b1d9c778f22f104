"""What is said at the end of a run of all that did not go the usual way, and the first of each."""

from __future__ import annotations

from collections import Counter

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


class Unscored:
    """Collects them over a run: facts without a verdict, and items without a score or with a note.

    Of facts, only those that come with words about what happened: no evidence and no label are
    states of the input, and stand in the table.
    """

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._first: dict[str, str] = {}

    def add(self, item: ItemResult) -> None:
        """Look through an item."""
        if item.status in _LOST:
            self._count(f"item:{_LOST[item.status]}", f"{_where(item)}: {item.detail}")
        elif item.status == Status.SCORED and item.detail:
            self._count("item:a note", f"{_where(item)}: {item.detail}")
        for judged in item.facts:
            verdict = judged.verdict
            if verdict.label == Label.UNSCORED and verdict.detail:
                self._count(f"fact:no verdict ({verdict.reason})", _example(item, judged))

    def say(self) -> None:
        """Tell on standard error."""
        for kind, count in self._counts.items():
            noun, _, what = kind.partition(":")
            who = f"1 {noun} has" if count == 1 else f"{count:,} {noun}s have"
            click.echo(f"{who} {what}, first {self._first[kind]}", err=True)

    def _count(self, kind: str, example: str) -> None:
        self._counts[kind] += 1
        self._first.setdefault(kind, example)


def _where(item: ItemResult) -> str:
    return item.source or repr(item.topic)


def _example(item: ItemResult, judged: JudgedFact) -> str:
    return f"{_where(item)}, {shortened(judged.fact.text)!r}: {judged.verdict.detail}"


def shortened(text: str) -> str:
    """The beginning of a text, as much as fits a remark.

    >>> shortened("Ada Lovelace wrote notes.")
    'Ada Lovelace wrote notes.'
    """
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
