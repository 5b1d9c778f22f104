"""Labelled claims of the data folder as training examples, and who is held out."""

from __future__ import annotations

import gzip
import hashlib
import json
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from factscore.records import Passage

MODELS = ("ChatGPT", "InstructGPT", "PerplexityAI")
FOLDS = 5
"""Parts of FActScore's entities; each is judged by a network that saw only the others."""

# How many rows of a set are read at most. Sets far from the task, made by script with much
# repetition, or almost all of one label are cut down; see the model card for the licences.
# fool_me_twice, wice, fever_symmetric and expertqa are left out altogether: with them it is
# measured what the judge is worth on claims unlike those it learned from.
CAPS: Mapping[str, int] = {
    "begin": 300,
    "boolq_statements": 1500,
    "breaking_nli": 300,
    "conjnli": 1500,
    "exfever": 2500,
    "factcheck_gpt_stance": 1700,
    "fever_gold_text": 8000,
    "fewrel_templates": 2000,
    "mnli_part": 2000,
    "negation_nli": 500,
    "qed_nq_statements": 492,
    "redocred_templates": 5000,
    "snli_dev_test": 800,
    "timeqa_templates": 990,
    "vitaminc_sample": 396,
    "wiki_lead_people": 2500,
    "wiki_role_swaps": 231,
    "wikisplit": 5000,
    "xquad_statements": 273,
}
PER_RELATION = 700
"""Rows of one kind (the field ``source`` and the claim's verb) in sets made from templates."""
SUPPORTED = frozenset({"supported", "completely-support"})


@dataclass(frozen=True, slots=True)
class Example:
    """One claim with its evidence; ``supported`` is the label to learn."""

    topic: str
    fact: str
    passages: tuple[Passage, ...]
    supported: bool
    source: str
    """Data set, or for people's labels the model that wrote the fact."""


def read_jsonl(path: Path) -> Iterator[dict[str, Any]]:
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def entities(data: Path) -> list[str]:
    """The people that FActScore's labelled biographies are about, in the files' order."""
    return [row["topic"] for row in read_jsonl(data / "factscore/labeled/ChatGPT.jsonl")]


def fold_of(topics: Iterable[str]) -> dict[str, int]:
    """Each topic's fold, 0 to 4, by the order of their SHA-256: fixed, and blind to the data."""
    ranked = sorted(topics, key=lambda topic: hashlib.sha256(topic.encode()).digest())
    return {topic: rank % FOLDS for rank, topic in enumerate(ranked)}


class Retriever:
    """FActScore's BM25 retrieval within one entity's page (rank_bm25, whitespace tokens)."""

    def __init__(self, title: str, texts: Sequence[str]) -> None:
        from rank_bm25 import BM25Okapi

        self.title = title
        self.texts = [re.sub(r"\s*</?s>\s*", " ", text).strip() for text in texts]
        self._index = BM25Okapi([text.split() for text in self.texts])

    def __call__(self, fact: str, k: int = 5) -> tuple[Passage, ...]:
        """The ``k`` best passages for a fact, best first."""
        scores = self._index.get_scores(f"{self.title} {fact}".split())
        best = (-scores).argsort(kind="stable")[:k]
        return tuple(Passage(self.title, int(i), self.texts[i], float(scores[i])) for i in best)


def retrievers(data: Path) -> dict[str, Retriever]:
    rows = read_jsonl(data / "factscore/passages.jsonl")
    return {row["title"]: Retriever(row["title"], row["passages"]) for row in rows}


def write_examples(path: Path, examples: Iterable[Example]) -> None:
    path.write_bytes(b"".join(orjson.dumps(e, option=orjson.OPT_APPEND_NEWLINE) for e in examples))


def read_examples(path: Path) -> list[Example]:
    rows = map(orjson.loads, path.read_bytes().splitlines())
    return [
        Example(**row | {"passages": tuple(Passage(**p) for p in row["passages"])}) for row in rows
    ]


def people_labels(data: Path, model: str) -> list[Example]:
    """FActScore's facts with people's labels S and NS; topics without passages are left out."""
    pages = retrievers(data)
    return [
        Example(
            row["topic"],
            fact["text"],
            pages[row["topic"]](fact["text"]),
            fact["label"] == "S",
            model,
        )
        for row in read_jsonl(data / f"factscore/labeled/{model}.jsonl")
        if row["topic"] in pages
        for sentence in row["annotations"] or ()
        for fact in sentence["human-atomic-facts"] or ()
        if fact["label"] in ("S", "NS")
    ]


def naming(topics: Iterable[str]) -> re.Pattern[str]:
    """Matches a text that names one of the topics, whatever its case."""
    names = {re.sub(r"\s*\(.*\)$", "", topic) for topic in topics}
    return re.compile("|".join(rf"\b{re.escape(name)}\b" for name in sorted(names)), re.IGNORECASE)


def claim_sets(data: Path, banned: re.Pattern[str], seed: int) -> list[Example]:
    """The claim sets that are trained on, capped, without rows that name a banned topic."""
    tested = {row["claim"].lower() for row in read_jsonl(data / "claims/fever_symmetric.jsonl")}
    examples = []
    for name, cap in CAPS.items():
        path = data / f"claims/{name}.jsonl"
        if not path.exists():
            path = data / f"claims/more/{name}.jsonl.gz"
        rows = [row for row in read_jsonl(path) if row["claim"].lower() not in tested]
        random.Random(f"{seed} {name}").shuffle(rows)
        kept = [e for row in _balanced(rows) if (e := _example(row, name, banned))]
        examples += kept[:cap]
    return examples


def _balanced(rows: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Cap each relation of a templated set, and the irrelevant pairs of a stance set."""
    seen: dict[str, int] = {}
    for row in rows:
        key = _relation(row)
        seen[key] = seen.get(key, 0) + 1
        if not key or seen[key] <= PER_RELATION:
            yield row


def _relation(row: Mapping[str, Any]) -> str:
    if row["label"] == "irrelevant":
        return "irrelevant"
    source = row.get("source", "")
    if not source.startswith(("redocred", "fewrel")):
        return ""
    verb = re.search(r"\b(?:is|was|were|are|has|had|[a-z]+ed)\b(?: \w+){0,2}", row["claim"])
    return f"{source} {verb.group() if verb else ''}"


def _example(row: Mapping[str, Any], name: str, banned: re.Pattern[str]) -> Example | None:
    text = " ".join(row.get("retrieved") or row["evidence"])
    if not text.strip() or banned.search(row["claim"]) or banned.search(text):
        return None
    passages = (Passage("", 0, text, 0.0),)
    return Example("", row["claim"], passages, row["label"] in SUPPORTED, name)
