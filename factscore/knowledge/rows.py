"""What a source gives, row by row, and what may be wrong with it; pure."""

from __future__ import annotations

import html
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import orjson

from factscore.knowledge.passages import DEFAULT_CUT, CutSettings, cut_text
from factscore.textfiles import kind_of, not_utf8

LONGEST_TITLE = 1000
"""Characters of a title or alias; MediaWiki allows 255 bytes."""


@dataclass(frozen=True, slots=True)
class SourceArticle:
    """An article read from a source; no passages: the source has no text for it."""

    title: str
    passages: tuple[str, ...]
    aliases: tuple[str, ...]
    place: str
    """Where it stands, as ``file:line``."""
    disambiguation: bool = False
    """Whether the page only lists what its title may mean."""
    other_title: str = ""
    """A title "Title (qualifier)" to take where another article has the first one already;
    where that is taken too, it is numbered."""
    first_wins: bool = False
    """Where another article has the title, this one is left out, which is no mistake."""


@dataclass(frozen=True, slots=True)
class Redirect:
    """A page that only leads to another."""

    title: str
    target: str
    """The other page's title; empty: it could not be read."""
    place: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Something that is no article and no mistake either; it is counted."""

    what: str
    """Its kind, in the plural: "pages without text"."""
    name: str
    place: str
    why: str = ""
    """Where each of its kind has a reason of its own."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that cannot be read as an article."""

    place: str
    what: str

    def __str__(self) -> str:
        return f"{self.place}: {self.what}"


Row: TypeAlias = SourceArticle | Redirect | LeftOut | Problem


class BadRow(ValueError):
    """A row is no article; the message says why. Never leaves this package."""


def parse_line(line: bytes, place: str, cut: CutSettings = DEFAULT_CUT) -> Row:
    """An article from one line of JSONL."""
    try:
        return parse_row(orjson.loads(line), place, cut)
    except orjson.JSONDecodeError as error:
        return Problem(place, _why_not_json(line, error))


def parse_row(row: object, place: str, cut: CutSettings = DEFAULT_CUT) -> Row:
    """An article from a decoded JSON object."""
    if not isinstance(row, dict):
        return Problem(place, 'an article must be an object such as {"title": …, "text": …}')
    try:
        title = _title(row.get("title"))
        passages, aliases = _passages(row, title, cut), _aliases(row, title)
        return SourceArticle(title, passages, aliases, place, _is_disambiguation(row))
    except BadRow as error:
        return Problem(place, str(error))


def cut_page(title: str, text: str, cut: CutSettings = DEFAULT_CUT) -> tuple[str, ...]:
    """The passages of a page by WikiExtractor.

    Without the title that it puts on top, and with characters for its entities such as
    ``&lt;``, which it writes into JSON too.
    """
    text = html.unescape(text)
    heading, _, rest = text.lstrip().partition("\n")
    return tuple(cut_text([rest if heading.strip() == title else text], cut))


def _why_not_json(line: bytes, error: orjson.JSONDecodeError) -> str:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError as fault:
        return not_utf8(fault)
    where = f"invalid JSON at column {error.colno}: {error.msg}"
    return f"{where}; each line must be one whole JSON object"


def _title(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        what = "an empty one" if isinstance(value, str) else kind_of(value)
        raise BadRow(f'"title" must be a text that is not empty, not {what}')
    return _short("title", _clean("title", value.strip()))


def _passages(row: Mapping[str, object], title: str, cut: CutSettings) -> tuple[str, ...]:
    if row.get("passages") is not None:
        passages = tuple(_texts("passages", row["passages"]))
    elif "text" not in row:
        raise BadRow('an article needs "text" (a text or a list of sections) or "passages"')
    elif {"id", "url"} <= row.keys() and isinstance(row["text"], str):
        # WikiExtractor's own rows: pages without text are redirects, not mistakes.
        return cut_page(title, _clean("text", row["text"]), cut)
    else:
        text = row["text"]
        sections = [_clean("text", text)] if isinstance(text, str) else _texts("text", text)
        passages = tuple(cut_text(sections, cut))
    if not any(map(str.strip, passages)):
        raise BadRow("the article has no text; fill it in or remove the row")
    return passages


def _aliases(row: Mapping[str, object], title: str) -> tuple[str, ...]:
    value = row.get("aliases")
    names = [] if value is None else [name.strip() for name in _texts("aliases", value)]
    named = dict.fromkeys(name for name in names if name and name != title)
    return tuple(_short("aliases", name) for name in named)


def _is_disambiguation(row: Mapping[str, object]) -> bool:
    value = row.get("disambiguation")
    if value is None or isinstance(value, bool):
        return bool(value)
    raise BadRow(f'"disambiguation" must be true or false, not {kind_of(value)}')


def _texts(field: str, value: object) -> list[str]:
    if not isinstance(value, list):
        raise BadRow(f'"{field}" must be a list of texts, not {kind_of(value)}')
    for item in value:
        if not isinstance(item, str):
            raise BadRow(f'"{field}" must hold texts only, but holds {kind_of(item)}')
    return [_clean(field, item) for item in value]


def _clean(field: str, text: str) -> str:
    if "\0" in text:
        raise BadRow(f'"{field}" holds a NUL character; remove it')
    return text


def _short(field: str, name: str) -> str:
    if len(name) > LONGEST_TITLE:
        raise BadRow(
            f'"{field}" holds a name of {len(name):,} characters; shorten it to at most '
            f"{LONGEST_TITLE:,}"
        )
    return name
