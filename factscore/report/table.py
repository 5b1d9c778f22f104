"""Numbers for people: a table with a row a model, and single items fact by fact."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, TextIO

from factscore.records import (
    Agreement,
    Interval,
    ItemResult,
    JudgedFact,
    Label,
    ModelScore,
    Status,
)
from factscore.score import accuracy, balanced_accuracy, labelled

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

NO_NUMBER = "–"
PLAIN_WIDTH = 10_000
"""Columns where the output is no terminal and COLUMNS does not say: nothing is wrapped."""

MARKS = {Label.SUPPORTED: "✓", Label.NOT_SUPPORTED: "✗", Label.UNSCORED: "?"}
COLOURS = {Label.SUPPORTED: "green", Label.NOT_SUPPORTED: "red", Label.UNSCORED: "yellow"}


def print_models(models: Sequence[ModelScore], f1_k: int, stream: TextIO) -> None:
    """The table, then for each model the states of its items and facts."""
    console = _console(stream)
    table = _table(models, f1_k)
    if _width(table, console) <= console.width:
        console.print(table)
    else:
        # A number that is cut is a wrong number.
        _print_lines(models, f1_k, console)
    for model in models:
        console.print(describe(model), soft_wrap=True)


def _width(table: Table, console: Console) -> int:
    """How many columns the table takes where nothing is cut."""
    return console.measure(table, options=console.options.update(width=PLAIN_WIDTH)).maximum


def _print_lines(models: Sequence[ModelScore], f1_k: int, console: Console) -> None:
    for model in models:
        name, *cells = _cells(model)
        console.print(name, soft_wrap=True)
        for column, cell in zip(_columns(f1_k), cells, strict=True):
            console.print(f"  {column}: {cell}", soft_wrap=True)


def print_item(item: ItemResult, stream: TextIO) -> None:
    """One item with every fact, its mark, probability of support, and reason."""
    from rich.text import Text

    console = _console(stream)
    share = f": {percent(item.score)} %" if item.score is not None else f": {item.status}"
    if item.score != item.init_score:
        share += f" after the length penalty, {percent(item.init_score)} % before"
    console.print(
        Text(printable(f"{item.topic or item.source} ({item.model}){share}"), style="bold")
    )
    if item.detail:
        console.print(Text(printable(f"  {item.detail}")), soft_wrap=True)
    for judged in item.facts:
        console.print(_fact_line(judged), soft_wrap=True)
    console.print()


def describe(model: ModelScore) -> str:
    """The states of one model's items and facts, in a sentence."""
    states = ", ".join(f"{n} {s.replace('_', ' ')}" for s, n in model.statuses.items() if n)
    facts = model.facts
    line = (
        f"{printable(model.model)}: {_count(model.items, 'item')} ({states});"
        f" {_count(facts.supported, 'fact')} supported,"
        f" {facts.not_supported} not, {facts.unscored} unscored"
    )
    if model.non_factual:
        line += f"; {_count(model.non_factual, 'sentence')} without a fact"
    return line + (f"; {_agreement(model.agreement)}" if model.agreement else "")


def percent(share: float | None) -> str:
    """A share as per cent with one decimal; a dash where there is none.

    >>> percent(0.4136)
    '41.4'
    """
    return NO_NUMBER if share is None else f"{100 * share:.1f}"


def printable(text: str) -> str:
    """Text from outside without what would move a terminal's cursor or break a row.

    >>> printable("a\\nb\\x1b[2J")
    'a b [2J'
    """
    return "".join(character if character.isprintable() else " " for character in text)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _table(models: Sequence[ModelScore], f1_k: int) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("model", no_wrap=True)
    for name in _columns(f1_k):
        table.add_column(name, justify="right", no_wrap=True)
    for model in models:
        table.add_row(*_cells(model))
    return table


def _columns(f1_k: int) -> tuple[str, ...]:
    """Headings of the cells after the model's name."""
    return (
        "scored",
        "score %",
        "95 % interval",
        "init %",
        "respond %",
        "facts/response",
        f"F1@{f1_k} %",
        "coverage %",
    )


def _cells(model: ModelScore) -> tuple[str, ...]:
    facts = model.facts_per_response
    return (
        printable(model.model),
        f"{model.statuses[Status.SCORED]}/{model.items}",
        percent(model.score),
        _interval(model.ci95),
        percent(model.init_score),
        percent(model.respond_ratio),
        NO_NUMBER if facts is None else f"{facts:.1f}",
        percent(model.f1_at_k),
        percent(model.coverage),
    )


def _interval(interval: Interval | None) -> str:
    if interval is None:
        return NO_NUMBER
    return f"{percent(interval.low)}–{percent(interval.high)}"


def _agreement(agreement: Agreement) -> str:
    agreed = agreement.both + agreement.neither
    balanced = balanced_accuracy(agreement)
    text = (
        f"the judge agrees with the input's labels on {agreed} of {labelled(agreement)}"
        f" ({percent(accuracy(agreement))} %"
    )
    return text + (f", balanced {percent(balanced)} %)" if balanced is not None else ")")


def _fact_line(judged: JudgedFact) -> Text:
    from rich.text import Text

    verdict = judged.verdict
    probability = "    " if verdict.probability is None else f"{verdict.probability:.2f}"
    line = Text(f"  {MARKS[verdict.label]} {probability}  ", style=COLOURS[verdict.label])
    line.append(printable(judged.fact.text), style="default")
    if verdict.reason is not None:
        line.append(f"  ({verdict.reason.replace('_', ' ')})", style="dim")
    given = judged.fact.label
    if given in (Label.SUPPORTED, Label.NOT_SUPPORTED) and given != verdict.label:
        line.append(f"  [input says {given.replace('_', ' ')}]", style="dim")
    return line


def _console(stream: TextIO) -> Console:
    from rich.console import Console

    plain = not stream.isatty() and "COLUMNS" not in os.environ
    return Console(
        file=stream,
        width=PLAIN_WIDTH if plain else None,
        markup=False,
        emoji=False,
        highlight=False,
    )
