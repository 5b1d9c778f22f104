"""Text → sentences, with offsets into the text they come from.

A full stop ends a sentence unless what stands before it is an abbreviation, an initial
or a number mark, or what follows cannot begin a sentence. The lists below are closed
and English; everything else is decided by letter case, so that other languages in
Latin, Greek or Cyrillic script are split as well as their abbreviations allow, and
scripts with their own full stop (。！？ । ؟ ۔) are split there, space or no space.

Every step looks at a bounded stretch of text, so the time grows with the length only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from factscore.decompose.markup import Block, blocks

_STOP = re.compile(r"(?P<mark>[.!?…]+|[。！？｡।॥؟۔]+)(?P<close>[\"'”’»)\]」』）】]*)(?P<gap>\s*)")
_OWN_STOPS = frozenset("。！？｡।॥؟۔")

_LOOK_BACK = 48
_OPENERS = "\"'“‘«([{「『（¿¡"

_TITLES = frozenset(
    "mr mrs ms mx dr prof gen sen rep gov rev hon capt cpt lt col sgt cpl maj adm cmdr fr msgr "
    "pres st ste mt ft vs v cf e.g i.e viz approx b d c ca fl r m né née sr. ven supt insp pvt "
    "brig pfc mme mlle messrs".split()
)
"""Abbreviations that always have something after them."""

_BEFORE_NUMBER = frozenset(
    "no nos vol vols p pp ch art sec fig op opp k bwv ed eds par est cir circa jan feb mar apr "
    "jun jul aug sep sept oct nov dec".split()
)
"""Abbreviations only where a number follows; words in their own right elsewhere."""

_MAYBE_LAST = frozenset(
    "jr sr inc ltd co corp bros esq al dept univ assn ave blvd rd hwy bldg jan feb mar apr jun "
    "jul aug sep sept oct nov dec calif conn mass penn wash ariz tenn fla ill ind mich minn "
    "miss okla ore tex va vt wis wyo gen. ph.d ed eds trans cert dip bart bt snr jnr".split()
)
"""Abbreviations that may stand at the end of a sentence: the next word decides."""

_STARTERS = frozenset(
    "A About Above According Across Additionally After Afterwards Again Against All Along Already "
    "Also Although Among An And Another Any Are As At Because Before Behind Being Beside Besides "
    "Between Beyond Both But By Can Coming Could Currently Despite Did Do Does During Each Earlier "
    "Either Even Eventually Ever Every Few Finally First Following For Formerly From Further "
    "Furthermore Given Had Has Have Having He Her Here Hers Herself Him Himself His How However I "
    "If Immediately In Indeed Initially Instead Into Is It Its Itself Known Last Later Like Many "
    "Meanwhile Moreover Most Much My Nearly Neither Nevertheless Next Nor Not Notable Notably Now "
    "Of On Once One Only Or Originally Other Others Our Out Over Overall Perhaps Previously Prior "
    "Raised Recently Shortly Several She Similarly Since So Some Soon Still Subsequently Such Than "
    "That The Their Them Then There Thereafter Therefore These They This Those Though Three "
    "Through "
    "Throughout Thus To Today Together Two Under Unfortunately Unlike Until Up Upon Using Was We "
    "Were What When Where Whether Which While Who Whose Why With Within Without Working Yet You "
    "Your Born".split()
)
"""Words that begin a sentence and hardly ever a name."""

_DOTTED = re.compile(r"(?:[^\W\d_]{1,3}\.)+[^\W\d_]{1,3}$")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_GLUED_NEXT = re.compile(r"(?:A|I|[A-Z][a-z]+)(?:['’][a-z]+)?[\s,]")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence.

    ``text`` is what is read: markup and citation marks are gone and every run of white
    space is one space. ``start`` and ``end`` are the span in the source from the first
    kept character to one past the last, so ``source[start:end] == text`` wherever
    nothing had to be taken out in between.
    """

    text: str
    start: int
    end: int


def split_sentences(text: str) -> list[Sentence]:
    """The sentences of ``text`` in order; white space and markup between them is left out.

    >>> [s.text for s in split_sentences("Mr. J. R. Poe was No. 1 in the U.S. He won.[2]")]
    ['Mr. J. R. Poe was No. 1 in the U.S.', 'He won.']
    """
    return list(iter_sentences(text))


def iter_sentences(text: str) -> Iterator[Sentence]:
    """The same, one at a time, for texts that are too long to hold twice."""
    for block in blocks(text):
        start = 0
        for end in _ends(block.text):
            yield from _sentence(block, start, end)
            start = end
        yield from _sentence(block, start, len(block.text))


def _sentence(block: Block, start: int, end: int) -> Iterator[Sentence]:
    raw = block.text[start:end]
    text = raw.strip()
    if any(character.isalnum() for character in text):
        first = start + len(raw) - len(raw.lstrip())
        last = first + len(text) - 1
        yield Sentence(text, block.source(first), block.source(last) + 1)


def _ends(text: str) -> Iterator[int]:
    """Positions in ``text`` where a sentence ends, in order."""
    for stop in _STOP.finditer(text):
        if stop.end() < len(text) and _is_end(text, stop):
            yield stop.end("close")


def _is_end(text: str, stop: re.Match[str]) -> bool:
    mark = stop["mark"]
    if mark[0] in _OWN_STOPS:
        return True
    before = text[max(0, stop.start() - _LOOK_BACK) : stop.start()]
    after = text[stop.end() : stop.end() + _LOOK_BACK]
    if not stop["gap"]:
        return mark == "." and not stop["close"] and _is_glued(before, after)
    opened = after.lstrip(_OPENERS)
    if opened[:1].islower() or not opened or after[0] in ",;:–—-&":
        return False
    if mark == "." and not (stop["close"] and stop["close"][0] in '"”'):
        return not _is_abbreviation(before, stop["close"], opened)
    return True


def _is_glued(before: str, after: str) -> bool:
    """Whether a space is missing after the stop: "the end.Next it"."""
    token = before.rsplit(None, 1)[-1] if before.strip() else ""
    if "/" in token or "@" in token or "." in token or not token[-2:].isalpha():
        return False
    if not token[-2:].islower():
        return False
    return bool(_GLUED_NEXT.match(after))


def _is_abbreviation(before: str, close: str, after: str) -> bool:
    """Whether the full stop between ``before`` and ``after`` belongs to an abbreviation."""
    token = before.rsplit(None, 1)[-1] if before.strip() else ""
    token = re.split(r"[–—/]", token)[-1].lstrip(_OPENERS + "-")
    lower = token.lower()
    word = _WORD.match(after)
    if lower in _TITLES and not (len(lower) == 1 and token.isupper()):
        return not (lower in {"st", "v", "m", "d", "c", "b", "r"} and _starts(word))
    if lower in _BEFORE_NUMBER and after[0].isdigit():
        return True
    if close:
        return False
    if lower in _MAYBE_LAST or _DOTTED.match(token) or (len(token) == 1 and token.isalpha()):
        return not _starts(word)
    return False


def _starts(word: re.Match[str] | None) -> bool:
    return word is not None and word[0].split("'")[0].split("’")[0] in _STARTERS
