"""What is said of facts without a verdict: how many, why, and the first of each kind."""

from __future__ import annotations

from collections import Counter

import click

from factscore.records import ItemResult, JudgedFact, Label


class Unscored:
    """Collects them over a run; only those that come with words about what happened.

    No evidence and no label are states of the input, and stand in the table.
    """

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._first: dict[str, str] = {}

    def add(self, item: ItemResult) -> None:
        """Look through an item's facts."""
        for judged in item.facts:
            verdict = judged.verdict
            if verdict.label == Label.UNSCORED and verdict.detail:
                reason = str(verdict.reason)
                self._counts[reason] += 1
                self._first.setdefault(reason, _example(item, judged))

    def say(self) -> None:
        """Tell on standard error."""
        for reason, count in self._counts.items():
            facts = "1 fact has" if count == 1 else f"{count:,} facts have"
            click.echo(f"{facts} no verdict ({reason}), first {self._first[reason]}", err=True)


def _example(item: ItemResult, judged: JudgedFact) -> str:
    where = item.source or repr(item.topic)
    return f"{where}, {judged.fact.text!r}: {judged.verdict.detail}"
