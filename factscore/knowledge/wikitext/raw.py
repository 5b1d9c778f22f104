"""Comments, ``<nowiki>``, inclusion tags and the tags whose content is no prose.

MediaWiki takes these out first, in one walk from left to right, because what stands in
them is not wikitext. So does this module, in time that grows with the text alone.
"""

from __future__ import annotations

import re

from factscore.knowledge.wikitext.marks import NOTHING, SILENT, VALUE, shield

_UNSEEN = (
    "ref|references|gallery|timeline|syntaxhighlight|source|imagemap|templatedata|graph|mapframe|"
    "maplink|inputbox|categorytree|templatestyles|indicator|includeonly|pre|dynamicpagelist|"
    "section|style|script|charinsert|phonos|slideshow|panorama|chart"
)
"""Tags that go with their content; nothing is missing from a sentence without them."""
_FORMULA = "math|chem|ce|score|hiero"
"""Tags that go with their content and leave a hole in the sentence."""
_BARE = "noinclude|onlyinclude"
"""Tags that go alone: on the page itself their content is shown."""
_TAG = re.compile(
    rf"<(?:!--|(?P<slash>/?)(?P<name>{_UNSEEN}|{_FORMULA}|{_BARE}|nowiki)(?=[\s/>])(?P<rest>[^<>]*)>)",
    re.IGNORECASE,
)
_FORMULA_NAMES = frozenset(_FORMULA.split("|"))
_BARE_NAMES = frozenset(_BARE.split("|"))
_REF = re.compile(r"<ref(?=[\s>])[^<>]*(?<!/)>", re.IGNORECASE)
_REF_STOP = re.compile(r"\n|<ref(?=[\s>/])", re.IGNORECASE)
_HEADING = re.compile(r"\n==")
_POEM = re.compile(r"<poem\b[^<>]*>((?:(?!<poem\b).)*?)</poem\s*>", re.IGNORECASE | re.DOTALL)


def strip_raw(text: str) -> str:
    """The wikitext without them; what is shown literally is shielded.

    >>> strip_raw("One<!-- note -->.<ref>Smith</ref> Two.").replace(SILENT, "")
    'One. Two.'
    """
    if "<" not in text:
        return text
    return _Walk(_POEM.sub(_lines_apart, text)).result()


def _lines_apart(match: re.Match[str]) -> str:
    verses: str = match[1]
    return "\n\n" + verses.replace("\n", "\n\n") + "\n\n"


class _Walk:
    """One walk over a page."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._parts: list[str] = []
        self._position = 0
        self._closers: dict[str, re.Match[str] | None] = {}

    def result(self) -> str:
        while match := _TAG.search(self._text, self._position):
            self._parts.append(self._text[self._position : match.start()])
            self._position = match.end()
            if match["name"] is None:
                self._comment(match.start())
            else:
                self._tag(match)
        self._parts.append(self._text[self._position :])
        return "".join(self._parts)

    def _comment(self, start: int) -> None:
        """Leaves a comment out; one that has a line to itself goes with its line."""
        end = self._text.find("-->", start + 4)
        end = len(self._text) if end < 0 else end + 3
        before = self._parts[-1].rstrip(" ") if self._parts else ""
        after = end
        while self._text.startswith(" ", after):
            after += 1
        if (before.endswith("\n") or not start) and self._text.startswith("\n", after):
            end = after + 1
        self._position = end

    def _tag(self, match: re.Match[str]) -> None:
        name = match["name"].lower()
        if name in _BARE_NAMES or match["slash"]:
            return
        if match["rest"].endswith("/"):
            self._parts.append(NOTHING if name == "nowiki" else SILENT)
            return
        closer = self._closer(name)
        if name == "ref":
            closer = self._closed_by_itself(closer)
        if name == "nowiki":
            self._literal(closer)
            return
        self._parts.append(VALUE if name in _FORMULA_NAMES else SILENT)
        if closer is not None:
            self._position = closer.end()
        elif name == "ref":
            self._skip_open_reference()

    def _closer(self, name: str) -> re.Match[str] | None:
        """The next ``</name>``; searched for once, however many tags wait for it."""
        known = self._closers.get(name)
        if name in self._closers and (known is None or known.start() >= self._position):
            return known
        pattern = re.compile(rf"</{name}\s*>", re.IGNORECASE)
        self._closers[name] = pattern.search(self._text, self._position)
        return self._closers[name]

    def _closed_by_itself(self, closer: re.Match[str] | None) -> re.Match[str] | None:
        """None where another reference or a section starts before ``</ref>``.

        Then the closing tag was forgotten, and prose stands between.
        """
        if closer is None:
            return None
        for pattern in (_REF, _HEADING):
            if pattern.search(self._text, self._position, closer.start()):
                return None
        return closer

    def _skip_open_reference(self) -> None:
        """Skips a reference that is never closed: to the next one, or to the line's end."""
        stop = _REF_STOP.search(self._text, self._position)
        self._position = stop.start() if stop else len(self._text)

    def _literal(self, closer: re.Match[str] | None) -> None:
        if closer is not None:
            content = self._text[self._position : closer.start()].replace("\n", " ")
            self._parts.append(shield(content))
            self._position = closer.end()
