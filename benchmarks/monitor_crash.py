"""Two monitors at once on one history, killed with kill -9: is a run ever lost, or kept twice?

    python benchmarks/monitor_crash.py [--kills 40] [--rounds 3]

Two writers add runs to one new history as fast as they can, opening and closing it for each as a
monitor does. Every other run is the same for both. What they are told as kept they write
down, with its number. One of them, by chance, is killed at a random moment and started again
where it was; the first kill of a round falls while the file is being made. After every kill all
that was told must be there. In the end both are let through, and the history must hold every run
once, as it was given, under the number that was told, and pass SQLite's own check.
"""

from __future__ import annotations

import argparse
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from factscore.errors import HistoryError
from factscore.monitor import MonitoredRun, open_history
from factscore.records import FactCounts, Interval, RunSetup, Status

SETUP = RunSetup("1", "rules", "0", "nli", "0", "0", "bm25", 5, 10.0, 64, "human", None)
WRITERS = ("left", "right")
ENDLESS = 10**9
SETTING_UP, WORKING = 1.0, 0.05
"""Seconds after which a writer is killed at the latest: it has just begun to make the file, or
has just been told of a run."""
MORE = 10
"""Runs that the writers add after the last kill."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of the runs."""

    killed: int = 0
    added: int = 0
    """Different runs that were to be kept."""
    told: int = 0
    """Answers that a run is kept; what both writers add is told to both."""
    lost: int = 0
    """Runs that were told as kept, and are not there: after a kill, or in the end."""
    missing: int = 0
    """Runs that are not there in the end, though both writers were let through."""
    twice: int = 0
    differing: int = 0
    """Runs that are not as they were given, or not under the number that was told."""
    damaged: int = 0
    """Histories that do not pass ``pragma integrity_check``."""

    def __add__(self, other: Outcome) -> Outcome:
        names = [field.name for field in fields(self)]
        return Outcome(*(getattr(self, name) + getattr(other, name) for name in names))


def make_run(writer: str, place: int) -> MonitoredRun:
    """The run that a writer adds at a place; every other one is the same for both."""
    score = place % 97 / 97
    return MonitoredRun(
        name=f"series {place % 3}",
        time=datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=place),
        digest=f"{'both' if place % 2 else writer}-{place}",
        setup=replace(SETUP, top_k=1 + place % 5),
        rows=place,
        items=place,
        scored=place,
        score=score,
        spread=0.25,
        ci95=Interval(score / 2, score),
        respond_ratio=1.0,
        coverage=None,
        statuses={Status.SCORED: place, Status.ABSTAINED: 1},
        facts=FactCounts(place, 1, 2),
    )


def write_runs(folder: Path, writer: str, until: int) -> None:
    """What a writer's process does: go on where its notes end."""
    with notes(folder, writer).open("a") as told:
        for place in range(len(read_notes(folder, writer)), until):
            with open_history(folder / "history.db", create=True) as history:
                number = history.add(make_run(writer, place)).run.number
            told.write(f"{number}\n")
            told.flush()


def notes(folder: Path, writer: str) -> Path:
    return folder / f"{writer}.txt"


def read_notes(folder: Path, writer: str) -> list[int]:
    """Numbers that the writer was told, run by run."""
    path = notes(folder, writer)
    return [int(line) for line in path.read_text().splitlines()] if path.exists() else []


def start(folder: Path, writer: str, until: int = ENDLESS) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, __file__, "--write", str(folder), writer, str(until)])


def wait_for_work(folder: Path, writer: str, process: subprocess.Popen[bytes]) -> None:
    """Until the history is there, if it was not, or else the writer was told of one more run."""
    fresh, known = not (folder / "history.db").exists(), len(read_notes(folder, writer))
    while process.poll() is None:
        if fresh and (folder / "history.db").exists():
            return
        if len(read_notes(folder, writer)) > known:
            return
        time.sleep(0.001)


def told_runs(folder: Path) -> Iterator[MonitoredRun]:
    """All that was told as kept, with its number."""
    for writer in WRITERS:
        for place, number in enumerate(read_notes(folder, writer)):
            yield replace(make_run(writer, place), number=number)


def kept_runs(folder: Path) -> list[MonitoredRun]:
    try:
        with open_history(folder / "history.db", create=False) as history:
            return [run for name in history.names() for run in history.runs(name)]
    except HistoryError as error:
        # Killed before the file had its table.
        if "no history yet" in str(error):
            return []
        raise


def lost_runs(folder: Path) -> int:
    # What was told is read first: the other writer goes on meanwhile.
    told = {run.digest for run in told_runs(folder)}
    return len(told - {run.digest for run in kept_runs(folder)})


def kill_writers(folder: Path, kills: int) -> Outcome:
    """Kill and start again, then let both writers through."""
    draw = random.Random(time.time_ns())
    running = {writer: start(folder, writer) for writer in WRITERS}
    found = Outcome()
    for number in range(kills):
        writer = draw.choice(WRITERS)
        wait_for_work(folder, writer, running[writer])
        time.sleep(draw.uniform(0, WORKING if number else SETTING_UP))
        found += kill(running[writer])
        found += Outcome(lost=lost_runs(folder))
        running[writer] = start(folder, writer)
    for process in running.values():
        found += kill(process)
    until = max(len(read_notes(folder, writer)) for writer in WRITERS) + MORE
    for process in [start(folder, writer, until) for writer in WRITERS]:
        process.wait()
    return found + check(folder, until)


def kill(process: subprocess.Popen[bytes]) -> Outcome:
    process.send_signal(signal.SIGKILL)
    return Outcome(killed=int(process.wait() == -signal.SIGKILL))


def check(folder: Path, until: int) -> Outcome:
    """What the history holds in the end, against all that was to be kept."""
    wanted = {
        run.digest: run for writer in WRITERS for run in (make_run(writer, n) for n in range(until))
    }
    kept = kept_runs(folder)
    by_digest = {run.digest: run for run in kept}
    told = list(told_runs(folder))
    differing = {run.digest for run in kept if replace(run, number=0) != wanted[run.digest]}
    differing |= {run.digest for run in told if by_digest.get(run.digest, run) != run}
    db = sqlite3.connect(folder / "history.db")
    sound = db.execute("pragma integrity_check").fetchall() == [("ok",)]
    db.close()
    return Outcome(
        added=len(wanted),
        told=len(told),
        lost=len({run.digest for run in told} - by_digest.keys()),
        missing=len(wanted.keys() - by_digest.keys()),
        twice=len(kept) - len(by_digest),
        differing=len(differing),
        damaged=int(not sound),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="kill -9 on two monitors of one history.")
    parser.add_argument("--kills", type=int, default=40, help="of each round")
    parser.add_argument("--rounds", type=int, default=3, help="each with a new history")
    parser.add_argument("--write", nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.write:
        folder, writer, until = given.write
        write_runs(Path(folder), writer, int(until))
        return
    found = Outcome()
    for _ in range(given.rounds):
        with tempfile.TemporaryDirectory() as name:
            found += kill_writers(Path(name), given.kills)
    print(f"killed                                 {found.killed} times")
    print(f"different runs added                   {found.added}")
    print(f"told as kept                           {found.told} times")
    print(f"told as kept, and lost                 {found.lost}")
    print(f"missing in the end                     {found.missing}")
    print(f"kept twice                             {found.twice}")
    print(f"kept in part, or under another number  {found.differing}")
    print(f"integrity_check                        {found.damaged or 'ok'}")


if __name__ == "__main__":
    main()
