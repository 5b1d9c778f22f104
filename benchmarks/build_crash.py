"""kill -9 at random moments of a build: is the older store ever lost?

    python benchmarks/build_crash.py [DUMP] [--kills 10] [--data FOLDER]

DUMP is a MediaWiki export (default: the English sample of the published data). Builds it
over a small older store and kills each build at a random moment: the store must open and
verify each time. The build that is let through must give the fingerprint of one that was
never killed, and nothing may be left behind.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from data_folder import data_folder

from factscore.knowledge import open_store
from factscore.knowledge.build import build_store

SAMPLE = Path("wikipedia", "enwiki-shortened-pages-articles.xml.bz2")
BUILD = """
import sys
from factscore.knowledge.build import build_store
from factscore.knowledge.options import ReadOptions
if __name__ == "__main__":
    build_store(sys.argv[3:], sys.argv[1], options=ReadOptions(workers=int(sys.argv[2])))
"""


def measure_kills(dump: Path, kills: int, folder: Path) -> None:
    old = folder / "old.jsonl"
    old.write_text('{"title": "Old", "text": "The store of before."}\n')
    target, script = folder / "store.db", folder / "build.py"
    script.write_text(BUILD)
    before = build_store([old], target).fingerprint
    command = [sys.executable, str(script), str(target), "2", str(dump)]
    began = time.monotonic()
    expected = build_store([dump], folder / "whole.db").fingerprint
    longest = time.monotonic() - began
    draw = random.Random(time.time_ns())
    killed = sound = 0
    for _ in range(kills):
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        try:
            process.wait(draw.uniform(0.05, longest))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.wait()
            killed += 1
        with open_store(target) as store:
            sound += store.fingerprint in (before, expected) and not store.verify()
    subprocess.run(command, check=True)
    with open_store(target) as store:
        complete = store.fingerprint == expected and not store.verify()
    left = [path.name for path in folder.iterdir() if path.name.startswith(".store.db")]
    print(f"killed                              {killed} of {kills} builds (the rest had finished)")
    print(f"the store opened and verified       {sound} of {kills} times")
    print(f"the build that was let through      {'complete' if complete else 'DIFFERS'}")
    print(f"files left behind                   {', '.join(left) or 'none'}")


def main() -> None:
    parser = argparse.ArgumentParser(description="kill -9 at random moments of a build.")
    parser.add_argument("dump", nargs="?", type=Path)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--data", help="the folder of published data sets")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        dump = given.dump or data_folder(given.data) / SAMPLE
        measure_kills(dump, given.kills, Path(name))


if __name__ == "__main__":
    main()
