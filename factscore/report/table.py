"""Numbers for people: a table with a row a model, and single items fact by fact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from factscore.ranking import CommonTopics, RankedModel, rank_models
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


def print_models(
    models: Sequence[ModelScore], f1_k: int, stream: TextIO, common: CommonTopics | None = None
) -> None:
    """The table, best model first, whether the models' topics are the same, and in a line for
    each model the states of its items and facts."""
    console = open_console(stream)
    ranked = rank_models(models)
    table = model_cells(ranked, f1_k)
    print_rows(table.headings, table.rows, console)
    if common is not None and (topics := describe_topics(common)):
        console.print(topics, soft_wrap=True)
    for each in ranked:
        console.print(describe(each.model), soft_wrap=True)


@dataclass(frozen=True, slots=True)
class Cells:
    """A table for people, as texts."""

    headings: tuple[str, ...]
    """The first is that of the rows' names."""
    rows: tuple[tuple[str, ...], ...]
    """One cell for each heading."""


def model_cells(ranked: Sequence[RankedModel], f1_k: int | None) -> Cells:
    """A row for each model in the given order, rounded as people read it.

    There is a rank where there are several models, and a corrected and a partial score where
    any model has one. ``f1_k`` is ``None`` where K is not the same for all. What models cost is
    told with the run's usage: the same run from the cache prints the same table.
    """
    shown = _Shown(
        rank=len(ranked) > 1,
        corrected=any(_has_corrected(each.model) for each in ranked),
        partial=any(each.model.partial is not None for each in ranked),
    )
    return Cells(_headings(shown, f1_k), tuple(_cells(each, shown) for each in ranked))


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


def describe_topics(common: CommonTopics) -> str | None:
    """Whether the models' scores are means over the same topics; ``None`` for a single model.

    >>> describe_topics(CommonTopics(3, ("Ada", "Bo"), 3, {"m": 1}))
    '2 topics are common to all models, of 3; m lacks 1'
    """
    if common.models < 2:
        return None
    found = len(common.topics)
    if not common.total:
        return "no row has a topic: whether the models wrote about the same is not known"
    if not found:
        return "no topic is common to all models: their scores do not compare"
    if found == common.total:
        who = "both" if common.models == 2 else f"all {common.models:,}"
        return f"{who} models have the same {_count(found, 'topic') if found > 1 else 'topic'}"
    name, lacks = next(iter(common.lacking.items()))
    most = f"most ({lacks:,})" if len(common.lacking) > 1 else f"{lacks:,}"
    return (
        f"{_count(found, 'topic')} {'is' if found == 1 else 'are'} common to all models,"
        f" of {common.total:,}; {printable(name)} lacks {most}"
    )


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


@dataclass(frozen=True, slots=True)
class _Shown:
    """Which of the columns that not every run has."""

    rank: bool
    corrected: bool
    partial: bool


def _headings(shown: _Shown, f1_k: int | None) -> tuple[str, ...]:
    return (
        "model",
        *(("rank",) if shown.rank else ()),
        "scored",
        "score %",
        "95 % interval",
        *(("corrected %", "95 % interval") if shown.corrected else ()),
        "init %",
        *(("partial %",) if shown.partial else ()),
        "respond %",
        "facts/response",
        f"F1@{'K' if f1_k is None else f1_k} %",
        "coverage %",
    )


def _cells(ranked: RankedModel, shown: _Shown) -> tuple[str, ...]:
    model = ranked.model
    facts, partial = model.facts_per_response, model.partial
    return (
        printable(model.model),
        *((_rank(ranked),) if shown.rank else ()),
        f"{model.statuses[Status.SCORED]}/{model.items}",
        percent(model.score),
        _interval(model.ci95),
        *(_corrected_cells(model) if shown.corrected else ()),
        percent(model.init_score),
        *((percent(partial.mean if partial else None),) if shown.partial else ()),
        percent(model.respond_ratio),
        NO_NUMBER if facts is None else f"{facts:.1f}",
        percent(model.f1_at_k),
        percent(model.coverage),
    )


def _rank(ranked: RankedModel) -> str:
    """The rank with a mark where it is shared: ``1``, ``2=``."""
    return NO_NUMBER if ranked.rank is None else f"{ranked.rank}{'=' if ranked.tied else ''}"


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
