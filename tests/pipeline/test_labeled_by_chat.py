"""FActScore's labelled texts, decomposed by a chat model that tells people's facts."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from scripted_facts import write_facts_script, write_judge_script

from factscore import Settings, read_generations
from factscore.pipeline import open_pipeline
from factscore.records import ItemResult

OTHERS = {"InstructGPT": (2, 3), "ChatGPT": (3, 4)}
"""File → items whose facts do not all come back, and how many facts do not: duplicates within
a sentence and numbers that the sentence does not have, which FActScore's clean-up drops too
(``test_chat_labeled.py`` looks at each). The third file: ``benchmarks/llm_labeled.py``."""


def facts_of(item: ItemResult) -> list[str]:
    return [judged.fact.text for judged in item.facts]


@pytest.mark.parametrize("name", OTHERS)
def test_scores_are_those_of_the_facts_given(name: str, data_dir: Path, tmp_path: Path) -> None:
    data = data_dir / "factscore"
    rows = read_generations([data / "labeled" / f"{name}.jsonl"])
    facts, judge = tmp_path / "facts.jsonl", tmp_path / "judge.jsonl"
    write_facts_script(facts, [row for row in rows if row.facts])
    write_judge_script(judge, rows)
    results = []
    for decomposer in "input", f"scripted:{facts}":
        with open_pipeline(
            decomposer, f"scripted:{judge}", data / "passages.jsonl", tmp_path / "c.db", Settings()
        ) as pipeline:
            results.append(list(pipeline.run(rows)))
    others, missing = 0, 0
    for given, told in zip(*results, strict=True):
        assert given.status == told.status
        if facts_of(given) == facts_of(told):
            assert (given.score, given.init_score) == (told.score, told.init_score)
            assert given.counts == told.counts
        else:
            lost = Counter(facts_of(given)) - Counter(facts_of(told))
            others, missing = others + 1, missing + lost.total()
    assert (others, missing) == OTHERS[name]
    assert sum(len(item.facts) for item in results[1]) > 2000
