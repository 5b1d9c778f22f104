"""Where a redirect leads; pure."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import unquote

from factscore.knowledge.dump.export import ExportPage

_LINK = re.compile(r"\[\[\s*:?(?P<target>[^\[\]|\n]+)")
_GEORGIAN = range(0x10D0, 0x1100)
"""Letters whose capitals no title is written in."""


def target_of(page: ExportPage, words: Sequence[str], *, first_letter: bool) -> str | None:
    """The title that a page redirects to; ``None``: it is no redirect.

    Exports from version 0.6 on name it, those from 0.4 on mark the page, and before that
    only the text tells, by a word of the wiki's language.

    Args:
        page: the page.
        words: what such a text begins with ("#REDIRECT" and its translations).
        first_letter: whether titles of this wiki begin with a capital.
    """
    if page.target:
        return clean_target(page.target, first_letter=first_letter)
    text = page.text or ""
    if page.redirects:
        found = _LINK.search(text)
    elif text.lstrip().startswith(("#", "\uff03")):
        found = _redirect(tuple(words)).match(text)
    else:
        return None
    return clean_target(found["target"], first_letter=first_letter) if found else None


def clean_target(link: str, *, first_letter: bool) -> str:
    """A link's target as the title of a page, without its section.

    >>> clean_target("ada_lovelace#Early life", first_letter=True)
    'Ada lovelace'
    """
    link = html.unescape(link)
    if "%" in link:
        link = unquote(link)
    title = " ".join(link.partition("#")[0].replace("_", " ").split()).removeprefix(":").strip()
    if first_letter and title and ord(title[0]) not in _GEORGIAN:
        capital = title[0].upper()
        title = (capital if len(capital) == 1 else title[0]) + title[1:]
    return title


@lru_cache(maxsize=8)
def _redirect(words: tuple[str, ...]) -> re.Pattern[str]:
    listed = "|".join(re.escape(word.lstrip("#")) for word in words)
    return re.compile(rf"\s*[#\uff03]\s*(?:{listed})\s*:?\s*{_LINK.pattern}", re.IGNORECASE)
