"""All of the report that reads without a script: ranking, numbers, definitions, each model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files

from factscore.ranking import RankedModel, common_topics, rank_models
from factscore.records import ItemResult, ModelScore, Reason, RunSetup, Status
from factscore.report.html.definitions import definitions_html
from factscore.report.html.fields import CarriedFields
from factscore.report.html.interval_chart import PHONE
from factscore.report.html.made import made_html, setup_remarks, warning_html
from factscore.report.html.model_section import ModelPart, model_section
from factscore.report.html.ranked import ranked_chart, ranked_table
from factscore.report.html.svg import fitting
from factscore.report.page import escape
from factscore.report.table import describe_topics
from factscore.settings import BOOTSTRAP_SAMPLES

_NAMED, _NAME_COLUMNS = 100, 60
"""How many fields by which no score is shown are named, and how long a name may be."""


@dataclass(frozen=True, slots=True)
class Overview:
    """What the static part of a report is made from."""

    models: Sequence[ModelScore]
    items: Sequence[ItemResult]
    """Of all models, in the order of their numbers in the explorer; without texts, facts and what
    their rows carry."""
    setups: Mapping[str, tuple[RunSetup | None, ...]]
    """By model, the different ways in which its items were made; ``None``: not known."""
    f1_k: int | None = None
    """K of F1@K; ``None``: as the setups say."""
    samples: int = BOOTSTRAP_SAMPLES
    """Bootstrap samples behind an interval."""
    reasons: Mapping[str, Mapping[Reason, int]] = field(default_factory=dict)
    """By model, how many facts have a verdict with which reason."""
    fields: CarriedFields = field(default_factory=CarriedFields)
    """What the items carry and can be split by."""
    repeated: str = ""
    """How many items are there twice, in words."""


def overview_html(overview: Overview) -> str:
    """The fragment, to stand in the page's ``main``; headings begin at ``h2``.

    A pure function: the same results give the same bytes.
    """
    if not overview.items:
        return '<p class="soft">There are no items in these results.</p>'
    ranked = rank_models(overview.models)
    idents = [f"model-{place + 1}" for place in range(len(ranked))]
    return "\n".join(
        [
            _contents(),
            warning_html(setup_remarks(overview.setups)),
            _ranking(overview, ranked, idents),
            _section("numbers", "What the numbers mean", _definitions(overview)),
            _section("made", "How it was made", made_html(overview.setups, overview.samples)),
            _section("models", "Model by model", _models(overview, ranked, idents)),
        ]
    )


def overview_style() -> str:
    """The rules beside those of every page."""
    return files("factscore.report.html").joinpath("overview.css").read_text("utf-8")


def summary_line(items: Sequence[ItemResult]) -> str:
    """How much there is, in a line.

    Example: ``2 models, 57 items (53 scored), 1,378 facts``
    """
    models = {item.model for item in items}
    scored = sum(item.status == Status.SCORED for item in items)
    facts = sum(
        each.counts.supported + each.counts.not_supported + each.counts.unscored for each in items
    )
    return (
        f"{_count(len(models), 'model')}, {_count(len(items), 'item')}"
        f" ({scored:,} scored), {_count(facts, 'fact')}"
    )


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _section(ident: str, heading: str, content: str) -> str:
    return (
        f'<section id="{ident}" aria-labelledby="{ident}-title">\n'
        f'<h2 id="{ident}-title">{escape(heading)}</h2>\n{content}\n</section>'
    )


def _contents() -> str:
    parts = {
        "ranking": "Ranking",
        "numbers": "What the numbers mean",
        "made": "How it was made",
        "models": "Model by model",
        "items": "Every item",
    }
    listed = "".join(f'<li><a href="#{ident}">{name}</a></li>' for ident, name in parts.items())
    return f'<nav aria-label="On this page">\n<ul>{listed}</ul>\n</nav>'


def _ranking(overview: Overview, ranked: Sequence[RankedModel], idents: Sequence[str]) -> str:
    links = [f"#{ident}" for ident in idents]
    # Two pictures of one thing, of which the window's width shows one.
    figure = (
        f'<figure class="wide screen" tabindex="0" role="group" aria-label="Ranking as a picture">'
        f"\n{ranked_chart(ranked, 'ranking')}\n</figure>\n"
        f'<figure class="phone">\n{ranked_chart(ranked, "ranking-phone", PHONE)}\n</figure>'
    )
    return _section(
        "ranking",
        "Ranking",
        "\n".join(
            [
                f'<p class="soft">{escape(_lead(overview))}</p>',
                figure,
                ranked_table(ranked, _shared_f1_k(overview), links=links),
            ]
        ),
    )


def _lead(overview: Overview) -> str:
    text = "Mean share of supported facts over items, in per cent, with its 95 % interval."
    if len(overview.models) > 1:
        text += " Models share a rank (=) where their intervals do not tell them apart."
    topics = describe_topics(common_topics(overview.items))
    text += f" {topics[0].upper()}{topics[1:]}." if topics else ""
    return text + (f" {overview.repeated}." if overview.repeated else "")


def _definitions(overview: Overview) -> str:
    gammas = [way.gamma for own in overview.setups.values() for way in own if way is not None]
    return definitions_html(
        overview.models,
        f1_k=_shared_f1_k(overview),
        gammas=gammas,
        samples=overview.samples,
    )


def _shared_f1_k(overview: Overview) -> int | None:
    if overview.f1_k is not None:
        return overview.f1_k
    found = {None if way is None else way.f1_k for own in overview.setups.values() for way in own}
    return found.pop() if len(found) == 1 else None


def _models(overview: Overview, ranked: Sequence[RankedModel], idents: Sequence[str]) -> str:
    positions: dict[str, list[int]] = {}
    for place, item in enumerate(overview.items):
        positions.setdefault(item.model, []).append(place)
    sections = [
        model_section(
            ModelPart(
                each.model,
                ident,
                positions.get(each.model.model, []),
                overview.reasons.get(each.model.model, {}),
            ),
            overview.items,
            overview.fields.shown,
        )
        for each, ident in zip(ranked, idents, strict=True)
    ]
    return "\n".join([*_left_out(overview.fields), *sections])


def _left_out(fields: CarriedFields) -> list[str]:
    """A line about the fields by which no score is shown; no line where there are none."""
    if not fields.left_out:
        return []
    names = [fitting(name, _NAME_COLUMNS) for name in fields.left_out[:_NAMED]]
    more = len(fields.left_out) - len(names)
    told = (
        f"Scores are shown by the first {len(fields.shown)} of"
        f" {len(fields.shown) + len(fields.left_out):,} fields that the rows carry, not by"
        f" {', '.join(names)}{f' and {more:,} more' if more else ''}."
    )
    return [f'<p class="soft">{escape(told)}</p>']
