"""The prose of a Markdown document; pure.

By markdown-it (CommonMark and tables): links and emphasis become their words, images
vanish, code stays as it is, headings begin sections, a row of a table becomes a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from factscore.knowledge.sources.html_text import PageText, html_text
from factscore.knowledge.sources.sections import Sections

if TYPE_CHECKING:
    from markdown_it.token import Token

_FRONT = re.compile(
    r"\A---[ \t]*\n(?P<fields>[\w-]+[ \t]*:.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL
)
_FRONT_TITLE = re.compile(r"^title:[ \t]*(?P<title>.+?)[ \t]*$", re.MULTILINE | re.IGNORECASE)
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]:?")
_LINE_ENDS = frozenset(
    "paragraph_close list_item_open list_item_close tr_close blockquote_close hr".split()
)


def markdown_text(document: str) -> PageText:
    """The text of a document; the title of its front matter, else its first heading.

    >>> markdown_text("# Ada\\nShe *wrote* [notes](x.html).")
    PageText(title='Ada', sections=('She wrote notes.',))
    """
    from markdown_it import MarkdownIt

    front = _FRONT.match(document)
    body = document[front.end() :] if front else document
    named = _FRONT_TITLE.search(front["fields"]) if front else None
    sections = Sections()
    heading = _walk(MarkdownIt("commonmark").enable("table").parse(body), sections)
    title = named["title"].strip("'\"") if named else heading
    return PageText(title, sections.finish(title))


def _walk(tokens: Iterable[Token], sections: Sections) -> str:
    """Puts all tokens into sections and returns the first heading."""
    first = ""
    for token in tokens:
        kind = token.type
        if kind == "heading_open":
            sections.begin_heading()
        elif kind == "heading_close":
            heading = sections.end_heading()
            first = first or heading
        elif kind == "inline":
            _walk_inline(token.children or (), sections)
        elif kind in ("td_open", "th_open"):
            sections.begin_cell()
        elif kind in ("fence", "code_block"):
            _add_lines(token.content.splitlines(), sections)
        elif kind == "html_block":
            page = html_text(token.content)
            _add_lines("\n".join(page.sections).splitlines(), sections)
        elif kind in _LINE_ENDS:
            sections.end_line()
    return first


def _walk_inline(tokens: Iterable[Token], sections: Sections) -> None:
    for token in tokens:
        if token.type == "text":
            sections.add(_FOOTNOTE.sub("", token.content))
        elif token.type == "code_inline":
            sections.add(token.content)
        elif token.type == "softbreak":
            sections.add(" ")
        elif token.type == "hardbreak":
            sections.end_line()


def _add_lines(lines: Iterable[str], sections: Sections) -> None:
    for line in lines:
        sections.add(line)
        sections.end_line()
