"""English words that the signs of binding know: forms of one word, roles, negations."""

from __future__ import annotations

import re
from functools import lru_cache

from factscore.judge.windows import STEM, plain

MONTH_NAMES = (
    "January February March April May June July August September October November December"
).split()
MONTHS = frozenset(map(str.lower, MONTH_NAMES))
CONJUNCTIONS = frozenset(
    "and but or where when which who while whose before after whom that although though because "
    "then".split()
)
JOINTS = frozenset("of the de van von la le da di del der den al for".split())
"""Small words inside a name."""
PLACES = frozenset("in at from to near into of".split())
"""Words before the name of a place, or of something else that one is in."""
OPENERS = frozenset(
    "the in he his she her it its at a an on as they their after during by from when while with "
    "this that these since until following according however although later early i we there "
    "both one two another other then before but who".split()
)
"""Capitalised at the start of a sentence without being names."""
NEGATIONS = frozenset("not never no without neither nor unable cannot".split())
CONTRACTED = frozenset(
    "aren can couldn didn doesn hadn hasn haven isn shouldn wasn weren won wouldn".split()
)
"""What stands before "'t"."""
LIMITS = frozenset("only until till just merely".split())
"""After "not" they say that something is so: "not only a poet", "not until 1950"."""

SPELLED = {
    word: str(number)
    for number, word in enumerate(
        "two three four five six seven eight nine ten eleven twelve".split(), 2
    )
} | {"zero": "0"}

# Forms of one word, and words for one thing, that their first letters would part.
_FORMS = """born birth|died death dead|won win winner winning wins|wrote write written
 writer writes writing|married marry wife husband wed spouse marriage|begun began begin begins
 beginning started start|left leave leaves leaving|became become becomes|sang sing sung singer
 |taught teach teacher teaches teaching|studied study student studies studying|lost lose loses
 defeat|beat beaten defeated|made make makes|gave give given gives|took take taken takes
 |grew grow grown|led lead leads leader|built build builds|founded founder founding
 |buried burial|bought buy|sold sell|went go goes|flew fly flown|met meet meets|fought fight
 |ran run runs|spoke speak|held hold|chose chosen choose elected election|film movie
 |acted actor actress|award prize|succeeded successor|daughter daughters|son sons
 |brother brothers|sister sisters|child children"""
_LEMMAS = {word: form.split()[0] for form in _FORMS.split("|") for word in form.split()}

# Words of one group stand for each other in statements that are wrong by that one word.
_ROLES = """father mother son daughter brother sister wife husband uncle aunt nephew niece cousin
 grandfather grandmother grandson granddaughter stepfather|born died buried baptised
 |goals appearances assists games matches points caps tries wickets seasons albums singles films
 books novels poems|gold silver bronze|won nominated lost finished|first second third fourth
 fifth last final|elder younger oldest youngest eldest middle|wrote directed produced starred
 composed translated edited performed designed painted narrated|writer director producer actor
 composer singer translator editor painter novelist poet journalist|president vice minister
 secretary chairman governor senator mayor chancellor deputy treasurer|student professor lecturer
 pupil tutor|studied taught graduated lectured|bachelor master doctorate doctoral|founded joined
 left|north south east west northern southern eastern western|goalkeeper defender midfielder
 striker forward|captain coach player manager|winter spring summer autumn|physics chemistry
 medicine literature mathematics biology philosophy history law economics theology|moved returned
 lived worked|succeeded preceded replaced|beat lost|engaged divorced married separated|highest
 lowest largest smallest best worst|king queen prince princess duke duchess emperor"""


@lru_cache(1 << 14)
def stem_of(word: str) -> str:
    """A word's first letters without case and accents; forms of one verb have the same.

    Example:
        >>> stem_of("Written") == stem_of("wrote"), stem_of("1,905"), stem_of("three")
        (True, '1905', '3')
    """
    low = plain(word)
    if low[:1].isdigit():
        return low.replace(",", "")
    return SPELLED.get(low) or _LEMMAS.get(low, low)[:STEM]


def _groups() -> dict[str, int]:
    """Group of each role, also without its "s"; a word of several belongs to the first."""
    groups: dict[str, int] = {}
    for number, group in enumerate(_ROLES.split("|"), 1):
        for word in group.split():
            groups.setdefault(word, number)
            groups.setdefault(word.removesuffix("s"), number)
    return groups


ROLE_GROUPS = _groups()
ONCE = frozenset(
    map(
        stem_of,
        "born died buried baptised first last only oldest youngest eldest elder younger capital "
        "father mother".split(),
    )
)
"""Stems of words with one value only: somebody is born in one place, and had one mother."""

_DATE = rf"(?:c\. ?)?(?:\d{{1,2}} )?(?:(?:{'|'.join(MONTH_NAMES)}) )?(?:\d{{1,2}}, ?)?\d{{3,4}}"
_NAME = rf"(?:(?:[^\W\d_a-z][\w.'’-]*|{'|'.join(sorted(JOINTS))}) ){{1,8}}"
_LIFE = re.compile(rf"^({_NAME}\((?:[^()]{{,60}}[;,] )??)({_DATE})\s*[–—-]\s*({_DATE})(?=\))")


def spell_out_life(text: str) -> str:
    """The span of life after the name that a text begins with, as words.

    Other spans in brackets may be careers or terms.

    Example:
        >>> spell_out_life("Florence Nightingale (12 May 1820 – 13 August 1910)")
        'Florence Nightingale (born 12 May 1820; died 13 August 1910)'
        >>> spell_out_life("She was a mayor (1850–1860).")
        'She was a mayor (1850–1860).'
    """
    return _LIFE.sub(r"\1born \2; died \3", text)
