"""A page's wikitext → its prose."""

from __future__ import annotations

import re
from collections.abc import Iterator

from factscore.knowledge.wikitext.disambiguation import is_disambiguation
from factscore.knowledge.wikitext.html import strip_html
from factscore.knowledge.wikitext.lines import paragraphs
from factscore.knowledge.wikitext.links import Prefixes, is_shown, prefixes_of
from factscore.knowledge.wikitext.marks import SILENT, VALUE, clean
from factscore.knowledge.wikitext.model import (
    MAX_CHARACTERS,
    Prose,
    Section,
    SiteInfo,
    Unparsable,
)
from factscore.knowledge.wikitext.prune import Rules, prune
from factscore.knowledge.wikitext.raw import strip_raw
from factscore.knowledge.wikitext.render import Renderer
from factscore.knowledge.wikitext.tables import strip_tables
from factscore.knowledge.wikitext.templates import is_silent, leaves_text, template_name
from factscore.knowledge.wikitext.variants import strip_variants

_HEADING = re.compile(rf"^(={{1,6}})(?!=)(.+?)\1[ \t{SILENT}{VALUE}]*$", re.MULTILINE)
_LINK_LIST = re.compile(r"(?:\s*[*#][^\w\[\]\n]*\[(?:https?:)?//[^\n]*(?:\n|\Z))+[^\w\[]*\Z")
"""A section of nothing but addresses, whatever its heading is called."""
_ENGLISH = ("", "en", "simple")


def to_prose(wikitext: str, site: SiteInfo) -> Prose:
    """What a reader of the page reads, section by section.

    Tables, templates, references, pictures, categories, formulae and comments go; links
    leave their text; what templates leave is said in ``templates.py``. Any text can be
    read, in time that grows with its length, however broken its markup is.

    Args:
        wikitext: the source of one page.
        site: the wiki it is from.

    Raises:
        Unparsable: the page is longer than :data:`MAX_CHARACTERS`.

    >>> to_prose("'''Ada''' was [[English people|English]].", SiteInfo()).sections[0].text
    'Ada was English.'
    """
    if len(wikitext) > MAX_CHARACTERS:
        raise Unparsable(
            f"{len(wikitext):,} characters are more than a page may have ({MAX_CHARACTERS:,})"
        )
    text = strip_tables(strip_html(strip_raw(clean(wikitext))))
    text = strip_variants(text, site.language)
    page = _Page(prefixes_of(site), site.language in _ENGLISH)
    sections = tuple(page.section(*parts) for parts in _split(text))
    return Prose(sections, is_disambiguation(text, page.templates))


def _split(text: str) -> Iterator[tuple[int, str, str]]:
    """Level, title and wikitext of each section, the lead first."""
    level, title, start = 0, "", 0
    for match in _HEADING.finditer(text):
        yield level, title, text[start : match.start()]
        level, title, start = len(match[1]), match[2], match.end()
    yield level, title, text[start:]


class _Page:
    """Reads the sections of one page, and remembers which templates it met."""

    def __init__(self, prefixes: Prefixes, english: bool) -> None:
        self.templates: set[str] = set()
        self._prefixes = prefixes
        self._renderer = Renderer(prefixes, english=english)
        self._rules = Rules(self._template, lambda link: is_shown(link, prefixes))

    def section(self, level: int, title: str, wikitext: str) -> Section:
        heading = " ".join(paragraphs(self._rendered(title)))
        return Section(heading, level, "\n".join(paragraphs(self._body(wikitext))))

    def _body(self, wikitext: str) -> str:
        pruned = prune(wikitext, self._rules)
        return "" if _LINK_LIST.match(pruned) else self._renderer.text(pruned)

    def _rendered(self, wikitext: str) -> str:
        return self._renderer.text(prune(wikitext, self._rules))

    def _template(self, content: str) -> str | None:
        name = template_name(content, self._prefixes.templates)
        self.templates.add(name)
        if leaves_text(name):
            return None
        return SILENT if is_silent(name) else VALUE
