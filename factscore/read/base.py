"""What comes out of a file before anything is known about its meaning."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import TypeGuard

from factscore.records import JsonValue

_LINE_BREAKS = re.compile(r"[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")


@dataclass(frozen=True, slots=True)
class Row:
    """One JSON object, or one record of a CSV table under its header."""

    line: int
    """Line of the file that it begins on, from 1."""
    fields: Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that keeps a file from being read."""

    line: int
    """Line of the file, from 1; 0 where it concerns the file as a whole."""
    text: str
    """What is wrong and what to do about it, without the file's name."""

    def at(self, name: str) -> str:
        """The whole problem in one line: ``file:line: what; remedy``."""
        place = f"{name}:{self.line}" if self.line else name
        # Names of fields are quoted in it, and may hold anything.
        return f"{place}: {_LINE_BREAKS.sub(' ', self.text)}"


TEXT_FIELDS = ("output", "response", "text", "generation")
"""Names for what the model wrote; a row has one of them."""

LABELS_SUFFIX = "_Labels"
"""Ending of the fields that hold one label for each of a row's ``facts``."""


def is_among(value: JsonValue, names: Container[str]) -> TypeGuard[str]:
    """Whether a value of a row is one of some names; a list or an object, which cannot be
    looked up in a set, is none of them.

    Example:
        >>> is_among("text", {"text"}), is_among(["text"], {"text"})
        (True, False)
    """
    return isinstance(value, str) and value in names
