"""The report on twelve models: its size, how it is made, and how it opens in Chromium.

    python benchmarks/report_page.py [DATA] [--items 500] [--runs 5] [--out report.html]

The results are drawn by chance (seeded), see ``drawn_results.py``. Times are medians, with the
least and the most; "first items" is when the first rows of the list have been painted, from the
start of navigation. A search waits 200 ms for more to be typed.
"""

from __future__ import annotations

import argparse
import random
import resource
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from data_folder import data_folder
from drawn_results import TOP_K, Corpus, drawn_items

from factscore.report.html.build import ReportBuilder

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SEED = 6


# --- Making it


def make(data: Path, each: int, path: Path) -> None:
    chance = random.Random(SEED)
    corpus = Corpus(data / "wikipedia" / "vital-leads.jsonl.gz", chance)
    builder = ReportBuilder(title="Twelve models, drawn by chance")
    before = peak_mb()
    adding, count, facts = 0.0, 0, 0
    for stored in drawn_items(corpus, each, chance):
        count, facts = count + 1, facts + len(stored.item.facts)
        start = time.perf_counter()
        builder.add(stored)
        adding += time.perf_counter() - start
    start = time.perf_counter()
    with path.open("wb") as file:
        builder.write(file.write)
    writing = time.perf_counter() - start
    print(f"{count:,} items, {facts:,} facts, {facts * TOP_K:,} pieces of evidence")
    print(f"file                  {path.stat().st_size / 1e6:8.1f} MB")
    print(f"builder, adding       {adding:8.1f} s")
    print(f"builder, writing      {writing:8.1f} s")
    print(f"memory, peak          {peak_mb():8.0f} MB, of which {before:.0f} MB before")


def peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


# --- Looking at it

# Notes when the list has its first rows, and when they have been painted.
_WATCH = """new MutationObserver((_, observer) => {
  if (!document.querySelector('#items-list > li')) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.firstItems = performance.now(); }));
}).observe(document, { childList: true, subtree: true });"""


@dataclass(slots=True)
class Times:
    """Milliseconds of one look at the page."""

    load: float
    items: float
    opened: float
    evidence: float
    search: float
    again: float


def look(browser: Browser, path: Path, noise: list[str], picture: Path | None) -> Times:
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.on("console", lambda message: noise.append(message.text))
    page.on("pageerror", lambda error: noise.append(str(error)))
    page.add_init_script(_WATCH)
    page.goto(path.resolve().as_uri())
    page.wait_for_function("() => window.firstItems")
    load = page.evaluate("() => performance.getEntriesByType('navigation')[0].loadEventEnd")
    first = page.evaluate("() => window.firstItems")
    opened = timed(page, lambda: page.click("#item-7 h3 button"), "#item-7-body .about")
    evidence = timed(page, lambda: page.click("#item-7-body .fact >> nth=0"), "blockquote")
    if picture:
        page.screenshot(path=picture)
    search = searched(page, "analytical")
    again = searched(page, "mathematic")
    context.close()
    return Times(load, first, opened, evidence, search, again)


def timed(page: Page, act: Callable[[], None], selector: str) -> float:
    start = time.perf_counter()
    act()
    page.wait_for_selector(selector)
    return 1000 * (time.perf_counter() - start)


def searched(page: Page, text: str) -> float:
    before = page.locator("#items-count").inner_text()
    start = time.perf_counter()
    page.fill("#items-filters [name=text]", text)
    page.wait_for_function(
        "before => document.getElementById('items-count').textContent !== before", arg=before
    )
    print(f"  “{text}”: {page.locator('#items-count').inner_text()}")
    return 1000 * (time.perf_counter() - start)


def measure(path: Path, runs: int, picture: Path | None) -> None:
    from playwright.sync_api import sync_playwright

    executable = shutil.which("chromium")
    if executable is None:
        sys.exit("no chromium here; apt-get install chromium")
    noise: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=["--no-sandbox"])
        looks = [look(browser, path, noise, picture) for _ in range(runs)]
        browser.close()
    for name, title in (
        ("load", "load event"),
        ("items", "first items"),
        ("opened", "an item opens"),
        ("evidence", "its evidence opens"),
        ("search", "first text search"),
        ("again", "second text search"),
    ):
        values = [getattr(each, name) for each in looks]
        middle = statistics.median(values)
        print(f"{title:<22}{middle:8.0f} ms ({min(values):.0f}–{max(values):.0f})")
    print(f"console errors        {len(noise):8}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("data", nargs="?", type=Path)
    parser.add_argument("--items", type=int, default=500, help="for each of the twelve models")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--out", type=Path, help="keep the report there")
    parser.add_argument("--picture", type=Path, help="a picture of the open item as PNG")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = given.out or Path(folder) / "report.html"
        make(data_folder(given.data), given.items, path)
        measure(path, given.runs, given.picture)


if __name__ == "__main__":
    main()
