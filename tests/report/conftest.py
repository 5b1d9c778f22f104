"""A browser for the tests of the report, and a small report to look at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from browser import chromium, watched
from explored import items, write

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write(tmp_path_factory.mktemp("report") / "report.html", items())


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with watched(browser) as seen:
        yield seen.page
