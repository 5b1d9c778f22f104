"""MediaWiki's export XML, streamed: versions 0.3 to 0.11, page by page.

https://www.mediawiki.org/wiki/Help:Export describes the format. What differs between
versions and matters here: ``<redirect/>`` came with 0.4 and its title with 0.6, ``<ns>``
with 0.6, further ``<content>`` besides a revision's own ``<text>`` with 0.11. Of several
revisions of a page the last one in the file counts: they stand in the order of time.

Does not handle: documents with a DOCTYPE, which no export has and entity bombs need.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING
from xml.parsers import expat

if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST_TEXT = 1 << 25
"""Characters of a page's text; MediaWiki itself allows 2 MiB."""
_BUFFER = 1 << 16
_WANTED = {
    ("page", "title"): "title",
    ("page", "ns"): "namespace",
    ("revision", "model"): "model",
    ("revision", "text"): "text",
    ("siteinfo", "case"): "case",
    ("namespaces", "namespace"): "name",
}
"""Elements whose characters are kept, by their parent and their name."""


class BadExport(Exception):
    """XML that is no export, or a damaged one. Never leaves this package."""


@dataclass(frozen=True, slots=True)
class ExportSite:
    """What an export says of its wiki before the first page."""

    language: str = ""
    """Its code, as in ``xml:lang``."""
    first_letter: bool = True
    """Whether titles begin with a capital whatever was typed."""
    namespaces: Mapping[int, str] = field(default_factory=dict)
    """The local names by number; empty where the export has no ``<siteinfo>``."""


@dataclass(frozen=True, slots=True)
class ExportPage:
    """One page as it stands in the file."""

    title: str
    namespace: int | None
    """``None`` before version 0.6: the title's prefix tells."""
    redirects: bool
    """Whether the export marks it as a redirect."""
    target: str
    """Where it redirects to, if the export says so."""
    text: str | None
    """The last revision's wikitext; ``None``: there is none, or it is too long."""
    length: int
    """Characters of that text, also where it is too long."""
    model: str
    """The content model; empty before version 0.8."""
    line: int
    """Where the page begins in the file, from 1."""


def read_export(chunks: Iterable[bytes]) -> Iterator[ExportSite | ExportPage]:
    """The site, then the pages of an export.

    Args:
        chunks: the XML. UTF-16 that was made UTF-8 on the way may still say UTF-16.

    Raises:
        BadExport: not well-formed, cut off, no export, or a document with a DOCTYPE;
            the message says where.
    """
    pieces = iter(chunks)
    head = next(pieces, b"")
    found = _Elements(encoding="utf-8" if _says_utf16(head) else None)
    for chunk in chain((head,), pieces):
        found.feed(chunk)
        yield from found.take()
    found.end()
    yield from found.take()


def _says_utf16(head: bytes) -> bool:
    declaration = head[:200].partition(b"?>")[0].lower()
    return declaration.startswith(b"<?xml") and b"utf-16" in declaration


class _Elements:
    """What expat calls back."""

    def __init__(self, encoding: str | None) -> None:
        parser = expat.ParserCreate(encoding)
        parser.buffer_text = True
        parser.buffer_size = _BUFFER
        parser.StartDoctypeDeclHandler = self._refuse
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        self._parser = parser
        self._path: list[str] = []
        self._ready: list[ExportSite | ExportPage] = []
        self._language, self._case = "", "first-letter"
        self._names: dict[int, str] = {}
        self._key = 0
        self._told_site = False
        self._clear()

    def _clear(self) -> None:
        self._values = dict.fromkeys(_WANTED.values(), "")
        self._text: list[str] | None = None
        self._text_length = 0
        self._pieces: list[str] = []
        self._length = 0
        self._redirects, self._target = False, ""
        self._line = 0

    def feed(self, chunk: bytes) -> None:
        """Parses a piece of the file."""
        try:
            self._parser.Parse(chunk)
        except expat.ExpatError as error:
            raise self._fault(error) from error

    def end(self) -> None:
        """Checks that nothing is missing."""
        try:
            self._parser.Parse(b"", True)
        except expat.ExpatError as error:
            raise self._fault(error) from error

    def take(self) -> list[ExportSite | ExportPage]:
        """What was completed since the last call."""
        ready, self._ready = self._ready, []
        return ready

    def _fault(self, error: expat.ExpatError) -> BadExport:
        where = f" in the page {self._values['title'][:80]!r}" if self._values["title"] else ""
        cut = error.code in _CUT
        what = "is cut off" if cut else f"is not well-formed ({expat.ErrorString(error.code)})"
        return BadExport(
            f"the XML {what} at line {error.lineno}, column {error.offset + 1}{where}; "
            "get the file again"
        )

    def _refuse(self, *_: object) -> None:
        raise BadExport(
            "the XML has a DOCTYPE, which exports of MediaWiki have not and bombs need; "
            "name an export"
        )

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        parent = self._path[-1] if self._path else ""
        if not parent and name != "mediawiki":
            raise BadExport(f"XML, but no export of MediaWiki: it begins with <{name[:40]}>")
        self._path.append(name)
        if (parent, name) in _WANTED:
            self._pieces = []
            self._length = 0
            self._parser.CharacterDataHandler = self._keep
            self._key = _number(attributes.get("key", "0")) or 0
        elif name == "page":
            self._tell_site()
            self._clear()
            self._line = self._parser.CurrentLineNumber
        elif (parent, name) == ("page", "redirect"):
            self._redirects, self._target = True, attributes.get("title", "")
        elif not parent:
            self._language = attributes.get("xml:lang", "")

    def _keep(self, text: str) -> None:
        self._length += len(text)
        if self._length <= LONGEST_TEXT:
            self._pieces.append(text)

    def _end(self, name: str) -> None:
        self._path.pop()
        parent = self._path[-1] if self._path else ""
        wanted = _WANTED.get((parent, name))
        if wanted:
            self._parser.CharacterDataHandler = None
            self._take_value(wanted)
        elif name == "page" and parent == "mediawiki":
            self._ready.append(self._page())
            self._clear()
        elif name == "mediawiki":
            self._tell_site()

    def _take_value(self, wanted: str) -> None:
        if wanted == "text":
            self._text = self._pieces
            self._text_length = self._length
            return
        value = "".join(self._pieces)
        if wanted == "case":
            self._case = value.strip()
        elif wanted == "name":
            self._names[self._key] = value.strip()
        else:
            self._values[wanted] = value.strip()

    def _tell_site(self) -> None:
        if not self._told_site:
            self._told_site = True
            site = ExportSite(self._language, self._case != "case-sensitive", self._names)
            self._ready.append(site)

    def _page(self) -> ExportPage:
        has_text = 0 < self._text_length <= LONGEST_TEXT
        return ExportPage(
            title=self._values["title"],
            namespace=_number(self._values["namespace"]),
            redirects=self._redirects,
            target=self._target,
            text="".join(self._text or ()) if has_text else None,
            length=self._text_length,
            model=self._values["model"],
            line=self._line,
        )


def _number(value: str) -> int | None:
    try:
        return int(value)
    except ValueError:
        return None


_CUT = frozenset(
    expat.errors.codes[what]
    for what in (
        expat.errors.XML_ERROR_NO_ELEMENTS,
        expat.errors.XML_ERROR_UNCLOSED_TOKEN,
        expat.errors.XML_ERROR_PARTIAL_CHAR,
        expat.errors.XML_ERROR_UNCLOSED_CDATA_SECTION,
    )
)
"""What expat says of a document that ends too early."""
