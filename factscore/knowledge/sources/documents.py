"""One's own documents: each file of text, Markdown or HTML is an article."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import PurePath
from typing import TYPE_CHECKING

from factscore.knowledge.options import ReadOptions, SourceFile
from factscore.knowledge.passages import cut_text
from factscore.knowledge.rows import LONGEST_TITLE, LeftOut, Problem, Row, SourceArticle
from factscore.knowledge.scripts import UNSPACED
from factscore.knowledge.sources.html_text import PageText, html_text
from factscore.knowledge.sources.markdown_text import markdown_text
from factscore.knowledge.sources.names import unpacked_name
from factscore.textfiles import not_utf8

if TYPE_CHECKING:
    from factscore.textfiles import Peekable

LARGEST = 1 << 26
"""Bytes of a document; what is larger is a collection, which belongs into JSONL."""
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_PARAGRAPHS = re.compile(r"\n[^\S\n]*\n\s*")
_WRAPPED = 45
"""A line of at least this many characters goes on in the next one of its paragraph."""
_NEW_LINE = re.compile(r"(?:[-*•·–—+]|\(?\w{1,3}[.)])\s|\s{4,}|\t")
"""What begins a line of its own all the same: a list's mark, or an indent."""
_UNSPACED = re.compile(f"[{UNSPACED}]")


def read_text(stream: Peekable, file: SourceFile, options: ReadOptions) -> Iterator[Row]:
    """A file of plain text; its title is the file's name."""
    yield _document(stream, file, options, lambda text: PageText("", (unwrap(text),)))


def read_markdown(stream: Peekable, file: SourceFile, options: ReadOptions) -> Iterator[Row]:
    """A file of Markdown; its title is its first heading."""
    yield _document(stream, file, options, markdown_text)


def read_html(stream: Peekable, file: SourceFile, options: ReadOptions) -> Iterator[Row]:
    """A page of HTML; its title is in it."""
    yield _document(stream, file, options, html_text)


def unwrap(text: str) -> str:
    """Paragraphs, one a line: lines that were broken at a width are joined again.

    >>> unwrap("A long line of a letter that was broken at some\\nwidth.\\n\\nAn end.")
    'A long line of a letter that was broken at some width.\\nAn end.'
    """
    paragraphs = _PARAGRAPHS.split(text.strip().replace("\r\n", "\n"))
    return "\n".join(map(_joined, paragraphs))


def _joined(paragraph: str) -> str:
    lines = paragraph.split("\n")
    joined = [lines[0].strip()]
    for before, line in pairwise(lines):
        if len(before.strip()) < _WRAPPED or _NEW_LINE.match(line):
            joined.append("\n")
        elif not (_UNSPACED.match(line) and _UNSPACED.match(before.rstrip()[-1:])):
            joined.append(" ")
        joined.append(line.strip())
    return "".join(joined)


def _document(
    stream: Peekable, file: SourceFile, options: ReadOptions, read: Callable[[str], PageText]
) -> Row:
    data = stream.read(LARGEST + 1)
    if len(data) > LARGEST:
        size = f"more than {LARGEST >> 20} MB"
        return Problem(file.name, f"one document of {size}; split it, or make it JSONL")
    try:
        page = read(_decoded(data))
    except UnicodeDecodeError as error:
        return Problem(file.name, not_utf8(error))
    title = _title(page.title or _stem(file.name))
    passages = tuple(cut_text([text.replace("\0", "") for text in page.sections], options.cut))
    if not passages:
        return LeftOut("documents without text", file.inside or file.name, file.name)
    other = f"{title} ({PurePath(file.inside or file.name).as_posix()})"
    return SourceArticle(title, passages, (), file.name, other_title=other)


def _decoded(data: bytes) -> str:
    """Text in UTF-8, or in the encoding that an HTML page names."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        named = _CHARSET.search(data[:4096])
        if named is None:
            raise
        try:
            return data.decode(named[1].decode("ascii"), errors="replace")
        except LookupError:
            pass
        raise


def _title(text: str) -> str:
    return " ".join(text.replace("\0", "").split())[:LONGEST_TITLE]


def _stem(name: str) -> str:
    return unpacked_name(name).stem.replace("_", " ")
