"""How often the embedded judge agrees with people on entities that it never saw.

    python benchmarks/nli_agreement.py [DATA]

DATA is the folder of published data (default: FACTSCORE_DATA, else ../shared/data). Facts
labelled S or NS of FActScore's labelled entities, each with its five best passages by BM25
within the entity's page, five-fold by entity: the verdicts of ``judge/folds.jsonl``. Scores
are means over items of the share of supported facts. Entities without passages are left out
and counted.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "judge"))

from data_folder import data_folder
from examples import (
    FOLDS,
    MODELS,
    Example,
    entities,
    fold_of,
    people_labels,
    retrievers,
)
from folds import fact_id, read_verdicts

from factscore.agreement import accuracy, auc, balanced_accuracy
from factscore.calibration.learn import best_threshold
from factscore.judge.windows import content_words

HEADINGS = ("n", "bal.acc", "acc", "auc", "human", "judged", "error")


def overlap(example: Example) -> float:
    """Share of the fact's content words that its best passage for this has."""
    words = set(content_words(example.fact)) - set(content_words(example.topic))
    found = (words & set(content_words(passage.text)) for passage in example.passages)
    return max(map(len, found)) / len(words) if words else 1.0


def score(examples: Sequence[Example], supported: Sequence[bool]) -> float:
    """Mean over items of the share of supported facts, in per cent."""
    items: dict[str, list[bool]] = {}
    for example, label in zip(examples, supported, strict=True):
        items.setdefault(example.topic, []).append(label)
    return 100 * statistics.mean(statistics.mean(labels) for labels in items.values())


def row(name: str, examples: Sequence[Example], p: Sequence[float], judged: Sequence[bool]) -> str:
    truth = [example.supported for example in examples]
    human, found = score(examples, truth), score(examples, judged)
    return (
        f"{name:<34}{len(truth):>8}{balanced_accuracy(truth, judged):>8.3f}"
        f"{accuracy(truth, judged):>8.3f}{auc(truth, p):>8.3f}"
        f"{human:>8.1f}{found:>8.1f}{found - human:>+8.1f}"
    )


def overlap_verdicts(data: Path, facts: Sequence[Example]) -> dict[str, bool]:
    """Word overlap against a threshold that, for each fold, the other folds choose."""
    folds = fold_of(entities(data))
    scores = [overlap(fact) for fact in facts]
    cuts = {}
    for fold in range(FOLDS):
        known = [i for i, fact in enumerate(facts) if folds[fact.topic] != fold]
        cuts[fold] = best_threshold([facts[i].supported for i in known], [scores[i] for i in known])
    return {
        fact_id(fact): value >= cuts[folds[fact.topic]]
        for fact, value in zip(facts, scores, strict=True)
    }


def table(data: Path) -> list[str]:
    """The lines that are printed."""
    pages, verdicts = retrievers(data), read_verdicts()
    missing = [topic for topic in entities(data) if topic not in pages]
    facts = [e for model in MODELS for e in people_labels(data, model)]
    simple = overlap_verdicts(data, facts)
    lines = [
        f"{len(entities(data))} entities, {len(missing)} of them without passages (skipped)",
        f"{'':<34}" + "".join(f"{heading:>8}" for heading in HEADINGS),
    ]
    for model in MODELS:
        own = [fact for fact in facts if fact.source == model]
        found = [verdicts[fact_id(fact)] for fact in own]
        words = [simple[fact_id(fact)] for fact in own]
        always = [True] * len(own)
        lines += [
            row(f"{model}: nli", own, [v.probability for v in found], [v.supported for v in found]),
            row(f"{model}: word overlap", own, [overlap(fact) for fact in own], words),
            row(f"{model}: always supported", own, [1.0] * len(own), always),
        ]
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="?")
    print("\n".join(table(data_folder(parser.parse_args().data))))


if __name__ == "__main__":
    main()
