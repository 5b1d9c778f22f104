"""Wrong facts made from right ones: another date, number, place, name or role.

The hard mistakes of language models are right values in wrong places: the town where she
worked given as the town where she was born. So a value is preferably exchanged for another
value of the same page, and a person's true facts are claimed of another person.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from examples import Example, Retriever

from factscore.judge.windows import content_words
from factscore.records import Passage

_MONTHS = "January February March April May June July August September October November December"
_MONTH = re.compile(rf"\b(?:{'|'.join(_MONTHS.split())})\b")
_YEAR = re.compile(r"\b1[0-9]{3}\b|\b20[0-2][0-9]\b")
_NUMBER = re.compile(r"\b\d{1,3}(?:,\d{3})*\b|\b(?:two|three|four|five|six|seven|eight|nine|ten)\b")
_NAME = re.compile(r"\b[A-Z][\w’'-]+(?: (?:of |the |de |van |von )?[A-Z][\w’'-]+)*")
_KINDS = (_YEAR, _MONTH, _NUMBER, _NAME)
_PRONOUN = re.compile(r"^(?:He|She|They)\b")
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


def swapped_facts(
    examples: Sequence[Example], pages: Mapping[str, Retriever], seed: int
) -> list[Example]:
    """Wrong versions of supported facts, with the evidence that would be found for them."""
    rng = random.Random(seed)
    wrong = []
    for example in examples:
        page = pages[example.topic]
        text = " ".join(page.texts)
        fact = swap(example.fact, example.topic, text, rng) if example.supported else None
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


def lead_claims(
    leads: Sequence[tuple[str, str]], split: Callable[[str], list[str]], count: int, seed: int
) -> list[Example]:
    """Sentences of article leads about people, as they are and with a value exchanged.

    The evidence is the whole lead, in which the sentence itself is one of several.

    Args:
        leads: Title and text of each lead.
        split: Splits a text into sentences.
        count: How many leads to use.
        seed: Decides which.
    """
    rng = random.Random(seed)
    examples = []
    for title, text in rng.sample(list(leads), min(count, len(leads))):
        sentences = [s for s in split(text) if 6 <= len(s.split()) <= 30]
        if not sentences:
            continue
        name = re.sub(r"\s*\(.*\)$", "", title)
        passages = (Passage(title, 0, text, 0.0),)
        for sentence in rng.sample(sentences, min(2, len(sentences))):
            fact = _PRONOUN.sub(name, sentence)
            wrong = swap(fact, name, text, rng)
            examples.append(Example(title, fact, passages, True, "lead"))
            if wrong:
                examples.append(Example(title, wrong, passages, False, "lead"))
    return examples
