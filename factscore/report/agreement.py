"""A judge against people, for people to read: tables, remarks and the worst mistakes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from factscore.agreement.records import AgreementResult, GroupAgreement, Measure, WrongFact
from factscore.report.console import full_width, open_console
from factscore.report.excerpt import best_excerpt
from factscore.report.table import COLOURS, MARKS, NO_NUMBER, percent, printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

COLUMNS = 6
"""Groups in one table, at most; more make several tables, so that each can be read."""

Form = Callable[[float], str]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: what it shows, and one cell for each group."""

    title: str
    cells: tuple[str, ...]


def table_rows(groups: Sequence[GroupAgreement]) -> list[Row]:
    """The table's lines; a number that does not exist is a dash.

    Shares are per cent and the score error percentage points, each followed by its 95 %
    interval; AUC and Brier score are fractions.
    """
    counts = [group.counts for group in groups]
    lines = [
        Row("items compared", tuple(f"{c.compared_items:,} of {c.items:,}" for c in counts)),
        Row("facts compared", tuple(f"{c.compared:,} of {c.labelled:,}" for c in counts)),
        Row("coverage %", tuple(percent(c.coverage) for c in counts)),
    ]
    for name, (title, form) in MEASURES.items():
        measures = [getattr(group.measures, name) for group in groups]
        lines.append(Row(title, tuple(cell(measure, form) for measure in measures)))
    return lines


def cell(measure: Measure, form: Form) -> str:
    """A number and its interval, as far as they exist.

    >>> from factscore.records import Interval
    >>> cell(Measure(0.793, Interval(0.761, 0.824)), percent)
    '79.3 (76.1–82.4)'
    >>> cell(Measure(-0.011, Interval(-0.03, 0.008)), points)
    '-1.1 (-3.0 to +0.8)'
    """
    if measure.value is None:
        return NO_NUMBER
    if measure.ci95 is None:
        return form(measure.value)
    between = " to " if form is points else "–"
    return f"{form(measure.value)} ({form(measure.ci95.low)}{between}{form(measure.ci95.high)})"


def points(share: float) -> str:
    """A difference of shares in percentage points, with its sign."""
    return f"{100 * share:+.1f}"


def fraction(value: float) -> str:
    """A number from 0 to 1 that is no share."""
    return f"{value:.3f}"


MEASURES: dict[str, tuple[str, Form]] = {
    "accuracy": ("accuracy %", percent),
    "balanced_accuracy": ("balanced accuracy %", percent),
    "precision_not_supported": ("precision of not supported %", percent),
    "recall_not_supported": ("recall of not supported %", percent),
    "auc": ("AUC", fraction),
    "calibration_error": ("calibration error %", percent),
    "brier": ("Brier score", fraction),
    "human_score": ("people's score %", percent),
    "judged_score": ("judge's score %", percent),
    "score_error": ("score error, points", points),
}
"""The measures as tables show them: name → title and form."""


def file_groups(result: AgreementResult) -> list[GroupAgreement]:
    """What the first table shows: the files, and all of them together if there are several."""
    return [*result.files, result.overall] if len(result.files) > 1 else list(result.files)


def group_title(result: AgreementResult, group: GroupAgreement) -> str:
    """What a group is called at the head of its column."""
    return f"(no {result.by})" if group.name is None else group.name


def describe_group(result: AgreementResult, group: GroupAgreement) -> str:
    """What was compared, what was not and why, and why numbers are missing."""
    counts = group.counts
    items = [f"{counts.compared_items:,} compared"]
    if counts.items_without_labels:
        items.append(f"{counts.items_without_labels:,} without labels")
    if counts.items_without_verdict:
        items.append(f"{counts.items_without_verdict:,} without verdict")
    facts = [f"{counts.compared:,} compared"]
    for reason, number in counts.unscored.items():
        facts.append(f"{number:,} without verdict: {reason.replace('_', ' ')}")
    parts = [
        f"{group_title(result, group)}: {counts.items:,} items ({', '.join(items)})",
        f"{counts.labelled:,} facts with labels ({', '.join(facts)})",
    ]
    if counts.irrelevant:
        done = "left out" if result.irrelevant == "drop" else "counted as not supported"
        parts.append(f"{counts.irrelevant:,} irrelevant, {done}")
    if counts.unlabelled:
        parts.append(f"{counts.unlabelled:,} facts without labels, not judged")
    if counts.compared < counts.labelled and group.human_score_all is not None:
        parts.append(f"people's score over all labelled facts {percent(group.human_score_all)} %")
    return printable("; ".join([*parts, *_gaps(group)]))


def _gaps(group: GroupAgreement) -> list[str]:
    """Why numbers and intervals are missing, each reason once."""
    absent: dict[str, list[str]] = {}
    uncertain: dict[str, list[str]] = {}
    for name, measure in group.measures.items():
        if measure.missing:
            gaps = absent if measure.value is None else uncertain
            title = MEASURES[name][0].removesuffix(" %").removesuffix(", points")
            gaps.setdefault(measure.missing, []).append(title)
    return [
        *(f"no {_listed(titles, 'measures')}: {why}" for why, titles in absent.items()),
        *(
            f"no {_listed(titles, 'intervals', 'interval of ')}: {why}"
            for why, titles in uncertain.items()
        ),
    ]


def _listed(titles: Sequence[str], all_of_them: str, before: str = "") -> str:
    return all_of_them if len(titles) > 4 else before + ", ".join(titles)


def print_agreement(result: AgreementResult, stream: TextIO) -> None:
    """The tables, a remark for each group of the first one, and the worst mistakes."""
    console = open_console(stream)
    shown = file_groups(result)
    _print_table(result, shown, "", console)
    for group in shown:
        console.print(describe_group(result, group), soft_wrap=True)
    if result.groups:
        _print_table(result, result.groups, f"by {result.by}", console)
    if result.wrong:
        console.print(f"\n{wrong_title(result)}", soft_wrap=True)
        for fact in result.wrong:
            for line in _wrong_lines(fact):
                console.print(line, soft_wrap=True)


def wrong_title(result: AgreementResult) -> str:
    """Which facts are listed, of how many."""
    accuracy, compared = result.overall.measures.accuracy.value, result.overall.counts.compared
    mistakes = round((1 - (accuracy or 0)) * compared)
    sure = any(fact.confidence is not None for fact in result.wrong)
    which = "surest first" if sure else "in input order, as the judge gives no probabilities"
    return f"wrong on {mistakes:,} of {compared:,} facts; {len(result.wrong):,} of them, {which}:"


def _print_table(
    result: AgreementResult, groups: Sequence[GroupAgreement], corner: str, console: Console
) -> None:
    """Tables of as many groups side by side as fit and can be read."""
    rest = list(groups)
    while rest:
        some = rest[:COLUMNS]
        while len(some) > 1 and full_width(_table(result, some, corner), console) > console.width:
            some = some[:-1]
        table = _table(result, some, corner)
        if full_width(table, console) <= console.width:
            console.print(table)
        else:
            _print_lines(result, some[0], console)
        rest = rest[len(some) :]


def _table(result: AgreementResult, groups: Sequence[GroupAgreement], corner: str) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD)
    table.add_column(Text(printable(corner)), no_wrap=True)
    for group in groups:
        title = Text(printable(_short(group_title(result, group))))
        table.add_column(title, justify="right", no_wrap=True)
    for row in table_rows(groups):
        table.add_row(row.title, *row.cells)
    return table


def _short(name: str) -> str:
    return name if len(name) <= 40 else f"{name[:39]}…"


def _print_lines(result: AgreementResult, group: GroupAgreement, console: Console) -> None:
    console.print(printable(group_title(result, group)), soft_wrap=True)
    for row in table_rows([group]):
        console.print(f"  {row.title}: {row.cells[0]}", soft_wrap=True)


def _wrong_lines(fact: WrongFact) -> list[Text]:
    from rich.text import Text

    chance = "    " if fact.probability is None else f"{fact.probability:.2f}"
    line = Text(f"  {MARKS[fact.judged]} {chance}  ", style=COLOURS[fact.judged])
    line.append(printable(fact.fact), style="default")
    line.append(f"  [{people_say(fact)}]", style="dim")
    place = printable(f"{fact.topic or 'no topic'} ({fact.model}), {fact.source}")
    return [line, Text(f"          {place}", style="dim"), Text(f"          {_evidence(fact)}")]


def people_say(fact: WrongFact) -> str:
    """The label of a fact, in words."""
    reason = f", {fact.label_reason}" if fact.label_reason else ""
    return f"people say {fact.label}{reason}".replace("_", " ")


def _evidence(fact: WrongFact) -> str:
    found = best_excerpt(fact.fact, fact.evidence)
    if found is None:
        return "no evidence was needed"
    return printable(f"{found.passage.place}: {found.text}")
