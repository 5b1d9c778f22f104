"""Characters that stand for something while a page is on its way to prose.

They are Unicode's noncharacters U+FDD0 to U+FDEF, which no text may use for anything
of its own; :func:`clean` takes them out of what comes in, so each one seen later was
put there by this package.

    SILENT   something vanished that says nothing when read: a reference, a picture
    VALUE    something vanished that a reader would have seen: a formula, a template
    NOTHING  keeps two characters apart that must not become one mark (``<nowiki/>``)

The others *shield* the characters that would be markup, inside ``<nowiki>``.
"""

from __future__ import annotations

import re

SILENT = "\ufdd0"
VALUE = "\ufdd1"
NOTHING = "\ufdd2"

_MARKUP = "{}[]|'<>*#:;=_/!"
_SHIELDED = "".join(chr(0xFDD8 + position) for position in range(len(_MARKUP)))
_SHIELD = str.maketrans(_MARKUP, _SHIELDED)
_UNSHIELD = str.maketrans(_SHIELDED, _MARKUP)
_ANY_SHIELDED = re.compile(f"[{_SHIELDED}]")
_LINE_END = re.compile("\r\n?|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_UNWANTED = re.compile(
    "[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\xad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069"
    "\ud800-\udfff\ufdd0-\ufdef\ufeff\ufffe\uffff]"
)


def clean(text: str) -> str:
    """The text without characters that are not seen, with "\\n" as its only line end.

    Soft hyphens and marks of direction go with the control characters, so that a word is
    spelled in one way; the joiners that Persian and Hindi need stay.
    """
    return without_unseen(_LINE_END.sub("\n", text))


def without_unseen(text: str) -> str:
    """The text without control characters, noncharacters and the like."""
    return _UNWANTED.sub("", text)


def shield(text: str) -> str:
    """The text with every character that could be markup replaced by its stand-in."""
    return text.translate(_SHIELD)


def unshield(text: str) -> str:
    """Undoes :func:`shield`."""
    return text.translate(_UNSHIELD) if _ANY_SHIELDED.search(text) else text
