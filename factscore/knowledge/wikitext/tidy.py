"""One paragraph with marks → one line of clean text.

Where something vanished, the punctuation around it is mended: brackets left empty go,
commas and semicolons do not double, no space is left before a full stop. Text in which
nothing vanished keeps its punctuation as it is.
"""

from __future__ import annotations

import re
from html import unescape
from html.entities import html5

from factscore.knowledge.wikitext.marks import NOTHING, SILENT, VALUE, unshield, without_unseen

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_GAP = f"[{SILENT}{VALUE}]"
_ANY_GAP = re.compile(_GAP)
_ROUND = re.compile(r"[(（](?:(?<=\()([^()]*)\)|(?<=（)([^（）]*)）)")
_HOLLOW = " \t;,；，、،؛"
_GAPS = re.compile(rf"{_GAP}[\s{SILENT}{VALUE}]+")
_SQUARE = re.compile(rf"\[\s?{_GAP}\s?\]")
_QUOTED = re.compile(rf"[\"“«„‘⟨]\s?{_GAP}\s?[\"”»“’⟩]")
_LOOSE = re.compile(r"(?<=[(（]) | (?=[)）])")
_SEPARATOR = re.compile(r"([;,；，、،؛])")
_LED_TO = re.compile(rf"([^{SILENT}{VALUE}]*?)\s*{VALUE}[\s{SILENT}]*$")
_FOLLOWED = re.compile(rf"^[\s{SILENT}]*{VALUE}\s*([^{SILENT}{VALUE}]*)$")
_STUB_WORDS = 3
_SPACED = frozenset(";,،؛")
_DIGIT = re.compile(r"\d")
_EDGE = " \t;,:–—-/" + SILENT + VALUE
_BETWEEN = re.compile(rf"([,;:،؛；，、])\s?{_GAP}\s?([,;:.،؛；，、。])")
_START = re.compile(rf"^\s?{_GAP}\s?(?:[,;:–—،؛；，、]+\s?|[-.]\s)?")
_END = re.compile(rf"(?:\s[–—-]|[\s,;،؛；，、]){{0,6}}{_GAP}\s?$")
_BEFORE_STOP = re.compile(rf"\s?{_GAP}\s?(?=[.,;:!?)\]»”،؛。、，；：！？）])")
_HOLE = re.compile(rf"\s?{_GAP}\s?")
_APART = re.compile(r"([\[\]{}])(?=\1)|<(?=/?ref\b)|\{(?=\|)|\|(?=\}|thumb)", re.IGNORECASE)
"""Characters that have come to stand together as a mark, because something between went."""
_MARKS = ("[[", "]]", "{{", "}}", "{|", "|}", "|t", "|T", "<", "''")
_APOSTROPHES = re.compile("'{2,}")
_WORD = re.compile(r"\w")
_NESTING = 4


def tidy(paragraph: str) -> str:
    """The paragraph as it is read; "" where no word is left in it.

    >>> tidy("Ada (" + VALUE + "; born 1815) " + VALUE + ", of London" + SILENT + ".")
    'Ada (born 1815), of London.'
    """
    text = paragraph.replace(NOTHING, "")
    if "&" in text:
        text = _decoded(text)
    text = _mended(" ".join(text.split()))
    if any(mark in text for mark in _MARKS):
        text = _APART.sub(r"\g<0> ", _APOSTROPHES.sub("'", text))
    text = unshield(text).strip()
    return text if _WORD.search(text) else ""


def _decoded(text: str) -> str:
    """Entities as characters, those of entities too: "&amp;nbsp;" is a slip, not text."""
    for _ in range(3):
        decoded = _ENTITY.sub(_character, text)
        if decoded == text:
            break
        text = decoded
    return text


def _character(match: re.Match[str]) -> str:
    reference = match[0]
    # ``unescape`` alone would read "&notes;" as "¬es;".
    character = unescape(reference) if reference[1] == "#" else html5.get(reference[1:], reference)
    return " " if character.isspace() else without_unseen(character)


def _mended(text: str) -> str:
    """The text with the punctuation mended where something vanished."""
    if SILENT in text or VALUE in text:
        text = _GAPS.sub(_one_gap, text)
    if "(" in text or "（" in text:
        text = _LOOSE.sub("", text)
        for _ in range(_NESTING):
            mended = _GAPS.sub(_one_gap, _ROUND.sub(_bracket, text))
            if mended == text:
                break
            text = mended
    if SILENT not in text and VALUE not in text:
        return text
    text = _GAPS.sub(_one_gap, _QUOTED.sub(SILENT, _SQUARE.sub(SILENT, text)))
    text = _BETWEEN.sub(lambda match: match[2] if match[2] in ".。" else match[1], text)
    text = _START.sub("", text)
    if text.rstrip()[-1:] in (SILENT, VALUE):
        text = _END.sub("", text)
    return _HOLE.sub(_space, _BEFORE_STOP.sub("", text))


def _one_gap(match: re.Match[str]) -> str:
    """One mark for several that follow each other, with the spaces outside them."""
    run = match[0]
    return (VALUE if VALUE in run else SILENT) + (" " if run[-1] == " " else "")


def _space(match: re.Match[str]) -> str:
    """A space where there was one on either side of what vanished, or was forgotten."""
    if match[0][0].isspace() or match[0][-1].isspace():
        return " "
    text, start, end = match.string, match.start(), match.end()
    # Letters that have cases: other scripts may put no spaces between words.
    return (
        " " if text[max(0, start - 1) : start].islower() and text[end : end + 1].islower() else ""
    )


def _bracket(match: re.Match[str]) -> str:
    """A pair of round brackets without what vanished in them."""
    content = match[1] if match[1] is not None else match[2]
    if not _ANY_GAP.search(content):
        return match[0] if not content or content.strip(_HOLLOW) else SILENT
    pieces = _SEPARATOR.split(content)
    kept = ""
    for separator, item in zip(["", *pieces[1::2]], pieces[::2], strict=True):
        if words := _item(item.strip()):
            space = " " if separator in _SPACED else ""
            kept += separator + space + words if kept else words
    if not kept:
        return SILENT
    return match[0][: -len(content) - 1] + kept + match[0][-1]


def _item(item: str) -> str:
    """One of the things listed in brackets; "" where it only led to what vanished."""
    if not _ANY_GAP.search(item):
        return item
    for pattern in (_LED_TO, _FOLLOWED):
        if (match := pattern.match(item)) and _is_stub(match[1]):
            return ""
    return _HOLE.sub(_space, item).strip(_EDGE)


def _is_stub(words: str) -> bool:
    """Up to three small words ("pronounced", "years ago"), or a few words and a colon."""
    if words.endswith((":", "：")):
        return len(words) <= 40
    return words == words.lower() and len(words.split()) <= _STUB_WORDS and not _DIGIT.search(words)
