"""JSON among documents that is no collection of articles: package.json and the like; pure."""

from __future__ import annotations

import json
from json import JSONDecodeError

from factscore.knowledge.sources.formats import JSON_LINES, JSON_LIST, SourceFormat
from factscore.knowledge.sources.names import unpacked_name

_OURS = frozenset((".jsonl", ".ndjson"))
"""Names of files whose rows are articles; one that is none is a mistake and told."""
_TEXTS = ("text", "passages")


def why_foreign(head: bytes, found: SourceFormat, name: str) -> str:
    """Why a file of JSON in a folder is taken for something else than articles, or nothing.

    The first object decides: an article's has a title, and a text or passages. One that
    begins after ``head`` or goes on beyond it is given the benefit of the doubt where any
    of these names stands in ``head``.

    Args:
        head: the first bytes of the content, in UTF-8.
        found: its format.
        name: the file's name.
    """
    if found not in (JSON_LINES, JSON_LIST) or unpacked_name(name.lower()).suffix in _OURS:
        return ""
    text = head.decode(errors="ignore").lstrip()
    begin = len(text) - len(text.removeprefix("[").lstrip()) if found is JSON_LIST else 0
    if text[begin : begin + 1] not in ("{", "]", ""):
        return "its list is not one of objects"
    try:
        first, end = json.JSONDecoder().raw_decode(text, begin)
    except (JSONDecodeError, RecursionError):
        return _why_not_begun(text, found)
    if found is JSON_LINES and "\n" in text[:end]:
        return "its object is not on one line"
    return _why_no_article(first)


def _why_not_begun(text: str, found: SourceFormat) -> str:
    """The first object is damaged, or only its beginning is seen."""
    if found is JSON_LINES and "\n" in text:
        return "its first line is no whole object"
    if any(f'"{field}"' in text for field in ("title", *_TEXTS)) or text[1:].lstrip()[:1] == "]":
        return ""
    return 'its first object begins without "title" and "text"'


def _why_no_article(first: object) -> str:
    if isinstance(first, dict) and "title" in first and not first.keys().isdisjoint(_TEXTS):
        return ""
    return 'its first object has no "title" with a "text" or "passages"'
