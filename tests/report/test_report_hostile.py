"""The report in Chromium: data runs nothing, and what does not work is told in words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from browser import watched
from explored import count, items, opened, shown

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
    RunSetup,
    Status,
    Verdict,
)
from factscore.report.html.build import ReportBuilder

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


EVIL = (
    '<script>window.hacked=1</script></script><!-- <img src=x onerror="window.hacked=2">'
    '<a href="javascript:window.hacked=3">go</a> ]]> {{7*7}} ${window.hacked=4}'
    "\u2028\u2029'\"`&amp;\x00\x1b[2J\u202e\u200f\u2067 end"
)
EVIL_PARTS = ("<script>window.hacked=1</script>", "<!--", "onerror=", "javascript:", "&amp;", "end")


def test_data_is_text_and_runs_nothing(page: Page, tmp_path: Path) -> None:
    evidence = (Passage(EVIL, 0, EVIL, 1.0, EVIL),)
    verdict = Verdict(Label.NOT_SUPPORTED, 0.1, Reason.CONTRADICTED, evidence, EVIL)
    placed = JudgedFact(Fact(EVIL, EVIL, 0, len(EVIL)), verdict, ErrorType.CONTRADICTION)
    loose = JudgedFact(Fact(EVIL, "Elsewhere " + EVIL), verdict, ErrorType.CONTRADICTION)
    item = ItemResult(
        EVIL, EVIL, Status.SCORED, EVIL, (placed, loose), FactCounts(0, 2, 0), score=0.0,
        init_score=0.0, errors=ErrorCounts(contradiction=2), detail=EVIL, extra={EVIL: EVIL},
        source=EVIL,
    )  # fmt: skip
    setup = RunSetup(EVIL, EVIL, EVIL, EVIL, EVIL, EVIL, EVIL, 5, 10, 64, EVIL, EVIL)
    builder = ReportBuilder(title=EVIL)
    for one in item, *items():
        builder.add(StoredItem(one, setup, f"{EVIL}:1"))
    path = tmp_path / "evil.html"
    with path.open("wb") as file:
        builder.write(file.write)
    opened(page, path.as_uri() + "#item-0")
    page.wait_for_selector("#item-0-body .about")
    for button in page.locator("#item-0-body .fact").all():
        button.click()
    page.wait_for_function(
        "() => document.querySelectorAll('#item-0-body blockquote').length === 2"
    )
    page.fill("#items-filters [name=text]", "<script>window.hacked=1</script>")
    count(page, "1 of 13 items matches")
    page.wait_for_selector("#item-0-body .about")
    page.select_option("#items-filters [name=model]", index=1)
    page.locator("#item-0-body .fact").first.click()
    page.wait_for_selector("#item-0-body blockquote")
    shown_text = page.locator("#items").inner_text()
    assert all(part in shown_text for part in EVIL_PARTS)
    for scope in (
        "#item-0 h3",
        "#item-0-body .stretch",
        "#item-0-body .fact",
        "blockquote",
        "#item-0-body > dl",
    ):
        text = page.locator(scope).first.text_content() or ""
        assert all(part in text for part in EVIL_PARTS), scope
    assert page.evaluate("window.hacked") is None
    foreign = "#items :is(script:not([data-block]), img, iframe), a[href^='javascript'], [onerror]"
    assert page.locator(foreign).count() == 0
    # An override that is left open turns round nothing beyond its own element.
    isolated = page.locator("#items .datum").evaluate_all(
        "all => all.every(e => getComputedStyle(e).unicodeBidi.startsWith('isolate'))"
    )
    assert isolated


def test_the_policy_forbids_what_the_page_does_not_bring(browser: Browser, report: str) -> None:
    with watched(browser) as seen:
        page = opened(seen.page, report)
        failures: list[str | None] = []
        page.on("requestfailed", lambda request: failures.append(request.failure))
        page.evaluate(
            "() => { const s = document.createElement('script'); s.textContent = 'window.ran = 1';"
            " const i = new Image(); const asked = new Promise(done => i.onerror = done);"
            " i.src = 'http://127.0.0.1:9/x.png'; document.body.append(s, i); return asked; }"
        )
        assert page.evaluate("window.ran") is None
        assert failures == ["csp"]
        console = [each for each in seen.noise if each.startswith("console")]
        assert all("Content Security Policy" in each for each in console)
        assert len(console) == 2
        seen.noise.clear()


def test_a_browser_that_cannot_unpack_says_so(browser: Browser, report: str) -> None:
    with watched(browser) as seen:
        seen.page.add_init_script("delete window.DecompressionStream")
        seen.page.goto(report)
        seen.page.wait_for_selector("#items-problem:not([hidden])")
        assert "cannot unpack the items" in seen.page.locator("#items-problem").inner_text()
        assert seen.page.locator("#items-view").is_hidden()


def test_without_scripts_the_rest_is_there(browser: Browser, report: str) -> None:
    with watched(browser, java_script_enabled=False) as seen:
        seen.page.goto(report)
        assert "needs JavaScript" in seen.page.locator("#items noscript").inner_text()
        assert seen.page.locator("h1").inner_text() == "Women of science"
        assert seen.page.locator("#items-view").is_hidden()


def test_a_damaged_block_is_told(browser: Browser, report: str, tmp_path: Path) -> None:
    html = Path(report.removeprefix("file://")).read_text("utf-8")
    broken = re.sub(r'(data-block="items">H4sI.{30})....', r"\1AAAA", html, count=1)
    assert broken != html
    path = tmp_path / "broken.html"
    path.write_text(broken, "utf-8")
    with watched(browser) as seen:
        page = opened(seen.page, path.as_uri())
        page.click("#item-0 h3 button")
        page.wait_for_selector("#item-0-body .bad")
        assert "cannot be unpacked" in page.locator("#item-0-body").inner_text()
        page.fill("#items-filters [name=text]", "hopper")
        page.wait_for_selector("#items-problem:not([hidden])")
        assert page.locator("#items-progress").is_hidden()
        assert len(shown(page)) == 12
