"""Training examples from lead sections: facts as ``rules`` makes them, right and wrong.

The articles are not those of FActScore's people. A lead is decomposed as a generation would
be; each of its facts is then claimed as it is, or spoilt, or of another person, or against
the lead without the very sentence that says it: much in common, and still not said.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from examples import Example
from synthetic import spoilt

from factscore.decompose import make_decomposer
from factscore.judge.windows import content_words
from factscore.records import Fact, Generation, Passage

FACTS = 8
"""Facts of a lead that are used, at most."""
_KINDS = ("right", "spoilt", "removed", "other")
_WEIGHTS = (45, 30, 17, 8)


@dataclass(frozen=True, slots=True)
class Lead:
    """The lead section of an article."""

    title: str
    text: str

    @property
    def name(self) -> str:
        """The title without its qualifier."""
        return re.sub(r"\s*\(.*\)$", "", self.title)


def lead_facts(leads: Sequence[Lead], seed: int) -> list[Example]:
    """Examples from leads, about 45 % of them supported."""
    rng = random.Random(seed)
    generations = [Generation(lead.text, topic=lead.title) for lead in leads]
    parts = make_decomposer("rules").decompose(generations)
    examples: list[Example] = []
    for lead, part in zip(leads, parts, strict=True):
        for fact in rng.sample(part.facts, min(FACTS, len(part.facts))):
            kind = rng.choices(_KINDS, weights=_WEIGHTS)[0]
            examples += _examples(lead, fact, kind, rng.choice(leads), rng)
    return examples


def _examples(
    lead: Lead, fact: Fact, kind: str, stranger: Lead, rng: random.Random
) -> Iterator[Example]:
    if kind == "right":
        yield _example(lead.title, fact.text, lead.text, supported=True)
    elif kind == "spoilt":
        wrong = spoilt(fact.text, lead.name, lead.text, rng)
        if wrong:
            yield _example(lead.title, wrong, lead.text, supported=False)
    elif kind == "removed" and fact.start is not None:
        rest = lead.text[: fact.start] + lead.text[fact.end :]
        if _lacks(rest, fact.text, lead.title):
            yield _example(lead.title, fact.text, rest, supported=False)
    elif kind == "other" and lead.name in fact.text:
        claim = fact.text.replace(lead.name, stranger.name)
        if _lacks(stranger.text, claim, stranger.title):
            yield _example(stranger.title, claim, stranger.text, supported=False)


def _lacks(text: str, fact: str, title: str) -> bool:
    """Whether a content word of the fact is nowhere in the text: it cannot follow then."""
    return bool(set(content_words(fact)) - set(content_words(f"{title} {text}")))


def _example(title: str, fact: str, text: str, *, supported: bool) -> Example:
    return Example(title, fact, (Passage(title, 0, text, 0.0),), supported, "lead")
