"""What the parenthesis after a name says: "(born 3 May 1950 in Oslo)", "(1867–1934)"."""

from __future__ import annotations

import re

_MONTH = (
    r"(?:Jan(?:uary|\.)?|Feb(?:ruary|\.)?|Mar(?:ch|\.)?|Apr(?:il|\.)?|May|June?|July?|"
    r"Aug(?:ust|\.)?"
    r"|Sept?(?:ember|\.)?|Oct(?:ober|\.)?|Nov(?:ember|\.)?|Dec(?:ember|\.)?)"
)
_DATE = (
    rf"(?:(?:c\.|ca\.|circa|about|around|before|after)\s?)?"
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)?\s{_MONTH},?\s\d{{3,4}}|{_MONTH}\s\d{{1,2}}(?:st|nd|rd|"
    rf"th)?,?\s\d{{3,4}}"
    rf"|{_MONTH}\s\d{{3,4}}|\d{{3,4}})(?:\s(?:BCE?|AD|CE))?"
)
_SPAN = re.compile(
    rf"^(?:b(?:orn|\.)\s)?(?P<birth>{_DATE})(?:\s?(?:in|,)\s(?P<birthplace>[A-Z][^–—;]{{1,60}}?))?"
    rf"\s?(?:[-–—]|to|;|,)\s?(?:d(?:ied|\.)\s)?(?P<death>{_DATE}|present)"
    rf"(?:\s?(?:in|,)\s(?P<deathplace>[A-Z][^–—;]{{1,60}}))?$"
)
_BORN = re.compile(
    rf"^(?:born|b\.)\s(?:on\s|in\s)?(?P<date>{_DATE})?(?:,?\s?(?:(?:in|at)\s)?(?P<place>[A-Z][^;()]{{"
    rf"1,60}}))?$"
)
_DIED = re.compile(
    rf"^(?:died|d\.)\s(?:on\s|in\s)?(?P<date>{_DATE})(?:,?\s?in\s(?P<place>[A-Z][^;()]{{1,60}}))?$"
)
_NAMED = re.compile(r"^(?:born|née|né|nee)\s(?P<name>[A-Z][\w.'’ -]{1,60}(?:, [JS]r\.)?)$")
_DAY = re.compile(rf"\d{{1,2}}(?:st|nd|rd|th)?,?\s|{_MONTH}\s\d{{1,2}}\b")
_PARTS = re.compile(r";\s|,?\s[–—-]\s(?=(?:died|d\.)\s)")
_ERA = re.compile(r"\s(?:BCE?|AD|CE)$")
_YEARS = re.compile(r"^(\d{3,4})\s?[-–—]\s?(\d{3,4})$")
_SCRIPT = re.compile(r"^[A-Z][a-z]+:\s?[^;,]{1,60}$")


_LABEL = re.compile(r"^(?:date of )?(?P<what>born|birth|died|death): (?P<rest>.+)$", re.IGNORECASE)
_LABELS = {"born": "born", "birth": "born", "died": "died", "death": "died"}
_YEAR = re.compile(r"\d{3}")
_AGED = re.compile(r"\s?\((?:age|aged)\s[^()]{1,20}\)")


def labelled(line: str) -> tuple[str, ...]:
    """What "Born: 4 March 1877, in Paris" says of a person; empty: another line, or unclear.

    >>> labelled("Died: 1963.")
    ('died in 1963',)
    """
    found = _LABEL.match(line.strip())
    if found is None or not _YEAR.search(found["rest"]):
        return ()
    rest = _AGED.sub("", found["rest"]).strip(" .")
    return predicates(f"{_LABELS[found['what'].lower()]} {rest}")


def predicates(aside: str) -> tuple[str, ...]:
    """What a parenthesis after a person's name says of the person; empty: nothing of the kind.

    >>> predicates("3 May 1867 – 1934")
    ('was born on 3 May 1867', 'died in 1934')
    """
    parts = [part.strip() for part in _PARTS.split(aside) if part.strip()]
    found: list[str] = []
    for part in parts:
        said = _one(part)
        if not said and not (_SCRIPT.match(part) and len(parts) > 1):
            return ()
        found.extend(said)
    return tuple(found)


def _one(part: str) -> list[str]:
    span = _SPAN.match(part)
    if span:
        return _span(span)
    born, died, named = _BORN.match(part), _DIED.match(part), _NAMED.match(part)
    if born and born["date"]:
        return [f"was born {_when(born['date'])}", *_where("was born", born["place"])]
    if died:
        return [f"died {_when(died['date'])}", *_where("died", died["place"])]
    return [f"was born {named['name']}"] if named else []


def _span(span: re.Match[str]) -> list[str]:
    birth, era = span["birth"], _ERA.search(span["death"])
    if era and not _ERA.search(birth):
        birth += era[0]
    said = [f"was born {_when(birth)}", *_where("was born", span["birthplace"])]
    if span["death"] != "present":
        said += [f"died {_when(span['death'])}", *_where("died", span["deathplace"])]
    return said


def _when(date: str) -> str:
    if date.startswith(("before", "after", "about", "around", "circa", "c")):
        return date if date[:2] in ("be", "af") else f"in {date}"
    return f"on {date}" if _DAY.match(date) and not date[:3].isdigit() else f"in {date}"


def _where(verb: str, place: str | None) -> list[str]:
    return [f"{verb} in {place.strip()}"] if place else []


def is_bare_span(aside: str) -> bool:
    """Whether it is two years and nothing more, which may as well be a reign or a term."""
    return bool(_YEARS.match(aside))


def is_lifelong(aside: str) -> bool:
    """Whether two bare years lie as far apart as birth and death may (10 to 120 years)."""
    years = _YEARS.match(aside)
    return years is not None and 10 <= int(years[2]) - int(years[1]) <= 120
