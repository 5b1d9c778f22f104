"""Tables of wikitext, ``{| … |}``: gone, nested ones with the one around them."""

from __future__ import annotations

import re

_OPEN = re.compile(r"[\s:*#;\ufdd0]*\{\|(?![}|])")
_CLOSE = re.compile(r"\s*\|\}(?:(?!\})|(?=\}\}(?!\})))")
_HEADING = re.compile(r"==.*==\s*$")
_ROW = re.compile(r"\s*[|!]")


def strip_tables(text: str) -> str:
    """The wikitext without them.

    A table that is not closed before the next heading ends with its last row, a line
    that starts with "|" or "!".

    >>> strip_tables("One.\\n{| class=x\\n| cell\\n|}\\nTwo.")
    'One.\\n\\nTwo.'
    """
    if "{|" not in text:
        return text
    lines = text.split("\n")
    kept: list[str] = []
    position = 0
    while position < len(lines):
        if _OPEN.match(lines[position]):
            position = _table_end(lines, position, kept)
        else:
            kept.append(lines[position])
            position += 1
    return "\n".join(kept)


def _table_end(lines: list[str], start: int, kept: list[str]) -> int:
    """The line after the table that opens at ``start``; what follows its end is kept."""
    depth = 0
    last_row = start
    for position in range(start, len(lines)):
        line = lines[position]
        if _HEADING.match(line):
            break
        if _OPEN.match(line):
            depth += 1
            last_row = position
        elif (closing := _CLOSE.match(line)) is not None:
            depth -= 1
            if depth == 0:
                kept.append(line[closing.end() :])
                return position + 1
        if _ROW.match(line):
            last_row = position
    return last_row + 1
