"""How fast the judge ``nli`` is, beside the same weights in CrossEncoder, and what memory it takes.

    python benchmarks/embedded_speed.py [DATA] [--facts N] [--runs N] [--threads N]

The claims are the facts that people found in ChatGPT's biographies, of topics with at least
five passages; without the published data, the sample's facts. A run retrieves the five best
passages of each fact, every index built anew, and judges them. The two sides take turns, and
CrossEncoder is given all pairs in one call. Needs ``benchmarks/requirements.txt``.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from data_folder import ROOT, data_folder

import factscore
from factscore.errors import TopicNotFound
from factscore.judge import make_judge
from factscore.judge.base import Judge
from factscore.knowledge.base import KnowledgeStore
from factscore.records import Claim, Fact, Verdict

TOP_K = 5
BATCHES = (1, 7, 64)
WANTED_RATE, WANTED_RATIO, WANTED_MB = 20, 2, 500


@dataclass(frozen=True, slots=True)
class Source:
    """Generations with facts, and the articles that they are about."""

    files: tuple[Path, ...]
    articles: Path
    passages: int
    """Least number of passages of an article whose facts are taken."""


@dataclass(frozen=True, slots=True)
class Question:
    """A fact and its topic."""

    topic: str
    fact: str


def source(given: str | None) -> Source:
    """The published data where they are, else the sample."""
    default = Path(os.environ.get("FACTSCORE_DATA") or ROOT.parent / "shared" / "data")
    if given is not None or default.is_dir():
        data = data_folder(given) / "factscore"
        return Source((data / "labeled" / "ChatGPT.jsonl",), data / "passages.jsonl", TOP_K)
    bios = tuple(sorted((ROOT / "benchmarks" / "bios").glob("*.jsonl")))
    return Source(bios, ROOT / "knowledge" / "sample.jsonl", 1)


def questions(found: Source, store: KnowledgeStore, limit: int) -> list[Question]:
    """So many facts at random, those of a topic together, as in a run."""
    every = [
        Question(row.topic, fact.text)
        for row in factscore.read_generations(found.files)
        if row.topic and _passages(store, row.topic) >= found.passages
        for fact in row.facts or ()
        if fact.text.strip()
    ]
    kept = sorted(random.Random(0).sample(range(len(every)), min(limit, len(every))))
    return [every[i] for i in kept]


def _passages(store: KnowledgeStore, topic: str) -> int:
    try:
        return len(store.find(topic).passages)
    except TopicNotFound:
        return 0


def retrieve(store: KnowledgeStore, asked: Sequence[Question]) -> list[Claim]:
    """The claims with their five best passages, in order."""
    facts: dict[str, list[str]] = {}
    for question in asked:
        facts.setdefault(question.topic, []).append(question.fact)
    passages = {t: iter(factscore.retrieve(store, t, facts[t], TOP_K)) for t in facts}
    return [Claim(q.topic, Fact(q.fact), tuple(next(passages[q.topic]))) for q in asked]


def judge_in(judge: Judge, claims: Sequence[Claim], size: int) -> list[Verdict]:
    """Verdicts, asked for so many at a time."""
    batches = (claims[i : i + size] for i in range(0, len(claims), size))
    return [verdict for batch in batches for verdict in judge.judge(batch)]


def take_turns(runs: int, *sides: Callable[[], object]) -> Iterator[float]:
    """Seconds of each side, the median of some runs; each side runs once before it counts."""
    seconds: list[list[float]] = [[] for _ in sides]
    for run in range(runs + 1):
        for side, spent in zip(sides, seconds, strict=True):
            began = time.perf_counter()
            side()
            if run:
                spent.append(time.perf_counter() - began)
    return (statistics.median(spent) for spent in seconds)


def differences(one: Sequence[Verdict], other: Sequence[Verdict]) -> str:
    """How many labels differ, and by how much the probabilities do at most."""
    pairs = list(zip(one, other, strict=True))
    labels = sum(a.label is not b.label for a, b in pairs)
    largest = max(abs((a.probability or 0.0) - (b.probability or 0.0)) for a, b in pairs)
    return f"{labels} of {len(pairs)} labels differ, probabilities by {largest:.6f} at most"


def batches(judge: Judge, claims: Sequence[Claim]) -> None:
    """Print what company does to a verdict."""
    alone = judge_in(judge, claims, BATCHES[0])
    for size in BATCHES[1:]:
        print(f"batch {size} against 1: {differences(alone, judge_in(judge, claims, size))}")
    order = random.Random(0).sample(range(len(claims)), len(claims))
    mixed = judge_in(judge, [claims[i] for i in order], BATCHES[-1])
    print(f"shuffled against 1: {differences([alone[i] for i in order], mixed)}")


def peak_memory(found: Source, limit: int, threads: int) -> float:
    """Largest resident size in MB of a fresh process that does what is timed here.

    To be called while this process is small: a child's figure cannot be below its parent's.
    """
    arguments = [*map(str, (*found.files, found.articles)), str(found.passages)]
    process = subprocess.Popen(
        [sys.executable, __file__, "--only-judge", *arguments, str(limit), str(threads)]
    )
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit("the process that was to show its memory failed")
    return usage.ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)


def only_judge(arguments: Sequence[str]) -> None:
    """What ``peak_memory`` runs: retrieve and judge, and nothing else."""
    *files, articles, passages, limit, threads = arguments
    found = Source(tuple(map(Path, files)), Path(articles), int(passages))
    judge = make_judge("nli", threads=int(threads))
    with factscore.open_store(found.articles) as store:
        judge_in(judge, retrieve(store, questions(found, store, int(limit))), judge.batch_size)


def compare(store: KnowledgeStore, asked: Sequence[Question], runs: int, threads: int) -> None:
    """Print both sides' speed and how far their verdicts agree."""
    from cross_encoder import CrossEncoderJudge, int8_logits

    judge, other = make_judge("nli", threads=threads), CrossEncoderJudge(threads=threads)
    asked_claims = retrieve(store, asked)
    fitting = [q for q, c in zip(asked, asked_claims, strict=True) if other.fits(c)]
    claims = retrieve(store, fitting)
    words = statistics.mean(sum(len(p.text.split()) for p in claim.passages) for claim in claims)
    print(
        f"{len(fitting)} facts ({len(asked) - len(fitting)} left out: longer than one pair), "
        f"{statistics.mean(len(c.passages) for c in claims):.1f} passages and {words:.0f} words "
        f"each, {threads} threads, medians of {runs}\n"
    )
    ours, theirs = take_turns(
        runs,
        lambda: judge_in(judge, retrieve(store, fitting), judge.batch_size),
        lambda: other.judge(retrieve(store, fitting)),
    )
    print(f"{'':<34}{'facts a second':>15}")
    print(f"{'nli, retrieval included':<34}{len(fitting) / ours:>15.1f}   wanted {WANTED_RATE}")
    print(f"{'CrossEncoder, retrieval included':<34}{len(fitting) / theirs:>15.1f}")
    print(f"{'ratio':<34}{theirs / ours:>15.2f}   wanted {WANTED_RATIO}\n")
    mine = judge_in(judge, claims, judge.batch_size)
    print(f"nli against CrossEncoder: {differences(mine, other.judge(claims))}")
    pairs = [pair for claim in claims for pair in other.pairs(claim)]
    apart = [abs(a - b) for a, b in zip(int8_logits(pairs), other.logits(pairs), strict=True)]
    print(
        f"logits of {len(apart)} pairs, int8 against float32 activations: "
        f"{statistics.median(apart):.3f} apart (median), {max(apart):.3f} at most"
    )
    batches(judge, claims)


def main() -> None:
    if sys.argv[1:2] == ["--only-judge"]:
        only_judge(sys.argv[2:])
        return
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="?", help="the folder of published data sets")
    parser.add_argument("--facts", type=int, default=256, help="facts to judge")
    parser.add_argument("--runs", type=int, default=5, help="runs of each side")
    parser.add_argument("--threads", type=int, default=2, help="threads of each side")
    arguments = parser.parse_args()
    found = source(arguments.data)
    memory = peak_memory(found, arguments.facts, arguments.threads)
    with factscore.open_store(found.articles) as store:
        asked = questions(found, store, arguments.facts)
        compare(store, asked, arguments.runs, arguments.threads)
    print(f"peak memory of a process that only judges: {memory:.0f} MB, wanted < {WANTED_MB}")


if __name__ == "__main__":
    main()
