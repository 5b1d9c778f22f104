"""Which numbers and dates a text states, whatever way it writes them.

A number is told by its value: "1,000" and "a thousand" are ``1000``, "5th" is ``5``, "3.5
million" is ``3500000``. A decade is ``1990s`` and a month ``month:3``. What a text *states*
is what nobody can overlook; how it *may be read* is wider: "both" may be 2, "II" may be 2,
"05.03.1990" may be in March or in May. So a number counts as foreign to a text only where
no reading of the text has it.

Does not handle: years in words ("nineteen ninety"), numbers in other scripts than that of
decimal digits, units ("2 km" is not "2,000 m").
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise

from factscore.decompose.chat.number_words import (
    LOOSE,
    MONTHS,
    ROMAN,
    SCALES,
    WORDS,
    value_of_words,
)


@dataclass(frozen=True, slots=True)
class Number:
    """A number, decade or month in a text."""

    value: str
    """The same for all ways to write it."""
    start: int
    end: int


_WORD = "|".join(sorted(WORDS, key=len, reverse=True))
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_SCALE = "|".join(SCALES)
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_DATE = re.compile(
    rf"\b(?:{_DAY}(?: of)?,? )?(?P<month>{_MONTH})\b\.?(?:,? ?\d{{1,4}}(?:st|nd|rd|th)?\b)?"
)
_NUMBER = re.compile(
    r"(?P<date>(?<!\d)\d{4}-\d\d?-\d\d?(?!\d)|(?<![\d.])\d\d?([./])\d\d?\2\d{4}(?!\d))"
    r"|(?P<decade>(?<!\w)(?:\d{2,3}0|['’]?\d0)['’]?s\b)"
    r"|(?P<money>[$€£¥] ?)?(?<![^\W_])"
    r"(?P<digits>\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d{1,3}(?:[\u00a0\u2009\u202f]\d{3})+(?!\d)"
    r"|\d{1,30}(?:\.\d{1,30})?)"
    rf"(?:[\s-]?(?P<scale>{_SCALE})\b|(?P<short>k|mn?|[bt]n)\b|(?P<th>st|nd|rd|th)\b)?"
    rf"|\b(?P<words>(?:{_WORD})(?:[\s-](?:and )?(?:{_WORD}))*)\b",
    re.IGNORECASE,
)
_HALF = re.compile(r"(?<=[-–—/])\d\d\b")
_ANY_MONTH = re.compile(rf"\b(?:{_MONTH})\b", re.IGNORECASE)
_DIGITS = re.compile(r"\d{1,30}")
_SHORT_YEAR = re.compile(r"(?<!\w)['’](\d\d)\b(?!s)")
_CAPITALS = re.compile(r"\b[IVXL]{1,6}\b")
_LOOSE = re.compile(rf"\b(?:{'|'.join(LOOSE)})\b", re.IGNORECASE)
_TO = re.compile(r"\s?(?:to|or|and|[-–—])\s?")
_DASH = re.compile(r"\s?[-–—/]\s?")
_SHORT = {"k": 10**3, "m": 10**6, "mn": 10**6, "bn": 10**9, "tn": 10**12}


def numbers(text: str) -> tuple[Number, ...]:
    """The numbers and dates that a text states, in order.

    "One", "first" and "second" say something else as often as they count, and "May" may be
    no month: words for 1, "second", and months without a day or year are left out.

    Example:
        >>> [n.value for n in numbers("On 5 March 1990 two of 1,000 won $3.5 million.")]
        ['5', 'month:3', '1990', '2', '1000', '3500000']
    """
    plain = list(_ranges(text, [n for match in _NUMBER.finditer(text) for n in _read(match)]))
    months = [Number(value, *span) for value, span in _months(text)]
    return tuple(sorted([*plain, *months], key=lambda number: number.start))


def readings(text: str) -> frozenset[str]:
    """Every number and date that a text may be said to state.

    Example:
        >>> sorted(readings("Both fought in World War II, 1914-18."))
        ['10s', '18', '1910s', '1914', '1918', '2']
    """
    values = {number.value for number in numbers(text)}
    values |= {LOOSE[match[0].lower()] for match in _LOOSE.finditer(text)}
    values |= {str(ROMAN[match[0]]) for match in _CAPITALS.finditer(text) if match[0] in ROMAN}
    values |= {f"{century}{run[1]}" for run in _SHORT_YEAR.finditer(text) for century in (19, 20)}
    values |= {*_words(text), *_parts(text), *_scaled(text), *_dates(text)}
    values |= {f"{v[:-1]}0s" for v in values if re.fullmatch(r"1\d{3}|20\d\d", v)}
    return frozenset({*values, *_decades(values)})


def _read(match: re.Match[str]) -> Iterator[Number]:
    if match["date"]:
        for run in _DIGITS.finditer(match["date"]):
            start = match.start() + run.start()
            yield Number(str(int(run[0])), start, start + len(run[0]))
    elif match["decade"]:
        value = match["decade"].replace("'", "").replace("’", "").lower()
        yield Number(value, *match.span())
    elif match["digits"]:
        yield _digits(match)
    elif match["words"].lower() not in LOOSE:
        value = value_of_words(match["words"])
        if value is not None and value != "1":
            yield Number(value, *match.span())


def _digits(match: re.Match[str]) -> Number:
    value = Decimal(re.sub(r"[,\u00a0\u2009\u202f]", "", match["digits"]))
    if match["scale"]:
        value *= SCALES[match["scale"].lower()]
    elif match["short"] and match["money"]:
        value *= _SHORT[match["short"].lower()]
    elif not match["th"]:
        return Number(_plain(value), *match.span("digits"))
    return Number(_plain(value), match.start("digits"), match.end())


def _plain(value: Decimal) -> str:
    """Without zeros that change nothing: "3.50" is "3.5"."""
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _ranges(text: str, found: list[Number]) -> Iterator[Number]:
    """With the second year of "1914-18" written out."""
    for n, number in enumerate(found):
        year = _second_year(text, found[n - 1], number) if n else None
        yield replace(number, value=year) if year else number


def _second_year(text: str, first: Number, second: Number) -> str | None:
    """The year that "18" is after "1914-", and "00" after "1999-"."""
    short = text[second.start : second.end]
    if not re.fullmatch(r"\d{4}", first.value) or not re.fullmatch(r"\d\d", short):
        return None
    joined = _DASH.fullmatch(text, first.end, second.start)
    if not joined or text[second.end : second.end + 1] in {"-", "/"}:
        return None
    year = int(first.value) // 100 * 100 + int(short)
    next_year = int(first.value) + 1
    return str(year) if year >= next_year else str(next_year) if next_year % 100 == 0 else None


def _months(text: str) -> Iterator[tuple[str, tuple[int, int]]]:
    for match in _DATE.finditer(text):
        if match[0].rstrip(".") != match["month"]:
            yield MONTHS[match["month"]], match.span("month")


def _words(text: str) -> Iterator[str]:
    """Numbers in words, those for 1 too; each word by itself where they are no one number."""
    for match in _NUMBER.finditer(text):
        if match["words"]:
            value = value_of_words(match["words"])
            words = re.findall(_WORD, match["words"], re.IGNORECASE)
            yield from [value] if value else (str(WORDS[word.lower()]) for word in words)


def _parts(text: str) -> Iterator[str]:
    """Digits inside a word ("A380"), and the second half of "1914-18" as it stands."""
    for run in _DIGITS.finditer(_NUMBER.sub(" ", text)):
        yield str(int(run[0]))
    for run in _HALF.finditer(text):
        yield str(int(run[0]))


def _scaled(text: str) -> Iterator[str]:
    """The first number of "3 to 5 million" at the size of the second."""
    found = [match for match in _NUMBER.finditer(text) if match["digits"]]
    for first, second in pairwise(found):
        joined = _TO.fullmatch(text, first.end(), second.start())
        if joined and second["scale"] and not first["scale"]:
            digits = Decimal(re.sub(r"[,\u00a0\u2009\u202f]", "", first["digits"]))
            yield _plain(digits * SCALES[second["scale"].lower()])


def _dates(text: str) -> Iterator[str]:
    """Months as numbers and the other way round: "03/05/1990" may be in March or in May."""
    for match in _ANY_MONTH.finditer(text):
        yield MONTHS[match[0].capitalize()]
        yield MONTHS[match[0].capitalize()].removeprefix("month:")
    for match in _NUMBER.finditer(text):
        for run in _DIGITS.findall(match["date"] or ""):
            if int(run) <= 12:
                yield f"month:{int(run)}"


def _decades(values: set[str]) -> Iterator[str]:
    """ "The 90s" may be the 1990s, and these are the 90s."""
    for value in values:
        if re.fullmatch(r"\d{4}s", value):
            yield value[2:]
        elif re.fullmatch(r"\d0s", value):
            yield from (f"{century}{value}" for century in (18, 19, 20))
