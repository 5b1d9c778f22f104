"""One model in full: how its items' scores are spread, their states, the worst, and by field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from factscore.records import ErrorCounts, ItemResult, ModelScore, Reason, Status
from factscore.report.html.fields import CarriedField, FieldScore, field_scores
from factscore.report.html.histogram import histogram, score_bins
from factscore.report.html.interval_chart import (
    NARROW,
    ScoreRow,
    interval_chart,
    shown_interval,
)
from factscore.report.html.share_bar import Part, share_bar, share_table
from factscore.report.page import Html, escape, table
from factscore.report.table import NO_NUMBER, percent

WORST = 10
"""How many of the lowest scores are listed."""

_STATES = {
    Status.SCORED: "--mark",
    Status.ABSTAINED: "--state-abstained",
    Status.EMPTY: "--state-empty",
    Status.NO_FACTS: "--state-no-facts",
    Status.TOPIC_NOT_FOUND: "--state-no-topic",
    Status.DECOMPOSE_FAILED: "--state-undone",
    Status.JUDGE_FAILED: "--state-unjudged",
}


@dataclass(frozen=True, slots=True)
class ModelPart:
    """A model and what its section is made from."""

    model: ModelScore
    ident: str
    """The section's id, which links name."""
    positions: Sequence[int]
    """Where its items stand among all; an item's number in the explorer."""
    reasons: Mapping[Reason, int]
    """How many facts have a verdict with which reason."""


def model_section(
    part: ModelPart, items: Sequence[ItemResult], fields: Sequence[CarriedField]
) -> str:
    """The section, headed by an ``h3``; ``items`` are those of all models."""
    name = escape(part.model.model)
    by_field = [_by_field(part, field, place, items) for place, field in enumerate(fields)]
    left = [_spread(part, items), _states(part), _verdicts(part), *by_field[1::2]]
    right = [_worst(part, items), *by_field[::2]]
    return (
        f'<section id="{part.ident}" class="model" aria-labelledby="{part.ident}-name">\n'
        f'<h3 id="{part.ident}-name">{name}</h3>\n{_told(part.model)}\n'
        f'<div class="blocks">\n<div>\n{"".join(left)}</div>\n'
        f"<div>\n{''.join(right)}</div>\n</div>\n</section>"
    )


def _told(model: ModelScore) -> str:
    """Its score in a line; or why it has none."""
    if model.score is None:
        text = f"No score: {model.missing['score']}."
    else:
        interval = f" (95 % interval {shown_interval(model.ci95)})" if model.ci95 else ""
        text = f"Score {percent(model.score)} %{interval}, from {model.statuses[Status.SCORED]:,}"
        text += f" scored of {model.items:,} items."
    return f'<p class="soft">{escape(text)}</p>'


def _block(heading: str, *parts: str) -> str:
    return f'<div class="block">\n<h4>{escape(heading)}</h4>\n{_lines(parts)}\n</div>\n'


def _lines(parts: Sequence[str]) -> str:
    return "\n".join(part for part in parts if part)


def _figure(picture: str) -> str:
    return f"<figure>\n{picture}\n</figure>" if picture else ""


def _folded(summary: str, content: str) -> str:
    return f"<details>\n<summary>{escape(summary)}</summary>\n{content}\n</details>"


def _spread(part: ModelPart, items: Sequence[ItemResult]) -> str:
    scores = [score for place in part.positions if (score := items[place].score) is not None]
    heading = "Scores of its items"
    if part.model.score is None or not scores:
        return _block(heading, '<p class="soft">No item was scored.</p>')
    bins = score_bins(scores)
    title = f"{part.model.model}: items by score, in per cent"
    rows = [(each.name, f"{each.items:,}", percent(each.items / len(scores))) for each in bins]
    return _block(
        heading,
        _figure(histogram(bins, part.model.score, title, f"{part.ident}-spread")),
        _folded("As a table", table(title, ["score %", "items", "% of scored"], rows)),
    )


def _states(part: ModelPart) -> str:
    states = part.model.statuses
    parts = [
        Part(state.replace("_", " "), states.get(state, 0), colour)
        for state, colour in _STATES.items()
        if states.get(state, 0)
    ]
    title = f"{part.model.model}: states of its items"
    return _block(
        "States of its items",
        _figure(share_bar(parts, title, f"{part.ident}-states")),
        share_table(parts, title, "items"),
    )


def _verdicts(part: ModelPart) -> str:
    facts, why = part.model.facts, part.reasons
    unsupported = _errors(part.model.errors) if part.model.errors else []
    parts = [
        Part("✓ supported", facts.supported, "--good"),
        Part("✗ not supported", facts.not_supported, "--bad"),
        *(each for each in unsupported if each.count),
        Part("? unscored", facts.unscored, "--state-empty"),
        *(
            Part(reason.replace("_", " "), why[reason], of_last=True)
            for reason in Reason
            if reason not in _OF_UNSUPPORTED and why.get(reason)
        ),
    ]
    title = f"{part.model.model}: verdicts on its facts"
    return _block(
        "Verdicts on its facts",
        _figure(share_bar(parts, title, f"{part.ident}-verdicts")),
        share_table(parts, title, "facts"),
    )


_OF_UNSUPPORTED = frozenset({Reason.CONTRADICTED, Reason.NOT_FOUND, Reason.IRRELEVANT})


def _errors(errors: ErrorCounts) -> list[Part]:
    return [
        Part("contradiction", errors.contradiction, of_last=True),
        Part("retrieval error", errors.retrieval_error, of_last=True),
        Part("grounding error", errors.grounding_error, of_last=True),
        Part("not told", errors.unknown, of_last=True),
    ]


def _worst(part: ModelPart, items: Sequence[ItemResult]) -> str:
    scored = [place for place in part.positions if items[place].score is not None]
    lowest = sorted(scored, key=lambda place: (items[place].score, place))[:WORST]
    if not lowest:
        return ""
    rows = [_worst_row(place, items[place]) for place in lowest]
    title = f"{part.model.model}: its lowest scores"
    return _block(
        "Its lowest scores",
        table(title, ["item", "score %", "init score %", "supported"], rows),
    )


def _worst_row(place: int, item: ItemResult) -> tuple[str | Html, ...]:
    judged = item.counts.supported + item.counts.not_supported
    name = item.topic or f"item {place}"
    return (
        Html(f'<a href="#item-{place}">{escape(name)}</a>'),
        percent(item.score),
        percent(item.init_score),
        f"{item.counts.supported:,} of {judged:,}",
    )


def _by_field(part: ModelPart, field: CarriedField, place: int, items: Sequence[ItemResult]) -> str:
    groups = field_scores(field, items, part.positions)
    if not groups:
        return ""
    title = f"{part.model.model}: score by {field.name}"
    rows = [_field_row(field, each) for each in groups]
    chart = interval_chart(
        [_field_line(field, each) for each in groups],
        title,
        f"{part.ident}-field-{place}",
        NARROW,
    )
    heads = [field.name, "items", "scored", "score %", "95 % interval"]
    return _block(
        f"Score by {field.name}", _figure(chart), _folded("As a table", table(title, heads, rows))
    )


def _value(field: CarriedField, each: FieldScore) -> str:
    return f"(no {field.name})" if each.value is None else each.value


def _field_line(field: CarriedField, each: FieldScore) -> ScoreRow:
    noun = "item" if each.scored == 1 else "items"
    note = "no score" if each.score is None else f"{percent(each.score)}, {each.scored:,} {noun}"
    return ScoreRow(_value(field, each), each.score, each.ci95, note=note)


def _field_row(field: CarriedField, each: FieldScore) -> tuple[str, ...]:
    return (
        _value(field, each),
        f"{each.items:,}",
        f"{each.scored:,}",
        NO_NUMBER if each.score is None else percent(each.score),
        shown_interval(each.ci95),
    )
