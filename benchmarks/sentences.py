"""The sentence splitter against people's sentences in FActScore's labelled biographies.

    python benchmarks/sentences.py [DATA] [--errors]

DATA is the folder of published data; otherwise FACTSCORE_DATA, otherwise
``../shared/data`` beside the repository. The annotators' sentences are found in the
text in order, and a boundary is a place where one begins or ends, counted in characters
that are neither white space nor citation marks; the text's own ends do not count.

precision  share of our boundaries that people have as well
recall     share of people's boundaries that we have
sentences  share of people's sentences that we have exactly

The figures are raw. Most boundaries that we miss are faults of the annotators' tool,
which split after "No." before a number, after the initials of a name and after an
exclamation mark inside a quoted title; ``--errors`` prints every one.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from data_folder import data_folder

from factscore.decompose.sentences import split_sentences

FILES = ("InstructGPT", "ChatGPT", "PerplexityAI")
IGNORED = re.compile(r"\s|\[\d+\]")


@dataclass
class Tally:
    """Counts over the rows of a file."""

    hits: int = 0
    ours: int = 0
    people: int = 0
    exact: int = 0
    sentences: int = 0
    errors: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Take in the counts of another file."""
        for name in ("hits", "ours", "people", "exact", "sentences"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.errors += other.errors


def squeezed_places(text: str) -> list[int]:
    """For each offset, how many characters that count stand before it."""
    counts = bytearray(b"\1" * len(text))
    for found in IGNORED.finditer(text):
        counts[found.start() : found.end()] = bytes(found.end() - found.start())
    places = [0]
    for count in counts:
        places.append(places[-1] + count)
    return places


def peoples_spans(text: str, annotations: list[dict[str, str]]) -> Iterator[tuple[int, int]]:
    """Spans of people's sentences in the squeezed text, in order."""
    squeezed, place = IGNORED.sub("", text), 0
    for annotation in annotations:
        sentence = IGNORED.sub("", annotation["text"])
        start = squeezed.find(sentence, place)
        if start >= 0:
            place = start + len(sentence)
            yield start, place


def tally_row(text: str, annotations: list[dict[str, str]]) -> Tally:
    places = squeezed_places(text)
    ours = [(places[s.start], places[s.end]) for s in split_sentences(text)]
    people = list(peoples_spans(text, annotations))
    ends = {0, places[-1]}
    mine = {place for span in ours for place in span} - ends
    theirs = {place for span in people for place in span} - ends
    squeezed = IGNORED.sub("", text)
    errors = [
        f"{'missed' if place in theirs else 'added '} …{squeezed[place - 30 : place]} ## "
        f"{squeezed[place : place + 20]}…"
        for place in sorted(mine ^ theirs)
    ]
    both = len(set(ours) & set(people))
    return Tally(len(mine & theirs), len(mine), len(theirs), both, len(people), errors)


def tally_file(path: Path) -> Tally:
    """All annotated rows of one file."""
    total = Tally()
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row["annotations"]:
                total.add(tally_row(row["output"], row["annotations"]))
    return total


def report(name: str, tally: Tally) -> str:
    return (
        f"{name:<14}{tally.people:>12}{tally.hits / tally.ours:>11.4f}"
        f"{tally.hits / tally.people:>9.4f}{tally.exact / tally.sentences:>11.4f}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description="Sentence splitter against people's sentences.")
    parser.add_argument("data", nargs="?", help="folder of published data")
    parser.add_argument("--errors", action="store_true", help="print every disagreement")
    given = parser.parse_args()
    folder = data_folder(given.data) / "factscore" / "labeled"
    total = Tally()
    print(f"{'file':<14}{'boundaries':>12}{'precision':>11}{'recall':>9}{'sentences':>11}")
    for name in FILES:
        tally = tally_file(folder / f"{name}.jsonl")
        print(report(name, tally))
        total.add(tally)
    print(report("all", total))
    for error in total.errors if given.errors else ():
        print(error)
    return 0


if __name__ == "__main__":
    sys.exit(main())
