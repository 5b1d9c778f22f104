"""The formats, and how each is recognised.

Compression and encoding are undone before a format is looked for. Content decides,
never a file's name, but for documents: plain text, Markdown and HTML begin with
anything, so their names' endings tell them.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from factscore.knowledge.options import ReadOptions, SourceFile
from factscore.knowledge.rows import Row
from factscore.knowledge.sources.json_rows import read_lines, read_list
from factscore.knowledge.sources.names import unpacked_name
from factscore.knowledge.wikiextractor import read_pages

if TYPE_CHECKING:
    from factscore.textfiles import Peekable

SUPPORTED = (
    "a MediaWiki dump (XML), articles as JSONL, a JSON list or parquet ({title, text} or "
    "{title, passages}), WikiExtractor's output (--json lines or <doc> files), documents "
    "(.txt, .md, .html), or folders of these; plain, gzip, bzip2 or zstd"
)

Reader: TypeAlias = Callable[["Peekable", SourceFile, ReadOptions], Iterator[Row]]


@dataclass(frozen=True, slots=True)
class SourceFormat:
    """A kind of file: how to recognise it by its first characters, and how to read it."""

    name: str
    begins: tuple[bytes, ...]
    """What the file may begin with, after white space, in small letters."""
    read: Reader | None
    """Content, its file and options → rows; ``None``: known, but not to be read."""
    remedy: str = ""
    """What to do about a file of a format that cannot be read."""
    loads: bool = False
    """Whether a file is also opened as it is, its articles in memory."""


def _later(module: str, function: str) -> Reader:
    """A reader whose module is imported when a file needs it: opening a store must be quick."""

    def read(stream: Peekable, file: SourceFile, options: ReadOptions) -> Iterator[Row]:
        reader: Reader = getattr(importlib.import_module(module), function)
        return reader(stream, file, options)

    return read


JSON_LINES = SourceFormat("articles as JSONL", (b"{",), read_lines, loads=True)
JSON_LIST = SourceFormat("a JSON list of articles", (b"[",), read_list, loads=True)
_DOCUMENTS = "factscore.knowledge.sources.documents"
_TEXT = SourceFormat("plain text", (), _later(_DOCUMENTS, "read_text"))
_MARKDOWN = SourceFormat("Markdown", (), _later(_DOCUMENTS, "read_markdown"))
_HTML = SourceFormat("an HTML page", (b"<!doctype html", b"<html"), _later(_DOCUMENTS, "read_html"))

_WEB_PAGE = SourceFormat(
    "a web page with the name of a dump",
    (),
    None,
    "download it again: the server sent a page in its place",
)
_DUMP_INDEX = SourceFormat(
    "the index of a multistream dump",
    (),
    None,
    "take the dump itself, whose name ends in -multistream.xml.bz2",
)
_INDEX_LINE = re.compile(rb"\d+:\d+:\S")

FORMATS: tuple[SourceFormat, ...] = (
    JSON_LINES,
    JSON_LIST,
    SourceFormat("WikiExtractor's <doc> files", (b"<doc ",), read_pages, loads=True),
    _HTML,
    SourceFormat(
        "a MediaWiki XML dump",
        (b"<mediawiki", b"<?xml"),
        _later("factscore.knowledge.dump.pages", "read_dump"),
    ),
    SourceFormat(
        "a parquet file",
        (b"par1",),
        _later("factscore.knowledge.sources.parquet", "read_parquet"),
    ),
    SourceFormat(
        "an SQLite database",
        (b"sqlite format 3\0",),
        None,
        f"open it as it is with --knowledge; to build, supported: {SUPPORTED}",
    ),
    SourceFormat(
        "MySQL statements (a dump of tables)",
        (b"-- mysql dump", b"-- mariadb dump", b"/*m!"),
        None,
        "take the dump of pages, whose name ends in -pages-articles.xml.bz2",
    ),
)
"""All formats that content tells, in the order in which they are tried."""

DOCUMENTS = {
    ".txt": _TEXT,
    ".text": _TEXT,
    ".md": _MARKDOWN,
    ".markdown": _MARKDOWN,
    ".html": _HTML,
    ".htm": _HTML,
    ".xhtml": _HTML,
}
"""Formats that a file's name tells, once packings such as ``.gz`` are taken off it."""
_JSON = (b'{"', b"[{", b"[\n", b"[\r", b"[]")
"""Text that begins so is JSON, whatever it is called; "[1]" may begin a text too."""


def format_of(head: bytes, name: str) -> SourceFormat | None:
    """The format of a file by what it begins with and its name's ending.

    Args:
        head: the first bytes of the content, in UTF-8.
        name: the file's name.
    """
    start = head.lstrip()
    begins = start[:64].lower()
    known = next((known for known in FORMATS if begins.startswith(known.begins)), None)
    suffix = unpacked_name(name.lower()).suffix
    if known is _HTML and suffix == ".xml":
        return _WEB_PAGE
    document = DOCUMENTS.get(suffix)
    if document is _TEXT and _INDEX_LINE.match(start):
        return _DUMP_INDEX
    if document is None or known is None:
        return known or document
    if known in (JSON_LINES, JSON_LIST):
        return known if begins.startswith(_JSON) else document
    return known if document is _TEXT else document
