"""Apostrophes: which are marks of bold and italic type, and which are letters' own."""

from __future__ import annotations

import re

_RUN = re.compile("'{2,}")
_BOLD = 3
_BOTH = 5


def strip_quotes(line: str) -> str:
    """One line without marks of type, as MediaWiki reads them.

    Two apostrophes are italic, three bold, five both; of four and of more than five the
    first ones are text. Where a line leaves both bold and italic open, one mark of bold
    was an apostrophe before italic ("l'''amour''" is l' and *amour*): the first one after
    a word of one letter, else after a longer word, else after a space.

    >>> strip_quotes("'''Ada''' ''wrote'' l'''amour''")
    "Ada wrote l'amour"
    """
    if "''" not in line:
        return line
    runs = list(_RUN.finditer(line))
    sizes = [_size(match) for match in runs]
    extra = _apostrophe(line, runs, sizes)
    ends = [0, *(match.end() for match in runs)]
    starts = [*(match.start() for match in runs), len(line)]
    parts = [line[ends[0] : starts[0]]]
    for index, (match, (end, start)) in enumerate(
        zip(runs, zip(ends[1:], starts[1:], strict=True), strict=True)
    ):
        literal = len(match[0]) - sizes[index] + (index == extra)
        parts += ("'" * literal, line[end:start])
    return "".join(parts)


def _size(match: re.Match[str]) -> int:
    """How many apostrophes of a run are marks."""
    length = len(match[0])
    return _BOLD if length == _BOLD + 1 else min(length, _BOTH)


def _apostrophe(line: str, runs: list[re.Match[str]], sizes: list[int]) -> int | None:
    """The run of three of which one is an apostrophe, where a line is out of balance."""
    bold = sum(size in (_BOLD, _BOTH) for size in sizes)
    italic = sum(size != _BOLD for size in sizes)
    if not (bold % 2 and italic % 2):
        return None
    best: dict[int, int] = {}
    for index, (match, size) in enumerate(zip(runs, sizes, strict=True)):
        if size == _BOLD:
            best.setdefault(_rank(line, match.end() - _BOLD), index)
    return best[min(best)] if best else None


def _rank(line: str, end: int) -> int:
    """0 after a word of one letter, 1 after a longer word, 2 after a space."""
    before = line[max(0, end - 2) : end]
    if before.endswith(" ") or not before:
        return 2
    return 0 if before[:-1] in (" ", "") else 1
