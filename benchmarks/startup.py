"""What starting costs: help, and the sample scored from the cache.

    python benchmarks/startup.py

Prints medians of five runs, whether two cached runs are equal byte for byte, and which
of the heavy libraries a cached run imports (none is the aim).
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from data_folder import ROOT

RUNS = 5
HEAVY = ("spacy", "numpy", "onnxruntime", "torch", "transformers", "openai", "anthropic")


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of one run."""

    wall: float
    cpu: float


def sample(folder: Path, *, decomposer: str) -> list[str]:
    """The main job on the sample, with its cache and results in ``folder``."""
    bios = sorted(map(str, (ROOT / "benchmarks" / "bios").glob("*.jsonl")))
    return [
        *("-m", "factscore", "score", *bios, "--quiet", "--json"),
        *("--knowledge", str(ROOT / "knowledge" / "sample.jsonl")),
        *("--decomposer", decomposer),
        *("--cache", str(folder / "cache.db"), "--out", str(folder / "results.jsonl")),
    ]


def measure(arguments: Sequence[str]) -> Cost:
    """Run Python with the arguments once."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.monotonic()
    subprocess.run([sys.executable, *arguments], capture_output=True, check=True)
    wall = time.monotonic() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(wall, cpu)


def report(name: str, arguments: Sequence[str], runs: int = RUNS) -> None:
    """Print one row of the table."""
    costs = [measure(arguments) for _ in range(runs)]
    wall = statistics.median(cost.wall for cost in costs)
    cpu = statistics.median(cost.cpu for cost in costs)
    print(f"{name:38} {wall:8.2f} {cpu:8.2f}")


def heavy_imports(arguments: Sequence[str]) -> list[str]:
    """Which heavy libraries a run imports, by Python's own import log."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", *arguments], capture_output=True, check=True
    )
    names = {line.rsplit("|", 1)[-1].strip() for line in done.stderr.decode().splitlines()}
    return [name for name in HEAVY if name in names]


def main() -> None:
    print(f"{os.cpu_count()} cores, medians of {RUNS} (cold: one run)\n")
    print(f"{'':38} {'wall s':>8} {'CPU s':>8}")
    report("python -c pass", ["-c", "pass"])
    report("factscore --help", ["-m", "factscore", "--help"])
    for decomposer in ("rules", "input"):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            arguments = sample(folder, decomposer=decomposer)
            report(f"sample, {decomposer}, cold", arguments, runs=1)
            cold = (folder / "results.jsonl").read_bytes()
            report(f"sample, {decomposer}, cached", arguments)
            equal = cold == (folder / "results.jsonl").read_bytes()
            print(f"  results equal byte for byte: {'yes' if equal else 'NO'}")
            print(f"  heavy imports when cached: {heavy_imports(arguments) or 'none'}")


if __name__ == "__main__":
    main()
