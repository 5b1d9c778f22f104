"""Results drawn by chance, as large as real ones: twelve models on topics of Wikipedia.

Texts and passages are leads of articles, cut and put together by chance: for each topic 20
passages of 190 words, for each model a text of the length, with the number of facts, that the
model of that name has in FActScore's unlabelled and predicted files; five of the topic's
passages for each fact. Verdicts are drawn too, so the scores mean nothing.
"""

from __future__ import annotations

import gzip
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from factscore.error_types import count_errors
from factscore.read.stored import StoredItem
from factscore.records import (
    ErrorType,
    Fact,
    FactCounts,
    ItemResult,
    JudgedFact,
    Label,
    Passage,
    Reason,
    RunSetup,
    Status,
    Verdict,
)

PASSAGES, PASSAGE_WORDS, TOP_K = 20, 190, 5
FACT_WORDS = 7
SETUP = RunSetup(
    "bench", "rules", "d" * 16, "nli", "j" * 16, "k", "bm25okapi-1", TOP_K, 10, 64, "human", None
)


@dataclass(frozen=True, slots=True)
class Profile:
    """How one model writes."""

    model: str
    letters: int
    """Mean length of its texts."""
    facts: int
    """Mean number of facts of a text."""
    support: float
    """Share of facts that are supported."""


PROFILES = (
    Profile("Alpaca-7B", 423, 17, 0.36),
    Profile("Alpaca-13B", 404, 17, 0.40),
    Profile("Alpaca-65B", 409, 17, 0.48),
    Profile("ChatGPT", 841, 37, 0.62),
    Profile("Dolly-12B", 605, 25, 0.17),
    Profile("GPT-4", 1538, 61, 0.66),
    Profile("InstructGPT", 669, 28, 0.42),
    Profile("MPT-Chat-7B", 943, 37, 0.27),
    Profile("Pythia-12B", 1098, 40, 0.20),
    Profile("Stablelm-alpha-7B", 823, 38, 0.13),
    Profile("Vicuna-7B", 1164, 46, 0.37),
    Profile("Vicuna-13B", 1071, 51, 0.39),
)


class Corpus:
    """Leads of articles as one long ring of words, and sentences of it by chance."""

    def __init__(self, path: Path, chance: random.Random) -> None:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            rows = [json.loads(line) for line in lines]
        chance.shuffle(rows)
        self.topics = [str(row["title"]) for row in rows]
        self._words = " ".join(row["text"] for row in rows).split()
        self._sentences = [
            sentence.strip().removesuffix(".") + "."
            for row in rows
            for sentence in row["text"].split(". ")
            if sentence.strip()
        ]
        self._chance = chance

    def passages(self, topic: str) -> list[Passage]:
        """Passages from anywhere, as if they were the topic's page."""
        starts = self._chance.sample(range(len(self._words) - PASSAGE_WORDS), PASSAGES)
        cut = (" ".join(self._words[at : at + PASSAGE_WORDS]) for at in starts)
        return [Passage(topic, at, text, 0.0) for at, text in enumerate(cut)]

    def sentences(self, letters: int) -> list[str]:
        """Sentences of about that many letters together."""
        found: list[str] = []
        while sum(map(len, found)) < letters:
            found.append(self._chance.choice(self._sentences))
        return found


def drawn_items(corpus: Corpus, each: int, chance: random.Random) -> Iterator[StoredItem]:
    """Every model on the same topics, one at a time."""
    topics = [(topic, corpus.passages(topic)) for topic in corpus.topics[:each]]
    for profile in PROFILES:
        for at, (topic, passages) in enumerate(topics, start=1):
            item = one_item(profile, topic, passages, corpus, chance)
            yield StoredItem(item, SETUP, f"{profile.model}.jsonl:{at}")


def one_item(
    profile: Profile,
    topic: str,
    passages: Sequence[Passage],
    corpus: Corpus,
    chance: random.Random,
) -> ItemResult:
    if chance.random() < 0.06:
        return ItemResult(profile.model, topic, Status.ABSTAINED, f"I do not know {topic}.")
    sentences = corpus.sentences(round(profile.letters * chance.uniform(0.5, 1.3)))
    count = max(1, round(profile.facts * chance.uniform(0.6, 1.4)))
    facts: list[JudgedFact] = []
    start = 0
    for at, sentence in enumerate(sentences):
        share = count * (at + 1) // len(sentences) - count * at // len(sentences)
        for _ in range(share):
            fact = Fact(statement(topic, sentence, chance), sentence, start, start + len(sentence))
            facts.append(judged(fact, passages, profile, chance))
        start += len(sentence) + 1
    labels = [fact.verdict.label for fact in facts]
    counts = FactCounts(*(labels.count(label) for label in Label))
    decided = counts.supported + counts.not_supported
    score = counts.supported / decided if decided else None
    return ItemResult(
        profile.model, topic, Status.SCORED if decided else Status.JUDGE_FAILED,
        " ".join(sentences), tuple(facts), counts, score=score, init_score=score,
        errors=count_errors(facts), sentences=len(sentences),
        extra={"cat": [chance.choice(("rare", "medium", "frequent")), "Europe"]},
    )  # fmt: skip


def statement(topic: str, sentence: str, chance: random.Random) -> str:
    words = sentence.rstrip(".").split()
    at = chance.randrange(max(1, len(words) - FACT_WORDS))
    return f"{topic.split()[0]} {' '.join(words[at : at + FACT_WORDS])}."


def judged(
    fact: Fact, passages: Sequence[Passage], profile: Profile, chance: random.Random
) -> JudgedFact:
    scores = sorted((chance.uniform(1, 30) for _ in range(TOP_K)), reverse=True)
    best = chance.sample(passages, TOP_K)
    evidence = tuple(
        Passage(each.title, each.index, each.text, score)
        for each, score in zip(best, scores, strict=True)
    )
    if chance.random() < 0.02:
        return JudgedFact(fact, Verdict(Label.UNSCORED, None, Reason.PARSE_FAILED, evidence))
    if chance.random() < profile.support:
        return JudgedFact(fact, Verdict(Label.SUPPORTED, chance.uniform(0.5, 1), None, evidence))
    verdict = Verdict(Label.NOT_SUPPORTED, chance.uniform(0, 0.5), Reason.NOT_FOUND, evidence)
    return JudgedFact(fact, verdict, chance.choice(list(ErrorType)))
