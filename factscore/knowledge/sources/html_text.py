"""The prose of an HTML page; pure.

What stands in ``<main>`` or ``<article>`` where a page has one, else all of its body
but navigation, asides, footers, controls and code that is run. Headings begin sections;
a row of a table becomes a line.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from html.parser import HTMLParser

from factscore.knowledge.sources.sections import Sections

_SKIPPED = frozenset(
    "aside button canvas datalist dialog footer head iframe math menu nav noscript object "
    "script select style svg template textarea".split()
)
_BLOCKS = frozenset(
    "address article blockquote br caption center dd details div dl dt fieldset figcaption figure "
    "header hr li main ol p pre section summary table tbody tfoot thead tr ul".split()
)
_HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
_CELLS = frozenset(("td", "th"))
_CONTENT = frozenset(("main", "article"))
_PAIRS = (("<![", "]]>", "<!"), ("<!--", "-->", "&lt;!--"), ("<", ">", "&lt;"))
"""What ends what, and what to write where the end is missing."""
_NO_CDATA = re.compile(r"<!\[(?!CDATA\[)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PageText:
    """A page's title and its text."""

    title: str
    """From ``<title>``, else the first ``<h1>``; may be empty."""
    sections: tuple[str, ...]
    """A heading, where there is one, then a line each paragraph."""


def html_text(page: str) -> PageText:
    """The text of a page.

    >>> html_text("<title>Ada</title><nav>Home</nav><p>Ada &amp; he <b>wrote</b>.</p>")
    PageText(title='Ada', sections=('Ada & he wrote.',))
    """
    reader = _Reader()
    reader.feed(_closed(page))
    reader.close()
    return reader.text()


def _closed(page: str) -> str:
    """The same page without beginnings that nothing ends.

    The parser looks for the end of a comment, of CDATA or of a tag through the rest of the
    page, from each of them on. What "<![" begins besides CDATA is by the standard a comment
    that the next ">" ends; the parser does not know it.
    """
    for begun, end, instead in _PAIRS:
        last = page.rfind(end) + len(end) if end in page else 0
        page = page[:last] + page[last:].replace(begun, instead)
    return _NO_CDATA.sub("<!", page)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._all, self._content = Sections(), Sections()
        self._skipped = _Open()
        self._inside = 0
        self._in_title = False
        self._title = self._heading = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "title" and not ("svg" in self._skipped or "math" in self._skipped):
            self._in_title = True
        elif tag == "body":
            self._skipped.clear()  # a head that was never closed ends here
        elif self._skipped or tag in _SKIPPED or _is_reference(tag, attrs):
            if tag in _SKIPPED or tag == "sup":
                self._skipped.open(tag)
        else:
            self._inside += tag in _CONTENT
            self._open(tag)

    def _open(self, tag: str) -> None:
        for sections in self._taking():
            if tag in _HEADINGS:
                sections.begin_heading()
            elif tag in _BLOCKS:
                sections.end_line()
            elif tag in _CELLS:
                sections.begin_cell()

    def handle_endtag(self, tag: str) -> None:
        if tag == "title":
            self._in_title = False
        elif tag in self._skipped:
            self._skipped.close(tag)
        elif not self._skipped:
            if tag in _HEADINGS:
                self._end_heading(tag)
            elif tag in _BLOCKS:
                for sections in self._taking():
                    sections.end_line()
            self._inside -= tag in _CONTENT and self._inside > 0

    def _end_heading(self, tag: str) -> None:
        for sections in self._taking():
            heading = sections.end_heading()
            if tag == "h1" and not self._heading:
                self._heading = heading

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self._title += data
        elif not self._skipped:
            for sections in self._taking():
                sections.add(data)

    def _taking(self) -> tuple[Sections, ...]:
        return (self._all, self._content) if self._inside else (self._all,)

    def text(self) -> PageText:
        title = " ".join(self._title.split()) or self._heading
        chosen = self._content.finish(title) or self._all.finish(title)
        return PageText(title, chosen)


class _Open:
    """Elements within each other."""

    def __init__(self) -> None:
        self._tags: list[str] = []
        self._counts: Counter[str] = Counter()

    def __bool__(self) -> bool:
        return bool(self._tags)

    def __contains__(self, tag: str) -> bool:
        return self._counts[tag] > 0

    def open(self, tag: str) -> None:
        """Another one begins in the last one."""
        self._tags.append(tag)
        self._counts[tag] += 1

    def close(self, tag: str) -> None:
        """The last one with this tag, and all in it, end."""
        while (last := self._tags.pop()) != tag:
            self._counts[last] -= 1
        self._counts[tag] -= 1

    def clear(self) -> None:
        """All of them end."""
        self._tags.clear()
        self._counts.clear()


def _is_reference(tag: str, attrs: list[tuple[str, str | None]]) -> bool:
    """The mark of a footnote, as in pages of Wikipedia that were saved."""
    return tag == "sup" and any(name == "class" and "reference" in (value or "")
                                for name, value in attrs)  # fmt: skip
