"""The report's filters, search, order, addresses and pages, in Chromium."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from explored import TOPICS, WORK, count, facts, opened, scored, shown, write

from factscore.records import ItemResult, Label, Status

if TYPE_CHECKING:
    from playwright.sync_api import Page


@pytest.mark.parametrize(
    ("control", "value", "matching"),
    [
        ("model", "chat", [8, 9, 10, 11]),
        ("state", "abstained", [3, 7, 11]),
        ("verdict", "unscored", [2, 6, 10]),
        ("verdict", "contradiction", [0, 1, 2, 5, 9]),
    ],
)
def test_filters(page: Page, report: str, control: str, value: str, matching: list[int]) -> None:
    opened(page, report)
    page.select_option(f"#items-filters [name={control}]", value)
    count(page, f"{len(matching)} of 12 items match")
    ids = page.eval_on_selector_all("#items-list > li", "all => all.map(li => li.id)")
    assert ids == [f"item-{number}" for number in matching]


def test_filters_go_together_and_can_be_cleared(page: Page, report: str) -> None:
    opened(page, report)
    page.select_option("#items-filters [name=model]", "small-7b")
    page.select_option("#items-filters [name=verdict]", "unscored")
    count(page, "1 of 12 items matches")
    assert shown(page) == [f"small-7b/{TOPICS[2]}"]
    page.select_option("#items-filters [name=model]", "chat")
    page.select_option("#items-filters [name=state]", "abstained")
    count(page, "0 of 12 items match")
    page.click("#items-filters button[type=reset]")
    count(page, "12 items")
    assert page.locator("#items-filters [name=model]").input_value() == ""


def test_of_an_open_item_only_facts_with_the_verdict_are_shown(page: Page, report: str) -> None:
    opened(page, f"{report}#item-2")
    assert len(facts(page, 2)) == 3
    page.select_option("#items-filters [name=verdict]", "not_supported")
    count(page, "5 of 12 items match")
    assert facts(page, 2) == [f"not supported: {WORK.format(TOPICS[2])}"]
    assert "2 other facts are hidden by the filter." in page.locator("#item-2-body").inner_text()


@pytest.mark.parametrize(
    ("text", "matching"),
    [
        ("hopper", 3),  # a topic
        ("HER.", 3),  # a text
        ("emilie  du chatelet was", 3),  # without accents, with more space
        ("london in 1815. grace hopper wrote", 3),  # across sentences
        ("to paris. grace hopper was born", 0),  # not from the text into its first fact
        (r".*", 0),
    ],
)
def test_text_search(page: Page, report: str, text: str, matching: int) -> None:
    opened(page, report)
    page.fill("#items-filters [name=text]", text)
    count(page, f"{matching} of 12 items match")
    assert page.locator("#items-progress").is_hidden()


def test_what_was_found_is_marked(page: Page, report: str) -> None:
    opened(page, f"{report}#item-1")
    page.fill("#items-filters [name=text]", "flew to")
    count(page, "9 of 12 items match")
    page.wait_for_selector("#item-1-body .about")
    # In the sentence and in its fact.
    assert page.locator("#item-1-body mark").all_text_contents() == ["flew to", "flew to"]


@pytest.mark.parametrize(
    ("query", "marks"),
    [
        ("rene", ["René", "RENE\u0301"]),
        ("RENÉ  was", ["René\u00a0was"]),
        ("i", ["ﬁ", "i", "i", "i", "i"]),
        ("οδος", ["ΟΔΟΣ", "όδος"]),
        ("2", ["½", "𝟐"]),
        (".", [".", ".", "."]),
    ],
)
def test_what_was_found_is_marked_as_it_is_written(
    page: Page, tmp_path: Path, query: str, marks: list[str]
) -> None:
    text = "René\u00a0was ﬁne. ΟΔΟΣ is όδος in ½ of 𝟐. RENE\u0301, finis."
    made = ItemResult("m", "T", Status.SCORED, text, score=1.0)
    other = ItemResult("m", "T", Status.EMPTY, "")
    opened(page, write(tmp_path / "marks.html", [made, other]) + "#item-0")
    page.fill("#items-filters [name=text]", query)
    count(page, "1 of 2 items matches")
    page.wait_for_selector("#item-0-body mark")
    assert page.locator("#item-0-body mark").all_text_contents() == marks
    assert page.locator("#item-0-body .text p").text_content() == text


@pytest.mark.parametrize(
    ("order", "first", "last"),
    [
        ("low", "small-7b/Grace Hopper", "chat/Mary Somerville"),
        ("high", "large-70b/Ada Lovelace", "chat/Mary Somerville"),
        ("topic", "small-7b/Ada Lovelace", "chat/Mary Somerville"),
    ],
)
def test_order(page: Page, report: str, order: str, first: str, last: str) -> None:
    opened(page, report)
    page.select_option("#items-filters [name=sort]", order)
    page.wait_for_function("() => location.hash.includes('sort=')")
    page.wait_for_selector(f"#items-list > li:first-child :text('{first.partition('/')[2]}')")
    assert (shown(page)[0], shown(page)[-1]) == (first, last)


def test_filters_are_kept_in_the_address(page: Page, report: str) -> None:
    opened(page, report)
    page.select_option("#items-filters [name=model]", "chat")
    page.fill("#items-filters [name=text]", "émilie & co")
    count(page, "0 of 12 items match")
    page.fill("#items-filters [name=text]", "émilie")
    count(page, "1 of 12 items matches")
    address = page.url
    assert address.partition("#")[2].startswith("items?model=chat")
    page.goto("about:blank")
    page.goto(address)
    count(page, "1 of 12 items matches")
    assert page.locator("#items-filters [name=text]").input_value() == "émilie"
    assert shown(page) == ["chat/Émilie du Châtelet"]


@pytest.mark.parametrize(
    "hash_", ["#items?model=nobody&state=%", "#item-999", "#item-x", "#%E0%A4"]
)
def test_an_address_that_leads_nowhere_shows_everything(
    page: Page, report: str, hash_: str
) -> None:
    opened(page, report + hash_)
    count(page, "12 items")


def test_a_link_leads_to_an_item(page: Page, report: str) -> None:
    opened(page, f"{report}#item-9")
    page.wait_for_selector("#item-9-body .about")
    assert page.locator("#item-9").evaluate("e => e.contains(document.activeElement)")
    place = page.locator("#item-9 h3").bounding_box()
    assert place is not None
    assert -1 <= place["y"] < 900
    # A filter that hides it gives way.
    page.select_option("#items-filters [name=model]", "chat")
    count(page, "4 of 12 items match")
    page.evaluate("location.hash = '#item-0'")
    page.wait_for_selector("#item-0-body .about")
    count(page, "12 items")


def test_a_link_of_the_overview_leads_to_its_item_every_time(page: Page, report: str) -> None:
    opened(page, report)
    link = page.locator("a[href^='#item-']").first
    target = link.get_attribute("href") or ""
    for _ in range(2):
        # It may stand in a part that opens; a key works there too.
        link.evaluate("e => e.click()")
        page.wait_for_selector(f"{target}-body .about")
        page.click(f"{target} h3 button")
        assert page.locator(f"{target}-body").is_hidden()


def test_pages(page: Page, tmp_path: Path) -> None:
    many = [scored("m", f"Topic {at:03}", [Label.SUPPORTED] * 3, 1.0) for at in range(120)]
    opened(page, write(tmp_path / "many.html", many))
    assert len(shown(page)) == 50
    assert page.locator("#items-range").inner_text() == "1–50 of 120"
    assert page.locator("#items-pages button").first.is_disabled()
    page.click("#items-pages button >> text=Next")
    page.click("#items-pages button >> text=Next")
    assert shown(page) == [f"m/Topic {at:03}" for at in range(100, 120)]
    assert page.locator("#items-pages button").nth(1).is_disabled()
    assert page.evaluate("document.activeElement.closest('li').id") == "item-100"
    page.evaluate("location.hash = '#item-60'")
    page.wait_for_selector("#item-60-body .about")
    assert page.locator("#items-range").inner_text() == "51–100 of 120"
