"""Which of thousands of lines has all its texts in a request, without trying them all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from factscore.llm.script import Line

_LENGTHS = (8, 3)
"""Lengths of the pieces by which texts are found; shorter texts are tried one by one."""


class Matcher:
    """Finds the first line of a script whose texts all occur in a request.

    The longest text of every line is filed under one of its pieces of eight characters
    (three, if it is shorter than eight): the one that fewest other lines have. A text can
    only occur where that piece does, so that of all lines those few need be looked at whose
    piece is among the request's.

    Example:
        >>> lines = [Line(1, ("Ada", "born")), Line(2, ("Ada",)), Line(3)]
        >>> [Matcher(lines).first(text).number for text in ("Ada was born", "Ada", "Eve")]
        [1, 2, 3]
    """

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._default = next((line for line in lines if not line.when), None)
        self._short: list[int] = []
        self._filed: dict[int, dict[str, list[int]]] = {}
        self._file([max(line.when, key=len, default="") for line in lines])

    def first(self, text: str) -> Line | None:
        """The line that answers; one without texts if no other does; else ``None``."""
        for place in sorted(self._candidates(text)):
            line = self._lines[place]
            if all(wanted in text for wanted in line.when):
                return line
        return self._default

    def _file(self, texts: Sequence[str]) -> None:
        groups: dict[int, list[int]] = {}
        for place, text in enumerate(texts):
            length = next((n for n in _LENGTHS if n <= len(text)), 0)
            if length:
                groups.setdefault(length, []).append(place)
            elif text:
                self._short.append(place)
        for length, places in groups.items():
            shared = Counter(p for place in places for p in _pieces(texts[place], length))
            filed = self._filed.setdefault(length, {})
            for place in places:
                rarest = min(_pieces(texts[place], length), key=shared.__getitem__)
                filed.setdefault(rarest, []).append(place)

    def _candidates(self, text: str) -> set[int]:
        found = set(self._short)
        for length, filed in self._filed.items():
            for piece in filed.keys() & _pieces(text, length):
                found.update(filed[piece])
        return found


def _pieces(text: str, length: int) -> set[str]:
    return {text[i : i + length] for i in range(len(text) - length + 1)}
