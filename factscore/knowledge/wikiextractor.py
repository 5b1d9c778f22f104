"""Pages as WikiExtractor writes them: ``<doc id=… url=… title=…>`` … ``</doc>``."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator

from factscore.knowledge.options import ReadOptions, SourceFile
from factscore.knowledge.passages import CutSettings
from factscore.knowledge.rows import LONGEST_TITLE, Problem, Row, SourceArticle, cut_page
from factscore.textfiles import not_utf8

# The title stands last and its own quotation marks are not escaped, so it reaches to
# the last quotation mark of the line. Atomic, as no later beginning of it can fit either.
_OPENING = re.compile(r'(?><doc\b[^>]*?\btitle=")(?P<title>.*)"[^">]*>\s*')
_DEFAULTS = ReadOptions()
_UNFINISHED = "the page that begins here has no </doc>; extract or copy the file again"


def read_pages(
    lines: Iterable[bytes], file: SourceFile, options: ReadOptions = _DEFAULTS
) -> Iterator[Row]:
    """The pages of one file, streamed.

    Args:
        lines: the file's lines.
        file: what is read.
        options: how passages are cut.
    """
    title, place = "", ""
    body: list[str] = []
    inside = False
    for number, raw in enumerate(lines, 1):
        here = f"{file.name}:{number}"
        try:
            line = raw.decode()
        except UnicodeDecodeError as error:
            yield Problem(here, not_utf8(error))
            line = ""
        if opening := _OPENING.fullmatch(line):
            if inside:
                yield Problem(place, _UNFINISHED)
            title, place, inside = html.unescape(opening["title"]).strip(), here, True
            body.clear()
        elif line.strip() == "</doc>" and inside:
            inside = False
            yield _page(title, "".join(body), place, options.cut)
        elif inside:
            body.append(line)
        elif line.strip():
            yield Problem(
                here,
                'expected <doc … title="…">; extract the file again, or remove what stands here',
            )
    if inside:
        yield Problem(place, _UNFINISHED)


def _page(title: str, text: str, place: str, cut: CutSettings) -> Row:
    if not title:
        return Problem(place, "the page has no title; write one, or remove the page")
    if len(title) > LONGEST_TITLE:
        what = f"a title of {len(title):,} characters; shorten it to at most {LONGEST_TITLE:,}"
        return Problem(place, f"the page has {what}")
    if "\0" in title or "\0" in text:
        return Problem(place, "the page holds a NUL character; remove it")
    return SourceArticle(title, cut_page(title, text, cut), (), place)
