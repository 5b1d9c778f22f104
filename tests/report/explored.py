"""A small report, and what is seen of it in a browser."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from results_files import SETUP

from factscore.read.stored import StoredItem
from factscore.records import (
    ErrorCounts,
    ErrorType,
    Fact,
    FactCounts,
    ItemResult,
    JudgedFact,
    Label,
    Passage,
    Reason,
    Status,
    Verdict,
)
from factscore.report.html.build import ReportBuilder

if TYPE_CHECKING:
    from playwright.sync_api import Page


MODELS = ("small-7b", "large-70b", "chat")
TOPICS = ("Ada Lovelace", "Grace Hopper", "Émilie du Châtelet", "Mary Somerville")
BORN, WORK, FLEW = (
    "{} was born in London in 1815.",
    "{} wrote notes on the Analytical Engine.",
    "{} flew to Paris.",
)


def passages(topic: str) -> tuple[Passage, ...]:
    return (
        Passage(topic, 0, f"{topic}, born in London, was an English writer of the 1800s.", 7.25),
        Passage(topic, 3, "Notes on the Engine were written in the summer of 1843.", 2.5),
    )


def judged(text: str, sentence: str, label: Label, topic: str) -> JudgedFact:
    start = text.index(sentence)
    fact = Fact(sentence, sentence, start, start + len(sentence))
    evidence = passages(topic)
    if label == Label.SUPPORTED:
        return JudgedFact(fact, Verdict(label, 0.931, None, evidence))
    if label == Label.NOT_SUPPORTED:
        verdict = Verdict(label, 0.04, Reason.CONTRADICTED, evidence)
        return JudgedFact(fact, verdict, ErrorType.CONTRADICTION)
    return JudgedFact(fact, Verdict(label, None, Reason.CALL_FAILED, (), "no answer came"))


def scored(model: str, topic: str, labels: Sequence[Label], score: float) -> ItemResult:
    sentences = [each.format(topic) for each in (BORN, WORK, FLEW)]
    text = " ".join(sentences)
    facts = tuple(judged(text, *pair, topic) for pair in zip(sentences, labels, strict=True))
    wrong = labels.count(Label.NOT_SUPPORTED)
    return ItemResult(
        model, topic, Status.SCORED, text, facts, score=score, init_score=score,
        counts=FactCounts(labels.count(Label.SUPPORTED), wrong, labels.count(Label.UNSCORED)),
        errors=ErrorCounts(contradiction=wrong), sentences=3,
        extra={"cat": ["rare", "Europe"], "prompt": f"Tell me of {topic}."},
    )  # fmt: skip


def items() -> list[ItemResult]:
    """Three models on four topics; the last topic of each has no text."""
    yes, no, none = Label
    made = []
    for place, model in enumerate(MODELS):
        for at, topic in enumerate(TOPICS[:3]):
            labels = [yes, no if place == 0 else yes, none if at == 2 else no if at else yes]
            made.append(scored(model, topic, labels, labels.count(yes) / 3))
        made.append(
            ItemResult(model, TOPICS[3], Status.ABSTAINED, "I do not know her.", detail="declines")
        )
    return made


def write(path: Path, results: Sequence[ItemResult]) -> str:
    builder = ReportBuilder(title="Women of science")
    for at, item in enumerate(results, start=1):
        builder.add(StoredItem(item, SETUP, f"/home/someone/results.jsonl:{at}"))
    with path.open("wb") as file:
        builder.write(file.write)
    return path.as_uri()


def opened(page: Page, address: str) -> Page:
    page.goto(address)
    page.wait_for_selector("#items-list > li")
    return page


def shown(page: Page) -> list[str]:
    """The items of the list, as ``model/topic``."""
    found: list[str] = page.eval_on_selector_all(
        "#items-list > li",
        "all => all.map(li => [...li.querySelectorAll('.writer, h3 .topic')]"
        ".map(e => e.textContent).reverse().join('/'))",
    )
    return found


def count(page: Page, text: str) -> None:
    page.wait_for_function(
        "text => document.getElementById('items-count').textContent === text", arg=text
    )


def facts(page: Page, item: int) -> list[str]:
    """An open item's facts as they are heard: verdict and text."""
    page.wait_for_selector(f"#item-{item}-body .about")
    found: list[str] = page.eval_on_selector_all(
        f"#item-{item}-body .fact",
        "all => all.map(b => [...b.children].filter(c => c.ariaHidden !== 'true')"
        ".map(c => c.textContent).join(''))",
    )
    return found


def terms(page: Page, scope: str) -> dict[str, str]:
    names = page.locator(f"{scope} dt").all_text_contents()
    return dict(zip(names, page.locator(f"{scope} dd").all_text_contents(), strict=True))
