"""Titles in a form that forgives case, accents, punctuation and underscores; pure."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

_DROPPED = dict.fromkeys(map(ord, "'’‘‛`´ʼʻʽ′＇\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"))
"""Apostrophes and invisible characters: "O'Neill", "O’Neill" and "ONeill" are one name."""
_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "þ": "th", "æ": "ae", "œ": "oe"}
)
"""Letters that Unicode does not take apart into a base and an accent."""
_ASCII = {
    code: None if chr(code) == "'" or chr(code) == "`" else " "
    for code in range(128)
    if unicodedata.category(chr(code))[0] in "PZC" or chr(code) == "`"
}
ACCENTS = re.compile("[\u0300-\u036f]")
"""Accents of Latin, Greek and Cyrillic letters; other marks tell words apart."""
_QUALIFIED = re.compile(
    r"(?P<name>.*[^\s_])[\s_]*[(（](?P<qualifier>[^()（）]+)[)）][\s_]*", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Qualified:
    """A title of the form "Name (qualifier)"."""

    name: str
    qualifier: str


def normalise(title: str) -> str:
    """The form in which two spellings of one title are equal.

    Unicode compatibility forms and case are folded, accents stripped (only those of
    U+0300 to U+036F: the marks of Indic, Thai or Japanese writing tell words apart),
    apostrophes dropped, other punctuation and white space made one space. A title of
    nothing but punctuation stays as it is, but for case and white space.

        >>> normalise("Jean-Daullé_(engraver)")
        'jean daulle engraver'
    """
    folded = title.casefold().translate(_ASCII) if title.isascii() else _fold(title)
    return " ".join(folded.split()) or " ".join(title.casefold().split())


def split_qualifier(title: str) -> Qualified | None:
    """The parts of "Name (qualifier)"; ``None`` for any other title.

    >>> split_qualifier("John Estes (footballer)")
    Qualified(name='John Estes', qualifier='footballer')
    """
    match = _QUALIFIED.fullmatch(title)
    return Qualified(match["name"], match["qualifier"]) if match else None


def is_listing(title: str) -> bool:
    """Whether a title says itself that its page only lists others: "Name (disambiguation)"."""
    parts = split_qualifier(title)
    return parts is not None and parts.qualifier.casefold() == "disambiguation"


def bare_name(title: str) -> str | None:
    """The normalised name of a title that has a qualifier, else ``None``.

    Pages that only list other pages ("Name (disambiguation)") have none: nobody's
    biography is about them.
    """
    parts = split_qualifier(title)
    if parts is None or is_listing(title):
        return None
    return normalise(parts.name)


def _fold(title: str) -> str:
    text = unicodedata.normalize("NFKC", title.translate(_DROPPED)).casefold()
    text = ACCENTS.sub("", unicodedata.normalize("NFKD", text))
    text = unicodedata.normalize("NFC", text.translate(_LETTERS)).translate(_DROPPED)
    return "".join(" " if unicodedata.category(c)[0] in "PZC" else c for c in text)
