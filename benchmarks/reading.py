"""How fast files are checked and read, and that memory does not grow with them.

    python benchmarks/reading.py [DATA] [--runs N]

DATA is the folder of published data sets (default: FACTSCORE_DATA, else ../shared/data). The
12 released files with facts and labels are read as a list (``read_generations``), checked
(``open_generations``) and read again (its iteration). For results, items are drawn as
``drawn_results`` does, and read as rows of JSON only and as items (``read_stored``). For memory,
one of the released files is unpacked and repeated 1, 8 and 64 times, in a new process each.
"""

from __future__ import annotations

import argparse
import gzip
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from data_folder import data_folder

from factscore.read import open_generations, read_generations, read_rows
from factscore.read.stored import read_stored

REPEATED = "InstructGPT.jsonl.gz"
TIMES = (1, 8, 64)
TOPICS = 50
"""Of the drawn results."""
ONCE = "--once"
"""Makes this script read one file and print the most memory that it held, in MB."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to come by the rows."""

    name: str
    run: Callable[[], object]


def seconds(run: Callable[[], object]) -> float:
    """How long it takes this process, whatever else the machine does."""
    began = time.process_time()
    run()
    return time.process_time() - began


def show_speed(paths: list[Path], runs: int) -> None:
    """Medians; the ways take turns."""
    opened = open_generations(paths)
    facts = sum(len(row.facts or ()) for row in opened)
    print(f"{len(paths)} files, {opened.count:,} rows, {facts:,} facts; CPU time, median of {runs}")
    ways = [
        Way("as a list", lambda: read_generations(paths)),
        Way("checked", lambda: open_generations(paths)),
        Way("read again", lambda: sum(1 for _ in opened)),
    ]
    taken = [[seconds(way.run) for way in ways] for _ in range(runs)]
    for way, times in zip(ways, zip(*taken, strict=True), strict=True):
        median = statistics.median(times)
        print(f"  {way.name:12} {median:5.2f} s  {facts / median:12,.0f} facts a second")


def show_results(leads: Path, runs: int) -> None:
    """Medians for results with all their evidence."""
    # Not above, as the processes whose memory is taken do without.
    from drawn_results import PROFILES, Corpus, drawn_items

    from factscore.report import results_line

    chance = random.Random(0)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results.jsonl"
        with path.open("wb") as stream:
            for stored in drawn_items(Corpus(leads, chance), TOPICS, chance):
                stream.write(results_line(stored.item, stored.setup))
        size = path.stat().st_size / 1e6
        print(f"results: {len(PROFILES) * TOPICS:,} items, {size:.0f} MB; median of {runs}")
        for way in (
            Way("as rows", lambda: count_rows(path)),
            Way("as items", lambda: sum(1 for _ in read_stored([path]))),
        ):
            median = statistics.median(seconds(way.run) for _ in range(runs))
            print(f"  {way.name:12} {median:5.2f} s  {size / median:12,.0f} MB a second")


def count_rows(path: Path) -> int:
    """Read the rows of one file and throw them away."""
    with path.open("rb") as stream:
        return sum(1 for _ in read_rows(stream))


def show_memory(path: Path) -> None:
    """The most memory that a new process holds, by the length of the file."""
    print(f"{path.name} unpacked and repeated; the most memory a process holds")
    content = gzip.decompress(path.read_bytes())
    with tempfile.TemporaryDirectory() as folder:
        for times in TIMES:
            long = Path(folder) / f"{times}.jsonl"
            with long.open("wb") as stream:
                for _ in range(times):
                    stream.write(content)
            command = [sys.executable, __file__, str(long), ONCE]
            found = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            print(f"  {times:3} x {len(content) / 1e6:.1f} MB  {found.strip():>6} MB")


def once(path: Path) -> None:
    """Check a file and read it once."""
    for _ in open_generations([path]):
        pass
    print(round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", nargs="?")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument(ONCE, action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.once:
        once(Path(given.data))
        return
    data = data_folder(given.data)
    folder = data / "factscore" / "predictions"
    # First, as a process begins with the most that its parent held.
    show_memory(folder / REPEATED)
    show_speed(sorted(folder.glob("*.jsonl.gz")), given.runs)
    show_results(data / "wikipedia" / "vital-leads.jsonl.gz", given.runs)


if __name__ == "__main__":
    main()
