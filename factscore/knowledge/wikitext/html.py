"""HTML tags: gone, with their text kept; tables of HTML and hidden text go whole."""

from __future__ import annotations

import re

_BLOCK = frozenset(
    "blockquote center dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p poem ul caption".split()
)
_SPACE = frozenset("br td th tr wbr".split())
_KNOWN = frozenset(
    "a abbr b bdi bdo big caption center cite code col colgroup data del dfn div dl dt em "
    "font form h1 h2 h3 h4 h5 h6 hr i img includeonly ins kbd li link mark meta nobr noinclude "
    "nowiki ol onlyinclude p poem pre q rb rbc ref references rp rt rtc ruby s samp section "
    "small span strike strong style sub sup table tbody td tfoot th thead time tr translate tt "
    "tvar u ul var wbr br blockquote dd gallery math source timeline languages".split()
)
_TAG = re.compile(r"</?(?:([A-Za-z][A-Za-z0-9]*)(?=[\s/>])[^<>]*|[Bb][Rr]\b[^<>\n]*)>")
_POWER = re.compile(r"<sup>\s*([-+−–]?\d{1,4})\s*</sup>", re.IGNORECASE)
_RAISED = str.maketrans("-+−–0123456789", "⁻⁺⁻⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_HIDDEN = re.compile(
    r"<(?P<name>span|div)\b[^<>]{0,200}display\s?:\s?none[^<>]{0,200}>[^<]*</(?P=name)\s*>",
    re.IGNORECASE,
)
_TABLE = re.compile(r"<(/?)table(?=[\s/>])[^<>]*>", re.IGNORECASE)


def strip_html(text: str) -> str:
    """The wikitext without tags; what is not the name of a tag of HTML stays.

    A whole number in ``<sup>`` becomes superscript digits, so that "10<sup>6</sup>" does
    not become 106.

    >>> strip_html("10<sup>6</sup> <small>of them</small><br/>each")
    '10⁶ of them each'
    """
    if "<" not in text:
        return text
    text = _HIDDEN.sub("", _POWER.sub(lambda match: raised(match[1]), text))
    return _TAG.sub(_replacement, _strip_tables(text))


def raised(number: str) -> str:
    """A whole number in superscript digits.

    >>> raised("-12")
    '⁻¹²'
    """
    return number.translate(_RAISED)


def _replacement(match: re.Match[str]) -> str:
    name = (match[1] or "br").lower()
    if name in _BLOCK:
        return "\n\n"
    if name in _SPACE:
        return " "
    return "" if name in _KNOWN else match[0]


def _strip_tables(text: str) -> str:
    """The text without ``<table>…</table>``, nested ones too; one not closed loses its tags."""
    parts: list[str] = []
    kept = depth = start = 0
    for match in _TABLE.finditer(text):
        if not match[1]:
            start = match.start() if not depth else start
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                parts += (text[kept:start], "\n\n")
                kept = match.end()
    return "".join((*parts, text[kept:]))
