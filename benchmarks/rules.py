"""The ``rules`` decomposer against people's facts in FActScore's labelled biographies.

    python benchmarks/rules.py [DATA] [--examples N]

DATA is the folder that has ``factscore/labeled``; otherwise FACTSCORE_DATA, otherwise
``../shared/data`` beside the repository. Only sentences for which people wrote facts
count, and a sentence is compared with itself: ours and the annotators' are matched by
their letters. What the columns say:

facts/sentence    facts a sentence gives, ours and people's
covered           share of a sentence's content words (letters or digits, no function
                  word) that occur in its facts
nowhere           share of facts with a word that is neither in the sentence, nor in the
                  topic, nor in ``words.FUNCTION_WORDS``, nor a finite form of an -ing
                  form of the sentence
matched           share of people's facts that have a near-equal fact of ours: F1 of the
                  words >= .8 once the topic's name and pronouns are one word and
                  articles are gone
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from data_folder import data_folder

from factscore.decompose.rules import RulesDecomposer
from factscore.decompose.rules.words import from_nowhere, words
from factscore.records import Fact, Generation

FILES = ("InstructGPT", "ChatGPT", "PerplexityAI")
ARTICLES = frozenset({"a", "an", "the", "s"})
PRONOUNS = frozenset("he she they him her his hers their them".split())
EMPTY_WORDS = (
    ARTICLES
    | PRONOUNS
    | frozenset(
        "of in on at to for by with from as and or but is are was were be been being has have had "
        "it its that which who whom whose where when also this these those there than then such "
        "including into about after before during while until since between both not".split()
    )
)
CITATION = re.compile(r"\[\d+\]")


@dataclass
class Tally:
    """Sums over sentences; the columns are ratios of these."""

    sentences: int = 0
    ours: int = 0
    people: int = 0
    matched: int = 0
    nowhere: int = 0
    content: int = 0
    covered: int = 0
    seconds: float = 0.0
    all_sentences: int = 0
    strange: list[str] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Take in the sums of another sentence or file."""
        for name in ("sentences", "ours", "people", "matched", "nowhere", "content", "covered"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.seconds += other.seconds
        self.all_sentences += other.all_sentences
        self.strange += other.strange


def letters(text: str) -> str:
    """What is left of a sentence when spaces, marks and citations do not matter."""
    return "".join(words(CITATION.sub("", text)))


def plain(fact: str, topic: str) -> Counter[str]:
    """Words of a fact with every way to name the topic made one."""
    names = set(words(topic))
    said: list[str] = []
    for word in words(fact):
        name = "x" if word in names or word in PRONOUNS else word
        if name not in ARTICLES and not (name == "x" and said and said[-1] == "x"):
            said.append(name)
    return Counter(said)


def f1(one: Counter[str], other: Counter[str]) -> float:
    """Harmonic mean of precision and recall over words with their counts."""
    common = sum((one & other).values())
    return 2 * common / (sum(one.values()) + sum(other.values())) if common else 0.0


def tally_sentence(sentence: str, ours: list[str], people: list[str], topic: str) -> Tally:
    bags = [plain(fact, topic) for fact in ours]
    content = [word for word in words(sentence) if word not in EMPTY_WORDS]
    said = {word for fact in ours for word in words(fact)}
    strange = [f"{from_nowhere(fact, sentence, topic)} {fact}" for fact in ours]
    strange = [line for line in strange if not line.startswith("[]")]
    return Tally(
        sentences=1,
        ours=len(ours),
        people=len(people),
        matched=sum(any(f1(plain(p, topic), bag) >= 0.8 for bag in bags) for p in people),
        nowhere=len(strange),
        content=len(content),
        covered=sum(word in said for word in content),
        strange=strange,
    )


def tally_file(path: Path, decomposer: RulesDecomposer) -> Tally:
    """All rows of one labelled file."""
    total = Tally()
    for row in rows(path):
        topic = str(row["topic"])
        begin = time.perf_counter()
        (found,) = decomposer.decompose([Generation(row["output"], topic, abstained=False)])
        total.seconds += time.perf_counter() - begin
        total.all_sentences += found.sentences
        ours = by_sentence(found.facts)
        for annotation in row["annotations"]:
            people = [fact["text"] for fact in annotation["human-atomic-facts"] or []]
            sentence = letters(annotation["text"])
            if people and sentence in ours:
                texts = [fact.text for fact in ours[sentence]]
                total.add(tally_sentence(ours[sentence][0].sentence, texts, people, topic))
    return total


def rows(path: Path) -> Iterator[dict]:  # type: ignore[type-arg]  # rows as published
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row["annotations"]:
                yield row


def by_sentence(facts: tuple[Fact, ...]) -> dict[str, list[Fact]]:
    grouped: dict[str, list[Fact]] = {}
    for fact in facts:
        grouped.setdefault(letters(fact.sentence), []).append(fact)
    return grouped


def line(name: str, t: Tally) -> str:
    return (
        f"{name:<14}{t.sentences:>10}{t.ours / t.sentences:>8.2f}{t.people / t.sentences:>9.2f}"
        f"{t.covered / t.content:>10.3f}{t.nowhere / t.ours:>10.4f}{t.matched / t.people:>10.3f}"
        f"{t.all_sentences / t.seconds:>14.0f}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("data", nargs="?")
    parser.add_argument("--examples", type=int, default=0, help="print words from nowhere")
    given = parser.parse_args()
    folder = data_folder(given.data) / "factscore" / "labeled"
    decomposer = RulesDecomposer()
    decomposer.decompose([Generation("She was here.", "Ann")])  # loading is not timed
    total = Tally()
    print(
        f"{'file':<14}{'sentences':>10}{'ours':>8}{'people':>9}{'covered':>10}{'nowhere':>10}"
        f"{'matched':>10}{'sentences/s':>14}"
    )
    for name in FILES:
        tally = tally_file(folder / f"{name}.jsonl", decomposer)
        print(line(name, tally))
        total.add(tally)
    print(line("all", total))
    for strange in total.strange[: given.examples]:
        print(strange)
    return 0


if __name__ == "__main__":
    sys.exit(main())
