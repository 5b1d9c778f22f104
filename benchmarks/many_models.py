"""A dozen models at once: published scores, raw texts, and what the models share.

    python benchmarks/many_models.py [DATA] [--only published|raw|shared] [--limit N]

DATA is the folder of published data sets (default: FACTSCORE_DATA, else ../shared/data).

published   the 12 released files with their facts and labels, scored by the command line with
            ``--judge labels``, twice in new processes (the second finds the files in memory);
            the scores beside those that Min et al. 2023 (EMNLP) published
raw         1, 4 and all 12 files of raw texts, decomposed by the rules and not judged
            (``--dry-run``), ``--limit N`` texts of each; speeds are by CPU seconds of one
            process, reading the parser's model included
shared      three models about the same people, judged by the embedded model with an empty
            cache: how many indexes are built and how many facts are judged
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar
from unittest import mock

from data_folder import data_folder
from published import CHATGPT

from factscore import Settings, evaluate, read_generations, topics
from factscore.judge import make_judge
from factscore.judge.base import Judge
from factscore.knowledge.base import Article
from factscore.records import Claim, JsonValue, Passage, Verdict
from factscore.retrieval import TopicIndex

PEOPLE = 10
"""Topics that the models share in the third part."""


@dataclass(frozen=True, slots=True)
class Done:
    """A process that ended well."""

    output: bytes
    wall: float
    cpu: float
    peak: float
    """Most memory it held, in MB."""


def run(arguments: Sequence[str]) -> Done:
    """The command line in a process of its own; what it says on standard error is shown."""
    began = time.monotonic()
    with (
        tempfile.TemporaryFile() as output,
        subprocess.Popen([sys.executable, "-m", "factscore", *arguments], stdout=output) as process,
    ):
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(f"factscore {' '.join(arguments)} ended with {process.returncode}")
        output.seek(0)
        wall = time.monotonic() - began
        return Done(output.read(), wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def published(data: Path) -> None:
    """Cost, equality of two runs, and the scores."""
    files = sorted(map(str, data.glob("predictions/*.jsonl.gz")))
    with tempfile.TemporaryDirectory() as folder:
        cold, again = (_scored(files, Path(folder), name) for name in ("cold", "again"))
        print(f"{'':10} {'wall s':>8} {'CPU s':>8} {'peak MB':>8}")
        for name, done in (("cold", cold), ("again", again)):
            print(f"{name:10} {done.wall:8.1f} {done.cpu:8.1f} {done.peak:8.0f}")
        lines = [(Path(folder) / f"{part}.jsonl").read_bytes() for part in ("cold", "again")]
    same = cold.output == again.output and lines[0] == lines[1]
    facts = sum(len(json.loads(line)["facts"]) for line in lines[0].splitlines())
    print(f"{facts:,} facts; table and results equal byte for byte: {'yes' if same else 'NO'}\n")
    _print_scores(json.loads(cold.output)["models"])


def _scored(files: Sequence[str], folder: Path, name: str) -> Done:
    command = ["score", *files, "--judge", "labels", "--json", "--quiet"]
    keeping = ["--out", str(folder / f"{name}.jsonl"), "--cache", str(folder / "cache.db")]
    return run([*command, *keeping])


def _print_scores(models: list[dict[str, Any]]) -> None:
    print(f"{'model':20} {'rank':>5} {'95 % interval':>15} {'init %':>8} {'published':>10}  equal")
    for model in sorted(models, key=lambda each: -each["init_score"]):
        name, share = model["model"], 100 * model["init_score"]
        low, high = (f"{100 * end:.1f}" for end in model["ci95"])
        equal = round(share, 1) == CHATGPT[name]
        print(
            f"{name:20} {model['rank']:5} {f'{low}–{high}':>15} {share:8.1f} {CHATGPT[name]:10.1f}"
            f"  {'yes' if equal else 'NO'}"
        )


def raw(data: Path, limit: int | None) -> None:
    """How much there is, how fast it is found, and in how much memory."""
    files = sorted(map(str, data.glob("unlabeled/*.jsonl")))
    columns = ("files", "texts", "sentences", "facts", "wall s", "CPU s", "peak MB")
    speeds = ("texts/s", "sent./s", "facts/s")
    print(" ".join(f"{column:>9}" for column in (*columns, *speeds)))
    for count in (1, 4, len(files)):
        some = [] if limit is None else ["--limit", str(limit)]
        command = ["score", *files[:count], "--decomposer", "rules", "--judge", "labels", *some]
        done = run([*command, "--dry-run", "--json", "--quiet", "--no-cache"])
        work = json.loads(done.output)["work"]
        found = [work["texts"], work["sentences"], work["facts"]]
        numbers = [count, *found, f"{done.wall:.1f}", f"{done.cpu:.1f}", f"{done.peak:.0f}"]
        print(
            " ".join(f"{number:>9}" for number in numbers),
            " ".join(f"{number / done.cpu:9.1f}" for number in found),
            flush=True,
        )


class CountedIndex(TopicIndex):
    """An index that tells when it is built; everything else is the index's own."""

    made: ClassVar[list[str]] = []
    built: ClassVar[list[str]] = []

    def __init__(self, article: Article, store: str = "") -> None:
        self.made.append(article.title)
        super().__init__(article, store)

    def top(self, topic: str, fact: str, k: int) -> tuple[Passage, ...]:
        """The index's answer, counted if it had to be built for it."""
        before = "_bm25" in vars(self)
        found = super().top(topic, fact, k)
        if not before and "_bm25" in vars(self):
            self.built.append(self.article.title)
        return found


class CountedJudge:
    """A judge that counts what it is asked and passes it on."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self.name = judge.name
        self.batch_size = judge.batch_size
        self.needs_evidence = judge.needs_evidence
        self.asked: list[tuple[str, str]] = []

    def identity(self) -> dict[str, JsonValue] | None:
        """The judge's own."""
        return self._judge.identity()

    def judge(self, claims: Sequence[Claim]) -> list[Verdict]:
        """The judge's verdicts."""
        self.asked += [(claim.topic, claim.fact.text) for claim in claims]
        return self._judge.judge(claims)


def shared(data: Path) -> None:
    """The models' facts by people, judged anew with the articles that were released."""
    titles = [json.loads(line)["title"] for line in (data / "passages.jsonl").open()][:PEOPLE]
    rows = [
        row
        for row in read_generations(sorted(data.glob("labeled/*.jsonl")))
        if row.topic in titles and row.facts
    ]
    judge = CountedJudge(make_judge("nli"))
    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch.object(topics, "TopicIndex", CountedIndex),
    ):
        # Nothing is replaced: both count and hand on.
        evaluate(
            rows,
            decomposer="input",
            judge=judge,
            knowledge=data / "passages.jsonl",
            cache=Path(folder) / "cache.db",
            settings=Settings(gamma=0),
        )
    facts = [(row.topic, fact.text) for row in rows for fact in row.facts or ()]
    print(
        f"{len({row.model for row in rows})} models, {len(rows)} texts on"
        f" {len({row.topic for row in rows})} topics: {len(CountedIndex.made)} articles fetched,"
        f" {len(CountedIndex.built)} indexes built"
    )
    print(
        f"{len(facts):,} facts, {len(set(facts)):,} different ones by topic:"
        f" {len(judge.asked):,} judged"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", nargs="?")
    parser.add_argument("--only", choices=("published", "raw", "shared"))
    parser.add_argument("--limit", type=int)
    options = parser.parse_args()
    data = data_folder(options.data) / "factscore"
    parts: dict[str, Callable[[], None]] = {
        "published": lambda: published(data),
        "raw": lambda: raw(data, options.limit),
        "shared": lambda: shared(data),
    }
    for name, part in parts.items():
        if options.only in (None, name):
            print(f"\n{name}\n")
            part()


if __name__ == "__main__":
    main()
