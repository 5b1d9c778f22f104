"""Wikitext → clean prose: ``to_prose`` reads a page, ``sections_text`` gives what is kept.

    raw → html → tables → (per section) prune → render → lines → tidy

Everything is pure, and every step takes time that grows with the text alone.
"""

from __future__ import annotations

from factscore.knowledge.wikitext.convert import to_prose
from factscore.knowledge.wikitext.headings import is_apparatus, sections_text
from factscore.knowledge.wikitext.model import (
    MAX_CHARACTERS,
    REDIRECT_WORDS,
    Prose,
    Section,
    SiteInfo,
    Unparsable,
)

__all__ = [
    "MAX_CHARACTERS",
    "REDIRECT_WORDS",
    "Prose",
    "Section",
    "SiteInfo",
    "Unparsable",
    "is_apparatus",
    "sections_text",
    "to_prose",
]
