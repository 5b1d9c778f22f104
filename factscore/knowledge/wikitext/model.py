"""What the way from wikitext to prose takes and gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from factscore.errors import FactscoreError

REDIRECT_WORDS = (
    "#REDIRECT",
    "#WEITERLEITUNG",
    "#REDIRECTION",
    "#REDIRECCIÓN",
    "#REDIRECCION",
    "#RINVIA",
    "#REDIRECIONAMENTO",
    "#DOORVERWIJZING",
    "#PATRZ",
    "#PRZEKIERUJ",
    "#OMDIRIGERING",
    "#OMDIRIGER",
    "#OHJAUS",
    "#UUDELLEENOHJAUS",
    "#PŘESMĚRUJ",
    "#PRESMERUJ",
    "#ÁTIRÁNYÍTÁS",
    "#YÖNLENDİRME",
    "#YÖNLENDİR",
    "#REDIRECTEAZA",
    "#ALIH",
    "#LENCONG",
    "#ĐỔI",
    "#BIRZUZENDU",
    "#SUUNA",
    "#ПЕРЕНАПРАВЛЕНИЕ",
    "#ПЕРЕНАПР",
    "#ПЕРЕНАПРАВЛЕННЯ",
    "#ПРЕНАСОЧВАНЕ",
    "#ВИЖ",
    "#ПРЕУСМЕРИ",
    "#ΑΝΑΚΑΤΕΥΘΥΝΣΗ",
    "#הפניה",
    "#تحويل",
    "#تغییر_مسیر",
    "#تغییرمسیر",
    "#転送",
    "#リダイレクト",
    "#重定向",
    "#넘겨주기",
    "#เปลี่ยนทาง",
    "#अनुप्रेषित",
)
"""The word that makes a page a redirect, in the larger Wikipedias; an export names none."""

MAX_CHARACTERS = 100_000_000
"""Longer text is refused: MediaWiki itself stores no page of more than 2 MB."""


class Unparsable(FactscoreError):
    """A page that is given up; ``reason`` says why, in one line.

    The only reason today is more than :data:`MAX_CHARACTERS` characters.
    """

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


@dataclass(frozen=True, slots=True)
class SiteInfo:
    """What an export says of its wiki.

    The canonical English names of the namespaces count everywhere and need not be listed.
    """

    namespaces: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Names and aliases of each namespace in the wiki's own language, by its number."""
    redirect_words: tuple[str, ...] = REDIRECT_WORDS
    language: str = ""
    """Code of the wiki's language (``xml:lang`` of the export); "" where it is not known.

    Only where it is English ("en", "simple") or not known does a template leave English
    words, such as the name of a month.
    """


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the text up to the next one."""

    title: str
    """The heading as prose; "" for the lead."""
    level: int
    """2 for ``== A ==``, 3 for ``=== A ===``; 0 for the lead."""
    text: str
    """Paragraphs, a line each; "" where the section has none."""


@dataclass(frozen=True, slots=True)
class Prose:
    """The text of a page."""

    sections: tuple[Section, ...]
    """In reading order, the lead first (there always is one, though it may be empty)."""
    disambiguation: bool
    """Whether the page only lists what its title may mean."""
