"""A thousand judge calls through ``evaluate``: wall against ideal, and CPU a call.

    python benchmarks/llm_speed.py [--facts 1000] [--concurrency 50]

The server is a process of its own and answers each request after 250 ms; ideal are facts /
concurrency times 250 ms. ``llm_transports.py`` has the cost of the calls alone.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from pathlib import Path

from llm_transports import DELAY, server

from factscore import Fact, Generation, Settings, evaluate
from factscore.settings import Calling


def texts(facts: int) -> list[Generation]:
    """Texts of twenty facts each."""
    numbers = range(facts)
    return [
        Generation(
            "Ada Lovelace built many machines.",
            "Ada Lovelace",
            "bench",
            tuple(Fact(f"Ada Lovelace built machine {n} in York.") for n in numbers[at : at + 20]),
        )
        for at in range(0, facts, 20)
    ]


def run(folder: Path, judge: str, rows: list[Generation], calling: Calling, cache: str) -> None:
    result = evaluate(
        rows,
        decomposer="input",
        judge=judge,
        knowledge=folder / "articles.jsonl",
        cache=folder / cache,
        settings=Settings(),
        calling=calling,
    )
    scored = sum(item.counts.supported for item in result.items)
    if scored != sum(len(row.facts or ()) for row in rows):
        raise SystemExit(f"only {scored} verdicts")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--facts", type=int, default=1000)
    parser.add_argument("--concurrency", type=int, default=50)
    given = parser.parse_args()
    ideal = given.facts / given.concurrency * DELAY
    print(f"{given.facts} calls at concurrency {given.concurrency}; ideal {ideal:.2f} s")
    print(f"{'judge':<12}{'wall s':>9}{'wall/ideal':>12}{'CPU ms/call':>13}{'again s':>9}")
    with tempfile.TemporaryDirectory() as name, server() as url:
        folder = Path(name)
        passages = [f"Ada Lovelace built machine {n} in York. " * 40 for n in range(12)]
        article = {"title": "Ada Lovelace", "passages": passages}
        (folder / "articles.jsonl").write_text(json.dumps(article))
        os.environ |= {"ANTHROPIC_BASE_URL": url, "OPENAI_API_KEY": "k", "ANTHROPIC_API_KEY": "k"}
        calling = Calling(base_url=f"{url}/v1", concurrency=given.concurrency)
        rows = texts(given.facts)
        for judge in "openai:m", "anthropic:m":
            # The SDKs are imported, and what they keep for later is made.
            run(folder, judge, rows[:1], calling, f"{judge}-first.db")
            wall, cpu = time.perf_counter(), time.process_time()
            run(folder, judge, rows, calling, f"{judge}.db")
            wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
            again = time.perf_counter()
            run(folder, judge, rows, calling, f"{judge}.db")
            again = time.perf_counter() - again
            each = 1000 * cpu / given.facts
            print(f"{judge:<12}{wall:>9.2f}{wall / ideal:>12.2f}{each:>13.2f}{again:>9.2f}")


if __name__ == "__main__":
    main()
