"""Reading JSON that somebody else wrote: nothing in it is taken for granted.

A field that is missing, null or of another type reads as empty; only a body that is no JSON
object at all is an error.
"""

from __future__ import annotations

import json
import re
from typing import cast

from factscore.records import JsonValue

_SHOWN = 1000
"""Characters of an unreadable body that are told. Who shows them takes keys out first and then
cuts: half a key would not be found."""
LOST = "\ufffd"
_LONE = re.compile(r"[\ud800-\udfff]")


class Unreadable(ValueError):
    """An answer that cannot be understood; the message says why, in one line."""


def json_object(content: bytes) -> dict[str, JsonValue]:
    """The body of an answer; bytes that are not UTF-8 become U+FFFD, a mark before it is no part.

    Raises:
        Unreadable: no JSON object, HTML say, with how it begins.
    """
    text = content.decode("utf-8-sig", "replace")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, dict):
        return cast("dict[str, JsonValue]", value)
    begins = one_line(text[:_SHOWN])
    raise Unreadable(f"not the JSON that was expected: {begins or 'an empty body'}")


def object_of(value: object) -> dict[str, JsonValue]:
    """The value if it is an object, else an empty one."""
    return cast("dict[str, JsonValue]", value) if isinstance(value, dict) else {}


def at(value: JsonValue, *path: str | int) -> JsonValue:
    """What stands at a path of field names and positions; ``None`` if nothing does.

    >>> at({"choices": [{"index": 0}]}, "choices", 0, "index")
    0
    """
    for step in path:
        if isinstance(value, dict) and isinstance(step, str):
            value = value.get(step)
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        else:
            return None
    return value


def text_at(value: JsonValue, *path: str | int) -> str:
    """The text at a path, or an empty one; a number (an error's code) as text."""
    found = at(value, *path)
    if isinstance(found, str):
        return sound(found)
    return str(found) if isinstance(found, int) and not isinstance(found, bool) else ""


def list_at(value: JsonValue, *path: str | int) -> list[JsonValue]:
    """The list at a path, or an empty one."""
    found = at(value, *path)
    return found if isinstance(found, list) else []


def count_at(value: JsonValue, *path: str | int) -> int:
    """The number at a path, whole and not negative, or 0."""
    found = at(value, *path)
    if isinstance(found, bool) or not isinstance(found, int | float):
        return 0
    return int(found) if 0 <= found < 2**53 else 0


def sound(text: str) -> str:
    """The text without halves of surrogate pairs, which UTF-8 has no bytes for.

    JSON can say ``"\\ud83d"``; half a character becomes U+FFFD, two halves the character.
    """
    if not _LONE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def has_lost_characters(text: str, asked: str) -> bool:
    """Whether a reply has U+FFFD, which stands for bytes that were no UTF-8, and the request none.

    >>> has_lost_characters("She was born in K\ufffdln.", "Where was she born?")
    True
    """
    return LOST in text and LOST not in asked


def one_line(text: str) -> str:
    """The text in one line, with single spaces and nothing that moves a terminal's cursor."""
    spaced = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(spaced.split())
