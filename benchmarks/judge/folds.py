"""``folds.jsonl``: what judges say of people's facts about entities they never saw.

The shipped judge learned from every public entity, so it cannot be measured on them. These
are the verdicts of its five siblings, each of which learned, and was fitted, without a
fifth of the entities. Facts stand there by a digest only.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from examples import Example, read_jsonl

FOLDS_FILE = Path(__file__).with_name("folds.jsonl")


@dataclass(frozen=True, slots=True)
class FoldVerdict:
    """One fact as judged by the fold that did not know its entity."""

    id: str
    probability: float
    supported: bool


def fact_id(example: Example) -> str:
    """Twelve hexadecimal digits for who wrote which fact about whom."""
    text = f"{example.source}\0{example.topic}\0{example.fact}"
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def write_verdicts(path: Path, verdicts: Iterable[FoldVerdict]) -> None:
    unique = {verdict.id: verdict for verdict in verdicts}
    lines = (json.dumps(asdict(verdict)) + "\n" for verdict in unique.values())
    path.write_text("".join(lines), encoding="utf-8")


def read_verdicts(path: Path = FOLDS_FILE) -> dict[str, FoldVerdict]:
    """Verdicts by ``fact_id``."""
    return {row["id"]: FoldVerdict(**row) for row in read_jsonl(path)}
