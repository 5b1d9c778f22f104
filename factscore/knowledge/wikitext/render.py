"""Balanced wikitext → text with marks where something vanished.

The parser is mwparserfromhell; it is given what :func:`~.prune.prune` has made short and
balanced, and only where there is something to parse.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from factscore.knowledge.wikitext.links import Prefixes, piped, shown_title
from factscore.knowledge.wikitext.marks import SILENT, VALUE
from factscore.knowledge.wikitext.readings import Call
from factscore.knowledge.wikitext.templates import read, template_name

if TYPE_CHECKING:
    from mwparserfromhell import nodes
    from mwparserfromhell.wikicode import Wikicode

_PARSED = re.compile(r"[\[{]|://")
PIECE = 50_000
"""Longer text is parsed in pieces of about this many characters, cut at line ends."""
_LEFT_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]]*)\]\]")
_LEFT_ADDRESS = re.compile(r"\b(?:https?|ftps?)://[^\s<>\[\]{}|\"]+")
_LEFT_BRACKETS = re.compile(r"\[\[|\]\]|\{\{+|\}\}+")


class Renderer:
    """Turns wikitext into text for one wiki."""

    def __init__(self, prefixes: Prefixes, *, english: bool) -> None:
        """Args: the wiki's prefixes; whether templates may leave English words."""
        from mwparserfromhell import nodes, parse

        self._prefixes = prefixes
        self._english = english
        self._parse = parse
        self._readers: Mapping[type, Callable[[Any], str]] = {
            nodes.Text: lambda node: str(node.value),
            nodes.Wikilink: self._link,
            nodes.ExternalLink: self._external_link,
            nodes.Template: self._template,
            nodes.Tag: self._tag,
            nodes.Argument: lambda node: self._code(node.default) or VALUE,
            nodes.Heading: lambda node: self._code(node.title),
            nodes.Comment: lambda node: "",
        }

    def text(self, wikitext: str) -> str:
        """The text, with marks; list markers and apostrophes are still there.

        Args:
            wikitext: without comments, tags and tables, its brackets balanced.
        """
        if not _PARSED.search(wikitext):
            return _swept(wikitext)
        return _swept("".join(map(self._piece, _pieces(wikitext))))

    def _piece(self, wikitext: str) -> str:
        from mwparserfromhell.parser import ParserError

        if not _PARSED.search(wikitext):
            return wikitext
        try:
            return self._code(self._parse(wikitext, skip_style_tags=True))
        except ParserError:  # Its own faults: the sweep makes do without it.
            return wikitext

    def _code(self, code: Wikicode | None) -> str:
        return "" if code is None else "".join(map(self._node, code.nodes))

    def _node(self, node: nodes.Node) -> str:
        reader = self._readers.get(type(node))
        return str(node) if reader is None else reader(node)

    def _external_link(self, node: nodes.ExternalLink) -> str:
        return self._code(node.title) or (SILENT if node.brackets else VALUE)

    def _link(self, node: nodes.Wikilink) -> str:
        title = self._code(node.title)
        if node.text is None:
            return shown_title(title)
        return self._code(node.text) or piped(title)

    def _tag(self, node: nodes.Tag) -> str:
        if node.wiki_markup == "{|":
            return SILENT
        if node.wiki_markup and not node.contents:
            return str(node.wiki_markup)
        return self._code(node.contents)

    def _template(self, node: nodes.Template) -> str:
        return read(self._call(node))

    def _call(self, node: nodes.Template) -> Call:
        written = self._code(node.name)
        name = template_name(written, self._prefixes.templates)
        positional = [written.partition(":")[2]] if name.endswith(":") and len(name) > 1 else []
        named: dict[str, str] = {}
        for parameter in node.params:
            value = self._code(parameter.value)
            key = self._code(parameter.name).strip()
            if not parameter.showkey or key == str(len(positional) + 1):
                positional.append(value)
            else:
                named[key] = value
        return Call(name, tuple(positional), named, self._english)


def _pieces(wikitext: str) -> Iterable[str]:
    """The text in pieces, each up to a line end; a longer line is cut anywhere."""
    start = 0
    while start < len(wikitext):
        end = start + PIECE
        if end < len(wikitext):
            cut = wikitext.rfind("\n\n", start, end)
            cut = cut if cut > start else wikitext.rfind("\n", start, end)
            end = cut + 1 if cut > start else end
        yield wikitext[start:end]
        start = end


def _swept(text: str) -> str:
    """The text without what the parser did not take for links, such as "[[a\\nb]]"."""
    if "[[" in text or "]]" in text or "{{" in text or "}}" in text:
        text = _LEFT_BRACKETS.sub("", _LEFT_LINK.sub(r"\1", text))
    return _LEFT_ADDRESS.sub(VALUE, text) if "://" in text else text
