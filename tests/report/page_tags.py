"""What a page of HTML is made of, for tests that look at it without a browser."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import pairwise


class PageTags(HTMLParser):
    """Start tags in order, words, headings and ids; complains of what is not closed in turn."""

    EMPTY = frozenset({"meta", "br", "rect", "path", "circle", "input"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.raw: list[str] = []
        """What stands in style and script elements."""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        raw = bool(self.open) and self.open[-1] in ("style", "script")
        (self.raw if raw else self.words).append(data)

    @property
    def text(self) -> str:
        """All words of the page, with single spaces."""
        return " ".join(" ".join(self.words).split())

    def every(self, name: str) -> list[str]:
        """The values of an attribute, in order."""
        return [value for _, attrs in self.seen if (value := attrs.get(name)) is not None]

    def count(self, *tags: str) -> int:
        """How many elements of these names there are."""
        return sum(tag in tags for tag, _ in self.seen)

    def check_access(self) -> None:
        """Ids are one of a kind and found, headings in order, tables and pictures named."""
        ids = self.every("id")
        assert len(ids) == len(set(ids))
        for names in (*self.every("aria-labelledby"), *self.every("aria-describedby")):
            assert set(names.split()) <= set(ids)
        levels = [int(tag[1]) for tag, _ in self.seen if re.fullmatch("h[1-6]", tag)]
        assert all(after <= before + 1 for before, after in pairwise(levels))
        assert self.count("caption") == self.count("table")
        assert all(attrs.get("scope") in ("row", "col") for tag, attrs in self.seen if tag == "th")
        pictures = [attrs for tag, attrs in self.seen if tag == "svg"]
        named = [attrs for attrs in pictures if attrs.get("role") == "img"]
        assert all("aria-labelledby" in attrs for attrs in named)
        assert all(attrs.get("aria-hidden") == "true" for attrs in pictures if attrs not in named)
        assert self.count("desc") == len(named)
        for attrs in (attrs for _, attrs in self.seen):
            assert not any(name.startswith("on") or name == "style" for name in attrs)
