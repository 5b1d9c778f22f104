"""Wrong facts made from right ones: another date, number, place, name or role.

The hard mistakes of language models are right values in wrong places: the town where she
worked given as the town where she was born. So a value is preferably exchanged for another
value of the same page, a role for its counterpart (born and died, father and son), and a
person's true facts are claimed of another person.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from examples import Example, Retriever

from factscore.judge.lexicon import MONTH_NAMES
from factscore.judge.windows import content_words

_MONTH = re.compile(rf"\b(?:{'|'.join(MONTH_NAMES)})\b")
_YEAR = re.compile(r"\b1[0-9]{3}\b|\b20[0-2][0-9]\b")
_NUMBER = re.compile(r"\b\d{1,3}(?:,\d{3})*\b|\b(?:two|three|four|five|six|seven|eight|nine|ten)\b")
_NAME = re.compile(r"\b[A-Z][\w’'-]+(?: (?:of |the |de |van |von )?[A-Z][\w’'-]+)*")
_KINDS = (_YEAR, _MONTH, _NUMBER, _NAME)
# Each stands for the other: a fact that has the one is wrong with the other. Only such as
# exclude each other of the same object, or nearly so.
_ROLES = (
    ("born in", "died in"),
    ("was born", "died"),
    ("born", "married"),
    ("father", "son"),
    ("mother", "daughter"),
    ("brother", "father"),
    ("sister", "mother"),
    ("wife", "sister"),
    ("husband", "brother"),
    ("parents", "children"),
    ("teacher", "pupil"),
    ("goals", "appearances"),
    ("won", "was nominated for"),
    ("winner", "runner-up"),
    ("directed", "starred in"),
    ("wrote", "translated"),
    ("written by", "inspired by"),
    ("founded", "joined"),
    ("founder", "member"),
    ("studied at", "taught at"),
    ("graduated from", "dropped out of"),
    ("student", "professor"),
    ("played for", "coached"),
    ("player", "coach"),
    ("moved to", "left"),
    ("before", "after"),
    ("first", "last"),
    ("elder", "younger"),
    ("older", "younger"),
    ("eldest", "youngest"),
    ("succeeded", "preceded"),
    ("defeated", "lost to"),
    ("began", "ended"),
    ("retired from", "entered"),
    ("actor", "director"),
    ("singer", "producer"),
    ("composed", "performed"),
    ("capital", "largest city"),
    ("north", "south"),
    ("east", "west"),
    ("oldest", "newest"),
    ("largest", "smallest"),
    ("more than", "fewer than"),
    ("men's", "women's"),
    ("bachelor's", "doctoral"),
    ("president", "vice president"),
    ("silver", "gold"),
    ("bronze", "silver"),
    ("discovered", "named"),
    ("appointed", "dismissed"),
    ("increased", "fell"),
    ("married", "divorced"),
    ("lived in", "was born in"),
    ("worked in", "was born in"),
)
_VERB = re.compile(r"\b(?:is|was|are|were|has|had)\b(?! not\b)")
_OPENERS = frozenset(
    re.findall(r"\w+", "The In He She His Her It At A An On As They After During By From")
)


def swap(fact: str, topic: str, page: str, rng: random.Random) -> str | None:
    """The fact with one value exchanged for another of its kind, or None if it has none.

    The new value is taken from the page (right value, wrong role) where it has one that is
    not in the fact; a year or number may also be moved a little.
    """
    for kind in rng.sample(_KINDS, len(_KINDS)):
        spans = [m for m in kind.finditer(fact) if _is_value(m, topic)]
        if not spans:
            continue
        span = rng.choice(spans)
        others = [v for v in _values(kind, page, topic) if v not in fact and span.group() not in v]
        if kind in (_YEAR, _NUMBER) and span.group().isdigit() and rng.random() < 0.5:
            others = [moved(span.group(), rng)]
        digits = span.group()[0].isdigit()
        others = [v for v in others if v != span.group() and v[0].isdigit() == digits]
        if others:
            return fact[: span.start()] + rng.choice(others) + fact[span.end() :]
    return None


def moved(number: str, rng: random.Random) -> str:
    """A number near a number: a year by up to 12, another by up to its half; never itself."""
    value = int(number)
    reach = 12 if len(number) == 4 else max(2, value // 2)
    return str(max(0, value + rng.choice([-1, 1]) * rng.randint(1, reach)) or value + 1)


def _is_value(match: re.Match[str], topic: str) -> bool:
    word = match.group()
    return word not in _OPENERS and word not in topic and not set(word.split()) & set(topic.split())


def _values(kind: re.Pattern[str], page: str, topic: str) -> list[str]:
    found = [m.group() for m in kind.finditer(page) if _is_value(m, topic)]
    return list(dict.fromkeys(v for v in found if v.split()[0] not in _OPENERS))


def exchange_role(fact: str, rng: random.Random) -> str | None:
    """The fact with a role exchanged for its counterpart, or None if it has none of ours."""
    for pair in rng.sample(_ROLES, len(_ROLES)):
        for one, other in (pair, pair[::-1]):
            found = re.search(rf"\b{re.escape(one)}\b", fact)
            if found and other not in fact:
                return fact[: found.start()] + other + fact[found.end() :]
    return None


def negate(fact: str, rng: random.Random) -> str | None:
    """The fact with "not" or "never" behind its first auxiliary verb, or None without one."""
    found = _VERB.search(fact)
    if not found:
        return None
    return f"{fact[: found.end()]} {rng.choice(['not', 'not', 'never'])}{fact[found.end() :]}"


def spoilt(fact: str, topic: str, page: str, rng: random.Random) -> str | None:
    """A wrong version of a fact: mostly a value exchanged, else a role, seldom a negation."""
    makers: list[Callable[[], str | None]] = [
        lambda: swap(fact, topic, page, rng),
        lambda: exchange_role(fact, rng),
        lambda: negate(fact, rng),
    ]
    first = rng.choices(makers, weights=(6, 4, 1))[0]
    return first() or makers[0]()


def swapped_facts(
    examples: Sequence[Example], pages: Mapping[str, Retriever], seed: int
) -> list[Example]:
    """Wrong versions of supported facts, with the evidence that would be found for them."""
    rng = random.Random(seed)
    wrong = []
    for example in examples:
        page = pages[example.topic]
        text = " ".join(page.texts)
        fact = spoilt(example.fact, example.topic, text, rng) if example.supported else None
        if fact:
            passages = page(fact)
            wrong.append(
                replace(example, fact=fact, passages=passages, supported=False, source="swap")
            )
    return wrong


def others_facts(
    examples: Sequence[Example], pages: Mapping[str, Retriever], topics: Sequence[str], seed: int
) -> list[Example]:
    """True facts of one person claimed of another whose page lacks some word of them."""
    rng = random.Random(seed)
    wrong = []
    for example in examples:
        if not example.supported or example.topic not in example.fact:
            continue
        topic = rng.choice(topics)
        fact = example.fact.replace(example.topic, topic)
        page = pages[topic]
        missing = set(content_words(fact)) - set(content_words(f"{topic} {' '.join(page.texts)}"))
        if topic != example.topic and missing:
            wrong.append(Example(topic, fact, page(fact), False, "other"))
    return wrong
