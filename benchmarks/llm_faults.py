"""A server that fails in every way, for a thousand calls: what is lost, what is paid twice?

    python benchmarks/llm_faults.py [--items N]

The server imitates OpenAI and Anthropic. It throws 10 % 429 with Retry-After, 5 % 500, 2 %
dropped connections, 2 % hangs, 3 % truncated, 3 % refused and 3 % garbled answers, and for
one minute it is slow. The same run is repeated until no fact is without a verdict.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

from from_tests import GOOD, Answer, Call, ChatServer, Faulty, calls_made, sensible, write_world

from factscore.settings import Calling

SLOW_FROM, SLOW_TO = 10.0, 70.0
"""Seconds after the first request."""
LATE = 3.0
"""Seconds that an answer takes in that minute."""
QUICK = 0.1
TIMEOUT = 10.0


class Server:
    """The script, with its slow minute."""

    def __init__(self) -> None:
        self.faults = Faulty(sensible, seed=1, wait=0.5)
        self._begun: float | None = None

    def __call__(self, call: Call) -> Answer:
        """What the faults make of it, late as it may be."""
        now = time.monotonic()
        self._begun = self._begun or now
        late = LATE if SLOW_FROM < now - self._begun < SLOW_TO else QUICK
        answer = self.faults(call)
        return answer if answer.delay or answer.drop else replace(answer, delay=late)


def run(folder: Path, server: ChatServer, models: tuple[str, str]) -> dict[str, Any]:
    """``factscore score``; its summary."""
    command = [
        *(sys.executable, "-m", "factscore", "score", "bios.jsonl"),
        *("--knowledge", "articles.jsonl", "--cache", "c.db", "--out", "o.jsonl"),
        *("--decomposer", models[0], "--judge", models[1], "--base-url", server.openai_url),
        *("--timeout", str(TIMEOUT), "--json", "--quiet"),
    ]
    keys = {"OPENAI_API_KEY": "planted", "ANTHROPIC_API_KEY": "planted"}
    environment = {**os.environ, **keys, "ANTHROPIC_BASE_URL": server.anthropic_url}
    done = subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.PIPE, check=True)
    summary: dict[str, Any] = json.loads(done.stdout)
    return summary


def facts(folder: Path) -> list[dict[str, Any]]:
    """All facts of the results file."""
    lines = (folder / "o.jsonl").read_bytes().splitlines()
    return [fact for line in lines for fact in json.loads(line)["facts"]]


def measure(models: tuple[str, str], items: int) -> None:
    """The runs of one pair of models, and a table of them."""
    print(f"{models[0]} decomposes, {models[1]} judges; {items} texts of 4 sentences")
    head = ("run", "seconds", "requests", "calls", "by server", "facts", "unscored", "no reason")
    print("".join(f"{title:>11}" for title in (*head, "known asked")))
    script = Server()
    faults = script.faults
    with tempfile.TemporaryDirectory() as name, ChatServer(script, models={"m"}) as server:
        folder = Path(name)
        write_world(folder, items)
        for number in range(1, 10):
            known, before, begun = faults.bodies(GOOD), len(faults.log), time.monotonic()
            summary = run(folder, server, models)
            seconds = time.monotonic() - begun
            fresh, found = faults.log[before:], facts(folder)
            unscored = [fact for fact in found if fact["label"] == "unscored"]
            silent = [fact for fact in unscored if not (fact["reason"] and fact.get("detail"))]
            calls = sum(row["calls"] for row in summary["usage"]["stages"])
            by_server = calls_made(fresh, Calling().retries).total()
            again = sum(body in known for body, _ in fresh)
            counts = (len(fresh), calls, by_server, len(found), len(unscored), len(silent), again)
            print(f"{number:>11}{seconds:>11.1f}" + "".join(f"{count:>11,}" for count in counts))
            if number == 1:
                reasons = Counter(fact["reason"] for fact in unscored)
                assert Counter(f["label"] for f in found) == Counter(summary["models"][0]["facts"])
            if not unscored:
                break
    print("first run, unscored by reason:", dict(reasons))
    print("thrown in all:", dict(faults.kinds))
    print("answered well more than once:", sum(n > 1 for n in faults.bodies(GOOD).values()))
    print()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--items", type=int, default=85)
    items = parser.parse_args().items
    measure(("openai:m", "anthropic:m"), items)
    measure(("anthropic:m", "openai:m"), items)


if __name__ == "__main__":
    main()
