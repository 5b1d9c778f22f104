"""The report in Chromium: it opens from disk and shows every item, fact and passage."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser import artifacts, watched
from explored import (
    BORN,
    FLEW,
    MODELS,
    TOPICS,
    WORK,
    count,
    facts,
    opened,
    passages,
    shown,
    terms,
    write,
)

from factscore.records import (
    Fact,
    FactCounts,
    ItemResult,
    JudgedFact,
    Label,
    Passage,
    Status,
    Verdict,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def test_it_opens_from_disk_without_a_word(page: Page, report: str) -> None:
    opened(page, report)
    count(page, "12 items")
    assert shown(page) == [f"{model}/{topic}" for model in MODELS for topic in TOPICS]
    first = page.locator("#item-0 h3 button")
    assert first.inner_text().split() == [
        *("Ada", "Lovelace", ",", "small-7b", ",", "score", "66.7", "%"),
        *(",", "2", "supported", "✓", "2", ",", "1", "not", "supported", "✗", "1"),
    ]
    assert "abstained" in page.locator("#item-3 h3 button").inner_text()
    assert page.locator("#items-problem").is_hidden()
    page.screenshot(path=artifacts() / "report.png", full_page=True)


def test_an_open_item_shows_its_text_with_the_facts_of_each_sentence(
    page: Page, report: str
) -> None:
    opened(page, report)
    page.click("#item-2 h3 button")
    name = TOPICS[2]
    assert facts(page, 2) == [
        f"supported: {BORN.format(name)}",
        f"not supported: {WORK.format(name)}",
        f"unscored: {FLEW.format(name)}",
    ]
    marks = page.locator("#item-2-body .verdict")
    assert marks.all_text_contents() == ["✓", "✗", "?"]
    colours = [mark.evaluate("e => getComputedStyle(e).color") for mark in marks.all()]
    assert len(set(colours)) == 3
    texts = page.locator("#item-2-body .stretch > p").all_text_contents()
    assert texts == [each.format(name) for each in (BORN, WORK, FLEW)]
    about = terms(page, "#item-2-body > .about")
    assert about["Judge"] == "nli"
    assert about["cat"] == '["rare","Europe"]'
    assert about["prompt"] == f"Tell me of {name}."
    assert about["Read from"] == "results.jsonl:3"
    page.click("#item-2 h3 button")
    assert page.locator("#item-2-body").is_hidden()


def test_an_item_without_facts_says_why(page: Page, report: str) -> None:
    opened(page, report)
    page.click("#item-3 h3 button")
    page.wait_for_selector("#item-3-body .about")
    told = page.locator("#item-3-body").inner_text()
    assert "declines" in told
    assert "I do not know her." in told


def test_a_fact_opens_its_evidence_with_its_words_marked(page: Page, report: str) -> None:
    opened(page, f"{report}#item-4")
    button = page.locator("#item-4-body .fact").first
    assert button.get_attribute("aria-expanded") == "false"
    button.click()
    page.wait_for_selector("#item-4-body blockquote")
    assert button.get_attribute("aria-expanded") == "true"
    panel = "#" + (button.get_attribute("aria-controls") or "")
    assert terms(page, f"{panel} .about") == {
        "Verdict": "supported",
        "Probability of support": "93.1 %",
        "Judge": "nli",
    }
    entries = page.locator(f"{panel} .evidence > li")
    assert entries.locator("blockquote").all_text_contents() == [
        passage.text for passage in passages("Ada Lovelace")
    ]
    assert entries.nth(1).locator("p").inner_text() == "Ada Lovelace, passage 3 · BM25 2.50"
    # The fact: "Ada Lovelace was born in London in 1815."
    assert entries.nth(0).locator("mark").all_text_contents() == ["Ada Lovelace", "born", "London"]
    assert entries.nth(1).locator("mark").count() == 0
    page.screenshot(path=artifacts() / "report-evidence.png")
    button.click()
    assert page.locator(panel).is_hidden()


@pytest.mark.parametrize(
    ("fact", "evidence", "marks"),
    [
        # Six letters make a word, function words are none.
        ("The Americans acted.", "America has an actor of the stage.", ["America"]),
        ("It cost 1905 pounds.", "In 1,905 cases it cost a pound.", ["1,905", "cost"]),
        ("She moved to São Paulo.", "He left SAO  PAULO; Saori came.", ["SAO  PAULO"]),
        # Pairs of characters where no space ends a word.
        ("生まれは京都市。", "彼女の京都市にある。", ["京都市"]),
        ("A <b>bold</b> claim?", "<b>Bold</b> claims, a+b", ["b", "Bold", "b", "b"]),
        ("It is so.", "It was so.", []),
    ],
)
def test_which_words_are_marked(
    page: Page, tmp_path: Path, fact: str, evidence: str, marks: list[str]
) -> None:
    verdict = Verdict(Label.SUPPORTED, 0.9, None, (Passage("T", 0, evidence, 1.0),))
    judged_fact = JudgedFact(Fact(fact, fact, 0, len(fact)), verdict)
    item = ItemResult("m", "T", Status.SCORED, fact, (judged_fact,), FactCounts(1, 0, 0), score=1.0)
    opened(page, write(tmp_path / "words.html", [item]) + "#item-0")
    page.click("#item-0-body .fact")
    page.wait_for_selector("#item-0-body blockquote")
    assert page.locator("blockquote").text_content() == evidence
    assert page.locator("blockquote mark").all_text_contents() == marks


def test_a_fact_tells_what_went_wrong(page: Page, report: str) -> None:
    opened(page, f"{report}#item-2")
    for at in 1, 2:
        page.locator("#item-2-body .fact").nth(at).click()
    page.wait_for_selector("#item-2-body li:nth-child(1) .panel:not([hidden]) dl")
    wrong, unscored = page.locator("#item-2-body .panel:not([hidden])").all()
    told = wrong.inner_text()
    assert "4.0 %" in told
    assert "Reason" in told
    assert "contradicted" in told
    assert "contradiction" in told
    page.wait_for_function("() => document.body.innerText.includes('no answer came')")
    told = unscored.inner_text()
    assert "call failed" in told
    assert "not given" in told
    assert "No evidence is recorded." in told


def test_the_keyboard_is_enough(page: Page, report: str) -> None:
    opened(page, report)
    page.focus("#items-filters [name=model]")
    page.keyboard.type("chat")
    count(page, "4 of 12 items match")
    reach(page, lambda: "#item-8 h3 button")
    page.keyboard.press("Enter")
    facts(page, 8)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('#item-8-body .fact')")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Space")
    page.wait_for_selector("#item-8-body blockquote")
    page.keyboard.press("Enter")
    assert page.locator("#item-8-body .panel:not([hidden])").count() == 0


def reach(page: Page, selector: Callable[[], str]) -> None:
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector()):
            return
    raise AssertionError(f"Tab does not reach {selector()}")


def test_names_and_roles(page: Page, report: str) -> None:
    opened(page, f"{report}#item-2")
    tree = page.locator("#items").aria_snapshot()
    assert 'search "Filter the items"' in tree
    assert 'combobox "Model"' in tree
    assert 'searchbox "Text contains"' in tree
    assert "status: 12 items" in tree
    assert re.search(r'heading "Ada Lovelace ?, small-7b ?, score 66.7 %.*" \[level=3\]', tree)
    assert re.search(r'button "not supported: Émilie du Châtelet wrote .*"', tree)
    assert page.locator("#items-count").get_attribute("aria-live") == "polite"


@pytest.mark.parametrize(("width", "scheme"), [(1200, "dark"), (400, "light"), (400, "dark")])
def test_dark_and_narrow(browser: Browser, report: str, width: int, scheme: str) -> None:
    with watched(browser, width=width, scheme=scheme) as seen:  # type: ignore[arg-type]
        page = opened(seen.page, f"{report}#item-2")
        page.wait_for_selector("#item-2-body .about")
        page.click("#item-2-body .fact >> nth=0")
        page.wait_for_selector("#item-2-body blockquote")
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        dark = sum(map(int, re.findall(r"\d+", colour)[:3])) < 200
        assert dark == (scheme == "dark")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.screenshot(path=artifacts() / f"report-{scheme}-{width}.png", full_page=True)


def test_no_items_at_all(page: Page, tmp_path: Path) -> None:
    page.goto(write(tmp_path / "empty.html", []))
    count(page, "0 items")
    assert shown(page) == []
