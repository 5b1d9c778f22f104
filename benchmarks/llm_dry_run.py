"""``--dry-run`` against the run itself: calls, tokens in and out.

    python benchmarks/llm_dry_run.py [DATA]

The decomposer is scripted with the facts that people wrote for each text, the judge with one
word, so that the run asks what it would ask of models that do as people did, and both count
tokens alike: what differs is how many facts the estimate expects, and their evidence. On the
sample (``benchmarks/bios``), on the same with five texts scored before, and on FActScore's
labelled texts where the data is.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from data_folder import ROOT, data_folder
from from_tests import write_facts_script, write_judge_script

from factscore import Generation, Settings, read_generations
from factscore.pipeline import open_pipeline

Row = tuple[int, int, int]
"""Calls, tokens in, tokens out."""


def measure(rows: Sequence[Generation], store: Path, known: int = 0) -> dict[str, tuple[Row, Row]]:
    """What each stage was expected to ask, and what it asked, beyond the first ``known`` rows."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_facts_script(folder / "facts.jsonl", rows)
        write_judge_script(folder / "judge.jsonl")
        specs = (f"scripted:{folder / 'facts.jsonl'}", f"scripted:{folder / 'judge.jsonl'}")
        with open_pipeline(*specs, store, folder / "c.db", Settings()) as pipeline:
            for _ in pipeline.run(rows[:known]):
                pass
        with open_pipeline(*specs, store, folder / "c.db", Settings()) as pipeline:
            expected = {
                part.stage: (part.calls, part.usage.input_tokens, part.usage.output_tokens)
                for part in pipeline.estimate(rows)
            }
            for _ in pipeline.run(rows):
                pass
            asked = {
                row.stage: (row.calls, row.usage.input_tokens, row.usage.output_tokens)
                for row in pipeline.usage()
            }
    return {stage: (expected[stage], asked[stage]) for stage in asked}


def show(name: str, found: dict[str, tuple[Row, Row]]) -> None:
    """Three lines of the table: both stages and their sum."""
    both = [tuple(map(sum, zip(*rows, strict=True))) for rows in zip(*found.values(), strict=True)]
    for stage, (expected, asked) in (*found.items(), ("in all", both)):
        cells = [
            f"{guess:>11,}{real:>11,}{guess / real - 1:>+8.1%}"
            for guess, real in zip(expected, asked, strict=True)
        ]
        print(f"{name:<14}{stage:<10}", *cells)


def main() -> None:
    head = [f"{what + ' est.':>11}{'asked':>11}{'error':>8}" for what in ("calls", "in", "out")]
    print(f"{'texts':<14}{'stage':<10}", *head)
    bios = sorted((ROOT / "benchmarks" / "bios").glob("*.jsonl"))
    sample = read_generations(bios)
    store = ROOT / "knowledge" / "sample.jsonl"
    show("sample", measure(sample, store))
    show("after 5 texts", measure(sample, store, 5))
    data = data_folder(*sys.argv[1:2]) / "factscore"
    for path in sorted((data / "labeled").glob("*.jsonl")):
        rows = [row for row in read_generations([path]) if row.facts]
        show(path.stem, measure(rows, data / "passages.jsonl"))


if __name__ == "__main__":
    main()
