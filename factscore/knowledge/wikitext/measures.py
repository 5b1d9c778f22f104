"""Numbers with units, as ``{{convert}}`` and ``{{val}}`` show them (not converted)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from factscore.knowledge.wikitext.html import raised

_NUMBER = re.compile(r"[-+−–]?\.?\d[\d,.\s]*(?:[+/⁄]\d+)*(?:/\d+)?(?:e[-+]?\d+)?$", re.IGNORECASE)
_PLAIN = re.compile(r"\d{4,}(?=\.|$)")
_BETWEEN = {
    "-": "–",
    "–": "–",
    "to": " to ",
    "to(-)": " to ",
    "and": " and ",
    "&": " and ",
    "and(-)": " and ",
    "or": " or ",
    "x": " × ",
    "×": " × ",
    "by": " by ",
    "xx": " × ",
    "*": " × ",
    "+/-": " ± ",
    "±": " ± ",
    "+": " + ",
    "/": "/",
    ",": ", ",
}
_UNITS = {
    "km2": "km²",
    "m2": "m²",
    "cm2": "cm²",
    "mm2": "mm²",
    "m3": "m³",
    "km3": "km³",
    "cm3": "cm³",
    "dm3": "dm³",
    "sqmi": "sq mi",
    "sqft": "sq ft",
    "sqyd": "sq yd",
    "sqin": "sq in",
    "cuft": "cu ft",
    "cuyd": "cu yd",
    "cuin": "cu in",
    "cumi": "cu mi",
    "acre": "acres",
    "nmi": "nautical miles",
    "C": "°C",
    "F": "°F",
    "K": "K",
    "C-change": "°C",
    "F-change": "°F",
    "impgal": "imp gal",
    "USgal": "US gal",
    "U.S.gal": "US gal",
    "L/100 km": "L/100 km",
    "foot": "feet",
    "mile": "miles",
    "inch": "inches",
    "lbf": "lbf",
    "LT": "long tons",
    "ST": "short tons",
    "MT": "t",
    "m/s2": "m/s²",
    "km/km2": "km/km²",
    "/km2": "per km²",
    "PD/km2": "per km²",
    "/sqmi": "per sq mi",
    "PD/sqmi": "per sq mi",
    "kg/m3": "kg/m³",
    "g/cm3": "g/cm³",
    "W/m2": "W/m²",
}


def converted(positional: Sequence[str], *, english: bool) -> str | None:
    """What ``{{convert|…}}`` shows before the brackets, or None where it is not certain.

    >>> converted(["5", "km"], english=True)
    '5 km'
    >>> converted(["6", "ft", "2", "in", "m"], english=True)
    '6 ft 2 in'
    >>> converted(["1000", "to", "1500", "sqmi"], english=True)
    '1,000 to 1,500 sq mi'
    """
    words = [word.strip() for word in positional]
    text, position = "", 0
    while position + 1 < len(words) and _NUMBER.match(words[position]):
        between = words[position + 1]
        text += grouped(words[position]) if english else words[position]
        if between in _BETWEEN and position + 2 < len(words):
            text += _BETWEEN[between]
            position += 2
            continue
        text += " " + _UNITS.get(between, between)
        position += 2
        if position + 1 >= len(words) or not _is_smaller(between, words[position + 1]):
            return text
        text += " "
    return None


def _is_smaller(unit: str, following: str) -> bool:
    """Whether the second unit belongs to the first, as inches to feet."""
    return (unit, following) in {
        ("ft", "in"),
        ("yd", "ft"),
        ("mi", "yd"),
        ("mi", "ft"),
        ("mi", "chain"),
        ("mi", "furlong"),
        ("st", "lb"),
        ("lb", "oz"),
        ("foot", "in"),
    }


def grouped(number: str) -> str:
    """A number with a comma every three digits.

    >>> grouped("1234567.5"), grouped("1/2")
    ('1,234,567.5', '1/2')
    """
    sign, digits = (number[0], number[1:]) if number[:1] in ("-", "+", "−") else ("", number)
    whole = _PLAIN.match(digits)
    if whole is None:
        return number.replace("+", " ") if "/" in number and not sign else number
    return f"{sign}{int(whole[0]):,}{digits[whole.end() :]}"


def value_with_unit(positional: Sequence[str], named: Mapping[str, str]) -> str | None:
    """What ``{{val|…}}`` shows.

    >>> value_with_unit(["6.02"], {"e": "23", "u": "mol"})
    '6.02×10²³ mol'
    """
    if not positional or not positional[0].strip():
        return None
    text = positional[0].strip()
    if len(positional) > 1 and positional[1].strip():
        text += "±" + positional[1].strip()
    if power := named.get("e", "").strip():
        text += "×10" + raised(power)
    unit = (named.get("u") or named.get("ul") or "").strip()
    if per := (named.get("up") or named.get("upl") or "").strip():
        unit += "/" + per
    return f"{named.get('p', '')}{text}{named.get('s', '')} {unit}".strip()
