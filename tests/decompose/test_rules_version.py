"""The facts of fixed sentences, so that no change of them goes without a new version."""

from __future__ import annotations

import hashlib
import json

from factscore.decompose.rules import RulesDecomposer
from factscore.decompose.rules.decomposer import VERSION
from factscore.records import Generation

SENTENCES = (
    "Ada Lee (3 May 1867 – 4 July 1934) was a Danish painter, sculptor, and teacher.",
    "Born in Bergen, Norway, she moved to Rome in 1890 and studied law at the university.",
    "Her father, Tom Lee, was a priest; her mother taught music in Leeds.",
    "She wrote several novels, including Ashfall, Rainbirds, and Saltmarsh.",
    'In 1899 she published "Salt and Smoke", which won the Ash Prize.',
    "Until 1910, she lived with the poet Ann Bell, who was born in Oslo.",
    "She was the first woman to teach at the academy.",
    "She is a former nurse and mayor.",
    "She reportedly never met Tom Poe or his brother.",
    "In the film Rain, she died in Paris in 1920.",
    "Although she was ill, she finished the book, winning two medals.",
    "She married Bo Holm, a baker from Leeds, and they had two children.",
)
KNOWN = {1: "71910e1d25b08a2198942069d5ab1b43b639c96954bc52e2339844064e40a90e"}
"""Version of the rules → SHA-256 of the facts as JSON."""


def test_facts_change_with_the_version_only() -> None:
    rows = [Generation(sentence, "Ada Lee") for sentence in SENTENCES]
    found = RulesDecomposer().decompose(rows)
    facts = [[fact.text for fact in decomposition.facts] for decomposition in found]
    canonical = json.dumps(facts, ensure_ascii=True, separators=(",", ":"))
    digest = hashlib.sha256(canonical.encode("ascii")).hexdigest()
    assert KNOWN.get(VERSION) == digest, (
        "facts changed: raise VERSION in rules/decomposer.py (it is part of the cache key) "
        f"and put the new hash here: {digest}\n" + "\n".join(f for row in facts for f in row)
    )
