"""The items of a list in a reply, whatever marks them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

_QUOTE = re.compile(r"^(?:>[ \t]?)+")
_BULLET = re.compile(
    r"^(?:\\?[-*+]|[•–—‣▪■●○◦·∙➤➢→►▸✓✔✅☑])[ \t]+(?:\[[ xX]\][ \t]+)?|^[•‣▪●◦✓✔✅]\ufe0f?(?=\S)"
)
_TIGHT_BULLET = re.compile(r"^(?:[-–—](?=[^\W\d]|[\"“'(])|\*(?=[^\W\d]|[\"“(])(?!.*\*))")
_BOLD_OPEN = r"^(?:\*\*|__)?[(\[#]{0,2}"
_BOLD_SHUT = r"(?:\*\*|__)?"
_AFTER = r"(?=\s|[^\W\d]|[\"“*(])[ \t]*"
_NUMBER = re.compile(rf"{_BOLD_OPEN}(\d{{1,3}})(?:\\?[.):\]]|\ufe0f?\u20e3){_BOLD_SHUT}{_AFTER}")
_DASHED = re.compile(rf"{_BOLD_OPEN}(\d{{1,3}}){_BOLD_SHUT} [-–—] ")
_LETTER = re.compile(rf"{_BOLD_OPEN}([A-Za-z])[.)]{_BOLD_SHUT}[ \t]+")
_ROMAN = re.compile(rf"{_BOLD_OPEN}([ivxIVX]{{1,5}})[.)]{_BOLD_SHUT}[ \t]+")
_LABEL = re.compile(
    rf"{_BOLD_OPEN}(?:(?:atomic|independent) )?(?:fact|statement|claim)s?"
    r"(?:[ \t]*(?:#|no\. ?)?[ \t]*(?:\d{1,3}|[A-Z]))?[ \t]*(?:[:.)]|[-–—](?=[ \t]))"
    rf"{_BOLD_SHUT}:?[ \t]+",
    re.IGNORECASE,
)
_CLUB = re.compile(r"^1\. (?:F?FC|FSV|SC|SV|BC|HNL|SNL|Bundesliga|Liga|Lig|Division|deild)\b")
_ROMANS = {
    numeral: number
    for number, numeral in enumerate(
        "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx".split(), 1
    )
}
_MANY_IN_LINE = re.compile(r"(?<=[.!?\"”)])[ \t]+(?:[-*•][ \t]+)(?=[^\W_a-z]|[\"“])|[ \t]+•[ \t]+")
_NUMBER_IN_LINE = re.compile(
    r"(?:^|(?<=[.!?:\"”)])[ \t]+)\(?(\d{1,2})[.)][ \t]+(?=[^\W_a-z]|[\"“])"
)
_ROW = re.compile(r"^\|.*\|$")
_RULE = re.compile(r"^\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*\|?$")
_HEADING = re.compile(r"^#{1,6}[ \t]")
_HORIZONTAL = re.compile(r"^(?:-{3,}|\*{3,}|_{3,}|={3,})$")


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a reply, without what marks it."""

    text: str
    marked: bool
    """Whether it stands as an item of a list."""
    indented: bool = False
    after_blank: bool = True


def items(text: str) -> list[Item]:
    """The lines of a reply that hold something; wrapped lines are joined to their items.

    Numbers and letters mark items only where they count from 1 or a on, so that "1984 is a
    novel", "3.5 million people" and "A. Lee sang" keep what they begin with.

    Example:
        >>> [(item.text, item.marked) for item in items("Facts:\\n1. Ada Lee sang.")]
        [('Facts:', False), ('Ada Lee sang.', True)]
    """
    lines = _table(text.split("\n"))
    if len(lines) == 1:
        lines = _in_one_line(lines[0])
    found = _bulleted(lines)
    for mark, value in (
        (_NUMBER, int),
        (_DASHED, int),
        (_LETTER, lambda letter: ord(letter.lower()) - ord("a") + 1),
        (_ROMAN, lambda numeral: _ROMANS.get(numeral.lower(), 0)),
    ):
        found = _counted(found, mark, value)
    return _joined([_unlabelled(item) for item in found])


def _table(lines: Sequence[str]) -> list[str]:
    """The lines, with each row of a table as a bullet with its longest cell."""
    rules = {n for n, line in enumerate(lines) if "|" in line and _RULE.match(line.strip())}
    if not rules:
        return list(lines)
    heads = {n - 1 for n in rules}
    cells: list[str] = []
    for n, line in enumerate(lines):
        row = line.strip()
        if n in rules or n in heads:
            continue
        cells.append(f"- {max(row.split('|'), key=len).strip()}" if _ROW.match(row) else line)
    return cells


def _in_one_line(line: str) -> list[str]:
    """Items that stand in one line: "1. … 2. …" or "- … - …"."""
    starts = list(_NUMBER_IN_LINE.finditer(line))
    if len(starts) > 1 and [int(s[1]) for s in starts] == list(range(1, len(starts) + 1)):
        ends = [start.start() for start in starts[1:]] + [len(line)]
        pairs = zip(starts, ends, strict=True)
        return [line[: starts[0].start()], *(line[s.start() : end].strip() for s, end in pairs)]
    if _BULLET.match(line.strip()):
        first, *rest = _MANY_IN_LINE.split(line)
        return [first, *(f"- {part}" for part in rest)]
    return [line]


def _bulleted(lines: Sequence[str]) -> list[Item]:
    bare = [_QUOTE.sub("", line.strip()) for line in lines]
    full = [line for line in bare if line]
    tight = any(map(_TIGHT_BULLET.match, full))
    minus = tight and len(full) > 1 and all(line.startswith("-") for line in full)
    found: list[Item] = []
    blank = True
    for line, text in zip(lines, bare, strict=True):
        if not text or _HORIZONTAL.match(text) or _HEADING.match(text):
            blank = True
            continue
        rest = _unbulleted(text, tight=tight, minus=minus)
        found.append(Item(rest.strip(), rest != text, line[:2].isspace(), blank))
        blank = False
    return found


def _unbulleted(text: str, *, tight: bool, minus: bool) -> str:
    """A line without its bullet; one without a space after it counts where others have it too."""
    rest = _BULLET.sub("", text, count=1)
    if rest == text and tight:
        rest = _TIGHT_BULLET.sub("", text, count=1)
    return text.removeprefix("-") if rest == text and minus else rest


def _counted(
    found: Sequence[Item], mark: re.Pattern[str], value: Callable[[str], int]
) -> list[Item]:
    """The items with the marks of a count taken off, if it is one."""
    matches = [mark.match(item.text) for item in found]
    counts = [value(match[1]) for match in matches if match]
    if not _is_count(counts, mark, found):
        return list(found)
    return [
        replace(item, text=item.text[match.end() :].strip(), marked=True) if match else item
        for item, match in zip(found, matches, strict=True)
    ]


def _is_count(counts: Sequence[int], mark: re.Pattern[str], found: Sequence[Item]) -> bool:
    if not counts or counts[0] not in ((0, 1) if mark is _NUMBER else (1,)):
        return False
    if len(counts) == 1:
        plain = not any(item.marked for item in found)
        return mark is _NUMBER and plain and not any(_CLUB.match(item.text) for item in found)
    steps = list(pairwise(counts))
    ahead = [b == a + 1 for a, b in steps]
    return any(ahead) and all(on or b == 1 < a for on, (a, b) in zip(ahead, steps, strict=True))


def _unlabelled(item: Item) -> Item:
    """Without "Fact 1:"."""
    label = _LABEL.match(item.text)
    return replace(item, text=item.text[label.end() :], marked=True) if label else item


def _joined(found: Sequence[Item]) -> list[Item]:
    """With lines that only go on with an item joined to it."""
    whole: list[Item] = []
    for item in found:
        last = whole[-1] if whole else None
        if last and last.marked and not item.marked and not item.after_blank:
            ended = last.text.endswith((".", "!", "?", '."', ":", "。"))
            if item.indented or (not ended and item.text[:1].islower()):
                whole[-1] = replace(last, text=f"{last.text} {item.text}")
                continue
        whole.append(item)
    return whole
