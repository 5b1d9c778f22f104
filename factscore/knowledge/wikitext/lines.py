"""Rendered lines → paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from factscore.knowledge.scripts import UNSPACED
from factscore.knowledge.wikitext.marks import SILENT, VALUE
from factscore.knowledge.wikitext.quotes import strip_quotes
from factscore.knowledge.wikitext.tidy import tidy

_MARKER = re.compile(rf"[\s{SILENT}{VALUE}]*[*#:;]+[*#:;\s]*")
_RULE = re.compile(r"-{4,}")
_ROW = re.compile(r"\s*(?:\|[-}|]?|\{\|)")
_SWITCH = re.compile(r"__[^\W_](?:\w*?[^\W_])?__")
_WORD = re.compile(r"\w")
_ENDED = re.compile(r"[.!?:。！？।][\"'”’»)\]]*\s*$")
_TAIL = 40
_UNSPACED = re.compile(f"[{UNSPACED}]")


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a section, each one line, without list markers.

    As on the page, lines without a blank one between them are one paragraph, and an item
    of a list or an indented line is one of its own.
    """
    return [tidied for raw in _raw_paragraphs(text) if (tidied := tidy(raw))]


class _Paragraph:
    """Lines that are joined as they come."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._holed = False

    def add(self, line: str) -> None:
        if self._parts:
            joint = _UNSPACED.match(self._parts[-1][-1:]) and _UNSPACED.match(line)
            self._parts.append("" if joint else " ")
        self._parts.append(line)
        self._holed = False

    def goes_on(self, line: str) -> bool:
        """Whether the line belongs to it, after lines of which nothing is left."""
        return not self._holed or line.lstrip(SILENT + VALUE + " ")[:1].islower()

    def leave_hole(self) -> bool:
        """Takes in a line of which nothing is left, unless a sentence has ended before it."""
        self._holed = bool(self._parts) and not _ENDED.search(self._parts[-1][-_TAIL:])
        return self._holed

    def take(self) -> str:
        text = "".join(self._parts)
        self._parts.clear()
        self._holed = False
        return text


def _raw_paragraphs(text: str) -> Iterator[str]:
    current = _Paragraph()
    for written in _without_switches(text).split("\n"):
        line = strip_quotes(
            _RULE.sub("", written, count=1) if written.startswith("----") else written
        )
        marker = _MARKER.match(line)
        bare = not _WORD.search(line)
        if bare and not marker and line.strip() and current.leave_hole():
            # A line whose template vanished divides paragraphs as a blank one does, but
            # not in the middle of a sentence.
            continue
        if bare or marker or line.startswith(" ") or _ROW.match(line):
            yield current.take()
            if not bare and not _ROW.match(line):
                yield line[marker.end() :] if marker else line
            continue
        if not current.goes_on(line):
            yield current.take()
        current.add(line)
    yield current.take()


def _without_switches(text: str) -> str:
    """The text without words such as ``__TOC__``."""
    if "__" not in text:
        return text
    return _SWITCH.sub(lambda match: match[0] if match[0] != match[0].upper() else "", text)
