"""Numbers for people: a table with a row a model, and single items fact by fact."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TextIO

from factscore.records import (
    Agreement,
    ErrorCounts,
    ErrorType,
    Interval,
    ItemResult,
    JudgedFact,
    Label,
    ModelScore,
    Partial,
    Status,
)
from factscore.report.console import open_console, print_rows
from factscore.score import accuracy, balanced_accuracy, labelled

if TYPE_CHECKING:
    from rich.text import Text

NO_NUMBER = "–"

MARKS = {Label.SUPPORTED: "✓", Label.NOT_SUPPORTED: "✗", Label.UNSCORED: "?"}
COLOURS = {Label.SUPPORTED: "green", Label.NOT_SUPPORTED: "red", Label.UNSCORED: "yellow"}


def print_models(models: Sequence[ModelScore], f1_k: int, stream: TextIO) -> None:
    """The table, then for each model the states of its items and facts."""
    console = open_console(stream)
    headings = ("model", *_columns(models, f1_k))
    print_rows(headings, map(_cells, models), console)
    for model in models:
        console.print(describe(model), soft_wrap=True)


def print_item(item: ItemResult, stream: TextIO) -> None:
    """One item with every fact, its mark, probability of support, and reason."""
    from rich.text import Text

    console = open_console(stream)
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
    if model.errors and facts.not_supported:
        line += f"; {_errors(model.errors)}"
    if model.partial is not None:
        line += f"; {_partial(model.partial)}"
    if _has_corrected(model):
        line += f"; {_corrected(model)}"
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


def _columns(models: Sequence[ModelScore], f1_k: int) -> tuple[str, ...]:
    """Headings of the cells after the model's name."""
    partial = () if all(model.partial is None for model in models) else ("partial %",)
    corrected = ("corrected %", "95 % interval") if any(map(_has_corrected, models)) else ()
    return (
        "scored",
        "score %",
        "95 % interval",
        *corrected,
        "init %",
        *partial,
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
        *(_corrected_cells(model) if _has_corrected(model) else ()),
        percent(model.init_score),
        *(() if model.partial is None else (percent(model.partial.mean),)),
        percent(model.respond_ratio),
        NO_NUMBER if facts is None else f"{facts:.1f}",
        percent(model.f1_at_k),
        percent(model.coverage),
    )


def _interval(interval: Interval | None) -> str:
    if interval is None:
        return NO_NUMBER
    return f"{percent(interval.low)}–{percent(interval.high)}"


def _errors(errors: ErrorCounts) -> str:
    text = (
        f"why not: {_count(errors.contradiction, 'contradiction')},"
        f" {_count(errors.retrieval_error, 'retrieval error')},"
        f" {_count(errors.grounding_error, 'grounding error')}"
    )
    return text + (f", {errors.unknown} not told" if errors.unknown else "")


def _partial(partial: Partial) -> str:
    if partial.mean is None:
        return f"no partial score: {partial.missing['mean']}"
    interval = f" ({_interval(partial.ci95)})" if partial.ci95 else ""
    return (
        f"partial {percent(partial.mean)} %{interval}"
        f" from the probabilities of {_count(partial.facts, 'fact')}"
    )


def _has_corrected(model: ModelScore) -> bool:
    """Whether a corrected score was asked for."""
    return model.corrected is not None or "corrected" in model.missing


def _corrected_cells(model: ModelScore) -> tuple[str, str]:
    corrected = model.corrected
    if corrected is None:
        return NO_NUMBER, NO_NUMBER
    return percent(corrected.score), _interval(corrected.ci95)


def _corrected(model: ModelScore) -> str:
    corrected = model.corrected
    if corrected is None:
        return f"no corrected score: {printable(model.missing['corrected'])}"
    text = (
        f"corrected {percent(corrected.score)} % with {_count(corrected.labelled, 'labelled item')}"
        f" of its own: {_interval(corrected.ci95)} for these items"
    )
    if corrected.known:
        text += f" ({corrected.known} of them labelled)"
    if corrected.ci95_population is not None:
        text += f", {_interval(corrected.ci95_population)} for what they are a sample of"
    return text


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
        line.append(f"  ({_why(judged)})", style="dim")
    given = judged.fact.label
    if given in (Label.SUPPORTED, Label.NOT_SUPPORTED) and given != verdict.label:
        line.append(f"  [input says {given.replace('_', ' ')}]", style="dim")
    return line


def _why(judged: JudgedFact) -> str:
    """The verdict's reason, and the type of error where that says more."""
    # "Contradicted: contradiction" would say it twice.
    error = None if judged.error == ErrorType.CONTRADICTION else judged.error
    return ": ".join(part.replace("_", " ") for part in (judged.verdict.reason, error) if part)
