"""A report in a real browser: Debian's Chromium, told by Playwright."""

from __future__ import annotations

import importlib.util
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Dialog, Page

ROOT = Path(__file__).parent.parent.parent


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser; skips where there is none, except in CI, where there must be one."""
    path = shutil.which("chromium")
    if os.environ.get("CI") != "true":
        if importlib.util.find_spec("playwright") is None:
            pytest.skip("the browser tests need playwright: pip install playwright")
        if path is None:
            pytest.skip("the browser tests need Debian's chromium: apt-get install chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


@dataclass(slots=True)
class Watched:
    """A page, and all that a report must not do while it is looked at."""

    page: Page
    noise: list[str] = field(default_factory=list)
    """Messages on the console, errors, dialogs, and requests beside that for the file."""


@contextmanager
def watched(
    browser: Browser,
    *,
    width: int = 1200,
    scheme: Literal["light", "dark"] = "light",
    **options: Any,
) -> Iterator[Watched]:
    """A fresh page; at the end, whatever it did that it must not do fails the test."""
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme=scheme, **options
    )
    try:
        seen = Watched(context.new_page())
        page, noise = seen.page, seen.noise
        page.set_default_timeout(20_000)
        page.on("console", lambda message: noise.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: noise.append(f"error: {error}"))
        page.on("popup", lambda popup: noise.append(f"popup: {popup.url}"))
        page.on("request", lambda request: _request(request.url, noise))
        page.on("dialog", lambda dialog: _dialog(dialog, noise))
        yield seen
        assert noise == []
    finally:
        context.close()


def _request(url: str, noise: list[str]) -> None:
    if not url.partition("#")[0].endswith(".html"):
        noise.append(f"request: {url[:200]}")


def _dialog(dialog: Dialog, noise: list[str]) -> None:
    noise.append(f"dialog: {dialog.message}")
    dialog.dismiss()


def artifacts() -> Path:
    """Where pictures go: FACTSCORE_ARTIFACTS, or artifacts/ of the repository."""
    folder = Path(os.environ.get("FACTSCORE_ARTIFACTS") or ROOT / "artifacts")
    folder.mkdir(parents=True, exist_ok=True)
    return folder
