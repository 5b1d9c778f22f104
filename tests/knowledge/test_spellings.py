"""The ways in which one title is written."""

import html
import unicodedata
from urllib.parse import quote

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from factscore.knowledge.names import MemoryNames
from factscore.knowledge.resolve import resolution
from factscore.knowledge.spellings import (
    LONGEST,
    MOST_KEYS,
    canonical,
    forms,
    keys,
    rearranged,
    topic_forms,
    unwrapped,
)
from factscore.knowledge.titles import bare_name, normalise

CANONICAL = [
    ("Ada Lovelace", "Ada Lovelace"),
    ("ada_Lovelace", "Ada Lovelace"),
    ("https://en.wikipedia.org/wiki/Ada_Lovelace", "Ada Lovelace"),
    ("//de.wikipedia.org/wiki/Stra%C3%9Fe?x=1#y", "Straße"),
    ("wiki.example.org/wiki/Caf%C3%A9_(film)", "Café (film)"),
    ("https://x.org/w/index.php?action=raw&title=A_B&oldid=3", "A B"),
    ("https://example.org/Ada_Lovelace", "Https://example.org/Ada Lovelace"),
    ("[[Ada]]", "Ada"),
    ("[[:Ada#Life|her life]]", "Ada"),
    ("Ada_Lovelace#Life", "Ada Lovelace"),
    ("C#", "C#"),
    ("F# minor", "F# minor"),
    ("Track #1", "Track #1"),
    ("AT&amp;T", "AT&T"),
    ("AT&T", "AT&T"),
    ("Q&lt", "Q&lt"),
    ("L&#246;w", "Löw"),
    ("100%_Wolf", "100% Wolf"),
    ("50%C3 off", "50%C3 off"),
    ("Zoe\u0308", "Zoë"),
    ("ßtest", "ßtest"),
    ("\u200eAda\u200e", "Ada"),
    ("", ""),
    ("#", "#"),
]


@pytest.mark.parametrize(("topic", "title"), CANONICAL)
def test_canonical(topic, title):
    assert canonical(topic) == title


def test_the_first_letter_may_be_kept():
    assert unwrapped("[[ada_Lovelace]]") == "ada Lovelace"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("J. K. Rowling", "JK Rowling"),
        ("J.K. Rowling", "J K Rowling"),
        ("Simon & Garfunkel", "Simon and Garfunkel"),
        ("Göring", "Goering"),
        ("Søren", "Soeren"),
        ("Århus", "Aarhus"),
        ("Straße", "Strasse"),
        ("Sammy Davis Jr.", "Sammy Davis Junior"),
        ("St. Ives", "Saint Ives"),
        ("Mt. Fuji", "Mount Fuji"),
        ("Roe v. Wade", "Roe versus Wade"),
        ("Symphony Number 5", "Symphony No. 5"),
        ("World War 2", "World War II"),
        ("Louis 14", "Louis XIV"),
        ("C#", "C sharp"),
        ("C♯ minor", "C-sharp minor"),
    ],
)
def test_the_same_name(one, other):
    assert not forms(one).isdisjoint(forms(other))
    assert normalise(other) in [normalise(one), *keys(one)]
    assert normalise(one) in [normalise(other), *keys(other)] or "#" in one or "♯" in one


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Simon & Garfunkel", "Simon Garfunkel"),
        ("Romeo and Juliet", "Romeo Juliet"),
        ("Goering", "Goring"),
        ("The Who", "Who"),
        ("John Smith", "John Smith Jr."),
        ("5 Ways", "V Ways"),
        ("World War II", "World War III"),
        ("C#", "C"),
        ("Main St.", "Main Saint"),
        ("Ali Baba", "Alibaba"),
        ("World War 1914", "World War MCMXIV"),
    ],
)
def test_another_name(one, other):
    assert forms(one).isdisjoint(forms(other))


@pytest.mark.parametrize(
    ("topic", "others"),
    [
        ("Lovelace, Ada", ["Ada Lovelace"]),
        ("Tolkien, J. R. R.", ["J. R. R. Tolkien"]),
        ("the Moon", ["Moon"]),
        ("the who", []),
        ("The Who", []),
        ("A, b, c", []),
        ("Ada,", []),
        ("Ada", []),
    ],
)
def test_rearranged(topic, others):
    assert list(rearranged(topic)) == others


def test_what_may_be_initials():
    assert "j k rowling" in keys("jk rowling")
    assert "a a milne" in keys("AA Milne")
    assert "a l gore" not in keys("Al Gore")
    assert "a l gore" not in keys("AL GORE")
    assert "a l gore" in keys("AL Gore")


def test_keys_are_few_and_none_is_the_topics_own():
    worst = "Saint Joe, Mae and Sue & AB CD EF 5 10 15 no. 20 Junior aaeaoeaue" * 3
    assert len(keys(worst)) <= MOST_KEYS
    assert keys("Ada Lovelace") == []
    assert keys("x & " * LONGEST) == []
    assert topic_forms("Lovelace, Ada") == {"ada lovelace", "lovelace ada"}


LETTERS = "AaBbZzÉéÜüßŁłØøñčЖжЙйΩω159 -–'.,&()"
TITLES = st.text(alphabet=LETTERS, min_size=1, max_size=16).map(lambda t: " ".join(t.split()))
SPELLED = [
    str.upper,
    str.lower,
    lambda title: title[:1].lower() + title[1:],
    lambda title: title.replace(" ", "_"),
    lambda title: f"  {title.replace(' ', '   ')} ",
    lambda title: f"https://en.wikipedia.org/wiki/{quote(title.replace(' ', '_'))}",
    lambda title: f"[[{title}]]",
    lambda title: f"[[{title}|see there]]",
    lambda title: unicodedata.normalize("NFD", title),
    lambda title: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in title),
    lambda title: "".join(
        c for c in unicodedata.normalize("NFD", title) if not unicodedata.combining(c)
    ),
    lambda title: title.replace("'", "’"),
    lambda title: title.replace("–", "-"),
    lambda title: title.replace("-", "—"),
    lambda title: f"{title}.",
    lambda title: f"“{title}”",
    html.escape,
    lambda title: title.replace("&", " and "),
    lambda title: title.replace("Ü", "Ue").replace("ü", "ue").replace("Ø", "Oe").replace("ø", "oe"),
    lambda title: title.replace("ß", "ss"),
]


def _usable(title):
    return any(map(str.isalnum, title)) and any(map(str.isalnum, normalise(title)))


def _is_looked_up_in_full(topic):
    """Nearly always: not where five words of a name have three spellings each."""
    return len(keys(unwrapped(topic))) < MOST_KEYS


@settings(deadline=None, max_examples=300)
@given(TITLES.filter(_usable), st.sampled_from(SPELLED))
def test_a_title_alone_is_found_under_every_spelling(title, spell):
    assume(_is_looked_up_in_full(spell(title)))
    assert resolution(spell(title), MemoryNames([title])).title == title


@settings(deadline=None, max_examples=300)
@given(st.sets(TITLES.filter(_usable), min_size=2, max_size=8), st.data())
def test_among_others_only_the_owner_of_a_spelling_is_found_instead(titles, data):
    title = data.draw(st.sampled_from(sorted(titles)))
    spelled = data.draw(st.sampled_from(SPELLED))(title)
    assume(_is_looked_up_in_full(spelled))
    found = resolution(spelled, MemoryNames(titles))
    meant = [found.title] if found.title else list(found.candidates)
    assert meant
    if title in meant:
        return
    wanted = topic_forms(unwrapped(spelled)) | {normalise(canonical(spelled))}
    for other in meant:
        owned = {*forms(other), normalise(other), bare_name(other)}
        assert not wanted.isdisjoint(owned)
