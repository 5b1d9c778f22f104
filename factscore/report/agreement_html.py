"""A judge against people, as one page of HTML: tables, reliability curve, worst mistakes."""

from __future__ import annotations

from collections.abc import Sequence

from factscore.agreement.records import (
    BINS,
    AgreementResult,
    GroupAgreement,
    ReliabilityBin,
    WrongFact,
)
from factscore.records import Label, Passage
from factscore.report.agreement import (
    cell,
    describe_group,
    file_groups,
    group_title,
    people_say,
    table_rows,
    wrong_title,
)
from factscore.report.excerpt import best_excerpt
from factscore.report.page import escape, page, table
from factscore.report.reliability_svg import reliability_svg
from factscore.report.table import NO_NUMBER, percent
from factscore.settings import BOOTSTRAP_SAMPLES
from factscore.version import __version__


def agreement_html(result: AgreementResult) -> bytes:
    """The page; a pure function of the result, so the same run gives the same bytes."""
    shown = file_groups(result)
    parts = [
        _opening(result),
        _groups(result, shown, "Agreement with people's labels"),
        "<ul>",
        *(f"<li>{escape(describe_group(result, group))}</li>" for group in shown),
        "</ul>",
    ]
    if result.groups:
        parts += [
            f"<h2>By {escape(result.by or '')}</h2>",
            _groups(result, result.groups, f"Agreement by {result.by}"),
        ]
    parts += [*_reliability(result), *_wrong(result.wrong, result)]
    return page(f"The judge {result.judge} against people", "\n".join(parts)).encode()


def _opening(result: AgreementResult) -> str:
    store = result.knowledge
    evidence = (
        f" Evidence from {store.path}, {store.articles:,} articles, fingerprint"
        f" {store.fingerprint}."
        if store
        else ""
    )
    text = (
        f"Numbers stand before their 95 % interval, from {BOOTSTRAP_SAMPLES:,} bootstrap samples"
        " over items. Scores are means over items of the share of supported facts, without"
        " length penalty, of the compared facts alone; the score error is the judge's minus"
        f" people's.{evidence} factscore {__version__}."
    )
    return f'<p class="soft">{escape(text)}</p>'


def _groups(result: AgreementResult, groups: Sequence[GroupAgreement], caption: str) -> str:
    heads = ["", *(group_title(result, group) for group in groups)]
    return table(caption, heads, [(row.title, *row.cells) for row in table_rows(groups)])


def _reliability(result: AgreementResult) -> list[str]:
    bins = result.overall.reliability
    if not bins:
        return []
    title = f"Reliability curve of the judge {result.judge}"
    about = (
        f"The facts in {BINS} bins of the judge's probability of support, with the share that"
        " people call supported and its 95 % interval. On the dashed diagonal the judge means"
        " what it says; below it, it promises too much."
    )
    heads = ["probability of support %", "facts", "mean probability %", "supported %"]
    rows = [_bin_row(each) for each in bins]
    return [
        "<h2>Reliability</h2>",
        f"<figure>\n{reliability_svg(bins, title)}\n"
        f'<figcaption class="soft">{escape(about)}</figcaption>\n</figure>',
        table("The same in numbers", heads, rows),
    ]


def _bin_row(each: ReliabilityBin) -> tuple[str, ...]:
    return (
        f"{100 * each.low:.0f}–{100 * each.high:.0f}",
        f"{each.facts:,}",
        percent(each.probability),
        cell(each.supported, percent),
    )


def _wrong(facts: Sequence[WrongFact], result: AgreementResult) -> list[str]:
    if not facts:
        return []
    return [
        "<h2>Where the judge is wrong</h2>",
        f'<p class="soft">{escape(wrong_title(result).capitalize())}</p>',
        '<ol class="wrong">',
        *map(_wrong_fact, facts),
        "</ol>",
    ]


def _wrong_fact(fact: WrongFact) -> str:
    good = fact.judged == Label.SUPPORTED
    verdict = "supported" if good else "not supported"
    chance = NO_NUMBER if fact.probability is None else f"{100 * fact.probability:.1f} %"
    found = best_excerpt(fact.fact, fact.evidence)
    quoted = f"<blockquote>{escape(found.text)}</blockquote>\n" if found else ""
    return (
        f"<li><strong>{escape(fact.fact)}</strong><br>\n"
        f'the judge says <span class="{"good" if good else "bad"}">{verdict}</span>'
        f" (probability of support {chance}), {escape(people_say(fact))}<br>\n"
        f'<span class="soft">{escape(fact.topic or "no topic")} ({escape(fact.model)}),'
        f" {escape(fact.source)}</span>\n{quoted}{_evidence(fact.evidence)}</li>"
    )


def _evidence(passages: Sequence[Passage]) -> str:
    if not passages:
        return ""
    whole = "\n".join(
        f'<p><span class="soft">{escape(p.place)}</span><br>\n{escape(p.text)}</p>'
        for p in passages
    )
    noun = "passage" if len(passages) == 1 else "passages"
    return f"<details><summary>Evidence: {len(passages)} {noun}</summary>\n{whole}\n</details>"
