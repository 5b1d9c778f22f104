"""The pages of an export as articles, redirects, and what is left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from factscore.knowledge.dump.ahead import chunks_of
from factscore.knowledge.dump.export import (
    LONGEST_TEXT,
    BadExport,
    ExportPage,
    ExportSite,
    read_export,
)
from factscore.knowledge.dump.namespaces import MAIN, namespace_of, shown_namespace
from factscore.knowledge.dump.redirects import target_of
from factscore.knowledge.dump.workers import in_order
from factscore.knowledge.options import ReadOptions, SourceFile
from factscore.knowledge.passages import CutSettings, cut_text
from factscore.knowledge.rows import LONGEST_TITLE, LeftOut, Problem, Redirect, Row, SourceArticle
from factscore.knowledge.wikitext import (
    REDIRECT_WORDS,
    SiteInfo,
    Unparsable,
    sections_text,
    to_prose,
)

if TYPE_CHECKING:
    from factscore.textfiles import Peekable

_BATCH = 1 << 18
"""Characters of wikitext that go to a worker at once."""
_MOST_PAGES = 200
_MOST_ASIDE = 1000
"""Rows that wait for a batch; a run of pages that need no parsing may be millions long."""
_FAULTS = (Unparsable, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError,
           ValueError)  # fmt: skip
"""What a parser raises over a page it was not made for. One of millions of pages must not
end a build of hours; it is named, with the fault's own words."""


@dataclass(frozen=True, slots=True)
class WikiPage:
    """What a worker needs of a page."""

    title: str
    text: str
    place: str


def read_dump(stream: Peekable, file: SourceFile, options: ReadOptions) -> Iterator[Row]:
    """The rows of an export, streamed; memory stays flat.

    Pages of the main namespace come in the order of the file, however many workers
    parse them; redirects and what is left out come in between.

    Args:
        stream: the XML in UTF-8.
        file: what is read.
        options: how passages are cut, and how many processes parse.
    """
    try:
        with chunks_of(stream, ahead=options.workers > 1 and not file.waits) as chunks:
            yield from _rows(read_export(chunks), file, options)
    except BadExport as error:
        yield Problem(file.name, str(error))
    except BrokenProcessPool:
        yield Problem(
            file.name,
            "a worker process was killed, perhaps for want of memory; build again with fewer "
            "--workers (1 parses in the same process)",
        )


def _rows(
    elements: Iterator[ExportSite | ExportPage], file: SourceFile, options: ReadOptions
) -> Iterator[Row]:
    site = next(elements, None)
    if not isinstance(site, ExportSite):
        raise BadExport("the export ends before its first page; get the file again")
    pages = (page for page in elements if isinstance(page, ExportPage))
    aside: list[Row] = []
    batches = _batches(pages, site, file.name, aside)
    parse = partial(parse_pages, site=site_info(site), cut=options.cut)
    for rows in in_order(parse, batches, options.workers):
        yield from aside
        aside.clear()
        yield from rows
    yield from aside


def site_info(site: ExportSite) -> SiteInfo:
    """What the parser of wikitext needs to know of the wiki."""
    names = {number: (name,) for number, name in site.namespaces.items() if name}
    return SiteInfo(names, REDIRECT_WORDS, site.language)


def parse_pages(pages: list[WikiPage], site: SiteInfo, cut: CutSettings) -> list[Row]:
    """Articles of wikitext; runs in a worker."""
    return [_parse(page, site, cut) for page in pages]


def _parse(page: WikiPage, site: SiteInfo, cut: CutSettings) -> Row:
    try:
        prose = to_prose(page.text, site)
        passages = tuple(cut_text(sections_text(prose), cut))
    except _FAULTS as error:
        what = str(error) if isinstance(error, Unparsable) else f"{type(error).__name__}: {error}"
        return LeftOut("pages that could not be parsed", page.title, page.place, what)
    if not passages:
        return LeftOut("pages without prose", page.title, page.place)
    return SourceArticle(
        page.title,
        passages,
        (),
        page.place,
        disambiguation=prose.disambiguation,
        first_wins=True,
    )


def _batches(
    pages: Iterable[ExportPage], site: ExportSite, name: str, aside: list[Row]
) -> Iterator[list[WikiPage]]:
    """Pages to be parsed, in batches; rows that need no parsing are put aside."""
    batch: list[WikiPage] = []
    size = 0
    for page in pages:
        place = f"{name}:{page.line}"
        row = _without_parsing(page, site, place)
        if row is not None:
            aside.append(row)
        else:
            batch.append(WikiPage(page.title, page.text or "", place))
            size += page.length
        if size >= _BATCH or len(batch) >= _MOST_PAGES or len(aside) >= _MOST_ASIDE:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _without_parsing(page: ExportPage, site: ExportSite, place: str) -> Row | None:
    """The row of a page that is no article to be parsed."""
    number = namespace_of(page, site)
    if number != MAIN:
        return LeftOut(f"pages of the namespace {shown_namespace(number, site)}", page.title, place)
    if not page.title or len(page.title) > LONGEST_TITLE:
        what = f"pages with a title of more than {LONGEST_TITLE:,} characters, or none"
        return LeftOut(what, page.title, place)
    target = target_of(page, REDIRECT_WORDS, first_letter=site.first_letter)
    if target is not None or page.redirects:
        return Redirect(page.title, target or "", place)
    if page.model not in ("", "wikitext"):
        return LeftOut(f"pages of {page.model}, not of wikitext", page.title, place)
    if page.length > LONGEST_TEXT:
        what = f"{page.length:,} characters are more than {LONGEST_TEXT:,}"
        return LeftOut("pages that could not be parsed", page.title, place, what)
    return None if page.text else LeftOut("pages without text", page.title, place)
