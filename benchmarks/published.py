"""FActScore's published figures, recomputed by ``factscore score --judge labels``.

    python benchmarks/published.py [DATA]

DATA is the folder of published data sets (default: FACTSCORE_DATA, else ../shared/data).
Human scores are over the 92 of 183 entities that DATA holds; ChatGPT scores are those of
Min et al. 2023 (EMNLP), with the labels that were released for a fifth of the items.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from data_folder import data_folder

HUMAN = {"InstructGPT": 41.36, "ChatGPT": 58.70, "PerplexityAI": 70.08}
"""Published with two decimals."""
FACTS_PER_RESPONSE = {"gpt4": 60.8, "ChatGPT": 37.0, "InstructGPT": 27.7}
"""Published for these; over all released items, labelled or not."""
CHATGPT = {
    "gpt4": 73.1,
    "ChatGPT": 71.6,
    "alpaca": 55.6,
    "InstructGPT": 52.8,
    "alpaca-13B": 47.7,
    "vicuna-13b": 46.6,
    "alpaca-7B": 39.7,
    "vicuna-7b": 38.9,
    "mpt-7b": 30.1,
    "pythia-12b": 25.1,
    "dolly-12b": 21.7,
    "stablelm-alpha-7b": 17.3,
}


@dataclass(frozen=True, slots=True)
class Row:
    """One published figure of one model, and what we get; scores in per cent."""

    model: str
    figure: str
    published: float
    recomputed: float
    items: str

    @property
    def equal(self) -> bool:
        """Equal to as many decimals as were published: two for people's scores, else one."""
        if self.figure == PEOPLE:
            return abs(self.recomputed - self.published) <= 0.01
        return round(self.recomputed, 1) == self.published


PEOPLE, CHATGPT_JUDGE, FACTS = "people's score", "ChatGPT's score", "facts/response"


def models_of(files: list[Path]) -> dict[str, Any]:
    """The summary's models by name, as the command prints them."""
    command = [sys.executable, "-m", "factscore", "score", *map(str, files)]
    done = subprocess.run(
        [*command, "--judge", "labels", "--json", "--quiet", "--no-cache"],
        capture_output=True,
        check=True,
    )
    return {model["model"]: model for model in json.loads(done.stdout)["models"]}


def scores(models: dict[str, Any], figure: str, published: dict[str, float]) -> list[Row]:
    """Init scores beside the published ones."""
    return [
        Row(
            name,
            figure,
            value,
            100 * models[name]["init_score"],
            f"{models[name]['statuses']['scored']}/{models[name]['items']}",
        )
        for name, value in published.items()
    ]


def main() -> None:
    data = data_folder(*sys.argv[1:2]) / "factscore"
    began = time.monotonic()
    labelled = models_of(sorted(data.glob("labeled/*.jsonl")))
    predicted = models_of(sorted(data.glob("predictions/*.jsonl.gz")))
    rows = scores(labelled, PEOPLE, HUMAN) + scores(predicted, CHATGPT_JUDGE, CHATGPT)
    for name, value in FACTS_PER_RESPONSE.items():
        model = predicted[name]
        rows.append(Row(name, FACTS, value, model["facts_per_response"], str(model["items"])))
    print(f"{'model':20} {'figure':16} {'published':>9} {'factscore':>9} {'items':>9}  equal")
    for row in rows:
        print(
            f"{row.model:20} {row.figure:16} {row.published:9.2f} {row.recomputed:9.2f}"
            f" {row.items:>9}  {'yes' if row.equal else 'NO'}"
        )
    print(f"\n{time.monotonic() - began:.1f} s for both runs of the command")


if __name__ == "__main__":
    main()
