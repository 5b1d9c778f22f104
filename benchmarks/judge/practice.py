"""Statements that are right, and the same made wrong by one value, to fit the signs of binding.

People's facts have too few of these mistakes to tell what a sign is worth. So their supported
facts are spoilt, and facts of leads that the networks did not learn from are spoilt or turned into
their contrary. Each statement stands here twice, right and wrong.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from examples import (
    MODELS,
    Example,
    entities,
    naming,
    people_labels,
    read_examples,
    read_jsonl,
    retrievers,
)
from leads import Lead
from synthetic import exchange_role, negate, spoilt, swap

from factscore.decompose import make_decomposer
from factscore.records import Generation, Passage

SWAPPED, LEAD, NEGATED = "swapped", "lead", "negated"
_PEOPLES_FACTS, _LEADS, _DENYING_LEADS = 3000, 900, 260
_FACTS = 3
"""Facts of a lead that are spoilt, at most."""
_NEGATION = re.compile(
    r"\b(did|does|do|was|were|is|are|had|has|could|would) (?:not|never)\b|\bnever\b|\bnot\b"
)


def practice_examples(data: Path, run: Path, seed: int) -> list[Example]:
    """All of them; ``source`` is ``swapped``, ``lead`` or ``negated``."""
    rng = random.Random(seed)
    leads = _unread_leads(data, run)
    denying = rng.sample([lead for lead in leads if _NEGATION.search(lead.text)], _DENYING_LEADS)
    return [
        *_swapped(data, rng),
        *_spoilt_leads(rng.sample(leads, _LEADS), rng),
        *_negated_leads(denying, rng),
    ]


def _unread_leads(data: Path, run: Path) -> list[Lead]:
    """Leads that the first stage did not take facts from; FActScore's people are in none.

    Sentences of a few of them stand in claim sets that it read.
    """
    read = {e.topic for e in read_examples(run / "general.jsonl") if e.source == "lead"}
    banned = naming(entities(data))
    rows = read_jsonl(data / "wikipedia/vital-leads.jsonl.gz")
    return [
        Lead(row["title"], row["text"])
        for row in rows
        if row["title"] not in read and not banned.search(f"{row['title']} {row['text']}")
    ]


def _swapped(data: Path, rng: random.Random) -> Iterator[Example]:
    """People's supported facts, with another value in seven of ten, else another role."""
    pages = retrievers(data)
    facts = [e for model in MODELS for e in people_labels(data, model) if e.supported]
    true = {(e.topic, e.fact) for e in facts}
    for example in rng.sample(facts, _PEOPLES_FACTS):
        page = pages[example.topic]
        if rng.random() < 0.7:
            wrong = swap(example.fact, example.topic, " ".join(page.texts), rng)
        else:
            wrong = exchange_role(example.fact, rng)
        if wrong and (example.topic, wrong) not in true:
            yield Example(example.topic, example.fact, example.passages, True, SWAPPED)
            yield Example(example.topic, wrong, page(wrong), False, SWAPPED)


def _spoilt_leads(leads: Sequence[Lead], rng: random.Random) -> Iterator[Example]:
    for lead, facts in zip(leads, _decomposed(leads), strict=True):
        for fact in rng.sample(facts, min(_FACTS, len(facts))):
            wrong = spoilt(fact, lead.name, lead.text, rng)
            if wrong not in facts:
                yield from _pair(lead, fact, wrong, LEAD)


def _negated_leads(leads: Sequence[Lead], rng: random.Random) -> Iterator[Example]:
    """Of each lead one fact that has a negation, without it, and one that has none, with one."""
    for lead, facts in zip(leads, _decomposed(leads), strict=True):
        denying = [fact for fact in facts if _NEGATION.search(fact)]
        plain = [fact for fact in facts if fact not in denying]
        for fact in denying[:1] + rng.sample(plain, min(1, len(plain))):
            yield from _pair(lead, fact, _contrary(fact, rng), NEGATED)


def _contrary(fact: str, rng: random.Random) -> str | None:
    found = _NEGATION.search(fact)
    if not found:
        return negate(fact, rng)
    return f"{fact[: found.start()]}{found.group(1) or ''}{fact[found.end() :]}".replace("  ", " ")


def _pair(lead: Lead, right: str, wrong: str | None, source: str) -> Iterator[Example]:
    if wrong:
        passages = (Passage(lead.title, 0, lead.text, 0.0),)
        yield Example(lead.title, right, passages, True, source)
        yield Example(lead.title, wrong, passages, False, source)


def _decomposed(leads: Sequence[Lead]) -> list[list[str]]:
    generations = [Generation(lead.text, topic=lead.title) for lead in leads]
    parts = make_decomposer("rules").decompose(generations)
    return [[fact.text for fact in part.facts] for part in parts]
