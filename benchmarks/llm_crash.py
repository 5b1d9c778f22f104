"""kill -9 at random moments of a run that chat models answer: what is asked again?

    python benchmarks/llm_crash.py [RUNS]

The run is killed RUNS times (default 10) and then left to finish. The server counts its
requests: nothing but calls that were in flight may be repeated.
"""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from from_tests import Answer, Call, ChatServer, Remembering, sensible, stored, write_world

CONCURRENCY = 20
ITEMS = 100
DELAY = 0.1
"""Seconds until the server answers."""


def late(call: Call) -> Answer:
    return Answer(sensible(call), delay=DELAY)


def command(server: ChatServer, cache: str, out: str) -> list[str]:
    return [
        *(sys.executable, "-m", "factscore", "score", "bios.jsonl", "--quiet"),
        *("--knowledge", "articles.jsonl", "--cache", cache, "--out", out),
        *("--decomposer", "openai:m", "--judge", "openai:m", "--base-url", server.openai_url),
        *("--concurrency", str(CONCURRENCY)),
    ]


def kill_after(arguments: list[str], folder: Path, script: Remembering, delay: float) -> bool:
    """Start a run and kill it so long after its first request; False if it had ended."""
    before = script.asked.total()
    process = subprocess.Popen(arguments, cwd=folder, stdout=subprocess.DEVNULL)
    while process.poll() is None and script.asked.total() == before:
        time.sleep(0.005)
    try:
        process.wait(delay)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return True
    return False


def main() -> None:
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    draw = random.Random(time.time_ns())
    os.environ["OPENAI_API_KEY"] = "planted"
    script = Remembering(late)
    with tempfile.TemporaryDirectory() as name, ChatServer(script, models={"m"}) as server:
        folder = Path(name)
        write_world(folder, ITEMS)
        arguments = command(server, "c.db", "killed.jsonl")
        killed = 0
        for number in range(kills):
            killed += kill_after(arguments, folder, script, draw.uniform(0.02, 0.8))
            sent, kept = script.asked.total(), stored(folder)
            print(f"kill {number + 1:>3}: {sent:>6,} sent so far, {kept:>6,} kept", flush=True)
        before, kept = script.asked.total(), stored(folder)
        subprocess.run(arguments, cwd=folder, stdout=subprocess.DEVNULL, check=True)
        asked, distinct, repeated = script.asked.total(), len(script.asked), script.repeated
        whole = command(server, "whole.db", "whole.jsonl")
        subprocess.run(whole, cwd=folder, stdout=subprocess.DEVNULL, check=True)
        equal = (folder / "killed.jsonl").read_bytes() == (folder / "whole.jsonl").read_bytes()
        with closing(sqlite3.connect(folder / "c.db")) as db:
            (check,) = db.execute("pragma integrity_check").fetchone()
    print(f"killed                       {killed} of {kills} runs (the rest had finished)")
    print(f"different requests           {distinct:,}")
    print(f"asked by the last run        {asked - before:,} (lacking: {distinct - kept:,})")
    print(f"asked again in all           {repeated} (at most {killed} x {CONCURRENCY} in flight)")
    print(f"integrity_check              {check}")
    print(f"results equal a whole run's  {'yes' if equal else 'NO'}")


if __name__ == "__main__":
    main()
