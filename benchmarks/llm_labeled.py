"""FActScore's labelled texts from end to end, decomposed by a chat model that knows the facts.

    python benchmarks/llm_labeled.py [DATA]

The decomposer is scripted with the facts that people wrote, told sentence by sentence, the
judge with people's labels. Scores are to be those of ``--decomposer input``; what differs
are facts that FActScore's own clean-up drops or mends (``factscore.decompose.chat.repair``).
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from data_folder import data_folder
from from_tests import write_facts_script, write_judge_script

from factscore import Generation, Settings, read_generations
from factscore.pipeline import open_pipeline
from factscore.records import ItemResult
from factscore.score import model_scores


def both_ways(rows: Sequence[Generation], store: Path) -> tuple[list[ItemResult], list[ItemResult]]:
    """The results with the facts of the input, and with those that the model tells."""
    with tempfile.TemporaryDirectory() as name:
        facts, judge = Path(name) / "facts.jsonl", Path(name) / "judge.jsonl"
        write_facts_script(facts, [row for row in rows if row.facts])
        write_judge_script(judge, rows)
        results = []
        for decomposer in "input", f"scripted:{facts}":
            cache = Path(name) / "c.db"
            with open_pipeline(
                decomposer, f"scripted:{judge}", store, cache, Settings()
            ) as pipeline:
                results.append(list(pipeline.run(rows)))
    return results[0], results[1]


def main() -> None:
    data = data_folder(*sys.argv[1:2]) / "factscore"
    print(f"{'texts':<14}{'items':>6}{'equal':>7}{'facts':>8}{'told':>7}", end="")
    print(f"{'score %':>10}{'told':>8}{'init %':>10}{'told':>8}")
    for path in sorted((data / "labeled").glob("*.jsonl")):
        rows = read_generations([path])
        given, told = both_ways(rows, data / "passages.jsonl")
        pairs = zip(given, told, strict=True)
        equal = sum((a.status, a.score) == (b.status, b.score) for a, b in pairs)
        facts = [sum(len(item.facts) for item in items) for items in (given, told)]
        (one,), (two,) = model_scores(given), model_scores(told)
        print(f"{path.stem:<14}{len(rows):>6}{equal:>7}{facts[0]:>8}{facts[1]:>7}", end="")
        for first, second in (one.score, two.score), (one.init_score, two.init_score):
            print(f"{100 * (first or 0):>10.3f}{100 * (second or 0):>8.3f}", end="")
        print()
        for a, b in zip(given, told, strict=True):
            if a.score != b.score:
                print(f"    {a.topic}: {len(a.facts)} facts, {len(b.facts)} told")


if __name__ == "__main__":
    main()
