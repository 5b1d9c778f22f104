"""How often the shipped judge agrees with people, on entities it never saw, and how fast.

    python benchmarks/nli_agreement.py [DATA]

DATA is the folder of published data (default: FACTSCORE_DATA, else ../shared/data). Facts
labelled S or NS of the held-out third of FActScore's labelled entities, each with its five
best passages by BM25 within the entity's page; entities without passages are left out and
counted.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "judge"))

from data_folder import data_folder
from examples import MODELS, Example, entities, held_out, people_labels, retrievers

from factscore.judge.nli import FOLDER, NliJudge, read_config
from factscore.judge.windows import content_words
from factscore.records import Claim, Fact, Label, Passage

SPEED_FACTS = 256
OFF_DOMAIN_PAIRS = 1500


@dataclass(frozen=True, slots=True)
class Agreement:
    """Judged against people's labels, S or NS; all but ``n`` are fractions."""

    n: int
    balanced_accuracy: float
    accuracy: float
    auc: float
    human: float
    judged: float


def agreement(truth: Sequence[bool], scores: Sequence[float], threshold: float) -> Agreement:
    judged = [score >= threshold for score in scores]
    positives = [j for t, j in zip(truth, judged, strict=True) if t]
    negatives = [not j for t, j in zip(truth, judged, strict=True) if not t]
    return Agreement(
        n=len(truth),
        balanced_accuracy=(statistics.mean(positives) + statistics.mean(negatives)) / 2,
        accuracy=statistics.mean(t == j for t, j in zip(truth, judged, strict=True)),
        auc=auc(truth, scores),
        human=statistics.mean(truth),
        judged=statistics.mean(judged),
    )


def auc(truth: Sequence[bool], scores: Sequence[float]) -> float:
    """Chance that a supported fact scores above one that is not; a tie counts one half."""
    ranked = sorted(zip(scores, truth, strict=True))
    below = wins = 0.0
    start = 0
    while start < len(ranked):
        end = start
        while end < len(ranked) and ranked[end][0] == ranked[start][0]:
            end += 1
        positives = sum(label for _, label in ranked[start:end])
        negatives = end - start - positives
        wins += positives * (below + negatives / 2)
        below += negatives
        start = end
    positives = sum(truth)
    return wins / (positives * (len(truth) - positives))


def overlap(example: Example) -> float:
    """Share of the fact's content words that its best passage for this has."""
    words = set(content_words(example.fact)) - set(content_words(example.topic))
    found = (words & set(content_words(passage.text)) for passage in example.passages)
    return max(map(len, found)) / len(words) if words else 1.0


def best_threshold(truth: Sequence[bool], scores: Sequence[float]) -> float:
    """The one with the largest balanced accuracy."""
    return max(sorted(set(scores)), key=lambda at: agreement(truth, scores, at).balanced_accuracy)


def claims(examples: Sequence[Example]) -> list[Claim]:
    return [Claim(e.topic, Fact(e.fact), e.passages) for e in examples]


def probabilities(judge: NliJudge, examples: Sequence[Example]) -> tuple[list[float], float]:
    """Probability of support of each fact, and the threshold that the labels imply."""
    verdicts = judge.judge(claims(examples))
    values = [v.probability or 0.0 for v in verdicts]
    supported = [p for p, v in zip(values, verdicts, strict=True) if v.label is Label.SUPPORTED]
    return values, min(supported, default=2.0)


def row(name: str, found: Agreement) -> str:
    error = 100 * (found.judged - found.human)
    return (
        f"{name:<34}{found.n:>6}{found.balanced_accuracy:>8.3f}{found.accuracy:>8.3f}"
        f"{found.auc:>8.3f}{100 * found.human:>8.1f}{100 * found.judged:>8.1f}{error:>+8.1f}"
    )


def speed(judge: NliJudge, examples: Sequence[Example]) -> float:
    """Facts a second, median of three runs, model already loaded."""
    sample = claims(examples[:SPEED_FACTS])
    seconds = []
    for _ in range(3):
        began = time.perf_counter()
        judge.judge(sample)
        seconds.append(time.perf_counter() - began)
    return len(sample) / statistics.median(seconds)


def table(data: Path, judge: NliJudge) -> None:
    topics = held_out(entities(data))
    facts = {model: people_labels(data, model) for model in MODELS}
    known = [e for model in MODELS for e in facts[model] if e.topic not in topics]
    cut = best_threshold([e.supported for e in known], [overlap(e) for e in known])
    print(
        f"{'':<34}{'n':>6}{'bal.acc':>8}{'acc':>8}{'auc':>8}{'human':>8}{'judged':>8}{'error':>8}"
    )
    for model in MODELS:
        examples = [e for e in facts[model] if e.topic in topics]
        truth = [e.supported for e in examples]
        values, threshold = probabilities(judge, examples)
        print(row(f"{model}: nli", agreement(truth, values, threshold)))
        words = [overlap(e) for e in examples]
        print(row(f"{model}: word overlap >= {cut:.2f}", agreement(truth, words, cut)))
        print(row(f"{model}: always supported", agreement(truth, [1.0] * len(truth), 0.5)))


def off_domain(data: Path, judge: NliJudge) -> None:
    """The same on a set far from biographies, which was never trained on."""
    with (data / "claims" / "climate_fever.jsonl").open(encoding="utf-8") as lines:
        pairs = random.Random(1).sample([json.loads(line) for line in lines], OFF_DOMAIN_PAIRS)
    examples = [
        Example(
            topic="",
            fact=pair["claim"],
            passages=(Passage("", 0, " ".join(pair["evidence"]), 0.0),),
            supported=pair["label"] == "supported",
            source="climate_fever",
        )
        for pair in pairs
    ]
    values, _ = probabilities(judge, examples)
    truth = [example.supported for example in examples]
    threshold = read_config(FOLDER).threshold
    print(row("climate_fever: nli", agreement(truth, values, threshold)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="?")
    parser.add_argument("--threads", type=int)
    arguments = parser.parse_args()
    data = data_folder(arguments.data)
    topics, pages = held_out(entities(data)), retrievers(data)
    missing = [topic for topic in topics if topic not in pages]
    print(f"{len(topics)} held-out entities, {len(missing)} of them without passages (skipped)")
    judge = NliJudge(threads=arguments.threads)
    table(data, judge)
    off_domain(data, judge)
    examples = [e for e in people_labels(data, "ChatGPT") if e.topic in topics]
    passages = statistics.mean(len(e.passages) for e in examples[:SPEED_FACTS])
    rate = speed(judge, examples)
    print(
        f"{rate:.1f} facts a second, {judge.threads} threads "
        f"({SPEED_FACTS} facts with {passages:.1f} passages each, median of 3)"
    )


if __name__ == "__main__":
    main()
