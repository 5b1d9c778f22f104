"""kill -9 at random moments, then run again: is anything judged twice or lost?

    python benchmarks/crash.py [RUNS]

Scores the sample, killing the process RUNS times (default 10) at a random moment of the
judging, then lets it finish. A counting judge writes down every fact that it is asked;
nothing but the facts of a batch that was under way may appear twice. Ends with SQLite's
own check of the cache and a comparison with a run that was never killed.
"""

from __future__ import annotations

import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from data_folder import ROOT

COUNTING_RUN = """
import sys, time
from pathlib import Path
from factscore import evaluate, read_generations
from factscore.judge.nli import NliJudge
from factscore.report import results_line

log, cache, out, root, *files = sys.argv[1:]

class Counting(NliJudge):
    # The shipped judge, with each question written down before it is answered.
    batch_size = 16

    def judge(self, claims):
        with open(log, "a") as file:
            for claim in claims:
                file.write(repr((claim.topic, claim.fact.text)) + "\\n")
        return super().judge(claims)

result = evaluate(
    read_generations(files), decomposer="input", judge=Counting(),
    knowledge=Path(root) / "knowledge" / "sample.jsonl", cache=None if cache == "-" else cache,
)
Path(out).write_bytes(b"".join(map(results_line, result.items)))
"""


def command(folder: Path, name: str, cache: str) -> list[str]:
    """A run that logs its questions to ``name``.log and its results to ``name``.jsonl."""
    bios = sorted(map(str, (ROOT / "benchmarks" / "bios").glob("*.jsonl")))
    paths = [str(folder / f"{name}.log"), cache, str(folder / f"{name}.jsonl"), str(ROOT)]
    return [sys.executable, "-c", COUNTING_RUN, *paths, *bios]


def run_and_kill(arguments: list[str], log: Path, delay: float) -> bool:
    """Start a run and kill it ``delay`` seconds after its first question; True if it lived."""
    asked = log.stat().st_size if log.exists() else 0
    process = subprocess.Popen(arguments)
    while process.poll() is None and (not log.exists() or log.stat().st_size == asked):
        time.sleep(0.005)
    try:
        return process.wait(delay) == 0
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()
        return False


def main() -> None:
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    draw = random.Random(time.time_ns())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run(command(folder, "whole", "-"), check=True)
        questions = (folder / "whole.log").read_text().splitlines()
        killed = command(folder, "killed", str(folder / "cache.db"))
        log = folder / "killed.log"
        done = sum(not run_and_kill(killed, log, draw.uniform(0.02, 0.5)) for _ in range(kills))
        subprocess.run(killed, check=True)
        asked = Counter(log.read_text().splitlines())
        check = sqlite3.connect(folder / "cache.db").execute("pragma integrity_check").fetchone()
        twice = sum(count - 1 for count in asked.values())
        equal = (folder / "killed.jsonl").read_bytes() == (folder / "whole.jsonl").read_bytes()
    print(f"killed                       {done} of {kills} runs (the rest had finished)")
    print(f"different facts              {len(set(questions))}")
    print(f"judged again                 {twice} (at most {done} batches of 16: {16 * done})")
    print(f"facts missed                 {len(set(questions) - set(asked))}")
    print(f"integrity_check              {check[0]}")
    print(f"results equal a whole run's  {'yes' if equal else 'NO'}")


if __name__ == "__main__":
    main()
