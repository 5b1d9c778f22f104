"""JSON by the letter of its standard, with faults that say where and what to do.

The standard library is lenient where we must not be: it takes ``NaN``, turns ``1e999``
into infinity, and lets ``"\\ud800"`` (half a character) through, which nothing can write
out again. Nesting and whole numbers are bounded by what the results can hold.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from typing import TypeAlias

from factscore.records import JsonValue

MAX_DEPTH = 200
"""Levels of nesting; writers of JSON commonly give up at 254."""

_Nested: TypeAlias = "list[JsonValue] | dict[str, JsonValue]"

_HALF_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_HALF = re.compile("[\ud800-\udfff]")


class JsonError(ValueError):
    """Text that is not JSON; ``offset`` is the character where it goes wrong, if known."""

    def __init__(self, problem: str, offset: int | None = None) -> None:
        self.problem = problem
        self.offset = offset
        super().__init__(problem)


@dataclass(frozen=True, slots=True)
class Parsed:
    """A value found inside a longer text."""

    value: JsonValue
    begin: int
    """Offset of the value's first character."""
    end: int
    """Offset one past the value's last character."""


@dataclass(frozen=True, slots=True)
class _Node:
    value: JsonValue
    path: str


def parse(text: str) -> JsonValue:
    """The one value that a text holds.

    Raises:
        JsonError: the text is not one JSON value, or one that cannot be kept.

    Example:
        >>> parse(' {"a": [1]} ')
        {'a': [1]}
    """
    begin = len(text) - len(text.lstrip(" \t\r\n"))
    parsed = parse_at(text, begin)
    rest = text[parsed.end :]
    if rest.strip(" \t\r\n"):
        offset = parsed.end + len(rest) - len(rest.lstrip(" \t\r\n"))
        raise JsonError("more text after the end of the value", offset)
    return parsed.value


def parse_at(text: str, begin: int) -> Parsed:
    """The value that begins exactly at a character.

    Raises:
        JsonError: no value begins there, or one that cannot be kept.
    """
    try:
        value, end = _DECODER.raw_decode(text, begin)
    except json.JSONDecodeError as error:
        raise JsonError(error.msg.removesuffix(" at"), error.pos) from None
    except RecursionError:
        raise _too_deep() from None
    _check(value, text, begin, end)
    return Parsed(value, begin, end)


def _check(value: JsonValue, text: str, begin: int, end: int) -> None:
    """Raise for depth and for halves of characters; most texts show that they have neither."""
    opened = text.count("[", begin, end) + text.count("{", begin, end)
    if opened > MAX_DEPTH:
        _check_depth(value)
    if _HALF_ESCAPE.search(text, begin, end):
        _check_halves(value)


def _check_depth(value: JsonValue) -> None:
    """Level by level, as a line of results holds thousands of values, few of them nested."""
    level: list[_Nested] = [value] if isinstance(value, list | dict) else []
    for _ in range(MAX_DEPTH):
        if not level:
            return
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, list | dict)
        ]
    if level:
        raise _too_deep()


def _check_halves(value: JsonValue) -> None:
    stack = [_Node(value, "")]
    while stack:
        node = stack.pop()
        if isinstance(node.value, str):
            _check_text(node.value, node.path)
        stack.extend(_children(node))


def _children(node: _Node) -> list[_Node]:
    if isinstance(node.value, dict):
        for key in node.value:
            _check_text(key, f"the name of a field in {node.path or 'the row'}")
        prefix = f"{node.path}." if node.path else ""
        return [_Node(v, f"{prefix}{k}") for k, v in node.value.items()]
    if isinstance(node.value, list):
        return [_Node(v, f"{node.path}[{i}]") for i, v in enumerate(node.value)]
    return []


def _check_text(text: str, path: str) -> None:
    found = _HALF.search(text)
    if found:
        raise JsonError(
            f"{path or 'the text'} holds half a character (lone surrogate "
            f"\\u{ord(found.group()):04x}) at its character {found.start() + 1}; "
            "write the whole character, or \\ufffd in its place"
        )


def _too_deep() -> JsonError:
    return JsonError(f"nested deeper than {MAX_DEPTH} levels; flatten it")


def _constant(name: str) -> JsonValue:
    raise JsonError(f"{name} is not a number in JSON; write null, or put it in quotes")


def _float(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise JsonError(f"the number {digits[:20]} is too large; put it in quotes")
    return value


def _int(digits: str) -> int:
    # Length first: int() itself refuses thousands of digits with an error of its own.
    if len(digits) > 20 or not -(2**63) <= int(digits) < 2**64:
        raise JsonError(f"the number {digits[:20]}… is longer than 64 bits; put it in quotes")
    return int(digits)


_DECODER = json.JSONDecoder(parse_constant=_constant, parse_float=_float, parse_int=_int)
