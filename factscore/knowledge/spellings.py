"""The ways in which people write one title; pure.

Three forms, each more forgiving than the one before. :func:`canonical` undoes what only
wraps a title (an address, a link, underscores): MediaWiki itself would take both for the
same page. :func:`~factscore.knowledge.titles.normalise` is what a store files names
under. :func:`forms` also see that "JK Rowling" is "J. K. Rowling" and "Goering" is
"Göring"; a store has no index of them, so :func:`keys` lists the normalised forms under
which such a title may stand. A key can find too much; the :func:`forms` decide.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import chain, islice, pairwise, product
from urllib.parse import unquote

from factscore.knowledge.titles import normalise

LONGEST = 300
"""Longer names (MediaWiki's end at 255 bytes) have no other spellings looked up."""
MOST_KEYS = 48
"""How many other spellings of one name are looked up at most."""

_HOST = r"(?:(?:https?:)?//)?[\w-]+(?:\.[\w-]+)+"
_WRAPPINGS = (
    re.compile(_HOST + r"/wiki/(?P<title>[^?]+)(?:\?.*)?"),
    re.compile(_HOST + r"/w/index\.php\?(?:.*&)?title=(?P<title>[^&]+)(?:&.*)?"),
    re.compile(r"\[\[:?(?P<title>[^\[\]|]+)(?:\|[^\[\]]*)?\]\]"),
)
_SECTION = re.compile(r"(?P<title>[^#]{2,}[^#\s])#(?=[^#\s])")
_ENCODED = re.compile("%[0-9A-Fa-f]{2}")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_DIRECTIONS = dict.fromkeys([0x200E, 0x200F, *range(0x202A, 0x202F), 0xFEFF])
"""Marks for the direction of writing, which MediaWiki drops from titles too."""

_SYMBOLS = str.maketrans(
    {"&": " and ", "＆": " and ", "−": "-", "♯": "#", "ʹ": None, "ʺ": None, "№": " no "}
)
_SHARP = re.compile(r"(?<![A-Za-z])([A-Ga-g])#(?![A-Za-z])")
_GERMANIC = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"}
    | {"Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "Ø": "Oe", "Å": "Aa"}
)
_WRITTEN_OUT = re.compile("[aou]e|aa")
_ROMAN = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
_FIRST = {"st": "saint", "ste": "sainte", "mt": "mount", "ft": "fort"}
_LAST = {"jr": "junior", "sr": "senior"}
_VERSUS = ("v", "vs", "versus")
_VOWELS = frozenset("aeiouy")


def canonical(topic: str) -> str:
    """The title that MediaWiki would take this for.

    Addresses of pages, [[links]] and sections are unwrapped, percent-encoding and HTML
    entities undone, underscores and white space made single spaces, and the first letter
    is a capital one. Canonical composition (NFC).

        >>> canonical("https://en.wikipedia.org/wiki/Ren%C3%A9_Descartes#Life")
        'René Descartes'
    """
    text = unwrapped(topic)
    first = text[:1].upper()
    return (first if len(first) == 1 else text[:1]) + text[1:]


def unwrapped(topic: str) -> str:
    """As :func:`canonical`, with the first letter as it is.

    >>> unwrapped("[[ada_Lovelace|the Countess]]")
    'ada Lovelace'
    """
    text = topic.strip().translate(_DIRECTIONS)
    for wrapping in _WRAPPINGS:
        if match := wrapping.fullmatch(text):
            text = match["title"]
            break
    text = _ENTITY.sub(lambda entity: html.unescape(entity[0]), text)
    if section := _SECTION.match(text):
        text = section["title"]
    if _ENCODED.search(text):
        text = _decoded(text)
    return " ".join(unicodedata.normalize("NFC", text).replace("_", " ").split())


def forms(name: str) -> frozenset[str]:
    """What two names have in common if they differ only in ways that tell no things apart.

    >>> forms("J. K. Rowling") == forms("JK Rowling")
    True
    >>> sorted(forms("Göring"))
    ['goering', 'goring']
    """
    return frozenset(_form(base) for base in (name, name.translate(_GERMANIC)))


def topic_forms(topic: str) -> frozenset[str]:
    """The :func:`forms` of a topic and of what may be meant by it.

    >>> sorted(topic_forms("Lovelace, Ada"))
    ['ada lovelace', 'lovelace ada']
    """
    return frozenset(form for base in _bases(topic) for form in forms(base))


def keys(topic: str) -> list[str]:
    """Normalised forms under which a topic's title may stand, its own left out.

    At most :data:`MOST_KEYS`, the likeliest first.
    """
    if len(topic) > LONGEST:
        return []
    found: dict[str, None] = {}
    for base in _bases(topic):
        spread = (_spread(tokens) for tokens in _runs(normalise(base.translate(_SYMBOLS)), base))
        for key in islice((key for some in spread for key in some), MOST_KEYS):
            found.setdefault(key)
    found.pop(normalise(topic), None)
    found.pop("", None)
    return list(found)[:MOST_KEYS]


def hashes(name: str) -> int:
    """How many "#" a name has: normalising drops them, but C# is not C."""
    return name.count("#")


def _decoded(text: str) -> str:
    try:
        return unquote(text, errors="strict")
    except UnicodeDecodeError:
        return text


def _form(name: str) -> str:
    words = normalise(_SHARP.sub(r"\1 sharp ", name.translate(_SYMBOLS))).split()
    last = len(words) - 1
    for place, word in enumerate(words):
        if place == 0:
            words[place] = _FIRST.get(word, word) if last else word
        elif place == last and word in _LAST:
            words[place] = _LAST[word]
        elif word == "number" and words[place + 1 : place + 2] and words[place + 1].isdigit():
            words[place] = "no"
        else:
            words[place] = "vs" if word in _VERSUS and place < last else _roman(word)
    return " ".join(_initials_joined(words))


def _roman(word: str) -> str:
    """The Roman form of an Arabic number up to 39; anything else as it is."""
    if not (word.isascii() and word.isdigit()) or word[0] == "0" or int(word[:3]) > 39:
        return word
    number, written = int(word), ""
    for value, letters in _ROMAN:
        times, number = divmod(number, value)
        written += letters * times
    return written


def _initials_joined(words: Sequence[str]) -> Iterator[str]:
    run = ""
    for word in words:
        if len(word) == 1 and word.isalpha():
            run += word
            continue
        if run:
            yield run
            run = ""
        yield word
    if run:
        yield run


def _bases(topic: str) -> Iterator[str]:
    """The topic in the forms from which its keys are made."""
    yield topic
    if "#" in topic or "♯" in topic:
        yield _SHARP.sub(r"\1 sharp ", topic.replace("♯", "#"))
    parted = _capitals_parted(topic)
    if parted != topic:
        yield parted
    spelled = topic.translate(_GERMANIC)
    if spelled != topic:
        yield spelled
    yield from rearranged(topic)


def rearranged(topic: str) -> Iterator[str]:
    """A name whose surname was put first, and one without its article.

    >>> list(rearranged("Lovelace, Ada")), list(rearranged("the Great Wall"))
    (['Ada Lovelace'], ['Great Wall'])
    """
    if topic.count(",") == 1:
        last, first = (part.strip() for part in topic.split(","))
        if last and first:
            yield f"{first} {last}"
    # A small letter: the article of a sentence, not that of a title such as "The Who".
    if topic.startswith("the ") and topic != topic.lower():
        yield topic.removeprefix("the ")


def _capitals_parted(topic: str) -> str:
    """Spaces before capitals that follow small letters: "AdaLovelace" is a wiki's link."""
    pairs = pairwise(topic)
    parted = (f"{a} " if a.islower() and b.isupper() else a for a, b in pairs)
    return "".join(parted) + topic[-1:]


def _runs(normal: str, base: str) -> Iterator[list[list[str]]]:
    """For each word its alternatives, once with initials as they are, once joined."""
    words = normal.split()
    joined = list(_initials_joined(words))
    capitals = frozenset() if base.isupper() else _capital_words(base)
    for some in (words, joined) if joined != words else (words,):
        yield [_alternatives(some, place, capitals) for place in range(len(some))]


def _capital_words(base: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in re.findall(r"\w+", base) if word.isupper())


def _alternatives(words: Sequence[str], place: int, capitals: frozenset[str]) -> list[str]:
    word = words[place]
    found = [word]
    if word == "and":
        found.append("")
    for table, fits in ((_FIRST, place == 0), (_LAST, place == len(words) - 1)):
        if fits:
            found += [table[word]] if word in table else []
            found += [short for short, long in table.items() if long == word]
    if word in _VERSUS and 0 < place < len(words) - 1:
        found += [other for other in _VERSUS if other != word]
    if word == "number":
        found.append("no")
    if word == "no":
        found.append("number")
    if place:
        found += _numerals(word)
    if _WRITTEN_OUT.search(word):
        found += _umlauts(word)
    if 2 <= len(word) <= 3 and len(words) > 1 and _may_be_initials(word, capitals):
        found.append(" ".join(word))
    return found


def _may_be_initials(word: str, capitals: frozenset[str]) -> bool:
    """Whether nobody is called so: "jk" and "ee", but not "al" unless written "AL"."""
    if not word.isalpha():
        return False
    return word in capitals or len({letter in _VOWELS for letter in word}) == 1


def _numerals(word: str) -> list[str]:
    roman = _roman(word)
    if roman != word:
        return [roman]
    return [str(number) for number in range(1, 40) if _roman(str(number)) == word]


def _umlauts(word: str) -> list[str]:
    """The word with its "ae", "oe", "ue" and "aa" as one letter without its dots, or some."""
    parts = re.split("([aou]e|aa)", word)
    choices = [[part[0], part] if _WRITTEN_OUT.fullmatch(part) else [part] for part in parts]
    spelled = ("".join(some) for some in product(*choices))
    return [other for other in islice(spelled, 8) if other != word]


def _spread(choices: Sequence[Sequence[str]]) -> Iterator[str]:
    """Combinations of the words' alternatives: none, one for every word, then any."""
    every = tuple(some[min(1, len(some) - 1)] for some in choices)
    for words in chain((tuple(some[0] for some in choices), every), product(*choices)):
        yield " ".join(" ".join(words).split())
